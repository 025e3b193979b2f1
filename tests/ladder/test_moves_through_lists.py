"""Whose a move is where ratings change by lists: of the corrected event, or caused later."""

from dataclasses import replace
from datetime import date

import pytest

from clubs.models import Club
from events.models import Event
from events.results import Result
from events.revisions import EventContent
from events.services.projection import current_content
from ladder.models import Ladder
from ladder.preview import preview
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts
from tests import builders

NAMES = ("Anna", "Bob", "Cyril", "Dana")


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """FIDE by the month: two events in March, one in April."""
    found = club.ladders.get()
    change_rules(found, by=None, system="fide", parameters={}, filters=Filters())
    for name, rating in zip(NAMES, (1900, 1850, 1800, 1750), strict=True):
        person = builders.make_player(club, name)
        give_facts(person, {"fide_standard": rating, "birth": "1987-05-31"}, by=None)
    builders.make_event(club, "2026-03-10", ["Anna 1-0 Bob", "Cyril 1-0 Dana"])
    builders.make_event(club, "2026-03-17", ["Anna 1/2 Cyril"])
    builders.make_event(club, "2026-04-14", ["Bob 1-0 Dana"])
    return builders.rebuild(club)


def _event(ladder: Ladder, day: str) -> Event:
    return ladder.club.events.get(date=day)


def _corrected(event: Event) -> EventContent:
    content = current_content(event)
    games = (replace(content.games[0], result=Result.BLACK_WINS), *content.games[1:])
    return replace(content, games=games)


def test_what_the_first_list_gives_is_the_event_s_own(ladder: Ladder) -> None:
    event = _event(ladder, "2026-04-14")
    moves = preview(ladder, event, _corrected(event)).moves
    assert len(moves) == 2
    assert all(move.own == move.by != 0 for move in moves)


def test_what_later_lists_give_is_caused_later(ladder: Ladder) -> None:
    event = _event(ladder, "2026-03-10")
    names = {builders.player(ladder.club, name).uid: name for name in NAMES}
    found = preview(ladder, event, _corrected(event)).moves
    moves = {names[move.uid]: move for move in found}
    assert moves["Anna"].own == moves["Anna"].by == -40  # K 40
    # Bob then beat Dana as more of a favourite, so that it gave him less, and took less from her.
    assert moves["Bob"].own == 40 > moves["Bob"].by > 30
    assert moves["Dana"].own == 0 < moves["Dana"].by


def test_of_an_event_that_moves_to_another_period_it_cannot_be_told(ladder: Ladder) -> None:
    event = _event(ladder, "2026-03-10")
    day = date(2026, 4, 20)
    later = replace(_corrected(event), start=day, date=day)
    moves = preview(ladder, event, later).moves
    assert moves and all(move.own is None for move in moves)
