"""What corrections move on a ladder whose system has changed: figures of two systems are neither
compared nor added up, and a figure of an earlier system says of which."""

import re
from dataclasses import replace
from datetime import date
from importlib import import_module

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubs.models import Club
from events.models import Event
from events.results import GameKind, Result
from events.revisions import EventContent, Steps
from events.services import revising
from events.services.projection import current_content
from ladder.models import Effect
from ladder.queries import previews
from ladder.rulebook import Filters
from ladder.services import change_rules
from tests.builders import make_event, make_rated, player, rebuild
from tests.web.reading import page

PEOPLE = {"Adam Novak": 2000, "Bara Mala": 1900, "Cyril Dub": 1800, "Dana Hora": 1700}
FOUR = ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Dana Hora"]


@pytest.fixture
def rated(club: Club) -> Club:
    """Three evenings by club Elo."""
    make_rated(club.ladders.get(), PEOPLE)
    make_event(club, "2025-01-14", FOUR, name="Winter")
    make_event(club, "2025-03-11", FOUR, name="Spring")
    make_event(club, "2025-08-05", FOUR[:1], name="August")
    rebuild(club)
    return club


def _switch(club: Club, system: str = "ingo") -> None:
    change_rules(
        club.ladders.get(), by=None, system=system, valid_from=date(2025, 7, 1),
        parameters={"weight": 0.25} if system == "ingo" else {}, filters=Filters(),
    )  # fmt: skip


def _event(club: Club, name: str) -> Event:
    return club.events.get(name=name)


def _lose(club: Club, name: str) -> None:
    """The first game of an event was another result."""
    revising.set_result(_event(club, name), 1, Result.BLACK_WINS, GameKind.PLAYED, by=None)


def _changed_later(club: Club, name: str, link: str, client: Client) -> list[str]:
    body = page(client, f"{link}player/{player(club, name).uid}/").content.decode()
    return re.findall(r"moved this rating \((.*?)\)", body)


# -- Changed later ----------------------------------------------------------------------------------


def test_what_was_moved_under_an_earlier_system_is_said_in_its_units(
    rated: Club, link: str, client: Client
) -> None:
    _lose(rated, "Winter")
    rebuild(rated)
    (under_elo,) = _changed_later(rated, "Bara Mala", link, client)
    assert re.fullmatch(r"\+\d+\.\d", under_elo)
    _switch(rated)
    rebuild(rated)
    assert _changed_later(rated, "Bara Mala", link, client) == [f"{under_elo}, Club Elo"]


def test_moves_of_two_systems_are_not_added_up(rated: Club, link: str, client: Client) -> None:
    _lose(rated, "Winter")
    rebuild(rated)
    (under_elo,) = _changed_later(rated, "Bara Mala", link, client)
    _switch(rated)
    rebuild(rated)
    revising.set_result(_event(rated, "Winter"), 1, Result.DRAW, GameKind.PLAYED, by=None)
    rebuild(rated)
    said = _changed_later(rated, "Bara Mala", link, client)
    assert len(said) == 2 and said[1] == f"{under_elo}, Club Elo"
    assert re.fullmatch(r"\+\d\.\d", said[0])  # a worse Ingo number is a higher one


def test_a_build_that_took_in_other_rules_too_is_laid_to_no_correction(
    rated: Club, link: str, client: Client
) -> None:
    _switch(rated)
    _lose(rated, "Winter")
    rebuild(rated)
    assert not Effect.objects.exists()
    assert _changed_later(rated, "Bara Mala", link, client) == []


def test_what_was_kept_before_it_said_its_system_gets_that_of_its_time(rated: Club) -> None:
    for switch in (False, True):
        if switch:
            _switch(rated)
            rebuild(rated)
            revising.set_result(_event(rated, "Winter"), 1, Result.DRAW, GameKind.PLAYED, by=None)
        else:
            _lose(rated, "Winter")
        rebuild(rated)
        Effect.objects.filter(revision=3 if switch else 2).update(at=timezone.now())
    kept = Effect.objects.order_by("revision")
    said = list(kept.values_list("system", flat=True))
    assert said == ["club_elo", "ingo"]
    kept.update(system="")
    migration = import_module("ladder.migrations.0011_effects_say_their_system")
    with connection.cursor() as cursor:
        cursor.execute(migration.SYSTEM_THEN)
    assert list(kept.values_list("system", flat=True)) == said


# -- Previews, and what stays with a revision -------------------------------------------------------


def _corrected(event: Event) -> EventContent:
    content = current_content(event)
    games = (replace(content.games[0], result=Result.BLACK_WINS), *content.games[1:])
    return replace(content, games=games)


def test_what_the_event_itself_gives_is_no_part_of_a_move_in_other_units(rated: Club) -> None:
    _switch(rated)
    rebuild(rated)
    (shown,) = previews(rated, _event(rated, "Winter"), _corrected(_event(rated, "Winter")))
    moves = {move.name: move for move in shown.moves}
    for name in ("Adam Novak", "Bara Mala"):
        assert (moves[name].own, moves[name].caused) == (None, None)
    assert 0 < abs(shown.summary.biggest) < 50
    (later,) = previews(rated, _event(rated, "August"), _corrected(_event(rated, "August")))
    for move in later.moves:
        assert move.own == pytest.approx(move.by) and move.caused == pytest.approx(0.0)


def test_of_an_event_across_the_change_nothing_is_added_up(rated: Club) -> None:
    games = ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1-0 Dana Hora", "Adam Novak 0-1 Cyril Dub"]
    event = make_event(
        rated, "2025-07-15", games, start="2025-06-24", steps=Steps.DAY, name="Across"
    )
    for number in (1, 2):
        revising.correct_game(event, number, {"day": date(2025, 6, 24)}, by=None)
    _switch(rated)
    rebuild(rated)
    content = current_content(event)

    def own(*drawn: int) -> dict[str, float | None]:
        """By name, what the event itself gives where these games were drawn."""
        games = [
            replace(game, result=Result.DRAW) if number in drawn else game
            for number, game in enumerate(content.games, 1)
        ]
        (shown,) = previews(rated, event, replace(content, games=tuple(games)))
        return {move.name: move.own for move in shown.moves}

    assert own(1, 2, 3) == dict.fromkeys(["Adam Novak", "Bara Mala", "Cyril Dub", "Dana Hora"])
    # Dana had no part in the second day, nor in what follows.
    assert own(3).keys() == {"Adam Novak", "Bara Mala", "Cyril Dub"}


def test_what_a_revision_did_says_in_which_numbers(rated: Club, owner_client: Client) -> None:
    _lose(rated, "Winter")
    rebuild(rated)
    uid = _event(rated, "Winter").uid
    addresses = [
        f"/c/{rated.slug}/events/{uid}/{path}" for path in ("history/", "effect/?version=2")
    ]
    before = [page(owner_client, path).content.decode() for path in addresses]
    assert not any("Club Elo" in body for body in before)
    _switch(rated)
    rebuild(rated)
    history, list_ = (page(owner_client, path).content.decode() for path in addresses)
    assert re.search(r"the biggest by [+−][\d.]+ \(Club Elo\)", history)
    assert "In numbers of Club Elo, by which the ladder was computed then." in list_


def _preview_of(client: Client, club: Club, system: str, **settings: str) -> str:
    sent = {"system": system, "group": "", "alone": "on"}
    sent |= {f"set_{name}": value for name, value in settings.items()}
    response = client.post(f"/c/{club.slug}/ladders/main/rules/preview/", sent)
    return response.content.decode()


def test_another_scale_has_no_biggest_move(rated: Club, owner_client: Client) -> None:
    told = _preview_of(owner_client, rated, "ingo", start="230", weight="0.25", cut="no")
    assert "4 ratings change" in told and "the biggest" not in told
    assert "The numbers now and then are on two scales" in told
    assert "Change</th>" not in told
    told = _preview_of(owner_client, rated, "elo_linear", start="1200", k="16", c="200")
    assert "the biggest by" in told and "two scales" not in told
