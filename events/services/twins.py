"""Is this event here already? Looked for among published events and open drafts of the club.

By typed names as soon as a draft exists, by players once the names are answered, and by players
once more inside the publishing transaction.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from clubs.models import Club
from events.drafts import Answer, DraftEvent
from events.models import Draft, Event, Game
from events.overlap import Overlap, Pairing, overlap, pairings
from events.queries.identities import merged
from events.revisions import EventContent, GameContent
from events.services.drafts import content_of
from players.names import name_key

NEAR = timedelta(days=45)


@dataclass(frozen=True, slots=True)
class Twin:
    """An event or a draft with mostly the same pairings."""

    uid: str
    name: str
    day: date | None
    draft: bool
    shared: Overlap


def twins_of_draft(club: Club, draft: DraftEvent, own: Draft | None = None) -> list[Twin]:
    """Published events and other open drafts that look like this draft."""
    event = own.event_id if own else None
    names = {entry.number: name_key(entry.name) for entry in draft.entries}
    typed = _of(draft.games, names)
    found = _published(club, typed, draft.start, draft.date, event, "typed_name__key")
    answered = {
        entry.number: entry.player for entry in draft.entries if entry.answer is Answer.MEMBER
    }
    by_player = _published(
        club, _of(draft.games, answered), draft.start, draft.date, event, "player__uid"
    )
    known = {twin.uid for twin in found}
    found += [twin for twin in by_player if twin.uid not in known]
    return found + _drafts(club, typed, (draft.start, draft.date), own)


def twins_of_content(club: Club, content: EventContent, event: Event | None) -> list[Twin]:
    """Published events with mostly the same pairings of the same players."""
    now = merged(club)
    players = {e.number: now.get(e.confirmed, e.confirmed) for e in content.entries}
    wanted = _of(content.games, players)
    return _published(
        club, wanted, content.start, content.date, event.pk if event else None, "player__uid"
    )


def _of(games: Iterable[GameContent], names: Mapping[int, str]) -> dict[Pairing, str]:
    return pairings(
        (game.round, names.get(game.white, ""), names.get(game.black, ""), game.result)
        for game in games
        if game.black is not None
    )


def _published(
    club: Club,
    wanted: Mapping[Pairing, str],
    start: date | None,
    end: date | None,
    own: int | None,
    key: str,
) -> list[Twin]:
    rows = Game.objects.filter(event__club=club, event__deleted=False, black__isnull=False)
    if own is not None:
        rows = rows.exclude(event=own)
    if start and end:
        rows = rows.filter(event__date__gte=start - NEAR, event__start__lte=end + NEAR)
    games: defaultdict[int, list[tuple[int, str, str, str]]] = defaultdict(list)
    days = {}
    columns = ("event__start", "event__date", "round", f"white__{key}", f"black__{key}", "result")
    for event, first, last, number, white, black, result in rows.values_list("event_id", *columns):
        games[event].append((number, white or "", black or "", result))
        days[event] = first, last
    shared = {
        event: found
        for event, played in games.items()
        if (found := overlap(wanted, pairings(played), one_day=_meet((start, end), days[event])))
    }
    events = Event.objects.filter(pk__in=shared).order_by("date", "sequence")
    return [Twin(e.uid, e.name, e.date, draft=False, shared=shared[e.pk]) for e in events]


Days = tuple[date | None, date | None]


def _meet(one: Days, other: Days) -> bool:
    """Whether two events, each from one day to another, have a day in common."""
    (start, end), (its_start, its_end) = one, other
    return bool(start and end and its_start and its_end and start <= its_end and its_start <= end)


def _drafts(club: Club, wanted: Mapping[Pairing, str], days: Days, own: Draft | None) -> list[Twin]:
    found = []
    others = club.drafts.exclude(pk=own.pk) if own else club.drafts.all()
    for draft in others.order_by("-changed")[:50]:
        content = content_of(draft)
        names = {entry.number: name_key(entry.name) for entry in content.entries}
        one_day = _meet(days, (content.start, content.date))
        if shared := overlap(wanted, _of(content.games, names), one_day=one_day):
            found.append(Twin(draft.uid, content.name, content.date, draft=True, shared=shared))
    return found
