"""Somebody writes into the database with SQL, past the product: it is put right or it is found."""

import io
import json
import logging

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from clubs.models import Club
from events.models import Game
from ladder.models import Ladder
from ladder.sweeping import sweep
from tests import builders
from tests.cast import CANARIES
from tests.ladder import oracle

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(season: Club) -> Ladder:
    return builders.rebuild(season)


def _execute(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        assert cursor.rowcount == 1


@pytest.mark.parametrize(
    "change", ["result = '0-1', rated = 2 - rated", "rated = 2 - rated", "white_id = black_id"]
)
def test_one_game_is_put_back_logged_and_shown(
    ladder: Ladder, staff_client: Client, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    before, event = oracle.stored(ladder), ladder.club.events.earliest("date")
    game = Game.objects.filter(event=event, result="1-0").values()[0]
    _execute(f"UPDATE events_game SET {change} WHERE id = %s", game["id"])
    assert Game.objects.filter(pk=game["id"]).values()[0] != game

    with caplog.at_level(logging.WARNING, "ladder"):
        assert sweep() == 1
    assert (
        Game.objects.filter(event=event, number=game["number"]).values()[0] | {"id": game["id"]}
        == game
    )
    assert oracle.stored(ladder) == oracle.expected(ladder) == before
    assert f"Put right 1 events of ladder {ladder.pk}" in caplog.text
    assert not [name for name in CANARIES if name in caplog.text]
    shown = staff_client.get("/staff/ladders/").content.decode()
    assert f"1 event put right: {event.uid}" in shown


LAST_ROW = (
    "ctid = (SELECT ctid FROM ladder_ratingrow WHERE ladder_id = %s"
    " ORDER BY place DESC, player_id LIMIT 1)"
)
BY_HAND = [
    "UPDATE ladder_ratingrow SET rating = rating + 1e-9",
    "UPDATE ladder_ratingrow SET change = change - 1e-9",
    "UPDATE ladder_ratingrow SET games = games + 1",
    "UPDATE ladder_ratingrow SET played = played + 1",
    "UPDATE ladder_ratingrow SET extra = '{\"k\": 40}'",
    "UPDATE ladder_ratingrow SET player_id = player_id + 1000",
    "DELETE FROM ladder_ratingrow",
]


@pytest.mark.parametrize("statement", BY_HAND)
def test_one_rating_row_is_found_by_verify_ladders(
    ladder: Ladder, staff_client: Client, statement: str
) -> None:
    event = ladder.club.events.latest("date")
    _execute(f"{statement} WHERE {LAST_ROW}", ladder.pk)
    assert sweep() == 0, "nothing says that it is stale"
    told = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("verify_ladders", "rooks", "--json", stdout=told)
    (verdict,) = json.loads(told.getvalue())["ladders"]
    assert (error.value.returncode, verdict["right"], verdict["event_uid"]) == (1, False, event.uid)
    assert event.uid in staff_client.get("/staff/ladders/").content.decode()
    call_command("rebuild_ladders", "rooks", "--full", stdout=io.StringIO())
    call_command("verify_ladders", "rooks", stdout=io.StringIO())
