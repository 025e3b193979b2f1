"""What if: the ladder under other rules beside itself, on the page and from the command line."""

import json
import re
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubs.models import AuditEntry, Club
from ladder.computed import BEGINNING_PLACE, compute
from ladder.models import Ladder, LadderSettings, RatingRow
from ladder.queries import comparison
from ladder.queries.comparison import compare_rules
from ladder.queries.lists import standings
from ladder.queries.ruling import changes
from ladder.rebuild import rebuild
from ladder.rulebook import Filters, one_rule
from ladder.services import change_rules, create_ladder, give_starting_rating
from ladder.sources import WhatIf
from ladder.systems import choices, get
from ladder.verify import verify
from tests import builders
from tests.web.arbiters import text_of as text
from tests.web.forms import forms

pytestmark = pytest.mark.django_db

NAMES = ("Anna One", "Bob Two", "Cyril Three", "Dana Four", "Eva Five", "Fred Six")
FIRST = date(2025, 1, 10)
SYSTEMS = [system for system, _ in choices()]
RULES = "/c/rooks/ladders/main/rules/"
BOXES = {"tempos", "kinds", "juniors", "only_juniors"}  # none is ticked


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """Twelve evenings; one of them lies inside a longer event."""
    for number in range(12):
        a, b, c, d = (NAMES[(number * 5 + n * n) % 6] for n in range(4))
        people = list(dict.fromkeys((a, b, c, d)))
        games = [
            f"{one} {'1-0' if number % 3 else '1/2'} {other}" for one, other in pairwise(people)
        ]
        day = FIRST + timedelta(days=17 * number)
        start = (day - timedelta(days=30)).isoformat() if number == 7 else ""
        builders.make_event(club, day.isoformat(), games, start=start)
    builders.rebuild(club)
    return club.ladders.get()


def test_with_its_own_rules_nothing_differs(ladder: Ladder) -> None:
    found = compare_rules(ladder, "club_elo", {})
    assert found.now == found.then
    assert found.spearman == pytest.approx(1.0) and found.kendall == pytest.approx(1.0)
    assert all(person.now == person.then for person in found.people)
    assert 0 < found.now.quality.games == found.now.foretold < found.games


def test_the_ladder_as_it_is_is_the_stored_one(ladder: Ladder) -> None:
    """Ranks, order and numbers; what is counted for each person too."""
    listed = standings(ladder.club, ladder.pk)
    listed = listed[0] if isinstance(listed, tuple) else listed
    order = [*listed.ranked, *listed.provisional, *listed.resting]
    found = compare_rules(ladder, "fide", {"period": "event", "start": 1400})
    here = [person for person in found.people if person.now]
    assert [(one.uid, one.now.rating) for one in here] == [
        (line.uid, line.rating) for line in order
    ]
    assert [one.now.rank for one in here[: len(listed.ranked)]] == list(
        range(1, len(listed.ranked) + 1)
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_other_side_is_what_switching_gives(ladder: Ladder, system: str) -> None:
    """To the last bit: the same events under the other rules, then really switched."""
    found = compare_rules(ladder, system, {})
    expected = {person.uid: person.then.rating for person in found.people if person.then}
    change_rules(ladder, by=None, system=system, parameters={}, filters=Filters())
    rebuild(ladder.pk)
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place")
    last = {row.player_id: row for row in rows if row.played}
    uids = dict(ladder.club.players.values_list("pk", "uid"))
    rated = {uids[pk]: row.rating for pk, row in last.items() if get(system).is_rated(row)}
    assert rated == expected
    assert compare_rules(ladder, system, {}).now == found.then


def test_games_are_foretold_from_the_past_only(ladder: Ladder) -> None:
    """A game more in the end changes no expectation of the games before it."""
    before = compare_rules(ladder, "elo_linear", {})
    builders.make_event(ladder.club, "2025-12-01", [f"{NAMES[0]} 0-1 {NAMES[1]}"])
    after = compare_rules(ladder, "elo_linear", {})
    assert after.now.quality.games == before.now.quality.games + 1
    for one, other in ((before.now, after.now), (before.then, after.then)):
        total = one.quality.squared_error * one.quality.games
        assert other.quality.squared_error * other.quality.games >= total - 1e-9


def test_nothing_is_written(ladder: Ladder) -> None:
    rows = list(RatingRow.objects.order_by("pk").values())
    compare_rules(ladder, "lok", {})
    assert list(RatingRow.objects.order_by("pk").values()) == rows
    assert LadderSettings.objects.count() == 1


def test_an_empty_ladder_says_nothing(club: Club) -> None:
    found = compare_rules(club.ladders.get(), "fide", {})
    assert (found.games, found.people, found.spearman) == (0, [], None)
    assert found.now.quality.log_loss is None


# -- The page -----------------------------------------------------------------------------------


def page(client: Client, **sent: object) -> str:
    answer = client.post("/c/rooks/ladders/main/compare/result/", sent)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_shows_both_and_leads_to_the_switch(ladder: Ladder, owner_client: Client) -> None:
    shown = page(
        owner_client, system="elo_linear", set_start=1200, set_k=24, set_c=200, set_cut="on"
    )
    said = text(shown)
    assert "Log loss (lower is better)" in said and "Favourite won" in said
    assert "computed from club games, unofficial" in said
    assert "Spearman" in said and "<svg" in shown and "chart-line is-other" in shown
    for name in NAMES:
        assert f"<bdi>{name}</bdi>" in shown
    link = re.search(r'href="(/c/rooks/ladders/main/rules/\?[^"]+)#change"', shown)
    assert link
    rules = owner_client.get(link.group(1).replace("&amp;", "&")).content.decode()
    assert 'name="system" value="elo_linear"' in rules
    assert re.search(r'name="set_k" value="24(\.0)?"', rules)


def test_the_page_draws_how_ranks_move_by_initials(ladder: Ladder, owner_client: Client) -> None:
    shown = page(
        owner_client, system="elo_linear", set_start=1200, set_k=24, set_c=200, set_cut="on"
    )
    drawn = shown[shown.index('<figure class="chart slopes">') :]
    drawn = drawn[: drawn.index("</figure>")]
    found = compare_rules(ladder, "elo_linear", {"start": 1200, "k": 24, "c": 200, "cut": True})
    both = [one for one in found.people if one.now and one.then and one.now.rank and one.then.rank]
    assert both and drawn.count("<path ") == len(both)
    for one in both:
        first, last = one.name.split()
        assert one.label == f"{first[0]}. {last[0]}."
        assert drawn.count(f">{one.label}</text>") == 2
        if one.up:
            assert f"{one.label}: from {one.now.rank} to {one.then.rank}." in drawn
    assert not any(name in drawn for name in NAMES)


def test_the_switch_gives_what_was_compared_and_comes_back_in_one_press(
    ladder: Ladder, owner_client: Client
) -> None:
    """Also where other rules hold from later days on, and a setting is left empty that now is not."""
    for month, parameters in (
        (2, {"k": 10}),
        (5, {"k_junior": 40, "k": 12}),
        (5, {"k_junior": 41}),
    ):
        change_rules(
            ladder, by=None, system="club_elo", parameters=parameters, filters=Filters(),
            valid_from=date(2025, month, 1),
        )  # fmt: skip
    rebuild(ladder.pk)
    before = bytes(Ladder.objects.get().fingerprint)
    rules = {"start": 1300, "k_new": 32, "k": 16, "new_games": 20, "provisional": 5}
    walked = compute(ladder, BEGINNING_PLACE, WhatIf(rules=one_rule("club_elo", rules, Filters())))
    compared = [done.mark.result for done in walked.done][-1]
    shown = page(owner_client, system="club_elo", **{f"set_{name}": n for name, n in rules.items()})
    link = re.search(r'href="(/c/rooks/ladders/main/rules/\?[^"]+)#change"', shown)
    assert link
    asked = owner_client.get(link.group(1).replace("&amp;", "&")).content.decode()
    (form,) = [one for one in forms(asked, "") if one.action.endswith("rules/save/")]
    assert "day" not in form.fields
    sent = {n: value for n, value in form.fields.items() if n not in BOXES}
    told = text(owner_client.post(RULES + "preview/", sent).content.decode())
    assert "Entries that this takes back: Entry 2" in told and "Entry 4 (" in told
    assert "Entry 3 (" not in told, "it was replaced"
    assert owner_client.post(RULES + "save/", {**sent, "why": "agreed"}).status_code == 302
    assert LadderSettings.objects.count() == 4 + 3
    rebuild(ladder.pk)
    assert bytes(Ladder.objects.get().fingerprint) == compared != before
    assert AuditEntry.objects.filter(action="ladder.rules", reason="agreed").count() == 1
    again = owner_client.post(RULES + "save/", {**sent, "why": "agreed"}, follow=True)
    assert "hold already" in again.content.decode() and LadderSettings.objects.count() == 7
    told = text(owner_client.post(RULES + "preview/", {"undo": "5"}).content.decode())
    assert re.search(r"[1-9] ratings change", told)
    assert [one.number for one in changes(ladder) if one.undoable] == [5]
    owner_client.post(RULES + "undo/5/")
    rebuild(ladder.pk)
    assert bytes(Ladder.objects.get().fingerprint) == before
    log = text(owner_client.get("/c/rooks/log/").content.decode())
    assert re.search(rf"changed the rules of a ladder: {ladder.name} .*? entry 5 taken back", log)
    # And the switch comes back, by any of the entries that were saved together.
    assert [one.back for one in changes(ladder)[:3]] == [7, 6, 5]
    owner_client.post(RULES + "undo/9/")
    rebuild(ladder.pk)
    assert bytes(Ladder.objects.get().fingerprint) == compared
    assert verify(ladder.pk).right


def test_rules_that_give_nobody_a_rating_say_what_is_needed_and_are_not_offered(
    ladder: Ladder, owner_client: Client
) -> None:
    needed = "nobody gets a rating as long as nobody has one"
    fide = {"system": "fide", "set_rules": "auto", "set_chapter": "standard", "set_period": "event"}
    shown = page(owner_client, **fide, set_start=0)
    assert needed in shown and "Switch to these rules" not in shown
    shown = page(owner_client, **fide, set_start=1400)
    assert needed not in shown and "Switch to these rules" in shown
    assert needed in owner_client.get(RULES, {"system": "fide"}).content.decode()
    assert needed not in owner_client.get(RULES, {"system": "dwz"}).content.decode()
    assert needed in owner_client.get("/c/rooks/ladders/new/", {"system": "fide"}).content.decode()
    change_rules(ladder, by=None, system="fide", parameters={}, filters=Filters())
    builders.rebuild(ladder.club)
    assert needed in owner_client.get("/c/rooks/ladder/").content.decode()
    assert needed in owner_client.get(RULES).content.decode()
    player = builders.player(ladder.club, NAMES[0])
    give_starting_rating(ladder, player, 1600, by=None, why="the list before")
    builders.rebuild(ladder.club)
    assert needed not in owner_client.get("/c/rooks/ladder/").content.decode()
    assert needed not in owner_client.get(RULES).content.decode()
    shown = page(owner_client, **fide, set_start=0)
    assert needed not in shown and "Switch to these rules" in shown


def test_arbiters_compare_but_do_not_switch(ladder: Ladder, arbiter_client: Client) -> None:
    shown = page(arbiter_client, system="harkness", set_start=1200)
    assert "Switch to these rules" not in shown
    assert "Both lists" in shown


def test_refused_settings_stand_at_their_field(ladder: Ladder, owner_client: Client) -> None:
    sent = {
        "system": "fide",
        "set_rules": "auto",
        "set_chapter": "standard",
        "set_period": "month",
        "set_start": 7,
    }
    answer = owner_client.post("/c/rooks/ladders/main/compare/result/", sent)
    assert answer.status_code == 422
    assert "0, or a number from 1400 to 4000, is needed" in answer.content.decode()


def test_a_long_history_is_refused_in_words(
    ladder: Ladder, owner_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare_rules, "__defaults__", (None, 5))
    shown = page(owner_client, system="harkness", set_start=1200)
    assert "too long to be computed twice" in shown
    assert "manage.py compare_ladders rooks main --system harkness" in shown
    assert comparison.MOST_GAMES > 5


# -- The command --------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    call_command(*arguments, "--json")
    return json.loads(capsys.readouterr().out)


def test_the_command_says_the_same(ladder: Ladder, capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "compare_ladders", "rooks", "main", "--system", "uscf")
    found = compare_rules(ladder, "uscf", {})
    assert said["spearman"] == found.spearman and said["games"] == found.games
    assert said["then"]["log_loss"] == found.then.quality.log_loss
    assert [one["player"] for one in said["players"]] == [one.uid for one in found.people]
    call_command("compare_ladders", "rooks", "main", "--system", "uscf")
    assert "foretold by both" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere", "main"], "no club"),
        (["rooks", "nowhere"], "no ladder"),
        (["rooks", "main", "--parameters", "[1]"], "one JSON object"),
        (["rooks", "main", "--parameters", '{"k": -1}'], "k: a number from 0 to 400"),
        (["rooks", "main", "--parameters", '{"speed": 1}'], "no such setting"),
    ],
)
def test_the_command_refuses_in_one_line(
    ladder: Ladder, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(CommandError, match=words) as refused:
        call_command("compare_ladders", *arguments)
    assert refused.value.returncode == 2
    capsys.readouterr()


def test_a_ladder_is_made_by_command(ladder: Ladder, capsys: pytest.CaptureFixture[str]) -> None:
    said = run(
        capsys, "create_ladder", "rooks", "rapid", "--name", "Rapid", "--system", "fide",
        "--parameters", '{"chapter": "rapid"}', "--tempo", "rapid", "--tempo", "blitz",
    )  # fmt: skip
    assert said == {"club": "rooks", "ladder": "rapid", "name": "Rapid", "system": "fide"}
    row = LadderSettings.objects.get(ladder__slug="rapid")
    assert row.filters == {"tempos": ["rapid", "blitz"]} and row.parameters["chapter"] == "rapid"
    assert row.by == ladder.club.officers.get(role="owner").user


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["main", "--name", "Again"], "already"),
        (["a b", "--name", "Blank"], "no address"),
        (["elo_linear", "--name", "Underscore"], "no address: letters, digits, hyphens only"),
        (["empty", "--name", " "], "1 to 100 letters"),
        (["bad", "--name", "Bad", "--parameters", "{"], "one JSON object"),
        (["bad", "--name", "Bad", "--parameters", '{"provisional": -1}'], "provisional: a whole"),
    ],
)
def test_no_ladder_is_made_of_what_is_wrong(
    ladder: Ladder, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(CommandError, match=words) as refused:
        call_command("create_ladder", "rooks", *arguments)
    assert refused.value.returncode == 2
    assert Ladder.objects.count() == 1
    capsys.readouterr()


def test_of_two_ladders_with_other_events_the_common_games_count(ladder: Ladder) -> None:
    rapid = create_ladder(
        ladder.club, by=None, slug="rapid", name="Rapid", filters=Filters(tempos=("rapid",))
    )
    found = compare_rules(rapid, "club_elo", {}, Filters())
    assert found.now.quality.games == 0 == found.now.foretold
    assert found.then.foretold > 0
