"""Names of people in titles of events: a title is published as it is, whoever is shown by what."""

from clubs.models import Club
from players.traces import holds_name

_LEAST = 2  # words: one that is somebody's whole name says nothing ("Eva" in "New Year's Eva")


def names_in_title(club: Club, title: str) -> list[str]:
    """The full names of people of the club that are written out in the title, in any order."""
    if not title:
        return []
    names = club.players.filter(erased=None).values_list("name__text", flat=True)
    return sorted({name for name in names if holds_name(title, name, least=_LEAST)})
