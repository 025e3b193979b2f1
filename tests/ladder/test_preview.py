"""The preview says what saving then does, and writes nothing."""

from dataclasses import astuple, replace

import pytest

from clubs.models import Club
from events.results import GameKind, Result
from events.services import revising
from events.services.projection import current_content
from ladder.models import Effect, RatingRow
from ladder.preview import preview
from ladder.rebuild import rebuild
from tests import builders
from tests.ladder import oracle


@pytest.fixture
def ladder(club):
    """Four evenings; the second is the one that is changed."""
    for day, games in {
        "2026-01-06": ["Anna 1-0 Bob", "Cyril 1-0 Dana"],
        "2026-01-13": ["Anna 1-0 Cyril", "Bob 1/2 Dana"],
        "2026-01-20": ["Eva 1-0 Filip"],
        "2026-01-27": ["Anna 1/2 Dana", "Eva 0-1 Bob"],
    }.items():
        builders.make_event(club, day, games)
    return builders.rebuild(club)


def _ratings(ladder) -> dict[str, float]:
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place")
    return dict(rows.values_list("player__uid", "rating"))


def _correct(event):
    content = current_content(event)
    games = (replace(content.games[0], result=Result.BLACK_WINS), *content.games[1:])
    return replace(content, games=games)


@pytest.mark.django_db
def test_it_says_what_saving_does(ladder):
    event = ladder.club.events.get(date="2026-01-13")
    effect = preview(ladder, event, _correct(event))
    before = _ratings(ladder)
    revising.set_result(event, 1, Result.BLACK_WINS, GameKind.PLAYED, by=None)
    rebuild(ladder.pk)
    after = _ratings(ladder)
    moved = {uid: (before[uid], after[uid]) for uid in before if before[uid] != after[uid]}
    assert {move.uid: (move.before, move.after) for move in effect.moves} == moved
    assert effect.later == (ladder.club.events.get(date="2026-01-27").uid,)
    assert abs(effect.moves[0].by) == max(abs(b - a) for b, a in moved.values())


@pytest.mark.django_db
def test_its_own_part_and_that_of_later_events_are_told_apart(ladder):
    event = ladder.club.events.get(date="2026-01-13")
    effect = preview(ladder, event, _correct(event))
    anna = builders.player(ladder.club, "Anna").uid
    dana = builders.player(ladder.club, "Dana").uid
    moves = {move.uid: move for move in effect.moves}
    assert moves[anna].own == pytest.approx(-40.0)
    assert moves[anna].by != pytest.approx(-40.0)  # she then met Dana from another rating
    assert moves[dana].own == 0.0
    assert moves[dana].by != 0.0


@pytest.mark.django_db
def test_nothing_is_written(ladder):
    event = ladder.club.events.get(date="2026-01-13")
    before = oracle.stored(ladder)
    version = Club.objects.get(pk=ladder.club_id).history_version
    preview(ladder, event, _correct(event))
    preview(ladder, event, replace(current_content(event), deleted=True))
    assert oracle.stored(ladder) == before
    assert Club.objects.get(pk=ladder.club_id).history_version == version


@pytest.mark.django_db
def test_swapped_colours_move_nobody(ladder):
    event = ladder.club.events.get(date="2026-01-13")
    content = current_content(event)
    game = content.games[0]
    swapped = replace(game, white=game.black, black=game.white, result=Result.BLACK_WINS)
    effect = preview(ladder, event, replace(content, games=(swapped, *content.games[1:])))
    assert effect.moves == effect.later == ()


@pytest.mark.django_db
def test_a_new_event_with_somebody_new(ladder):
    content = current_content(ladder.club.events.get(date="2026-01-13"))
    lines = tuple(
        replace(line, confirmed="new:1") if line.number == 1 else line for line in content.entries
    )
    effect = preview(ladder, None, replace(content, sequence=2, entries=lines))
    new = next(move for move in effect.moves if move.uid == "new:1")
    assert (new.before, new.is_established) == (None, False)
    assert new.after > 1200


@pytest.mark.django_db
def test_deleting_says_who_leaves_the_ladder(ladder):
    event = ladder.club.events.get(date="2026-01-20")
    effect = preview(ladder, event, replace(current_content(event), deleted=True))
    filip = builders.player(ladder.club, "Filip").uid
    gone = next(move for move in effect.moves if move.uid == filip)
    assert (gone.after, gone.was_established) == (None, False)


@pytest.mark.django_db
def test_becoming_established_is_said(ladder):
    event = ladder.club.events.get(date="2026-01-27")
    content = current_content(event)
    more = tuple(replace(content.games[0], round=n) for n in range(2, 5))
    effect = preview(ladder, event, replace(content, games=(*content.games, *more)))
    assert any(move.is_established and not move.was_established for move in effect.moves)


@pytest.mark.django_db
def test_the_same_list_stays_with_the_revision(ladder):
    event = ladder.club.events.get(date="2026-01-13")
    said = preview(ladder, event, _correct(event))
    revision = revising.set_result(event, 1, Result.BLACK_WINS, GameKind.PLAYED, by=None)
    rebuild(ladder.pk)
    effect = Effect.objects.get(event=event, revision=revision.number)
    kept = effect.moves.values_list(
        "player__uid", "before", "after", "own", "was_established", "is_established"
    )
    assert sorted(kept) == sorted(map(astuple, said.moves))
    assert (effect.later, effect.together) == (list(said.later), 1)


@pytest.mark.django_db
def test_revisions_built_together_are_named_together(ladder):
    event = ladder.club.events.get(date="2026-01-13")
    for result in (Result.BLACK_WINS, Result.DRAW):
        revising.set_result(event, 1, result, GameKind.PLAYED, by=None)
    rebuild(ladder.pk)
    effects = Effect.objects.filter(event=event).order_by("revision")
    assert [(effect.revision, effect.together) for effect in effects] == [(2, 2), (3, 2)]


@pytest.mark.django_db
def test_publishing_the_newest_event_moves_nothing_that_stood(ladder):
    builders.make_event(ladder.club, "2026-02-03", ["Anna 1-0 Bob"])
    rebuild(ladder.pk)
    assert not Effect.objects.exists()


@pytest.mark.django_db
def test_publishing_into_the_past_names_the_later_events(ladder):
    event = builders.make_event(ladder.club, "2026-01-19", ["Anna 1-0 Bob"])
    rebuild(ladder.pk)
    effect = Effect.objects.get(event=event)
    assert effect.later == [ladder.club.events.get(date="2026-01-27").uid]
