"""What members see under every rating system: never a 0 for who has no rating, what is waited for,
in whose formula, of which ladder; and no fact about a person anywhere."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from clubs.models import Club
from events.services.projection import current_content
from events.services.revising import revise
from ladder.models import Ladder
from ladder.queries import course, list_days, ratings_now
from ladder.rulebook import Filters
from ladder.services import change_rules, create_ladder, give_facts, give_starting_rating
from ladder.systems import choices
from players.models import Player
from tests import builders
from tests.builders import make_event, player, rebuild
from tests.web.reading import every_file, every_page, main_part, page, rows, text

STARTED = ("Adam Novak", "Bara Mala", "Cyril Dub", "Dana Hora")
NEW = ("Eva Lis", "Filip Rys")
SYSTEMS = [system for system, _ in choices()]
# In which nobody who met no rated opponent, or too few, has a rating.
UNRATED = {"dwz", "ecf", "fide", "lok"}
SCALES = {"ingo": (150.0, -5), "ecf": (120.0, 6)}
FIRST = date(2025, 9, 2)
# As they were entered, and as pages might write them.
FACTS = re.compile(r"2012-05-31|31 May 2012|31\. května 2012|>F<|1987|fide_standard")


@pytest.fixture
def evenings(club: Club) -> Club:
    """Four with ratings to begin with; two newcomers, of whom the second only met the first."""
    for number in range(4):
        a, b, c, d = (STARTED[(number + n) % 4] for n in range(4))
        games = [f"{a} 1-0 {b}", f"{c} 1/2 {d}", f"{a} 0-1 {c}", f"{NEW[0]} 1-0 {d}"]
        if number == 3:
            games.append(f"{NEW[0]} 1-0 {NEW[1]}")
        day = FIRST + timedelta(days=14 * number)
        make_event(club, day.isoformat(), games, name=f"Evening {number}")
    return club


def under(club: Club, system: str, **parameters: object) -> Ladder:
    """The club's ladder by another system, with starting ratings and facts."""
    ladder = club.ladders.earliest("pk")
    low, step = SCALES.get(system, (1500.0, 100))
    for number, name in enumerate(STARTED):
        rating = low + step * number
        give_starting_rating(
            ladder, player(club, name), rating, by=None, why="the list before", system=system
        )
    # Facts that rules use, but none that gives a rating.
    give_facts(player(club, STARTED[0]), {"birth": "2012-05-31", "sex": "F"}, by=None)
    give_facts(player(club, NEW[0]), {"birth": "1987-05-31"}, by=None)
    rules = {"system": system, "parameters": parameters, "filters": Filters()}
    change_rules(ladder, by=None, **rules)  # type: ignore[arg-type]
    return rebuild(club)


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_under_every_system(evenings: Club, system: str, link: str, client: Client) -> None:
    ladder = under(evenings, system)
    unrated = _unrated(evenings, ladder)
    assert bool(unrated) is (system in UNRATED)
    paths = [*every_page(link, evenings), *every_file(link, evenings)]
    said = {path: page(client, path).content.decode() for path in paths}
    for path, body in said.items():
        assert not FACTS.search(body), path
    listed = text(client, f"{link}l/main/")
    assert ("computed from club games, unofficial" in listed) is (system != "club_elo")
    assert ("The lower the number, the better." in listed) is (system == "ingo")
    assert ("Without a rating yet" in listed) is bool(unrated)
    for person in unrated:
        _has_no_number(client, link, person)


def _unrated(club: Club, ladder: Ladder) -> list[Player]:
    rated = ratings_now(ladder.pk)
    assert 0.0 not in rated.values()
    return [person for person in club.players.order_by("pk") if person.pk not in rated]


def _has_no_number(client: Client, link: str, person: Player) -> None:
    """On the list with what is waited for, and with a dash wherever a rating stands."""
    label = "F. R." if person.name.text == NEW[1] else "E. L."
    table = rows(client, f"{link}l/main/", table=-1)
    (waits,) = [row[1] for row in table if row[0] == label]
    assert waits
    assert [label, "–"] in rows(client, f"{link}players/")
    shown = text(client, f"{link}player/{person.uid}/")
    assert re.search(r"Rating – \w", shown), shown
    assert "Highest" not in shown
    assert "<figure" not in main_part(page(client, f"{link}player/{person.uid}/"))
    sheet = page(client, f"{link}l/main/table.csv").content.decode("utf-8-sig")
    (line,) = [line for line in sheet.splitlines() if f",{label}," in line]
    assert re.match(rf",{re.escape(label)},,,\d+,\d+,\W?no rating yet", line), line


def test_a_first_rating_is_new_and_who_has_none_yet_has_no_change(
    evenings: Club, link: str, client: Client
) -> None:
    for day in ("2026-01-06", "2026-01-20", "2026-02-03"):
        make_event(evenings, day, [f"{NEW[0]} 1/2 {one}" for one in STARTED], name=day)
    ladder = under(evenings, "dwz")
    lis, rys = (player(evenings, name) for name in NEW)
    said, empty = {}, 0
    for event in evenings.events.order_by("date"):
        after = {row.event: row for row in course(ladder.pk, lis.pk).standings}[event.pk]  # type: ignore[union-attr]
        on_page = {row[1]: row[4] for row in rows(client, f"{link}event/{event.uid}/")}
        assert on_page.get("F. R.", "–") == "–"
        said[event.name] = on_page["E. L."], after.rating is not None
        sheet = page(client, f"{link}event/{event.uid}/table.csv").content.decode("utf-8-sig")
        (line,) = [line for line in sheet.splitlines() if ",E. L.," in line]
        empty += line.endswith(",")
    told = list(said.values())
    new = [words for words, _ in told].index("new")
    assert all(words == "–" and not rated for words, rated in told[:new]), said
    assert told[new][1] and all(rated and words[0] in "+−" for words, rated in told[new + 1 :])
    assert empty == new + 1
    shown = main_part(page(client, f"{link}player/{lis.uid}/"))
    assert re.search(r'class="end">new<', shown) and ">0.0<" not in shown
    lines = page(client, f"{link}player/{lis.uid}/table.csv").content.decode("utf-8-sig")
    assert "0.0" not in lines
    assert 'class="delta is-none">–<' in main_part(page(client, f"{link}player/{rys.uid}/"))


def test_the_command_says_null_for_no_rating(
    evenings: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    under(evenings, "fide")
    call_command("show_ladder", evenings.slug, "--json")
    found = json.loads(capsys.readouterr().out)["rows"]
    unrated = {row["name"]: row["rating"] for row in found if not row["rating"]}
    assert unrated == dict.fromkeys(NEW)
    assert any(row["waiting"] for row in found if row["rating"] is None)
    call_command("show_ladder", evenings.slug)
    assert "games towards the first rating" in capsys.readouterr().out


def test_of_every_system_with_lists_the_day_of_the_next_is_said(
    evenings: Club, link: str, client: Client
) -> None:
    under(evenings, "ecf")
    make_event(evenings, builders.today().isoformat(), [f"{STARTED[0]} 1-0 {STARTED[1]}"])
    rebuild(evenings)
    due = Ladder.objects.get().next_due
    told = text(client, f"{link}player/{player(evenings, STARTED[0]).uid}/")
    assert due and f"Games that wait for the list of {due.day} {due:%B %Y}: 1." in told


# -- What waits, and lists ------------------------------------------------------------------------


def test_what_waits_for_the_next_list_is_said(evenings: Club, link: str, client: Client) -> None:
    under(evenings, "lok")
    Ladder.objects.update(next_due=date(2126, 1, 5))
    shown = text(client, f"{link}l/main/")
    assert "Next list: 5 January 2126." in shown
    assert "No result waits for it yet." in shown
    assert "of 11 games towards the first OK" in shown


def test_what_waits_is_counted_by_player_and_says_so(
    evenings: Club, link: str, client: Client
) -> None:
    under(evenings, "ecf")
    make_event(evenings, builders.today().isoformat(), [f"{STARTED[0]} 1-0 {STARTED[1]}"])
    rebuild(evenings)
    shown = text(client, f"{link}l/main/")
    assert "Results that wait for it: 2, of 2 players. A game between two players" in shown


@pytest.mark.parametrize(("rules", "whole"), [("fide", True), ("ecf", True), ("uscf", False)])
def test_changes_are_whole_where_ratings_are(
    rules: str, whole: bool, evenings: Club, link: str, client: Client
) -> None:
    under(evenings, rules)
    changes = [row[3] for row in rows(client, f"{link}l/main/") if re.search(r"[+−]\d", row[3])]
    assert changes and all(("." in change) is not whole for change in changes)


def test_changes_of_a_list_lead_to_how_they_came_out(
    evenings: Club, link: str, client: Client
) -> None:
    ladder = under(evenings, "fide")
    day = list_days(ladder.pk)[0].day
    adam = player(evenings, "Adam Novak")
    body = main_part(page(client, f"{link}l/main/"))
    address = f"{link}l/main/list/{day}/player/{adam.uid}/"
    assert f'href="{address}"' in body
    shown = text(client, address)
    row = next(row for row in rows(client, f"{link}l/main/list/{day}/") if row[1] == "A. N.")
    assert f"Change {row[3]} New rating {row[2]}" in shown
    assert "Step by step Score minus expected score, over all games" in shown
    assert re.search(r"What entered it Evening \d", shown)
    assert "K" not in re.findall(r"<th[^>]*>(.*?)</th>", main_part(page(client, address)))
    # Between lists an event moves nothing, and says which list its games wait for.
    event = evenings.events.latest("date")
    told = text(client, f"{link}event/{event.uid}/player/{adam.uid}/")
    entered = re.search(r"The games entered the list of (\d+ \w+ \d{4})\.", told)
    assert entered and "New rating" not in told and "wait for the list" not in told
    assert "Until that list" not in told
    assert "see how" in text(client, f"{link}event/{event.uid}/")


def test_a_list_does_not_tell_whose_initials_a_childrens_event_shows(
    evenings: Club, link: str, client: Client
) -> None:
    """Beside a full name it is not said how a number came out that such an event moved."""
    ladder = under(evenings, "fide")
    day = list_days(ladder.pk)[0].day
    address = f"{link}l/main/list/{day}/player/{player(evenings, 'Adam Novak').uid}/"
    event = next(
        one for one in evenings.events.order_by("date") if one.name in text(client, address)
    )
    content = replace(current_content(event), junior=True)
    revise(event, content, action="details", by=None)
    rebuild(evenings)
    assert event.name in text(client, address), "initials on both"
    Club.objects.update(names="full")
    shown = text(client, address)
    assert "Adam Novak" in shown and "beside a full name" in shown
    assert "Evening" not in shown and "New rating" not in shown
    Player.objects.update(consent=True)
    assert event.name in text(client, address)


@pytest.mark.parametrize("system", ["fide", "lok", "ecf"])
def test_every_list_is_explained_to_everybody_on_it(
    evenings: Club, link: str, client: Client, system: str
) -> None:
    ladder = under(evenings, system)
    days = [one.day for one in list_days(ladder.pk)]
    assert days
    for day in days:
        for person in evenings.players.order_by("pk"):
            shown = text(client, f"{link}l/main/list/{day}/player/{person.uid}/")
            assert "What entered it" in shown or "No game of this player entered" in shown
            assert "changed a moment ago" not in shown


def test_a_day_without_a_list_has_no_page(evenings: Club, link: str, client: Client) -> None:
    ladder = under(evenings, "fide")
    day = list_days(ladder.pk)[0].day
    uid = player(evenings, "Adam Novak").uid
    for text_ in (f"{day + timedelta(1)}", "x", "0001-01-01", "9999-12-31"):
        page(client, f"{link}l/main/list/{text_}/", status=404)
        page(client, f"{link}l/main/list/{text_}/player/{uid}/", status=404)
    page(client, f"{link}l/main/list/{day}/player/nobody/", status=404)


def test_the_first_rating_is_new_and_no_change(evenings: Club, link: str, client: Client) -> None:
    under(evenings, "ecf")
    ladder = evenings.ladders.get()
    days = [one.day for one in list_days(ladder.pk)]
    found = {row[1]: row for row in rows(client, f"{link}l/main/list/{days[-1]}/") if len(row) > 3}
    assert found["E. L."][3] == "new"
    eva = player(evenings, NEW[0])
    shown = text(client, f"{link}l/main/list/{days[-1]}/player/{eva.uid}/")
    assert f"Rating before none First rating {found['E. L.'][2]}" in shown


# -- Of which ladder ------------------------------------------------------------------------------


@pytest.fixture
def three(evenings: Club) -> Club:
    under(evenings, "club_elo")
    for slug, system in (("ours", "ingo"), ("slow", "fide")):
        create_ladder(evenings, by=None, slug=slug, name=slug.title(), system=system)
    rebuild(evenings)
    return evenings


def test_every_page_with_ratings_says_of_which_ladder(
    three: Club, link: str, client: Client
) -> None:
    adam, event = player(three, "Adam Novak").uid, three.events.latest("date").uid
    pages = ["players/", f"player/{adam}/", f"event/{event}/", f"event/{event}/player/{adam}/"]
    for path in pages:
        for slug in ("main", "ours", "slow"):
            body = main_part(page(client, f"{link}{path}?ladder={slug}"))
            marked = re.findall(r'<li><a href="\?ladder=(\w+)[^"]*"( aria-current="page")?>', body)
            assert [one for one, current in marked if current] == [slug], path
            assert [one for one, _ in marked] == ["main", "ours", "slow"]
        first, named = (main_part(page(client, link + path + ask)) for ask in ("", "?ladder=main"))
        assert first == named
        page(client, f"{link}{path}?ladder=none", status=404)
        page(client, f"{link}{path}?ladder=%00", status=404)
    for path in ("", "l/ours/"):
        body = main_part(page(client, link + path))
        assert all(f'href="{link}l/{slug}/"' in body for slug in ("main", "ours", "slow"))


def test_a_choice_of_ladder_stays(three: Club, link: str, client: Client) -> None:
    adam, event = player(three, "Adam Novak").uid, three.events.latest("date").uid
    for path in ("l/ours/", "players/?ladder=ours", f"event/{event}/player/{adam}/?ladder=ours"):
        assert (
            f'player/{adam}/?ladder=ours"' in main_part(page(client, link + path))
            or "event" in path
        )
    ours = text(client, f"{link}event/{event}/player/{adam}/?ladder=ours")
    assert "the lower the better" in ours
    assert "the lower the better" not in text(client, f"{link}event/{event}/player/{adam}/")
    files = [page(client, f"{link}player/{adam}/table.csv{ask}") for ask in ("", "?ladder=ours")]
    assert files[0].content != files[1].content


def test_an_event_that_the_filters_leave_out_is_not_explained(
    three: Club, link: str, client: Client
) -> None:
    ladder = three.ladders.get(slug="ours")
    filters = Filters(tempos=("blitz",))
    change_rules(ladder, by=None, system="ingo", parameters={}, filters=filters)
    rebuild(three)
    adam, event = player(three, "Adam Novak").uid, three.events.latest("date").uid
    shown = text(client, f"{link}event/{event}/player/{adam}/?ladder=ours")
    assert "This event is not part of this ladder." in shown


def test_the_group_of_the_rules_is_all_that_the_list_shows(
    evenings: Club, link: str, client: Client
) -> None:
    ladder = under(evenings, "club_elo")
    Player.objects.filter(name__text__in=STARTED[:2]).update(group="Juniors")
    before = ratings_now(ladder.pk)
    filters = Filters(group="Juniors")
    change_rules(ladder, by=None, system="club_elo", parameters={}, filters=filters)
    rebuild(evenings)
    assert {row[1] for row in rows(client, f"{link}l/main/") if len(row) > 1} == {"A. N.", "B. M."}
    assert ratings_now(ladder.pk) == before


def _numbers(body: str) -> Iterator[float]:
    yield from map(float, re.findall(r'class="chart-label"[^>]*>([\d]+)<', body))


def test_where_lower_is_better_the_chart_stands_the_other_way_round(
    evenings: Club, link: str, client: Client
) -> None:
    adam = player(evenings, "Adam Novak")

    def labels() -> list[float]:
        return list(_numbers(page(client, f"{link}player/{adam.uid}/").content.decode()))

    def heights() -> list[float]:
        body = page(client, f"{link}player/{adam.uid}/").content.decode()
        found = re.findall(r'class="chart-label" x="60" y="([\d.]+)"', body)
        return list(map(float, found))

    under(evenings, "club_elo")
    up = [y for _, y in sorted(zip(labels(), heights(), strict=False))]
    assert up == sorted(up, reverse=True)
    under(evenings, "ingo")
    down = [y for _, y in sorted(zip(labels(), heights(), strict=False))]
    assert down == sorted(down)
    assert "better is up" in text(client, f"{link}player/{adam.uid}/")


@pytest.mark.parametrize(("rules", "better"), [("ingo", "−"), ("uscf", "+")])
def test_what_is_gained_is_set_apart_also_where_less_is_better(
    rules: str, better: str, evenings: Club, link: str, client: Client
) -> None:
    under(evenings, rules)
    event, adam = evenings.events.latest("date"), player(evenings, STARTED[0])
    paths = ("l/main/", f"event/{event.uid}/", f"player/{adam.uid}/")
    for path in paths:
        shown = main_part(page(client, f"{link}{path}"))
        set_apart = re.findall(r'class="delta is-up">(.)', shown)
        others = re.findall(r'class="delta ">(.)', shown)
        assert set_apart and set(set_apart) == {better}, path
        assert better not in others
