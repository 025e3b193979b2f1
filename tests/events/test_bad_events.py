"""An event that cannot be is published by nobody, whichever way it came (I13).

Every way in ends in `publish`; here a good event gets one fault, anywhere in it.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club
from events.drafts import DraftEvent
from events.models import Event
from events.services.publishing import publish
from events.services.revising import Refused
from tests import builders

GAMES = ["Anna 1-0 Bob", "Cyril 1/2 Dana", "Anna 0-1 Cyril", "Bob 1-0 Dana", "Eva bye"]
DAY = date(2026, 3, 3)
Spoil = Callable[[DraftEvent, int], DraftEvent]


def game(draft: DraftEvent, at: int, **changes: object) -> DraftEvent:
    games = [one for one in draft.games if one.black]
    taken = games[at % len(games)]
    changed = replace(taken, **changes)  # type: ignore[arg-type]
    return replace(draft, games=tuple(changed if one is taken else one for one in draft.games))


def himself(draft: DraftEvent, at: int) -> DraftEvent:
    games = [one for one in draft.games if one.black]
    return game(draft, at, black=games[at % len(games)].white)


def twice(draft: DraftEvent, at: int) -> DraftEvent:
    games = [one for one in draft.games if one.black]
    return replace(draft, games=(*draft.games, games[at % len(games)]))


SPOILS: list[Spoil] = [
    himself,
    twice,
    lambda draft, at: game(draft, at, black=50 + at),
    lambda draft, at: game(draft, at, white=50 + at),
    lambda draft, at: game(draft, at, round=draft.rounds + 1 + at % 50 if draft.rounds else 900),
    lambda draft, at: replace(draft, date=builders.today() + timedelta(days=1 + at)),
    lambda draft, at: replace(draft, start=DAY + timedelta(days=1 + at)),
    lambda draft, at: replace(draft, date=date(1849, 1, 1), start=date(1849, 1, 1)),
    lambda draft, at: replace(draft, sequence=10_000 + at),
    lambda draft, at: replace(draft, name=" "),
    lambda draft, at: replace(draft, entries=(*draft.entries, draft.entries[at % 5])),
    lambda draft, at: replace(draft, entries=()),
]


@pytest.mark.django_db
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spoil=st.sampled_from(SPOILS), at=st.integers(0, 400))
def test_a_spoiled_event_is_refused_and_leaves_nothing(club: Club, spoil: Spoil, at: int) -> None:
    draft = builders.replace_days(builders.make_draft(club, GAMES), DAY, DAY)
    before = Event.objects.count(), club.players.count()
    with pytest.raises(Refused):
        publish(club, spoil(draft, at), by=None)
    assert (Event.objects.count(), club.players.count()) == before


@pytest.mark.django_db
def test_as_it_was_it_is_published(club: Club) -> None:
    """The control."""
    draft = builders.replace_days(builders.make_draft(club, GAMES), DAY, DAY)
    assert publish(club, draft, by=None).new_members == 5
