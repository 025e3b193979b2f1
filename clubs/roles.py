"""Who may do what in a club, as data: one row for each permission."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Role(StrEnum):
    """What an officer is in a club. Readers by link and outsiders have no role."""

    OWNER = "owner"
    ARBITER = "arbiter"


class Permission(StrEnum):
    """Something an officer may be allowed to do in one club."""

    VIEW_CLUB = "view_club"
    EDIT_EVENTS = "edit_events"
    PUBLISH = "publish"
    EDIT_PLAYERS = "edit_players"
    EDIT_RULES = "edit_rules"
    EXPORT = "export"
    VIEW_LINKS = "view_links"
    MANAGE_LINKS = "manage_links"
    CHANGE_VISIBILITY = "change_visibility"
    CHANGE_NAMES = "change_names"
    ERASE_PLAYERS = "erase_players"
    VIEW_AUDIT = "view_audit"
    INVITE = "invite"
    MANAGE_OFFICERS = "manage_officers"
    EDIT_CLUB = "edit_club"
    DELETE_CLUB = "delete_club"


_BOTH: Final = frozenset({Role.OWNER, Role.ARBITER})
_OWNER: Final = frozenset({Role.OWNER})

ROLES_OF: Final[Mapping[Permission, frozenset[Role]]] = MappingProxyType(
    {
        Permission.VIEW_CLUB: _BOTH,
        Permission.EDIT_EVENTS: _BOTH,
        Permission.PUBLISH: _BOTH,
        Permission.EDIT_PLAYERS: _BOTH,
        Permission.EDIT_RULES: _OWNER,
        Permission.EXPORT: _BOTH,
        Permission.VIEW_LINKS: _BOTH,
        Permission.MANAGE_LINKS: _OWNER,
        Permission.CHANGE_VISIBILITY: _OWNER,
        Permission.CHANGE_NAMES: _OWNER,
        Permission.ERASE_PLAYERS: _OWNER,
        Permission.VIEW_AUDIT: _BOTH,
        Permission.INVITE: _OWNER,
        Permission.MANAGE_OFFICERS: _OWNER,
        Permission.EDIT_CLUB: _OWNER,
        Permission.DELETE_CLUB: _OWNER,
    }
)


def may(role: Role | str | None, permission: Permission) -> bool:
    """Whether the role (or its stored word) has the permission; an unknown or no role has none."""
    return role is not None and role in ROLES_OF[permission]


def permissions_of(role: Role | str | None) -> frozenset[Permission]:
    """Everything that the role may do."""
    return frozenset(permission for permission in Permission if may(role, permission))
