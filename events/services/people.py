"""Typed names and new players, as reviews and opening lists make them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from clubs.models import Club
from players.models import Player, Status, TypedName
from players.names import clean_name, name_key
from players.privacy import initials, next_suffix
from players.queries import suffixes_taken


def typed_names(club: Club, texts: Iterable[str]) -> Mapping[str, TypedName]:
    """The stored row of each name as typed, by that text; missing rows are made.

    Raises `players.names.NameRefused` for a name with characters that no name has.
    """
    cleaned = {text: clean_name(text) for text in texts}
    TypedName.objects.bulk_create(
        [TypedName(club=club, text=text, key=name_key(text)) for text in set(cleaned.values())],
        ignore_conflicts=True,
    )
    rows = {row.text: row for row in club.typed_names.filter(text__in=set(cleaned.values()))}
    return {text: rows[clean] for text, clean in cleaned.items()}


def new_players(club: Club, names: Iterable[tuple[TypedName, str]]) -> list[Player]:
    """Players with these names and statuses, each with a suffix that tells equal initials apart."""
    taken: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for one in suffixes_taken(club):
        taken[one[0].casefold()].append(one)
    players = []
    for name, status in names:
        short = initials(name.text)
        alike = taken[short.casefold()]
        suffix = next_suffix(short, alike)
        alike.append((short, suffix))
        players.append(Player(club=club, name=name, status=Status(status), suffix=suffix))
    return Player.objects.bulk_create(players)
