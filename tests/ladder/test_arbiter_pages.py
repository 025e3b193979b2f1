"""The ladder with full names, and starting ratings, on the arbiters' side."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry, Club, Officer, User
from events.models import IdentityDecision
from ladder.models import Ladder, StartingRating
from ladder.services import create_ladder, give_starting_rating
from players.models import Player
from tests import builders
from tests.cast import CANARIES
from tests.web.arbiters import text

LADDER = "/c/rooks/ladder/"


@pytest.fixture
def petr(season: Club) -> Player:
    return builders.player(season, "Kanárek Petr")


# -- The list -----------------------------------------------------------------------------------


def test_it_shows_full_names_in_the_order_of_the_ladder(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    page = arbiter_client.get(LADDER).content.decode()
    rows = re.findall(
        r'<td class="rank">(\d*)</td><th class="player" scope="row"><a href="([^"]+)"><bdi>([^<]+)',
        page,
    )
    assert [(rank, name) for rank, _link, name in rows] == [
        ("1", "Kanárek Petr"),
        ("2", "Čížková Jana"),
        ("3", "Skřivánek Ivo"),
        ("4", "Stehlíková Eva"),
    ]
    assert rows[0][1] == f"/c/rooks/players/{petr.uid}/"
    assert "The ladder is up to date: 2 events, the last on 10 March 2026." in page
    assert "2 of 2" in page and "Change on 10 March" in page


def test_the_fingerprint_is_there_to_compare(season: Club, arbiter_client: Client) -> None:
    fingerprint = bytes(season.ladders.get().fingerprint).hex()
    assert len(fingerprint) == 64
    assert fingerprint in arbiter_client.get(LADDER).content.decode()


def test_the_list_of_another_day(season: Club, arbiter_client: Client) -> None:
    page = arbiter_client.get(f"{LADDER}?on=2026-03-03").content.decode()
    assert "As it stood on 3 March 2026" in page and "Change on 3 March" in page
    for nonsense in ("2026-13-01", "0001-01-01", "yesterday", "\x00"):
        assert arbiter_client.get(LADDER, {"on": nonsense}).status_code == 200


def test_several_ladders_are_named_and_each_has_its_page(
    season: Club, owner: User, arbiter_client: Client
) -> None:
    create_ladder(season, by=owner, slug="blitz", name="Blitz list")
    builders.rebuild(season)
    assert 'href="/c/rooks/ladder/blitz/"' in arbiter_client.get(LADDER).content.decode()
    page = arbiter_client.get("/c/rooks/ladder/blitz/").content.decode()
    assert "<h1><bdi>Blitz list</bdi></h1>" in page
    assert arbiter_client.get("/c/rooks/ladder/rapid/").status_code == 404


def test_a_stale_ladder_says_so(season: Club, arbiter_client: Client) -> None:
    event = season.events.latest("date")
    event.games.filter(rated=0).update(result="1/2", rated=1)
    assert "Being recomputed" in arbiter_client.get(LADDER).content.decode()


def test_a_ladder_that_stops_names_the_event_in_words(season: Club, arbiter_client: Client) -> None:
    event = season.events.earliest("date")
    season.refresh_from_db()
    Ladder.objects.update(
        built_version=0,
        failed_version=season.history_version,
        failed_event_uid=event.uid,
        failure="ZeroDivisionError",
    )
    page = arbiter_client.get(LADDER).content.decode()
    assert "cannot be recomputed" in page and "of 3 March 2026:" in page
    assert f'href="/c/rooks/events/{event.uid}/"' in page and event.name in page
    assert "ZeroDivisionError" not in page


def test_a_club_without_events_is_told_how_it_begins(club: Club, arbiter_client: Client) -> None:
    builders.rebuild(club)
    assert "Nobody is ranked yet" in arbiter_client.get(LADDER).content.decode()


def test_it_is_for_officers_of_this_club(
    season: Club, other_club: Club, outsider_client: Client, staff_client: Client
) -> None:
    for client in (outsider_client, staff_client):
        assert client.get(LADDER).status_code == 404
    page = outsider_client.get("/c/bishops/ladder/").content.decode()
    assert not any(name in page for name in CANARIES)
    assert Client().get(LADDER).headers["Location"].startswith("/accounts/login/")


def test_more_players_cost_no_more_queries(season: Club, arbiter_client: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert arbiter_client.get(LADDER).status_code == 200
        return len(queries)

    few = cost()
    names = [f"Player {chr(97 + number)}" for number in range(20)]
    pairs = zip(names[::2], names[1::2], strict=True)
    builders.make_event(season, "2026-03-17", [f"{white} 1-0 {black}" for white, black in pairs])
    builders.rebuild(season)
    assert cost() == few


# -- Starting ratings ---------------------------------------------------------------------------


def start(client: Client, player: Player, page: str = "save", club: str = "rooks", **said: str):
    return client.post(f"/c/{club}/players/{player.uid}/start/{page}/", said)


def rating_of(player: Player) -> float:
    ladder = builders.rebuild(player.club)
    rows = connection.cursor()
    rows.execute(
        "SELECT rating FROM ladder_ratingrow WHERE ladder_id = %s AND player_id = %s"
        " ORDER BY place DESC LIMIT 1",
        [ladder.pk, player.pk],
    )
    return float(rows.fetchone()[0])


def test_a_starting_rating_replays_the_ladder(
    petr: Player, arbiter: User, arbiter_client: Client
) -> None:
    before = rating_of(petr)
    answer = start(arbiter_client, petr, rating="1500", why="list of 2024")
    assert answer.headers["Location"] == f"/c/rooks/players/{petr.uid}/"
    row = StartingRating.objects.get()
    assert (row.rating, row.why, row.by, str(row.valid_from)) == (
        1500, "list of 2024", arbiter, "1850-01-01",
    )  # fmt: skip
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.object_uid, entry.by) == ("rating.start", petr.uid, arbiter)
    # Two wins against 1200: E is 0.849, then 0.853 and K 40.
    assert before == pytest.approx(1238.849, abs=0.001)
    assert rating_of(petr) == pytest.approx(1511.9, abs=0.1)
    page = arbiter_client.get(f"/c/rooks/players/{petr.uid}/").content.decode()
    assert "<dt>before the first game</dt><dd>1500</dd>" in page


def test_taking_it_back_gives_the_ladder_as_it_was(petr: Player, arbiter_client: Client) -> None:
    fingerprint = bytes(builders.rebuild(petr.club).fingerprint)
    start(arbiter_client, petr, rating="1500", why="list of 2024")
    assert bytes(builders.rebuild(petr.club).fingerprint) != fingerprint
    page = arbiter_client.get(f"/c/rooks/players/{petr.uid}/start/").content.decode()
    assert page.count("Take back</button>") == 1

    start(arbiter_client, petr, "back", ladder="main", why="it was another Petr")
    assert bytes(builders.rebuild(petr.club).fingerprint) == fingerprint
    page = arbiter_client.get(f"/c/rooks/players/{petr.uid}/start/").content.decode()
    assert "Take back</button>" not in page and "it was another Petr" in page


def test_the_same_again_writes_nothing(petr: Player, arbiter_client: Client) -> None:
    for _ in range(2):
        start(arbiter_client, petr, rating="1500", why="list of 2024")
    assert StartingRating.objects.count() == 1
    for _ in range(2):
        start(arbiter_client, petr, "back", why="wrong")
    assert StartingRating.objects.count() == 2


def test_a_day_and_a_ladder_can_be_chosen(
    season: Club, petr: Player, owner: User, arbiter_client: Client
) -> None:
    create_ladder(season, by=owner, slug="blitz", name="Blitz list")
    start(arbiter_client, petr, rating="1400", why="list", day="2026-03-01", ladder="blitz")
    row = StartingRating.objects.get()
    assert (row.ladder.slug, str(row.valid_from)) == ("blitz", "2026-03-01")
    start(arbiter_client, petr, "back", why="wrong")  # that of the first ladder: there is none
    assert StartingRating.objects.count() == 1
    start(arbiter_client, petr, "back", why="wrong", day="2026-03-01", ladder="blitz")
    assert StartingRating.objects.latest("pk").rating is None


@pytest.mark.parametrize(
    "said",
    [
        {"rating": "", "why": "list"},
        {"rating": "-1", "why": "list"},
        {"rating": "4001", "why": "list"},
        {"rating": "nan", "why": "list"},
        {"rating": "1" * 5000, "why": "list"},
        {"rating": "1500", "why": ""},
        {"rating": "1500", "why": "a\x00b"},
        {"rating": "1500", "why": "list", "day": "0001-01-01"},
        {"rating": "1500", "why": "list", "day": "9999-12-31"},
        {"rating": "1500", "why": "list", "ladder": "of another club"},
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    petr: Player, arbiter_client: Client, said: dict[str, str]
) -> None:
    answer = start(arbiter_client, petr, **said)
    assert answer.status_code == 422
    assert "Something needs your attention" in answer.content.decode()
    assert not StartingRating.objects.exists()


def test_taking_back_needs_a_reason(petr: Player, arbiter_client: Client) -> None:
    start(arbiter_client, petr, rating="1500", why="list")
    answer = start(arbiter_client, petr, "back")
    assert answer.status_code == 422
    assert "Say why it is taken back." in answer.content.decode()
    assert StartingRating.objects.count() == 1


def test_only_officers_of_this_very_club_enter_one(
    petr: Player, other_club: Club, outsider_client: Client, staff_client: Client,
    arbiter_client: Client,
) -> None:  # fmt: skip
    nobody = Player(uid="222222222222")
    for page in ("save", "back"):
        answers = [
            start(outsider_client, petr, page, rating="1500", why="list"),
            start(outsider_client, petr, page, "bishops", rating="1500", why="list"),
            start(staff_client, petr, page, rating="1500", why="list"),
            start(arbiter_client, nobody, page, rating="1500", why="list"),
        ]
        assert [answer.status_code for answer in answers] == [404] * 4
        path = f"/c/rooks/players/{petr.uid}/start/{page}/"
        assert arbiter_client.get(path).status_code == 405
        assert Client().post(path).headers["Location"].startswith("/accounts/login/")
    assert outsider_client.get(f"/c/bishops/players/{petr.uid}/start/").status_code == 404
    assert not StartingRating.objects.exists()


def test_an_officer_whose_role_allows_nothing_is_refused(
    petr: Player, arbiter: User, arbiter_client: Client
) -> None:
    Officer.objects.filter(user=arbiter).update(role="visitor")
    assert start(arbiter_client, petr, rating="1500", why="list").status_code == 403
    assert start(arbiter_client, petr, "back", why="list").status_code == 403
    assert arbiter_client.get(f"/c/rooks/players/{petr.uid}/start/").status_code == 403
    assert arbiter_client.get(LADDER).status_code == 403
    assert not StartingRating.objects.exists()


def test_a_merged_person_is_the_one_that_stands_for_them(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    twin = builders.make_player(season, "Kanarek P.")
    IdentityDecision.objects.create(club=season, kind="merge", player=twin, other=petr)
    answer = arbiter_client.get(f"/c/rooks/players/{twin.uid}/start/")
    assert answer.headers["Location"] == f"/c/rooks/players/{petr.uid}/start/"
    start(arbiter_client, twin, rating="1500", why="list")
    assert StartingRating.objects.get().player == petr


def test_what_will_change_is_said_before_anything_is_saved(
    petr: Player, arbiter_client: Client
) -> None:
    before = rating_of(petr)
    answer = start(arbiter_client, petr, "preview", rating="1500")
    page = text(answer)
    assert answer.status_code == 200 and not StartingRating.objects.exists()
    outcome = answer.context["asked"].preview
    moved = {move.name: (move.before, move.after) for move in outcome.moves}
    assert moved["Kanárek Petr"] == pytest.approx((before, 1511.9), abs=0.1)
    assert "in 2 events; the biggest by +273" in page
    assert 'value="1500' in answer.content.decode()  # what was typed stays

    start(arbiter_client, petr, rating="1500", why="list of 2024")
    assert rating_of(petr) == pytest.approx(moved["Kanárek Petr"][1], abs=1e-9)
    taken_back = start(arbiter_client, petr, "preview", back="1")
    assert "What will change when it is taken back" in text(taken_back)
    back = {move.name: move.after for move in taken_back.context["asked"].preview.moves}
    assert back["Kanárek Petr"] == pytest.approx(before, abs=1e-9)
    assert StartingRating.objects.count() == 1


def test_the_preview_is_a_part_of_the_page_for_htmx(petr: Player, arbiter_client: Client) -> None:
    path = f"/c/rooks/players/{petr.uid}/start/preview/"
    for rating, words in (("1500", "ratings change"), ("", "Write a rating;")):
        answer = arbiter_client.post(path, {"rating": rating}, headers={"HX-Request": "true"})
        part = answer.content.decode()
        assert part.lstrip().startswith('<section class="outcome" id="what-changes"')
        assert words in part


def test_nothing_can_be_foretold_of_a_ladder_that_is_behind(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    Ladder.objects.update(built_version=0)
    answer = start(arbiter_client, petr, "preview", rating="1500")
    assert "cannot be said just now" in text(answer)


def test_an_earlier_entry_is_entered_again_in_one_press(
    petr: Player, arbiter_client: Client
) -> None:
    give_starting_rating(petr.club.ladders.get(), petr, 1500.5, by=None, why="list", games=30)
    first = rating_of(petr)
    start(arbiter_client, petr, "back", why="wrong")
    page = arbiter_client.get(f"/c/rooks/players/{petr.uid}/start/").content.decode()
    form = page[page.index("start/save/", page.index("start/save/") + 1) :].split("</form>")[0]
    said = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    start(arbiter_client, petr, **said)
    last = StartingRating.objects.latest("pk")
    assert (last.rating, last.games, last.why) == (1500.5, 30, "list")
    assert rating_of(petr) == first


def test_games_taken_over_stay_when_the_rating_is_changed(
    petr: Player, arbiter_client: Client
) -> None:
    start(arbiter_client, petr, rating="1500", why="list", games="30")
    page = arbiter_client.get(f"/c/rooks/players/{petr.uid}/start/").content.decode()
    assert re.search(r'name="games" value="30"', page)
    assert "with 30 games taken over" in page
    start(arbiter_client, petr, rating="1500", why="not established", games="")
    assert StartingRating.objects.latest("pk").games is None


def test_games_taken_over_are_shown(season: Club, petr: Player, arbiter_client: Client) -> None:
    give_starting_rating(season.ladders.get(), petr, 1500, by=None, why="list", games=30)
    builders.rebuild(season)
    page = arbiter_client.get(f"/c/rooks/players/{petr.uid}/").content.decode()
    assert "<dd>1500, 30 games taken over</dd>" in page
    rows = arbiter_client.get("/c/rooks/players/").context["rows"]
    figures = next(row.figures for row in rows if row.person.uid == petr.uid)
    assert (figures.games, figures.all_games) == (30, 32)
    assert "30 of 32" in arbiter_client.get(LADDER).content.decode()
