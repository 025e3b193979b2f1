"""Who is found to be somebody else, or to be two, is shown no more openly than before."""

from django.db import transaction

from clubs.models import User
from clubs.services import audit
from players.models import Consent, Display, Player, Status
from players.services import change_display, hide, mark_junior, tells_name


@transaction.atomic
def protect_like(one: Player, other: Player, *, by: User | None) -> None:
    """What keeps the name of one from readers keeps that of the other as well: the mark of a
    junior, hiding, initials, and that consent was withdrawn."""
    one, other = _stored(one), _stored(other)
    if one.junior:
        mark_junior(other, True, by=by)
    if one.status == Status.HIDDEN:
        hide(other, by=by)
    if keeps_initials(one, other):
        if (withdrawn := _withdrawn(one)) and not _withdrawn(other):
            _withdraw_too(other, withdrawn, by=by)
        change_display(other, Display.INITIALS, by=by)


def keeps_initials(one: Player, other: Player | None) -> bool:
    """Whether initials of the other are all that may be shown, for the sake of one; None stands for
    somebody new.

    A withdrawal holds until the other has consented later. Otherwise the choices for the two count:
    initials are less than a label, and a label is less than the full name or no choice.
    """
    if withdrawn := _withdrawn(one):
        later = _last_said(other) if other else None
        return not (later and later.given and later.pk > withdrawn.pk)
    return _openness(one) < (_openness(other) if other else _openness(Player()))


def _withdraw_too(player: Player, withdrawn: Consent, *, by: User | None) -> None:
    """Write down a withdrawal where nothing, or an earlier consent, stands."""
    purpose = withdrawn.purpose
    Consent.objects.create(club=player.club, player=player, purpose=purpose, given=False, by=by)
    details = {"given": False, "for": purpose}
    audit("player.consent", club=player.club, by=by, object_uid=player.uid, details=details)


def _openness(player: Player) -> int:
    """How much of the name the choice for this person lets readers see. What the club has chosen is
    no protection of the person's own: it may be another choice tomorrow."""
    shown = Display(player.display)
    if shown is Display.CLUB or tells_name(player, shown, player.label):
        return 2
    return int(shown is Display.LABEL)


def _withdrawn(player: Player) -> Consent | None:
    """The withdrawal that holds, if one does."""
    last = _last_said(player)
    return last if last and not last.given else None


def _last_said(player: Player) -> Consent | None:
    return player.consents.order_by("-pk").first()


def _stored(player: Player) -> Player:
    return Player.objects.select_related("club", "name").get(pk=player.pk)
