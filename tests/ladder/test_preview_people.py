"""What a decision about people would change is what making it then changes."""

from datetime import date

import pytest

from events.services import identity
from events.services.identity import NEW_PERSON, planned
from events.services.lines import lines_of_person, moved_lines, published_since
from ladder.models import RatingRow
from ladder.preview import preview_decision, preview_start
from ladder.rebuild import rebuild
from ladder.services import give_starting_rating
from ladder.sources import StartRow
from players.identity import DecisionRefused, Kind
from tests import builders
from tests.ladder import oracle


@pytest.fixture
def ladder(club):
    """ "Bobby" is Bob under another name; both play against the same people."""
    for day, games in {
        "2026-01-06": ["Anna 1-0 Bob", "Cyril 1-0 Dana"],
        "2026-01-13": ["Anna 1-0 Cyril", "Bobby 1/2 Dana"],
        "2026-01-20": ["Eva 1-0 Bobby", "Anna 1/2 Dana"],
        "2026-01-27": ["Anna 1/2 Dana", "Eva 0-1 Bob"],
    }.items():
        builders.make_event(club, day, games)
    give_starting_rating(
        club.ladders.get(), builders.player(club, "Bobby"), 1500.0, by=None, why="",
        valid_from=date(2026, 1, 10),
    )  # fmt: skip
    return builders.rebuild(club)


def _ratings(ladder) -> dict[str, float]:
    rows = RatingRow.objects.filter(ladder=ladder, played__gt=0).order_by("place")
    return dict(rows.values_list("player__uid", "rating"))


def _check(ladder, outcome, decide):
    """What was foretold is what comes; and what comes is right."""
    before = _ratings(ladder)
    decide()
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    after = _ratings(ladder)
    moved = {
        uid: (before.get(uid), after.get(uid))
        for uid in before.keys() | after.keys()
        if before.get(uid) != after.get(uid)
    }
    said = {move.uid: (move.before, move.after) for move in outcome.moves}
    if NEW_PERSON in said:
        (made,) = moved.keys() - said.keys()
        said[made] = said.pop(NEW_PERSON)
    assert said == moved
    assert said


@pytest.mark.django_db
def test_a_merge(ladder):
    club = ladder.club
    bobby, bob = builders.player(club, "Bobby"), builders.player(club, "Bob")
    decision = planned(club, Kind.MERGE, bobby.uid, bob.uid)
    outcome = preview_decision(ladder, moved_lines(club, decision))
    assert {move.uid: move.after for move in outcome.moves}[bobby.uid] is None
    _check(ladder, outcome, lambda: identity.merge(bobby, bob, by=None))


@pytest.mark.django_db
def test_its_undo_and_whose_games_are_whose(ladder):
    club = ladder.club
    bobby, bob = builders.player(club, "Bobby"), builders.player(club, "Bob")
    merge = identity.merge(bobby, bob, by=None)
    rebuild(ladder.pk)
    later = builders.make_event(club, "2026-02-03", ["Bob 1-0 Anna", "Eva 1-0 Dana"])
    rebuild(ladder.pk)
    (line,) = published_since(merge)
    assert line.event_id == later.pk
    decision = planned(club, Kind.UNDO, undoes=merge.number)
    outcome = preview_decision(ladder, moved_lines(club, decision))
    _check(ladder, outcome, lambda: identity.undo(club, merge.number, by=None))
    # The other way: this line was Bobby's.
    identity.undo(club, club.decisions.latest("number").number, by=None)
    identity.undo(club, merge.number, by=None, belong=[(later.uid, line.number)])
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    assert later.entries.get(number=line.number).player == bobby
    assert lines_of_person(club, bobby.uid)[0].event_id == later.pk


@pytest.mark.django_db
@pytest.mark.parametrize("to", ["a new player", "Filip"])
def test_a_split(ladder, to):
    club = ladder.club
    dana = builders.player(club, "Dana")
    target = None if to == "a new player" else builders.make_player(club, to)
    lines = [(one.event.uid, one.number) for one in lines_of_person(club, dana.uid)[:2]]
    uid = target.uid if target else NEW_PERSON
    decision = planned(club, Kind.SPLIT, dana.uid, uid, lines=lines)
    outcome = preview_decision(ladder, moved_lines(club, decision))
    _check(ladder, outcome, lambda: identity.split(dana, lines, target, by=None))


@pytest.mark.django_db
def test_two_who_sat_in_one_event_are_two(ladder):
    club = ladder.club
    pair = [builders.player(club, name) for name in ("Anna", "Dana")]
    decision = planned(club, Kind.MERGE, pair[0].uid, pair[1].uid)
    with pytest.raises(DecisionRefused, match="paired"):
        moved_lines(club, decision)
    with pytest.raises(DecisionRefused, match="cannot be one player"):
        identity.merge(*pair, by=None)
    assert not club.decisions.exists()


@pytest.mark.django_db
def test_a_starting_rating(ladder):
    anna = builders.player(ladder.club, "Anna")
    day = date(2026, 1, 2)
    outcome = preview_start(ladder, StartRow(day, anna.pk, 1750.0, None))
    _check(
        ladder,
        outcome,
        lambda: give_starting_rating(ladder, anna, 1750.0, by=None, why="", valid_from=day),
    )
