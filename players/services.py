"""Use cases of people: each in one transaction, each with its own audit entry, which holds no name.

None of them touches the history: what belongs to a ladder (starting ratings) and to events (who is
who) stands in the apps above.
"""

from collections.abc import Mapping

from django.db import transaction

from clubs.messages import Message, gettext_noop
from clubs.models import User
from clubs.services import Refusal, audit
from players.models import Display, Player, Status

# What of a person's name readers may see beside initials.
_REVEALING = frozenset({Display.LABEL, Display.FULL})

_NEEDS_CONSENT = gettext_noop(
    "A child is shown by initials. A label or the full name needs the consent of the parents and of"
    " the child on record, and this version cannot record it yet."
)
_NEEDS_LABEL = gettext_noop("Write the label first; then it can be shown.")


@transaction.atomic
def change_status(player: Player, status: Status, *, by: User | None) -> Player:
    """Make somebody a member, guest, former member, or hidden. Ratings do not depend on it."""
    player = _locked(player)
    before = Status(player.status)
    if before is not status:
        _save(
            player, by, "player.status", {"from": before.value, "to": status.value}, status=status
        )
    return player


@transaction.atomic
def mark_junior(player: Player, junior: bool, *, by: User | None) -> Player:
    """Mark somebody as a junior, or take the mark away.

    The mark alone is enough to fall back to initials (`players.privacy`), so nothing else changes.
    """
    player = _locked(player)
    if player.junior != junior:
        _save(player, by, "player.junior", {"to": junior}, junior=junior)
    return player


@transaction.atomic
def change_label(player: Player, label: str, *, by: User | None) -> Player:
    """Set the text that may stand for the name; empty takes it away, and initials are shown."""
    player = _locked(player)
    if player.label != label:
        # The text may be a name, so the log only says that there is one.
        _save(player, by, "player.label", {"set": bool(label)}, label=label)
    return player


@transaction.atomic
def change_display(player: Player, display: Display, *, by: User | None) -> Player:
    """Choose what readers see of the name. Raises Refusal: a child's name needs consent."""
    player = _locked(player)
    before = Display(player.display)
    if before is display:
        return player
    if display in _REVEALING and is_child(player) and not player.consent:
        raise Refusal(Message(_NEEDS_CONSENT))
    if display is Display.LABEL and not player.label:
        raise Refusal(Message(_NEEDS_LABEL))
    details = {"from": before.value, "to": display.value}
    _save(player, by, "player.display", details, display=display)
    return player


def is_child(player: Player) -> bool:
    """Whether the rules for children hold: the person is marked, or the whole club is."""
    return player.junior or player.club.junior


def _locked(player: Player) -> Player:
    rows = Player.objects.select_related("club", "name").select_for_update(of=("self",))
    return rows.get(pk=player.pk)


def _save(
    player: Player, by: User | None, action: str, details: Mapping[str, object], **fields: object
) -> None:
    for name, value in fields.items():
        setattr(player, name, value)
    player.save(update_fields=list(fields))
    audit(action, club=player.club, by=by, object_uid=player.uid, details=details)
