"""What helps to tell who somebody is, from the ladder: the rating of today."""

from collections.abc import Mapping

from clubs.models import Club
from ladder import queries


def ratings(club: Club) -> Mapping[str, float]:
    """By player uid, the rating on the club's first ladder."""
    ladders = queries.ladders(club)
    if not ladders:
        return {}
    now = queries.ratings_now(queries.stamp(club, ladders[0][0]).ladder)
    uids = dict(club.players.filter(pk__in=now).values_list("pk", "uid"))
    return {uids[pk]: rating for pk, rating in now.items() if pk in uids}
