"""What a decision about people would do is what it then does, and looking writes nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from clubs.models import Club
from events.models import IdentityDecision
from events.services import identity
from events.services.deciding import planned_undo
from events.services.projection import current_content
from events.services.revising import revise
from ladder.models import RatingRow
from ladder.queries import Preview, preview_decision, previews
from players.identity import Decision, Kind
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def rooks(club: Club) -> Club:
    """Ann and Anna never met; Ann plays early, Anna late, and both played others."""
    for day, games in {
        "2026-01-06": ["Ann 1-0 Bob", "Cyril 1-0 Dana"],
        "2026-01-13": ["Ann 1/2 Cyril", "Bob 1-0 Dana"],
        "2026-01-20": ["Anna 1-0 Dana", "Bob 1/2 Cyril"],
        "2026-01-27": ["Anna 0-1 Cyril"],
    }.items():
        builders.make_event(club, day, games)
    builders.rebuild(club)
    return club


def ratings(club: Club) -> dict[str, float]:
    ladder = builders.rebuild(club)
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place")
    return dict(rows.values_list("player__name__text", "rating"))


def moved(before: dict[str, float], after: dict[str, float]) -> dict[str, tuple[object, object]]:
    names = before.keys() | after.keys()
    pairs = {name: (before.get(name), after.get(name)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def said(shown: tuple[Preview, ...] | None) -> dict[str, tuple[object, object]]:
    assert shown and len(shown) == 1
    return {move.name: (move.before, move.after) for move in shown[0].moves}


def check(club: Club, planned: tuple[Decision, ...], make: Callable[[], object]) -> None:
    before, rows = ratings(club), IdentityDecision.objects.count()
    shown = said(preview_decision(club, *planned))
    assert IdentityDecision.objects.count() == rows and ratings(club) == before
    make()
    assert shown == moved(before, ratings(club)) != {}


@pytest.mark.parametrize(("source", "target"), [("Anna", "Ann"), ("Ann", "Anna")])
def test_a_merge(rooks: Club, source: str, target: str) -> None:
    one, other = builders.player(rooks, source), builders.player(rooks, target)
    plan = identity.planned(rooks, Kind.MERGE, one.uid, other.uid)
    check(rooks, (plan,), lambda: identity.merge(one, other, by=None))


def test_a_split_to_somebody_the_club_has(rooks: Club) -> None:
    event = rooks.events.get(date="2026-01-06")
    dana, anna = builders.player(rooks, "Dana"), builders.player(rooks, "Anna")
    lines = [(event.uid, event.entries.get(player=dana).number)]
    plan = identity.planned(rooks, Kind.SPLIT, dana.uid, anna.uid, lines=lines)
    check(rooks, (plan,), lambda: identity.split(dana, lines, anna, by=None))


def test_a_split_to_somebody_new_has_no_name_yet(rooks: Club) -> None:
    event = rooks.events.get(date="2026-01-13")
    bob = builders.player(rooks, "Bob")
    lines = [(event.uid, event.entries.get(player=bob).number)]
    before = ratings(rooks)
    plan = identity.planned(rooks, Kind.SPLIT, bob.uid, identity.NEW_PERSON, lines=lines)
    shown = preview_decision(rooks, plan)
    assert shown
    (new,) = [move for move in shown[0].moves if move.uid == identity.NEW_PERSON]
    assert (new.name, new.before) == ("", None)
    made = identity.split(bob, lines, None, by=None).other
    assert made
    rows = RatingRow.objects.filter(ladder=builders.rebuild(rooks)).order_by("place")
    after = dict(rows.values_list("player__uid", "rating"))
    assert new.after == after[made.uid]
    rest = {move.uid: move.after for move in shown[0].moves if move.uid != identity.NEW_PERSON}
    by_uid = {
        builders.player(rooks, name).uid: value for name, value in before.items() if name != "Bob"
    }
    assert {uid: after[uid] for uid in by_uid if after[uid] != by_uid[uid]}.items() <= rest.items()


def test_an_undo_with_a_line_published_since(rooks: Club) -> None:
    ann, anna = builders.player(rooks, "Ann"), builders.player(rooks, "Anna")
    merge = identity.merge(ann, anna, by=None)
    event = builders.make_event(rooks, "2026-02-03", ["Anna 1-0 Bob"])
    line = (event.uid, 1)
    plan = planned_undo(merge, [line], [])
    assert [one.kind for one in plan] == [Kind.UNDO, Kind.SPLIT]
    check(rooks, plan, lambda: identity.undo(rooks, merge.number, by=None, belong=[line]))
    assert event.entries.get(number=1).player == ann


def test_an_event_whose_player_was_here_only_before_it(rooks: Club) -> None:
    """The same of a change of an event: Dana has not played since, and has a rating already."""
    event = rooks.events.get(date="2026-01-27")
    content = current_content(event)
    dana = builders.player(rooks, "Dana")
    entries = tuple(
        replace(line, confirmed=dana.uid) if line.number == 1 else line for line in content.entries
    )
    edited = replace(content, entries=entries)
    before = ratings(rooks)
    found = previews(rooks, event, edited)
    assert found
    shown = said(tuple(found))
    revise(event, edited, action="resolve", by=None)
    assert shown == moved(before, ratings(rooks))
    assert shown["Dana"][0] is not None
