"""Use cases of people: each in one transaction, each with its own audit entry, which holds no name.

None of them touches the history: what belongs to a ladder (starting ratings) and to events (who is
who) stands in the apps above.
"""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from clubs.messages import Message, gettext_noop
from clubs.models import Club, NameDisplay, User
from clubs.services import Refusal, audit
from players.models import (
    Consent,
    ConsentFor,
    Display,
    Player,
    Status,
    SuffixGiven,
    TypedName,
)
from players.names import name_key, same_whole
from players.privacy import initials, next_suffix
from players.queries import readers_see, suffixes_taken
from players.traces import holds_name

_NEEDS_CONSENT = gettext_noop(
    "A child is shown by initials. A label or the full name needs the consent of the parents and of"
    " the child on record: record it first."
)
_NAME_NEEDS_CONSENT = gettext_noop(
    "This club shows initials. The full name of one person, or a label that has it, needs the"
    " consent of that person on record: ask the three questions and record it first."
)
_NEEDS_ANSWERS = gettext_noop("Consent needs a yes to each of the three questions.")
_NEEDS_LABEL = gettext_noop("Write the label first; then it can be shown.")
_HIDDEN = gettext_noop(
    "This player is hidden. Show the player again first: that page says who will see what."
)
_LABEL_TAKEN = gettext_noop(
    "Somebody else in the club is called so, or shown so. Choose another label: readers could take"
    " the one for the other."
)


@transaction.atomic
def change_status(player: Player, status: Status, *, by: User | None) -> Player:
    """Make somebody a member, guest, former member, or hidden. Ratings do not depend on it.

    Of somebody hidden it is kept who hid them, when, and what they were before; only `show_again`
    leads out of it, anything else raises Refusal.
    """
    player = _locked(player)
    if Status(player.status) is Status.HIDDEN is not status:
        raise Refusal(Message(_HIDDEN))
    return _change_status(player, status, by)


def _change_status(player: Player, status: Status, by: User | None) -> Player:
    before = Status(player.status)
    if before is not status:
        hides = status is Status.HIDDEN
        _save(
            player,
            by,
            "player.status",
            {"from": before.value, "to": status.value},
            status=status,
            status_before=before if hides else "",
            hidden_at=timezone.now() if hides else None,
            hidden_by=by if hides else None,
        )
    return player


@transaction.atomic
def hide(player: Player, *, by: User | None) -> Player:
    """Take somebody off every page, list and export of the members' side, from this moment."""
    return change_status(player, Status.HIDDEN, by=by)


@transaction.atomic
def show_again(player: Player, *, by: User | None) -> Player:
    """Give somebody hidden the status back that they had; who is not hidden stays as they are."""
    player = _locked(player)
    if Status(player.status) is not Status.HIDDEN:
        return player
    return _change_status(player, Status(player.status_before or Status.MEMBER), by)


@transaction.atomic
def mark_junior(player: Player, junior: bool, *, by: User | None) -> Player:
    """Mark somebody as a junior, or take the mark away.

    The mark alone is enough to fall back to initials (`players.privacy`), so nothing else changes.
    """
    player = _locked(player)
    if player.junior != junior:
        _save(player, by, "player.junior", {"from": not junior, "to": junior}, junior=junior)
    return player


@transaction.atomic
def change_label(player: Player, label: str, *, by: User | None) -> Player:
    """Set the text that may stand for the name; empty takes it away, and initials are shown.

    Raises Refusal where it is the label, the full name or the initials of somebody else, and where
    readers would see the person's own full name by it without consent on record.
    """
    # Under the club's lock two people do not get one label at the same moment.
    Club.objects.select_for_update().get(pk=player.club_id)
    player = _locked(player)
    if player.label != label:
        if label and label_taken(player.club, label, besides=player):
            raise Refusal(Message(_LABEL_TAKEN))
        if label and Display(player.display) is Display.LABEL:
            _require_consent(player, Display.LABEL, label)
        # The text may be a name, so the log only says that there is one.
        _save(player, by, "player.label", {"set": bool(label)}, label=label)
    return player


@transaction.atomic
def change_group(player: Player, group: str, *, by: User | None) -> Player:
    """Put somebody into a group of the club ("beginners"), or with "" into none."""
    player = _locked(player)
    if player.group != group:
        # Free text, so the log only says that there is one.
        _save(player, by, "player.group", {"set": bool(group)}, group=group)
    return player


@transaction.atomic
def change_display(player: Player, display: Display, *, by: User | None) -> Player:
    """Choose what readers see of the name. Raises Refusal where consent is missing: to anything
    beside initials of a child, to the full name of anybody in a club that shows initials."""
    player = _locked(player)
    before = Display(player.display)
    if before is display:
        return player
    _require_consent(player, display, player.label)
    if display is Display.LABEL and not player.label:
        raise Refusal(Message(_NEEDS_LABEL))
    details = {"from": before.value, "to": display.value}
    _save(player, by, "player.display", details, display=display)
    return player


@transaction.atomic
def give_consent(
    player: Player,
    purpose: ConsentFor,
    *,
    answers: tuple[bool, bool, bool],
    by: User | None,
    note: str = "",
) -> Consent:
    """Record that more than initials was agreed to. Raises Refusal without three times yes.

    Nothing is shown by it alone: what readers see is chosen for the person or for the club.
    """
    if not all(answers):
        raise Refusal(Message(_NEEDS_ANSWERS))
    parents, child, rules = answers
    return _record(
        _locked(player),
        by,
        purpose,
        given=True,
        parents=parents,
        child=child,
        rules=rules,
        note=note,
    )


@transaction.atomic
def withdraw_consent(player: Player, *, by: User | None) -> Player:
    """Take consent back: initials at once, whatever was chosen and whatever the club shows."""
    player = _locked(player)
    if player.consent:
        _record(player, by, ConsentFor(player.consent_for), given=False)
        player.refresh_from_db(fields=["consent", "consent_for"])
        return change_display(player, Display.INITIALS, by=by)
    return player


def _record(
    player: Player, by: User | None, purpose: ConsentFor, *, given: bool, **said: object
) -> Consent:
    row = Consent.objects.create(
        club=player.club, player=player, purpose=purpose, given=given, by=by, **said
    )
    details = {"given": given, "for": purpose.value}
    audit("player.consent", club=player.club, by=by, object_uid=player.uid, details=details)
    return row


def held_back(player: Player) -> bool:
    """Whether more than initials is chosen, for the person or the club, and consent is missing."""
    chosen = Display(player.display)
    if chosen is Display.CLUB:
        chosen = Display.FULL if player.club.names == NameDisplay.FULL else Display.INITIALS
    return lacks_consent(player, chosen, player.label)


def tells_name(player: Player, display: Display, label: str) -> bool:
    """Whether this choice for the person, with this label, shows the full name to readers. No
    choice (CLUB) is a step of the club's own (`clubs.services.change_names`)."""
    named = display is Display.LABEL and holds_name(label, player.name.text)
    return named or display is Display.FULL


def shows_name(player: Player, **instead: object) -> bool:
    """Whether readers see the full name, or would with other values in these fields of the row;
    of somebody hidden, when they are shown again."""
    label = readers_see(player, **{"status": Status.MEMBER, **instead}).label
    name = player.name.text
    return isinstance(label, str) and (label == name or holds_name(label, name))


def lacks_consent(player: Player, display: Display, label: str) -> bool:
    """Whether this choice needs consent of the person that is not on record."""
    if tells_name(player, display, label):
        by_the_club = player.club.names == NameDisplay.FULL and not is_child(player)
        return not by_the_club and not _agreed(player, Display.FULL)
    return display is Display.LABEL and is_child(player) and not _agreed(player, display)


def _require_consent(player: Player, display: Display, label: str) -> None:
    if lacks_consent(player, display, label):
        raise Refusal(Message(_NEEDS_CONSENT if is_child(player) else _NAME_NEEDS_CONSENT))


def _agreed(player: Player, display: Display) -> bool:
    return player.consent and player.consent_for in (display.value, ConsentFor.FULL)


def label_taken(club: Club, label: str, *, besides: Player | None = None) -> bool:
    """Whether readers could take the label for somebody else of the club."""
    others = club.players.filter(erased=None)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    key = name_key(label)
    for name, other, suffix in others.values_list("name__text", "label", "suffix"):
        short = initials(name)
        shown = f"{short} {suffix}" if suffix > 1 else short
        if key in (name_key(other), name_key(shown)) or same_whole(label, name):
            return True
    return False


@transaction.atomic
def call(player: Player, name: TypedName) -> Player:
    """Let a name stand as the person's own. Part of a use case that writes its own log entry.

    Other initials get a number of their own, or the one that the person had with them before; the
    number of the old ones is given to nobody else.
    """
    club = Club.objects.select_for_update().get(pk=player.club_id)
    player = _locked(player)
    before, after = initials(player.name.text), initials(name.text)
    player.name = name
    if before.casefold() != after.casefold():
        keep_suffix(club, before, player.suffix, player)
        own = SuffixGiven.objects.filter(player=player, initials__iexact=after).first()
        taken = suffixes_taken(club, besides=player.pk)
        player.suffix = own.suffix if own else next_suffix(after, taken)
    player.save(update_fields=["name", "suffix"])
    return player


def keep_suffix(club: Club, short: str, suffix: int, player: Player | None) -> None:
    """Remember that these initials had this number, so that nobody else gets it."""
    SuffixGiven.objects.update_or_create(
        club=club, initials=short, suffix=suffix, defaults={"player": player}
    )


@transaction.atomic
def write_down_export(player: Player, *, by: User | None) -> None:
    """Everything about a person goes out as a file: that stands in the log."""
    audit("player.export", club=player.club, by=by, object_uid=player.uid)


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
