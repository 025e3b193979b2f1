"""A published event: correct, delete, restore, resolve names, history, and who was first."""

from dataclasses import replace

import pytest
from django.test import Client

from clubs.models import Club, User
from events.models import Event
from events.results import GameKind, Result
from events.revisions import Tempo
from events.services import identity
from events.services.projection import current_content
from events.services.revising import delete, revise, set_result
from ladder.queries import ratings_now
from ladder.rulebook import Filters
from ladder.services import create_ladder, hide_ladder
from players.models import Status
from tests import builders
from tests.cast import give_password
from tests.web.arbiters import hidden, text, text_of

GAMES = ["Alfa Ada 1-0 Bravo Bo", "Charlie Cyril 1/2 Delta Dana", "Echo Eva bye"]


@pytest.fixture
def event(club: Club) -> Event:
    return builders.make_event(club, "2026-03-03", GAMES, name="Evening")


def at(event: Event, page: str = "") -> str:
    return f"/c/{event.club.slug}/events/{event.uid}/{page}"


def correct(client: Client, event: Event, number: int = 1, **fields: object):  # type: ignore[no-untyped-def]
    """Open the game's page, change what is given, press."""
    page = client.get(at(event, f"games/{number}/"))
    data = {name: hidden(page, name) for name in ("based_on", "press")}
    data = {**data, "outcome": "1/2|played", "colours_known": "on", **fields}
    return client.post(at(event, f"games/{number}/save/"), data)


def ratings(club: Club) -> dict[str, float]:
    """By name, the ratings after a rebuild."""
    ladder = builders.rebuild(club)
    names = dict(club.players.values_list("pk", "name__text"))
    return {names[pk]: rating for pk, rating in ratings_now(ladder.pk).items()}


# -- The page ------------------------------------------------------------------------------------


def test_full_names_results_and_reasons(arbiter_client: Client, event: Event) -> None:
    page = text(arbiter_client.get(at(event)))
    for words in (
        "3 March 2026",
        "Alfa Ada 1 : 0 Bravo Bo",
        "Charlie Cyril ½ : ½ Delta Dana",
        "Bye",
    ):
        assert words in page


def test_stated_places_are_shown_when_all_rounds_are_there(
    arbiter_client: Client, event: Event
) -> None:
    content = current_content(event)
    entries = tuple(
        replace(e, place=len(content.entries) + 1 - e.number, half_points=9)
        for e in content.entries
    )
    content = replace(content, entries=entries, rounds=1)
    revise(event, content, action="complete", by=None)
    assert "1 Echo Eva 4½" in text(arbiter_client.get(at(event)))
    revise(event, replace(content, rounds=5), action="complete", by=None)
    page = text(arbiter_client.get(at(event)))
    assert "includes 1 of 5 rounds" in page
    assert "4½" not in page
    assert page.index("1 Alfa Ada 1 ") < page.index("5 Echo Eva 1 ")


def _said(client: Client, event: Event) -> str:
    """The words of the panel about the ladder."""
    builders.rebuild(event.club)
    return text_of(client.get(at(event, "effect/")).content.decode())


def test_the_panel_says_what_the_last_change_moved(
    arbiter_client: Client, club: Club, event: Event
) -> None:
    builders.make_event(club, "2026-03-10", ["Alfa Ada 1-0 Charlie Cyril"])
    assert "2 ratings changed By this event." in _said(arbiter_client, event)
    correct(arbiter_client, event, 1, outcome="1-0|forfeit")
    said = _said(arbiter_client, event)
    assert "3 ratings changed By the last change: one result corrected" in said
    assert "(in this and 1 later event)" in said
    correct(arbiter_client, event, 1, outcome="|postponed")
    assert "No rating changed By the last change: one result corrected." in _said(
        arbiter_client, event
    )


def test_with_several_ladders_each_is_named_and_a_hidden_one_is_not_shown(
    arbiter_client: Client, club: Club, event: Event
) -> None:
    builders.make_event(club, "2026-03-10", ["Alfa Ada 1-0 Charlie Cyril"], tempo=Tempo.RAPID)
    for slug, name, tempos in (("all", "Everything", ()), ("rapid", "Quick", ("rapid",))):
        create_ladder(club, by=None, slug=slug, name=name, filters=Filters(tempos=tempos))
    hidden_one = create_ladder(club, by=None, slug="secret", name="Secret one")
    hide_ladder(hidden_one, by=None)
    main = club.ladders.get(slug="main")

    def said(page: str = "effect/") -> str:
        builders.rebuild(club)
        shown = text_of(arbiter_client.get(at(event, page)).content.decode())
        assert "Secret one" not in shown
        return shown

    assert said().startswith(
        f"{main.name}: 2 ratings changed Everything: 2 ratings changed Ratings unchanged on: Quick"
    )
    asked = arbiter_client.get(at(event, "games/1/"))
    sent = {name: hidden(asked, name) for name in ("based_on", "press")}
    sent |= {"outcome": "1-0|forfeit", "colours_known": "on"}
    page = text(arbiter_client.post(at(event, "games/1/preview/"), sent))
    assert page.index(f"{main.name} 3 ratings change") < page.index("Everything 3 ratings change")
    assert page.count("Ratings unchanged on: Quick") == 1 and "No rating changes" not in page
    correct(arbiter_client, event, 1, outcome="1-0|forfeit")
    assert (
        "Everything: 3 ratings changed (in this and 1 later event) Ratings unchanged on: Quick"
        in said()
    )
    assert "Everything 3 ratings change" in said("history/")
    assert f"{main.name} Player" in said("effect/?version=2")
    # The same ladders hidden: nothing has to be told apart.
    for slug in ("all", "rapid"):
        hide_ladder(club.ladders.get(slug=slug), by=None)
    assert said().startswith("3 ratings changed By the last change")


def test_changes_that_were_computed_together_are_told_together(
    arbiter_client: Client, club: Club, event: Event, owner: User
) -> None:
    builders.rebuild(club)
    set_result(event, 1, Result.DRAW, GameKind.PLAYED, by=owner)
    set_result(event, 1, Result.BLACK_WINS, GameKind.PLAYED, by=owner)
    assert "By the last 2 changes, which were computed together" in _said(arbiter_client, event)


def test_who_was_moved_by_a_version_has_an_address_of_its_own(
    arbiter_client: Client,
    club: Club,
    event: Event,
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    counts = []
    for outcome in ("1-0|forfeit", "1-0|played"):
        builders.rebuild(club)
        correct(arbiter_client, event, 1, outcome=outcome)
        builders.rebuild(club)
        with django_assert_max_num_queries(25) as used:
            history = arbiter_client.get(at(event, "history/"))
        counts.append(len(used))
    assert counts[0] == counts[1]
    assert "2 ratings change. 2 players leave the ladder. The whole list" in text(history)
    assert "2 ratings change. 2 players enter the ladder. The whole list" in text(history)
    assert "<table" not in history.content.decode()

    address = at(event, "effect/?version=2")
    assert f'href="{address}"' in history.content.decode()
    page = arbiter_client.get(address).content.decode()
    assert "<html" in page
    for name in ("Alfa Ada", "Bravo Bo"):
        assert f"<bdi>{name}</bdi>" in page
    part = arbiter_client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<table" in part
    assert "<html" not in part
    assert arbiter_client.get(at(event, "effect/?version=9")).status_code == 404


def test_the_list_of_events(arbiter_client: Client, club: Club, event: Event) -> None:
    builders.make_event(club, "2026-03-04", ["Alfa Ada ... X Y"], unknown=["X Y"], counts=False)
    page = text(arbiter_client.get(f"/c/{club.slug}/events/"))
    assert page.index("1 name not known") < page.index("Evening")
    assert "open" in page
    assert "not counted" in page


def test_twice_the_events_take_the_same_queries(
    arbiter_client: Client,
    club: Club,
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    counts = []
    arbiter_client.get(f"/c/{club.slug}/")  # the first page of a session changes its key
    for day in ("2026-03-03", "2026-03-04"):
        builders.make_event(club, day, GAMES)
        with django_assert_max_num_queries(20) as used:
            arbiter_client.get(f"/c/{club.slug}/events/")
        counts.append(len(used))
    assert counts[0] == counts[1]


def test_twice_the_games_take_the_same_queries(
    arbiter_client: Client,
    club: Club,
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    counts = []
    arbiter_client.get(f"/c/{club.slug}/")  # the first page of a session changes its key
    for day, games in (("2026-03-03", GAMES[:1]), ("2026-03-04", GAMES)):
        one = builders.make_event(club, day, games)
        with django_assert_max_num_queries(27) as used:
            arbiter_client.get(at(one))
        counts.append(len(used))
    assert counts[0] == counts[1]


def test_a_large_event_is_shown_round_by_round(
    arbiter_client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    builders.make_event(event.club, "2026-03-05", ["Alfa Ada 1-0 Bravo Bo"] * 3, name="Large")
    large = event.club.events.get(name="Large")
    monkeypatch.setattr("events.views.event.MOST_GAMES", 2)
    page = arbiter_client.get(at(large)).content.decode()
    assert [f'id="round-{n}"' in page for n in (1, 2, 3)] == [False, False, True]
    page = arbiter_client.get(at(large) + "?round=2").content.decode()
    assert [f'id="round-{n}"' in page for n in (1, 2, 3)] == [False, True, False]


# -- One result ----------------------------------------------------------------------------------


def test_a_result_is_corrected_with_its_reason(
    arbiter_client: Client, arbiter: User, event: Event
) -> None:
    assert correct(arbiter_client, event, why="misread the sheet").status_code == 302
    revision = event.revisions.get(number=2)
    assert (revision.action, revision.why, revision.by) == ("correct", "misread the sheet", arbiter)
    assert event.games.get(number=1).result == Result.DRAW
    history = text(arbiter_client.get(at(event, "history/")))
    assert "Round 1, Alfa Ada – Bravo Bo: 1 : 0 becomes ½ : ½." in history
    assert "misread the sheet" in history
    assert "arbiter@example.org" in history


def test_a_correction_makes_the_ladder_of_a_history_without_the_mistake(
    arbiter_client: Client, club: Club, event: Event, owner: User
) -> None:
    correct(arbiter_client, event)
    right = builders.make_club(owner, "right")
    builders.make_event(right, "2026-03-03", ["Alfa Ada 1/2 Bravo Bo", *GAMES[1:]], name="Evening")
    assert ratings(club) == ratings(right)


def test_more_of_a_game(arbiter_client: Client, event: Event) -> None:
    correct(
        arbiter_client,
        event,
        outcome="1-0|forfeit",
        board_result="0-1",
        day="2026-03-02",
        colours_known="",
        unrated="",
    )
    game = event.games.get(number=1)
    assert (game.kind, game.board_result, game.rated) == (GameKind.FORFEIT, Result.BLACK_WINS, 0)
    assert game.colours_known is False
    assert "Rated as played on the board, 0 : 1" in text(arbiter_client.get(at(event)))


def test_a_game_can_be_left_out_of_the_ratings(arbiter_client: Client, event: Event) -> None:
    correct(arbiter_client, event, outcome="1-0|played", unrated="agreed before")
    assert event.games.get(number=1).rated is None
    assert "Agreed before" in text(arbiter_client.get(at(event)))
    correct(arbiter_client, event, outcome="1-0|played", unrated="agreed long before")
    correct(arbiter_client, event, outcome="1-0|played", unrated="")
    correct(arbiter_client, event, outcome="0-1|played", unrated="forgotten")
    actions = event.revisions.order_by("number").values_list("action", flat=True)
    assert list(actions) == ["publish", "unrate", "correct", "rate", "correct"]
    assert "One game no longer rated" in text(arbiter_client.get(at(event, "history/")))
    log = text(arbiter_client.get(f"/c/{event.club.slug}/log/"))
    assert "took a game of an event out of the ratings: Evening" in log


def test_a_bye_stays_a_bye(arbiter_client: Client, event: Event) -> None:
    page = arbiter_client.get(at(event, "games/3/")).content.decode()
    assert "1-0|played" not in page
    assert correct(arbiter_client, event, 3, outcome="1-0|played").status_code == 422
    assert correct(arbiter_client, event, 3, outcome="1/2-0|half-bye").status_code == 302
    assert event.games.get(number=3).kind == GameKind.HALF_BYE


def test_nothing_changed_is_no_revision(arbiter_client: Client, event: Event) -> None:
    correct(arbiter_client, event, outcome="1-0|played")
    assert event.revisions.count() == 1


def test_pressed_twice_it_is_one_correction(arbiter_client: Client, event: Event) -> None:
    page = arbiter_client.get(at(event, "games/1/"))
    data = {name: hidden(page, name) for name in ("based_on", "press")}
    data |= {"outcome": "1/2|played", "colours_known": "on"}
    for _ in range(2):
        assert arbiter_client.post(at(event, "games/1/save/"), data).status_code == 302
    assert event.revisions.count() == 2


def test_an_old_form_sent_again_is_its_own_revision(
    arbiter_client: Client, owner: User, event: Event
) -> None:
    """Back in the browser, and the same button once more, after others went on."""
    page = arbiter_client.get(at(event, "games/1/"))
    data = {name: hidden(page, name) for name in ("based_on", "press")}
    data |= {"outcome": "1/2|played", "colours_known": "on"}
    arbiter_client.post(at(event, "games/1/save/"), data)
    set_result(event, 1, Result.BLACK_WINS, GameKind.PLAYED, by=owner)
    assert arbiter_client.post(at(event, "games/1/save/"), data).status_code == 302
    assert event.revisions.count() == 3
    assert event.games.get(number=1).result == Result.BLACK_WINS


def test_who_comes_second_sees_what_changed_and_keeps_what_was_typed(
    arbiter_client: Client, owner: User, event: Event
) -> None:
    page = arbiter_client.get(at(event, "games/1/"))
    data = {name: hidden(page, name) for name in ("based_on", "press")}
    set_result(event, 2, Result.WHITE_WINS, GameKind.PLAYED, by=owner)
    data |= {"outcome": "0-1|played", "why": "typed by hand", "colours_known": "on"}
    late = arbiter_client.post(at(event, "games/1/save/"), data)
    assert late.status_code == 409
    assert "what it does before anything is saved" not in text(late), "something is chosen"
    assert "becomes" in text(late).split("What will change")[1]
    assert "Charlie Cyril – Delta Dana: ½ : ½ becomes 1 : 0." in text(late)
    assert 'value="typed by hand"' in late.content.decode()
    assert 'value="0-1|played" selected' in late.content.decode()
    assert event.games.get(number=1).result == Result.WHITE_WINS
    data |= {name: hidden(late, name) for name in ("based_on", "press")}
    assert arbiter_client.post(at(event, "games/1/save/"), data).status_code == 302
    assert [game.result for game in event.games.order_by("number")][:2] == ["0-1", "1-0"]


@pytest.mark.parametrize("number", [0, 4, 10**30])
def test_there_is_no_such_game(arbiter_client: Client, event: Event, number: int) -> None:
    assert arbiter_client.get(at(event, f"games/{number}/")).status_code == 404
    assert arbiter_client.post(at(event, f"games/{number}/save/")).status_code == 404


# -- Delete and restore --------------------------------------------------------------------------


def remove(client: Client, event: Event, **fields: object):  # type: ignore[no-untyped-def]
    page = client.get(at(event, "delete/"))
    data = {name: hidden(page, name) for name in ("based_on", "press")}
    return give_password(client).post(at(event, "delete/"), {**data, **fields})


def test_deleted_and_restored_with_a_reason(
    arbiter_client: Client, club: Club, event: Event
) -> None:
    before = ratings(club)
    assert "Delete this event?" in text(arbiter_client.get(at(event, "delete/")))
    remove(arbiter_client, event, why="published twice")
    event.refresh_from_db()
    assert event.deleted
    assert ratings(club) == {}
    page = text(arbiter_client.get(at(event)))
    assert "deleted" in page
    assert "without this event" in page
    assert "Evening" not in text(arbiter_client.get(f"/c/{club.slug}/events/"))
    assert "Evening" in text(arbiter_client.get(f"/c/{club.slug}/events/?deleted=1"))
    arbiter_client.post(at(event, "restore/"), {"why": "it was not"})
    assert ratings(club) == before
    actions = [(row.action, row.why) for row in event.revisions.order_by("number")]
    assert actions == [("publish", ""), ("delete", "published twice"), ("restore", "it was not")]


def test_a_deleted_event_keeps_its_people_on_its_own_page(
    arbiter_client: Client, club: Club, event: Event
) -> None:
    builders.make_event(club, "2026-03-10", ["Golf Gus 1-0 Bravo Bo"])
    one, other = (builders.player(club, name) for name in ("Alfa Ada", "Golf Gus"))
    identity.merge(one, other, by=None)
    delete(event, by=None)
    page = arbiter_client.get(at(event))
    said = text(page)
    assert "This event is deleted; its games count for nobody." in said
    assert "not known yet" not in said and "waits until" not in said.lower()
    assert f'players/{other.uid}/"' in page.content.decode(), "who stands for Alfa Ada now"
    assert "Golf Gus written Alfa Ada" in said


def test_a_restored_event_whose_place_is_taken_comes_last(
    arbiter_client: Client, club: Club, event: Event
) -> None:
    remove(arbiter_client, event)
    builders.make_event(club, "2026-03-03", ["Golf Gita 1-0 Hotel Hugo"], sequence=1)
    arbiter_client.post(at(event, "restore/"))
    event.refresh_from_db()
    assert (event.deleted, event.sequence) == (False, 2)


def test_nothing_is_deleted_over_a_newer_revision(
    arbiter_client: Client, owner: User, event: Event
) -> None:
    page = arbiter_client.get(at(event, "delete/"))
    data = {name: hidden(page, name) for name in ("based_on", "press")}
    set_result(event, 1, Result.DRAW, GameKind.PLAYED, by=owner)
    late = give_password(arbiter_client).post(at(event, "delete/"), {**data, "why": "a mistake"})
    assert late.status_code == 409
    assert "1 : 0 becomes ½ : ½" in text(late)
    assert 'value="a mistake"' in late.content.decode()
    event.refresh_from_db()
    assert not event.deleted


@pytest.mark.parametrize("page", ["continue/", "games/1/save/", "names/answer/"])
def test_a_deleted_event_is_restored_before_it_is_changed(
    arbiter_client: Client, event: Event, page: str
) -> None:
    remove(arbiter_client, event)
    before = event.revisions.count()
    data = {"outcome": "1/2|played", "number": 1, "answer": "new"}
    assert arbiter_client.post(at(event, page), data).status_code == 302
    assert event.revisions.count() == before
    assert not event.drafts.exists()


# -- Names that were not known -------------------------------------------------------------------


@pytest.fixture
def puzzle(club: Club) -> Event:
    builders.make_player(club, "Kanárek Petr")
    return builders.make_event(
        club, "2026-03-03", ["Kanárek P. 1-0 Bravo Bo"], unknown=["Kanárek P."]
    )


def test_a_name_is_resolved_later_and_the_games_are_replayed(
    arbiter_client: Client, club: Club, puzzle: Event
) -> None:
    assert ratings(club) == {}
    page = arbiter_client.get(at(puzzle))
    assert "1 name not known yet" in text(page)
    assert "Waits until it is known who played" in text(page)
    review = arbiter_client.get(at(puzzle, "names/"))
    uid = builders.player(club, "Kanárek Petr").uid
    assert "It is Kanárek Petr" in text(review)
    assert "initial matches" in text(review)
    data = {"number": 1, "answer": f"member-{uid}", "seen": hidden(review, "seen")}
    assert arbiter_client.post(at(puzzle, "names/answer/"), data)["Location"] == at(puzzle)
    assert len(ratings(club)) == 2
    revision = puzzle.revisions.latest("number")
    assert (revision.number, revision.action) == (2, "resolve")
    assert club.decisions.get(kind="confirm").typed_name.text == "Kanárek P."
    again = arbiter_client.post(at(puzzle, "names/answer/"), data)
    assert "meanwhile" in text(arbiter_client.get(again["Location"]))
    assert puzzle.revisions.count() == 2


@pytest.mark.parametrize(("answer", "status"), [("new", Status.MEMBER), ("guest", Status.GUEST)])
def test_a_name_may_turn_out_to_be_somebody_new(
    arbiter_client: Client, puzzle: Event, answer: str, status: str
) -> None:
    arbiter_client.post(at(puzzle, "names/answer/"), {"number": 1, "answer": answer})
    player = puzzle.entries.get(number=1).player
    assert (player.name.text, player.status) == ("Kanárek P.", status)


def test_nobody_plays_at_two_lines_of_an_event(
    arbiter_client: Client, club: Club, puzzle: Event
) -> None:
    uid = builders.player(club, "Bravo Bo").uid
    answer = arbiter_client.post(
        at(puzzle, "names/answer/"), {"number": 1, "answer": f"member-{uid}"}
    )
    assert "are the same player" in text(arbiter_client.get(answer["Location"]))
    assert puzzle.revisions.count() == 1


def test_a_player_of_another_club_does_not_exist_here(
    arbiter_client: Client, puzzle: Event, other_club: Club
) -> None:
    stranger = builders.make_player(other_club, "Kanárek Petr")
    data = {"number": 1, "answer": f"member-{stranger.uid}"}
    answer = arbiter_client.post(at(puzzle, "names/answer/"), data)
    assert "no longer there" in text(arbiter_client.get(answer["Location"]))
    assert puzzle.revisions.count() == 1


def test_searching_for_somebody_else(arbiter_client: Client, club: Club, puzzle: Event) -> None:
    builders.make_player(club, "Stehlíková Eva")
    page = arbiter_client.post(at(puzzle, "names/search/"), {"number": 1, "name": "stehl"})
    assert "It is Stehlíková Eva" in text(page)
    assert f'action="{at(puzzle, "names/answer/")}"' in page.content.decode()
    nowhere = arbiter_client.post(at(puzzle, "names/search/"), {"number": 9, "name": "stehl"})
    assert nowhere.status_code == 404
