"""Use cases of clubs: each in one transaction, each with its own audit entry."""

from clubs.services.accounts import limit_account
from clubs.services.closing import close, keep
from clubs.services.clubs import (
    SETTINGS,
    change_club,
    change_names,
    change_visibility,
    create_club,
)
from clubs.services.links import create_link, replace_link, revoke_link
from clubs.services.log import audit
from clubs.services.officers import (
    accept_invitation,
    cancel_invitation,
    change_role,
    invite,
    remove_officer,
)
from clubs.services.refusal import Refusal

__all__ = [
    "SETTINGS",
    "Refusal",
    "accept_invitation",
    "audit",
    "cancel_invitation",
    "change_club",
    "change_names",
    "change_role",
    "change_visibility",
    "close",
    "create_club",
    "create_link",
    "invite",
    "keep",
    "limit_account",
    "remove_officer",
    "replace_link",
    "revoke_link",
]
