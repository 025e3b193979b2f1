"""What was made stricter since the backup stays so after the restore; nothing is made more open.

By the use cases themselves, in nobody's name, so that the log has each of them as an ordinary act.
Who was erased, and links that were revoked, are seen to elsewhere (`restoring`, `previous`).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from django.db.models import Max

from clubs.models import AuditEntry, Club, NameDisplay, User, Visibility
from clubs.queries import open_invitations
from clubs.roles import Role
from clubs.services import (
    Refusal,
    cancel_invitation,
    change_club,
    change_names,
    change_role,
    change_visibility,
    close,
    limit_account,
    remove_officer,
)
from config.backups.choices import (
    INVITATIONS,
    MERGES,
    AccountWas,
    Choices,
    ClubWas,
    OfficerWas,
    PersonWas,
)
from events.queries import merged
from events.services.projection import current_content
from events.services.revising import Refused, revise
from ladder.services import LastLadder, hide_ladder
from players.models import ConsentFor, Display, Player, Status
from players.protecting import protect_like
from players.services import (
    change_display,
    change_label,
    hide,
    mark_junior,
    tells_name,
    withdraw_consent,
)

WHY = "marked so after this backup was made"


@dataclass(slots=True)
class Carried:
    """`acts`: how often each action of the audit log was done. `left`: what could not be carried
    over, in words, with ids instead of names."""

    acts: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)

    def attempt(self, what: str, act: Callable[[], object]) -> None:
        """Do it, or write down why it could not be done (all of it)."""
        try:
            act()
        except (Refusal, Refused) as refused:
            self.left.append(f"{what}: {refused}")
        except LastLadder:
            self.left.append(f"{what}: a club shows at least one ladder")


def carry_over(was: Choices) -> Carried:
    """Make stricter what is less strict than it was before the restore."""
    done = Carried()
    before = AuditEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    if was.unread:
        tables = ", ".join(was.unread)
        done.left.append(f"{tables}: these tables of the database before look different")
    for club in Club.objects.order_by("slug"):
        known = was.clubs.get(club.slug)
        if known is None or known.created != club.created:
            done.left.append(
                f"{club.slug}: the database before did not know this club (deleted since? "
                "Then delete it again)"
            )
            continue
        backed_up = club.names
        _club(done, club, known)
        club.refresh_from_db()
        _people(done, club, Names(backed_up, known.names), was)
        _events(done, club, was.juniors[club.slug])
        _ladders(done, club, was.ladders[club.slug])
        _officers(done, club, was.officers[club.slug])
        if INVITATIONS not in was.unread:
            _invitations(club, was.invitations)
    _accounts(done, was.accounts)
    acts = AuditEntry.objects.filter(pk__gt=before).values_list("action", flat=True)
    done.acts = Counter(acts)
    return done


def _club(done: Carried, club: Club, was: ClubWas) -> None:
    open_to = Visibility.values  # the strictest first
    if was.visibility in open_to[: open_to.index(club.visibility)]:
        change_visibility(club, was.visibility, by=None)
    if was.names == NameDisplay.INITIALS:
        change_names(club, NameDisplay.INITIALS, by=None)
    if was.junior:
        what = f"{club.slug}, that children play here"
        done.attempt(what, partial(change_club, club, by=None, junior=True))
    if was.closing:
        close(club, by=None)


# -- People ---------------------------------------------------------------------------------------


class Names(NamedTuple):
    """How the club shows names in the backup, and how it did before the restore."""

    restored: str
    before: str


def _people(done: Carried, club: Club, names: Names, choices: Choices) -> None:
    rows = club.players.filter(erased=None).select_related("club", "name")
    people = {player.uid: player for player in rows}
    for one in choices.people[club.slug]:
        if player := people.get(one.uid):
            what = f"{club.slug}, player {one.uid}"
            done.attempt(what, partial(_protect, player, one, names))
    if MERGES not in choices.unread:
        _merged_otherwise(people, choices.merges[club.slug], merged(club))


def _protect(player: Player, was: PersonWas, names: Names) -> None:
    if was.status == Status.HIDDEN:
        hide(player, by=None)
    narrower = was.consent_for == ConsentFor.LABEL != player.consent_for
    if was.asked and player.consent and (narrower or not was.consent):
        player = withdraw_consent(player, by=None)
    _show_no_more(player, was, names)
    if was.junior:  # last: a child's label would be refused without consent, and is kept so
        mark_junior(player, True, by=None)


def _show_no_more(player: Player, was: PersonWas, names: Names) -> None:
    """The choice for the person, where it showed less than the restored one does."""
    now = Display(player.display)
    in_initials = now is Display.CLUB and names.restored == NameDisplay.INITIALS
    if now is Display.INITIALS:
        return
    if was.display == Display.INITIALS:
        change_display(player, Display.INITIALS, by=None)
    elif was.display == Display.LABEL and in_initials:
        change_display(player, Display.INITIALS, by=None)  # less than the label, and lasting
    elif was.display == Display.LABEL and (now, player.label) != (Display.LABEL, was.label):
        _label(player, was.label)
    elif was.display == Display.CLUB and names.before == NameDisplay.INITIALS:
        change_display(player, Display.CLUB, by=None)


def _label(player: Player, label: str) -> None:
    """The later label, unless it shows the whole name; initials where it may not be shown here."""
    if tells_name(player, Display.LABEL, label):
        return
    try:
        player = change_label(player, label, by=None)
        change_display(player, Display.LABEL if label else Display.INITIALS, by=None)
    except Refusal:
        change_display(player, Display.INITIALS, by=None)


def _merged_otherwise(
    people: Mapping[str, Player], before: list[tuple[str, str]], now: Mapping[str, str]
) -> None:
    """Who was one with others before the restore, or is one with others only since, is not shown
    more openly than they."""
    for one, other in before:
        if one not in now and one in people and other in people:
            protect_like(people[other], people[one], by=None)
    were = {one for one, _ in before}
    for one, other in now.items():
        if one not in were and one in people and other in people:
            protect_like(people[one], people[other], by=None)


# -- Events, ladders, officers, accounts ----------------------------------------------------------


def _events(done: Carried, club: Club, juniors: list[str]) -> None:
    for event in club.events.filter(uid__in=juniors, junior=False).order_by("pk"):
        content = replace(current_content(event), junior=True)
        what = f"{club.slug}, that children play in event {event.uid}"
        done.attempt(what, partial(revise, event, content, action="details", by=None, why=WHY))


def _ladders(done: Carried, club: Club, hidden: list[str]) -> None:
    for ladder in club.ladders.filter(slug__in=hidden, hidden=False).order_by("pk"):
        what = f"{club.slug}, that ladder {ladder.slug} was hidden"
        done.attempt(what, partial(hide_ladder, ladder, by=None))


def _officers(done: Carried, club: Club, before: list[OfficerWas]) -> None:
    """Nobody gets a role back by a restore."""
    if not before:
        done.left.append(f"{club.slug}, officers: the database before named none at all")
        return
    for office in club.officers.select_related("user").order_by("pk"):
        what = f"{club.slug}, that account {office.user_id} lost the role of {office.role}"
        done.attempt(what, partial(_lose, club, office.user, before))


def _invitations(club: Club, before: set[bytes]) -> None:
    """What was used up or taken back opens nothing again."""
    for invitation in open_invitations(club):
        if bytes(invitation.token_hash) not in before:
            cancel_invitation(club, invitation.email, by=None)


def _lose(club: Club, user: User, before: list[OfficerWas]) -> None:
    roles = {one.role for one in before if _same(one, user)}
    if not roles:
        remove_officer(club, user, by=None)
    elif Role.OWNER not in roles and club.officers.get(user=user).role == Role.OWNER:
        change_role(club, user, Role.ARBITER, by=None)


def _accounts(done: Carried, before: list[AccountWas]) -> None:
    """An account that was shut, or is an instance admin's no longer, stays so."""
    for user in User.objects.order_by("pk"):
        was = [one for one in before if _same(one, user)]
        if not was:
            if user.is_staff:
                done.left.append(f"account {user.pk}, an instance admin's: unknown before")
            continue
        active, staff = all(one.active for one in was), all(one.staff for one in was)
        limit_account(user, active=active, staff=staff, by=None)


def _same(one: OfficerWas | AccountWas, user: User) -> bool:
    return one.email == user.email.lower() or one.joined == user.date_joined
