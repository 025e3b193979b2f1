"""What an entry of the log says beside its action: what changed into what, and about whom.

Only what readers see in lists of choices is told, never a name; whose entry it is says a link.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms import ROLES
from clubs.models import AuditEntry, Club, NameDisplay, User, Visibility
from players.queries import LOGGED_VALUES

_VALUES: Final[Mapping[str, Mapping[Any, object]]] = {
    "club.junior": {
        True: gettext_lazy("Children play here"),
        False: gettext_lazy("no children are said to play here"),
    },
    "club.visibility": dict(Visibility.choices),
    "club.names": dict(NameDisplay.choices),
    "officer.role": dict(ROLES),
    **LOGGED_VALUES,
}
_OFFICERS: Final = frozenset({"officer.role", "officer.remove"})


class Told(NamedTuple):
    """`change`: from what to what; `player`: the uid of the person it is about; `officer`: the
    address of whom it is about. Each is empty where the entry does not say it."""

    change: str = ""
    player: str = ""
    officer: str = ""


def details(club: Club, entries: Iterable[AuditEntry]) -> dict[int, Told]:
    """By id of the entry, what it says beside its action. Two queries."""
    rows = list(entries)
    about = {row.object_uid for row in rows if row.action.startswith("player.")}
    here = club.players.filter(uid__in=about, erased=None)
    players = set(here.values_list("uid", flat=True))
    wanted = [row.details.get("user") for row in rows if row.action in _OFFICERS]
    users = User.objects.filter(pk__in=[pk for pk in wanted if pk is not None])
    emails = dict(users.values_list("pk", "email"))
    return {
        row.pk: Told(
            change=_change(row),
            player=row.object_uid if row.object_uid in players else "",
            officer=emails.get(row.details.get("user"), "") if row.action in _OFFICERS else "",
        )
        for row in rows
    }


def _change(row: AuditEntry) -> str:
    labels = _VALUES.get(row.action)
    before, after = row.details.get("from"), row.details.get("to")
    if labels is None or before not in labels or after not in labels:
        return ""
    return _("from “%(before)s” to “%(after)s”") % {
        "before": labels[before],
        "after": labels[after],
    }
