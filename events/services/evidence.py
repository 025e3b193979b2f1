"""What helps an arbiter to tell who somebody is: no birthday is in it, and nothing decides."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.models import Club
from events.queries.evidence import Evening, evenings, games_of, met

FEWEST = 3  # events before there is a usual one


@dataclass(frozen=True, slots=True)
class Evidence:
    """About one person. `usual`: the kind of event they mostly come to, if there is one. `met`: how
    many of the `tonight` people at tonight's tables they were paired with before."""

    events: int = 0
    games: int = 0
    usual: Evening | None = None
    met: int = 0
    tonight: int = 0


def evidence(
    club: Club, people: Iterable[str], tonight: Iterable[str] = ()
) -> Mapping[str, Evidence]:
    """By uid, for these people; `tonight` are the uids of those at tonight's tables."""
    wanted, others = set(people), set(tonight)
    rows = club.players.filter(uid__in=wanted | others).values_list("uid", "pk")
    ids = dict(rows)
    asked = [pk for uid, pk in rows if uid in wanted]
    here = {pk for uid, pk in rows if uid in others}
    usual, games = evenings(club, asked), games_of(club, asked)
    played = met(club, asked, here) if here else {}
    return {
        uid: Evidence(
            sum(one.events for one in usual.get(ids[uid], ())),
            games.get(ids[uid], 0),
            _usual(usual.get(ids[uid], [])),
            len(played.get(ids[uid], ())),
            len(here - {ids[uid]}),
        )
        for uid in wanted & ids.keys()
    }


def _usual(found: list[Evening]) -> Evening | None:
    """The kind of event that makes at least half of all."""
    total = sum(one.events for one in found)
    if total < FEWEST or 2 * found[0].events < total:
        return None
    return found[0]
