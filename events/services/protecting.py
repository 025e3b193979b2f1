"""After a decision about who is who, nobody is shown more openly than the most protected of those
whom it concerns; undoing the decision leaves that as it is."""

from clubs.models import Club, User
from events.models import IdentityDecision
from events.queries.identities import decisions
from players.identity import Decision, Identities, Kind, in_force, meant
from players.models import Player
from players.protecting import keeps_initials, protect_like


def protect_after(row: IdentityDecision, *, by: User | None) -> None:
    """Carry over what keeps names from readers, once the decision is stored."""
    made = decisions(row.club_id)
    before = tuple(one for one in made if one.id < row.number)
    for decision in made:
        if decision.id == row.number:
            for one, other in _alike(row.club, decision, before):
                people = _people(row.club, one, other)
                protect_like(people[one], people[other], by=by)


def closed_by(club: Club, planned: Decision) -> str:
    """For a preview: the kind of the decision ("merge" or "split") that would leave somebody with
    initials for the sake of another; "" where nobody's are kept so."""
    made = decisions(club.pk)
    for one, other in _alike(club, planned, made):
        people = _people(club, one, other)
        if one in people and keeps_initials(people[one], people.get(other)):
            return str(meant(planned, made).kind)
    return ""


def _alike(club: Club, decision: Decision, made: tuple[Decision, ...]) -> list[tuple[str, str]]:
    """Pairs of uids: like the one, the other has to be protected from this decision on."""
    history = (*made, decision)
    about = meant(decision, made)
    if about not in in_force(history) or not about.source or not about.target:
        return []
    before, after = Identities(made), Identities(history)
    if about.kind == Kind.MERGE:
        remains = after.person(about.target)
        joined = {before.person(about.source), before.person(about.target)}
        return [(uid, remains) for uid in sorted(joined - {remains})]
    if about.kind == Kind.SPLIT and _makes_somebody(club, about):
        return [(after.person(about.source), after.person(about.target))]
    return []


def _makes_somebody(club: Club, split: Decision) -> bool:
    """Whether the split gives lines to somebody who is there by it alone, or, planned, would be."""
    if not club.players.filter(uid=split.target).exists():
        return True
    return club.decisions.filter(number=split.id, details__made=True).exists()


def _people(club: Club, *uids: str) -> dict[str, Player]:
    rows = club.players.filter(uid__in=uids).select_related("club", "name")
    return {player.uid: player for player in rows}
