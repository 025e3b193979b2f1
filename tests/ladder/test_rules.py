"""Rules as dated history, facts about people, filters, and lists that are issued on days."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from clubs.models import AuditEntry, Club
from events.models import Event
from events.revisions import EventKind, Tempo
from events.services import identity, revising
from events.services.projection import current_content
from ladder.models import AnnouncedList, Ladder, LadderSettings, LadderStep, RatingRow
from ladder.queries import ratings_now
from ladder.queries.comparison import compare_rules
from ladder.queries.lists import standings
from ladder.rebuild import is_stale, rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts, give_starting_rating, undo_rules
from ladder.sweeping import sweep
from ladder.systems import choices, decode, first_of_day
from ladder.systems.places import is_leaving, is_list
from ladder.verify import verify
from players.models import PersonFact
from tests import builders
from tests.ladder import oracle

pytestmark = pytest.mark.django_db

NAMES = ("Anna One", "Bob Two", "Cyril Three", "Dana Four")
FIRST = date(2025, 1, 10)
SYSTEMS = [system for system, _ in choices()]


def evening(club: Club, number: int, **fields: object) -> Event:
    """One of many: everybody plays twice, with other people each time."""
    a, b, c, d = (NAMES[(number + n) % 4] for n in range(4))
    day = FIRST + timedelta(days=17 * number)
    games = [f"{a} 1-0 {b}", f"{c} 1/2 {d}", f"{a} 0-1 {c}", f"{b} 1-0 {d}"]
    return builders.make_event(club, day.isoformat(), games, **fields)


@pytest.fixture
def ladder(club: Club) -> Ladder:
    for number in range(10):
        evening(club, number)
    return club.ladders.get()


def right(ladder: Ladder) -> bool:
    """Built as it stands, like the second way, and found right."""
    rebuild(ladder.pk)
    return oracle.stored(ladder) == oracle.expected(ladder) and verify(ladder.pk).right


def ratings(ladder: Ladder) -> dict[str, float]:
    rows = RatingRow.objects.filter(ladder=ladder, played__gt=0).order_by("place")
    return dict(rows.values_list("player__name__text", "rating"))


@pytest.mark.parametrize("system", SYSTEMS)
def test_under_every_system_the_ladder_is_that_of_the_second_way(
    ladder: Ladder, system: str
) -> None:
    club = ladder.club
    for number, name in enumerate(NAMES[:3]):
        player = builders.player(club, name)
        rating = 150 if system in ("ecf", "ingo") else 1500 + 100 * number
        give_starting_rating(ladder, player, rating, by=None, why="the earlier list")
    give_facts(builders.player(club, NAMES[3]), {"birth": "2012-05-31", "sex": "F"}, by=None)
    rebuild(ladder.pk)
    change_rules(ladder, by=None, system=system, parameters={}, filters=Filters())
    assert right(ladder)
    stood = ratings(ladder)
    assert len(set(stood.values())) > 1
    # One event more, one gone, one on another day: from there on only, and equal to all of it.
    evening(club, 11)
    assert right(ladder)
    revising.delete(Event.objects.filter(club=club).order_by("date")[3], by=None)
    assert right(ladder)
    give_facts(builders.player(club, NAMES[0]), {"birth": "2009-01-02"}, by=None)
    assert right(ladder)
    assert ratings(ladder) != stood


def test_rules_hold_from_their_day_and_are_taken_back(ladder: Ladder) -> None:
    assert right(ladder)
    before = oracle.stored(ladder)
    row = change_rules(
        ladder, by=None, system="club_elo", parameters={"k": 10, "k_new": 10},
        filters=Filters(), valid_from=FIRST + timedelta(days=40), why="calmer",
    )  # fmt: skip
    assert is_stale(ladder, Club.objects.get(pk=ladder.club_id).history_version, date.today())
    assert right(ladder)
    changed = oracle.stored(ladder)[0]
    assert [row for row in changed if row in before[0]], "what lies before stays"
    assert changed != before[0]
    undo_rules(row, by=None)
    assert right(ladder)
    assert oracle.stored(ladder)[0] == before[0]
    assert AuditEntry.objects.filter(action="ladder.rules").count() == 2


def test_an_older_change_of_a_day_and_the_first_rules_are_not_taken_back(ladder: Ladder) -> None:
    first = LadderSettings.objects.get(ladder=ladder)
    with pytest.raises(ValueError, match="began with"):
        undo_rules(first, by=None)
    rows = [
        change_rules(ladder, by=None, system="club_elo", parameters={"k": k}, filters=Filters())
        for k in (15, 16)
    ]
    with pytest.raises(ValueError, match="newer"):
        undo_rules(rows[0], by=None)


def leave_lists(ladder: Ladder) -> LadderSettings:
    """Lists of ECF from the beginning on, and by club Elo from a day on, while games wait: each
    built as it comes. -> the second of the two."""
    for system, day in (("ecf", FIRST), ("club_elo", date(2025, 6, 1))):
        change_rules(
            ladder, by=None, system=system, parameters={}, filters=Filters(), valid_from=day
        )
        assert right(ladder)
    return LadderSettings.objects.get(ladder=ladder, valid_from=date(2025, 6, 1))


def test_what_waits_is_let_go_of_when_rules_come_and_waits_again_when_they_go(
    ladder: Ladder,
) -> None:
    """Rules are felt from the end of the day before them."""

    def listed() -> set[date]:
        places = LadderStep.objects.filter(ladder=ladder, event_id=None).values_list("place")
        return {decode(place).day for (place,) in places if is_list(place)}

    left = leave_lists(ladder)
    (step,) = (
        place
        for (place,) in LadderStep.objects.filter(ladder=ladder).values_list("place")
        if is_leaving(place)
    )
    assert decode(step).day == date(2025, 5, 31)
    assert RatingRow.objects.filter(ladder=ladder, place=step).count() == 4
    assert date(2025, 7, 1) not in listed()
    undo_rules(left, by=None)
    assert right(ladder)
    assert not LadderStep.objects.filter(ladder=ladder, place=step).exists()
    assert date(2025, 7, 1) in listed()


def test_a_rebuild_that_begins_with_the_day_of_the_rules_is_found(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.computed.turn_to", first_of_day)
    with pytest.raises(AssertionError):
        leave_lists(ladder)


def test_filters_say_which_events_a_ladder_is_made_of(ladder: Ladder) -> None:
    rapid = evening(ladder.club, 12, tempo=Tempo.RAPID)
    closed = evening(ladder.club, 13, kind=EventKind.ROUND_ROBIN)

    def events() -> set[int]:
        assert right(ladder)
        steps = LadderStep.objects.filter(ladder=ladder, event_id__isnull=False)
        return set(steps.values_list("event_id", flat=True))

    assert {rapid.pk, closed.pk} < events()
    for filters, found in (
        (Filters(tempos=("rapid",)), {rapid.pk}),
        (Filters(kinds=("round-robin",)), {closed.pk}),
        (Filters(juniors=True), set()),
    ):
        change_rules(ladder, by=None, system="club_elo", parameters={}, filters=filters)
        assert events() == found
    # A correction of what decides moves an event in.
    other = Event.objects.filter(club=ladder.club).order_by("date")[0]
    change_rules(
        ladder, by=None, system="club_elo", parameters={}, filters=Filters(tempos=("rapid",))
    )
    content = replace(current_content(other), tempo=Tempo.RAPID)
    revising.revise(other, content, action="details", by=None)
    assert events() == {rapid.pk, other.pk}


def test_facts_are_of_a_day_and_go_with_whoever_stands_for_the_player(ladder: Ladder) -> None:
    """A FIDE K of 40 until 18: the birth date alone moves numbers, from the day it holds."""
    club = ladder.club
    one, other = (builders.player(club, name) for name in NAMES[:2])
    for name in NAMES:
        give_starting_rating(ladder, builders.player(club, name), 1800, by=None, why="", games=50)
    change_rules(ladder, by=None, system="fide", parameters={"period": "event"}, filters=Filters())
    assert right(ladder)
    without = ratings(ladder)
    middle = FIRST + timedelta(days=60)
    give_facts(one, {"birth": "2010-05-31"}, by=None, valid_from=middle)
    assert right(ladder)
    with_it = ratings(ladder)
    assert with_it[NAMES[0]] != without[NAMES[0]]
    give_facts(one, {"birth": None}, by=None, valid_from=middle)
    assert right(ladder)
    assert ratings(ladder) == without
    # What is said of somebody merged away holds for who stands for both, unless there is better.
    guest = builders.make_player(club, "Anna Onne")
    give_facts(guest, {"birth": "2010-05-31"}, by=None, valid_from=middle + timedelta(1))
    assert right(ladder)
    assert ratings(ladder) == without
    decision = identity.merge(guest, one, by=None)
    assert right(ladder)
    assert ratings(ladder)[NAMES[0]] != without[NAMES[0]]
    identity.undo(club, decision.number, by=None)
    assert right(ladder)
    assert ratings(ladder) == without
    # A fact that no rule of the club uses costs nothing.
    give_facts(other, {"lok_standard": 1700}, by=None)
    rows = set(LadderStep.objects.filter(ladder=ladder).values_list("key", flat=True))
    assert right(ladder)
    assert set(LadderStep.objects.filter(ladder=ladder).values_list("key", flat=True)) == rows


def test_a_list_is_issued_when_its_day_has_come_and_stays_as_announced(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = ladder.club
    for name in NAMES:
        player = builders.player(club, name)
        give_starting_rating(ladder, player, 1800, by=None, why="", games=50)
    change_rules(ladder, by=None, system="fide", parameters={"period": "month"}, filters=Filters())
    # Noon, since the club's day may have begun when that of the machine has not ended.
    on_the_day(monkeypatch, date.today())
    last = date.today() - timedelta(days=1)
    event = builders.make_event(club, last.isoformat(), [f"{NAMES[0]} 1-0 {NAMES[1]}"])
    assert right(ladder)
    ladder.refresh_from_db()
    due = (date.today().replace(day=1) + timedelta(days=32)).replace(day=1)
    assert ladder.next_due == due
    waiting = ratings(ladder)[NAMES[0]]
    assert not AnnouncedList.objects.exists(), "what lay in the past was never announced"

    on_the_day(monkeypatch, due)
    assert is_stale(ladder, Club.objects.get(pk=club.pk).history_version, due)
    assert not verify(ladder.pk).right, (
        "a list that is due makes a ladder stale, and verify says so"
    )
    assert sweep() == 1
    assert right(ladder)
    assert ratings(ladder)[NAMES[0]] > waiting
    kept = AnnouncedList.objects.get()
    assert kept.day == due
    said = {uid: rating for uid, rating, *_ in kept.lines}
    assert said[builders.player(club, NAMES[0]).uid] == ratings(ladder)[NAMES[0]]

    revising.delete(event, by=None)
    assert right(ladder)
    assert ratings(ladder)[NAMES[0]] == waiting
    assert AnnouncedList.objects.get().lines == kept.lines


def on_the_day(monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    """It is noon of the day, for the product and for the second way."""
    moment = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    monkeypatch.setattr(oracle, "TODAY", day)


def test_facts_are_kept_for_ever_until_the_person_is_erased(ladder: Ladder) -> None:
    player = builders.player(ladder.club, NAMES[0])
    give_facts(player, {"birth": "2010-05-31"}, by=None)
    entry = AuditEntry.objects.get(action="player.facts")
    assert "2010" not in str(entry.details).replace(FIRST.isoformat(), "")
    with pytest.raises(Exception, match="append-only"):
        PersonFact.objects.filter(player=player).update(value="2011-01-01")


def test_who_has_not_played_since_the_system_changed_stands_as_he_enters_it(ladder: Ladder) -> None:
    """On the list, in figures and in a comparison alike: never with nothing."""
    club = ladder.club
    builders.make_event(club, "2025-01-12", ["Early Eve 1-0 Early Eli"])
    change_rules(ladder, by=None, system="dwz", parameters={}, filters=Filters())
    change_rules(
        ladder, by=None, system="club_elo", parameters={}, filters=Filters(),
        valid_from=FIRST + timedelta(days=100),
    )  # fmt: skip
    assert right(ladder)
    listed = {line.uid: line.rating for line in standings(club, ladder.pk).listing.ordered}
    assert len(listed) == 6
    early = {builders.player(club, name).uid for name in ("Early Eve", "Early Eli")}
    assert {listed[uid] for uid in early} == {1200.0}, "one game of five towards a first DWZ"
    assert min(listed.values()) > 500
    ids = dict(club.players.values_list("uid", "pk"))
    assert ratings_now(ladder.pk) == {ids[uid]: rating for uid, rating in listed.items()}
    compared = compare_rules(ladder, "elo_linear", {})
    assert {one.uid: one.now.rating for one in compared.people if one.now} == listed
