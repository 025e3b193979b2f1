"""What helps to tell who somebody is, for pages: the rating of today, and what the events tell."""

from collections.abc import Iterable, Mapping
from typing import Any

from clubs.models import Club
from events.services.evidence import evidence
from events.services.review import OpenName
from events.services.roster import Person
from ladder import queries


def ratings(club: Club) -> Mapping[str, float]:
    """By player uid, the rating on the club's first ladder."""
    ladders = queries.ladders(club)
    if not ladders:
        return {}
    now = queries.ratings_now(queries.stamp(club, ladders[0][0]).ladder)
    uids = dict(club.players.filter(pk__in=now).values_list("pk", "uid"))
    return {uids[pk]: rating for pk, rating in now.items() if pk in uids}


def about_proposed(club: Club, names: Iterable[OpenName], tonight: Iterable[str]) -> dict[str, Any]:
    """For the cards: about everybody proposed for one of these names."""
    return about(club, [one.person for name in names for one in name.proposed], tonight)


def about(club: Club, people: Iterable[Person], tonight: Iterable[str]) -> dict[str, Any]:
    """For `events/_evidence.html`, about these people; `tonight` are those at the tables."""
    uids = {person.uid for person in people}
    return {"ratings": ratings(club), "evidence": evidence(club, uids, tonight)}
