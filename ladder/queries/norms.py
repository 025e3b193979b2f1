"""Norms in events and the classes they lead to, for arbiters only: they rest on facts about people.

Everything is computed when a page asks for it; nothing is kept. What is known is what held on the
first day of an event. Where nobody has entered an OK, that of the club's own ladder by the Czech
list stands in, and pages say so; a number that another system has left there is none.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db import connection
from django.utils.translation import gettext as _

from clubs.days import today
from clubs.models import Club
from events.models import Game
from events.queries import EventHead, events_of_player, heads_by_id
from ladder import sources
from ladder.calculators.czech_classes import NORMS, Sex
from ladder.calculators.czech_norms import Norm
from ladder.calculators.event_norms import (
    CLASS_WORDS,
    Coefficient,
    Played,
    class_of,
    class_reached,
    coefficient_of,
    czech,
    is_higher,
    merits_of,
    no_czech_norms,
    no_title_norms,
    sex_of,
    titles,
)
from ladder.calculators.title_norms import NormResult
from ladder.models import Ladder
from ladder.queries.facts import facts_held
from ladder.rulebook import Rulebook, rulebook
from ladder.systems import Phase, Standing, encode, get
from ladder.systems.base import OF
from ladder.systems.facts import FACTS
from ladder.systems.lok import LokSettings
from ladder.systems.lok.lists import List
from ladder.systems.lok.values import ID, listed

# What norms and classes rest on.
RESTS_ON = (
    *("class", "sex", "title_norm", "foreigner", "national"),
    *("lok_standard", "lok_rapid", "fide_standard", "fide_rapid"),
)


class Asked(NamedTuple):
    """Which norms the club has to do with: its ladders ask for what they rest on."""

    czech: bool
    title: bool

    def __bool__(self) -> bool:
        return self.czech or self.title


@dataclass(frozen=True, slots=True)
class PlayerNorms:
    """One player in one event: the games really played, and the norms that they come to."""

    event: EventHead
    uid: str
    own: Coefficient
    games: Sequence[Played]
    czech: Sequence[Norm]
    titles: Sequence[NormResult]
    class_before: str | None  # recorded, or by the OK

    @property
    def new_class(self) -> str | None:
        """The highest class of which the norm was made that is above the one before."""
        made = [norm.name for norm in self.czech if norm.achieved]
        return next((name for name in NORMS if name in made and self.is_new(name)), None)

    def is_new(self, name: str) -> bool:
        """Whether a class is above the one that the player had."""
        return is_higher(name, self.class_before)


class ToReport(NamedTuple):
    """A norm to report: `norm` is III, IV, GM, IM, WGM or WIM."""

    event: EventHead
    uid: str
    norm: str
    found: PlayerNorms


class ClassNow(NamedTuple):
    """A performance class today, and what it rests on. `recorded` is the class that somebody
    entered, `standard` and `rapid` the higher of OK and FRL on each list (`unofficial`: the OK is
    that of the club's own ladder), `norm` what was found in the club's events."""

    name: str | None
    recorded: str | None
    standard: int | None
    rapid: int | None
    unofficial: bool
    title_norm: str | None
    norm: ToReport | None
    woman: bool
    sex_known: bool

    @property
    def words(self) -> str:
        """What the class is called; "" for none."""
        return _(CLASS_WORDS[self.name]) if self.name else ""

    @property
    def recorded_words(self) -> str:
        """What the recorded class is called; "" for none."""
        return _(CLASS_WORDS[self.recorded]) if self.recorded else ""


def norms_asked(club: Club) -> Asked:
    """Which norms pages of the club are about: by the facts that systems of its ladders always
    need. One query: the pages of all events and people ask."""
    with connection.cursor() as cursor:
        cursor.execute(_SYSTEMS, [club.pk])
        needs = {name for (system,) in cursor.fetchall() for name in get(system).needs}
    return Asked("class" in needs, "fide_standard" in needs)


# The newest row of a day holds, as in `ladder.rulebook`.
_SYSTEMS = """
    SELECT DISTINCT system FROM (
        SELECT DISTINCT ON (s.ladder_id, s.valid_from) s.system
        FROM ladder_laddersettings s JOIN ladder_ladder l ON l.id = s.ladder_id
        WHERE l.club_id = %s AND NOT l.hidden ORDER BY s.ladder_id, s.valid_from, s.id DESC
    ) newest WHERE system <> ''
"""


def event_norms(
    club: Club, events: Sequence[EventHead], only: str | None = None
) -> list[PlayerNorms]:
    """The norms of everybody with a game really played in these events, or of one person (uid);
    event by event as given, people by uid."""
    asked = norms_asked(club)
    games = _games(events)
    met = {event.id: _met(games[event.id]) for event in events}
    people = {uid for players in met.values() for uid in players}
    known = _Known(club, events, people)
    return [
        _player(event, uid, met[event.id][uid], known, asked)
        for event in events
        for uid in sorted(met[event.id])
        if uid and only in (None, uid)
    ]


def norms_to_report(club: Club, first: date, last: date) -> list[ToReport]:
    """The norms made in events that ended in a time, the first event first. A class is reported
    once: not if the player had it before, nor twice."""
    ids = club.events.filter(deleted=False, date__gte=first, date__lte=last).values_list("pk")
    heads = heads_by_id(club, [pk for (pk,) in ids])
    events = sorted(heads.values(), key=lambda head: (head.date, head.sequence, head.uid))
    return list(_reported(event_norms(club, events)))


def class_now(club: Club, player: int, uid: str) -> ClassNow:
    """The Czech performance class of a person by everything known today."""
    facts, computed = _Known(club, (), [uid]).on(uid, today(club))
    before, merits = class_reached(facts, computed), merits_of(facts, computed)
    norm = None
    if any(is_higher(name, before) for name in NORMS):
        norm = _best_norm(club, player, uid)
    return ClassNow(
        name=class_reached(facts, computed, norm.norm if norm else None),
        recorded=class_of(facts),
        standard=merits.standard,
        rapid=merits.rapid,
        unofficial="lok_standard" not in facts and computed in {merits.standard} - {None},
        title_norm=merits.title_norm,
        norm=norm,
        woman=merits.sex is Sex.WOMAN,
        sex_known=merits.sex is not None,
    )


def _best_norm(club: Club, player: int, uid: str) -> ToReport | None:
    heads = heads_by_id(club, [event for event, _day in events_of_player(club, player)])
    events = sorted(heads.values(), key=lambda head: (head.date, head.sequence, head.uid))
    made = [one for one in _reported(event_norms(club, events, uid)) if one.norm in NORMS]
    return min(made, key=lambda one: NORMS.index(one.norm), default=None)


def _reported(found: Iterable[PlayerNorms]) -> Iterator[ToReport]:
    had: dict[str, str] = {}
    for one in found:
        name = one.new_class
        if name and is_higher(name, had.get(one.uid)):
            had[one.uid] = name
            yield ToReport(one.event, one.uid, name, one)
        titles = [title.norm.value for title in one.titles if title.achieved]
        if titles:  # the highest stands first
            yield ToReport(one.event, one.uid, titles[0], one)


def _player(
    event: EventHead, uid: str, met: Sequence["_Met"], known: "_Known", asked: Asked
) -> PlayerNorms:
    def played(game: _Met) -> Played:
        facts, computed = known.on(game.opponent, event.start)
        coefficient = coefficient_of(facts, computed)
        fide = facts.get("fide_standard")
        return Played(game.round, game.opponent, game.half_points, coefficient, fide)

    facts, computed = known.on(uid, event.start)
    own, games = coefficient_of(facts, computed), [played(game) for game in met]
    gives_czech = asked.czech and not no_czech_norms(event.tempo, event.kind, event.minutes)
    gives_title = asked.title and not no_title_norms(event.tempo, event.kind)
    return PlayerNorms(
        event=event,
        uid=uid,
        own=own,
        games=games,
        czech=czech(own, games) if gives_czech else (),
        titles=titles(games, sex_of(facts)) if gives_title else (),
        class_before=class_reached(facts),
    )


# -- Reading ------------------------------------------------------------------------------------


class _Row(NamedTuple):
    round: int
    white: str  # uids, "" of somebody not known yet
    black: str
    half_points: int


class _Met(NamedTuple):
    round: int
    opponent: str
    half_points: int


def _games(events: Sequence[EventHead]) -> Mapping[int, list[_Row]]:
    """The games really played, by event, in the order of the rounds."""
    rows = Game.objects.filter(
        event__in=[event.id for event in events], rated__isnull=False, black__isnull=False
    ).order_by("round", "number")
    found: defaultdict[int, list[_Row]] = defaultdict(list)
    columns = ("event", "round", "white__player__uid", "black__player__uid", "rated")
    for event, number, white, black, half_points in rows.values_list(*columns):
        found[event].append(_Row(number, white or "", black or "", half_points or 0))
    return found


def _met(games: Iterable[_Row]) -> dict[str, list[_Met]]:
    met: defaultdict[str, list[_Met]] = defaultdict(list)
    for number, white, black, half_points in games:
        met[white].append(_Met(number, black, half_points))
        met[black].append(_Met(number, white, 2 - half_points))
    return met


class _Known:
    """What is known of people on the first days of events, and today."""

    def __init__(self, club: Club, events: Sequence[EventHead], people: Collection[str]) -> None:
        days = {event.start for event in events} | {today(club)}
        self._facts: defaultdict[str, list[tuple[date, str, Any]]] = defaultdict(list)
        rows = facts_held(club, [FACTS[name] for name in RESTS_ON], people)
        for (uid, name, day), value in sorted(rows.items(), key=lambda row: row[0][2]):
            self._facts[uid].append((day, name, value))
        self._computed = _computed(club, people, days)

    def on(self, uid: str, day: date) -> tuple[dict[str, Any], int | None]:
        """The facts that hold on a day, and the OK by the club's own ladder at its beginning."""
        facts = {name: value for since, name, value in self._facts.get(uid, ()) if since <= day}
        known = {name: value for name, value in facts.items() if value is not None}
        return known, self._computed.get((uid, day))


def _computed(
    club: Club, people: Collection[str], days: Collection[date]
) -> dict[tuple[str, date], int]:
    """OKs by the club's own standard ladder by the Czech list, where it has one: before the events
    of days, after a list that is issued on them."""
    found = _czech_ladder(club)
    if found is None:
        return {}
    ladder, book = found
    uids = sources.Uids()
    uids.load_uids(people)
    places = {encode(day, Phase.START, 1): day for day in days if _is_czech(book, day)}
    states = sources.states_before(
        ladder, uids, [(uid, place) for place in places for uid in people]
    )
    oks = {
        (uid, places[place]): listed(state)
        for (uid, place), state in states.items()
        if _is_own(state, book, place)
    }
    return {key: ok for key, ok in oks.items() if ok is not None}


def _is_own(state: Standing, book: Rulebook, place: int) -> bool:
    """Whether a number is an OK and not what another system of the ladder has left. One that
    nothing has marked was given to start with; on a ladder that had another system, maybe there."""
    of = (state.extra or {}).get(OF)
    if of is None:
        return all(rules.system.id == ID for rules in book.timeline.before(place))
    return bool(of == ID)


def _czech_ladder(club: Club) -> tuple[Ladder, Rulebook] | None:
    for ladder in Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk"):
        book = rulebook(ladder)
        if _is_czech(book, date.max):
            return ladder, book
    return None


def _is_czech(book: Rulebook, day: date) -> bool:
    rules = book.timeline.on(day)
    settings = rules.settings
    standard = isinstance(settings, LokSettings) and settings.which is List.STANDARD
    return rules.system.id == ID and standard
