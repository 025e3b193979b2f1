"""The facts about people that the club's ladders need: which these are, what is known of whom.

For arbiters only. Readers are never shown a fact (docs/privacy.md).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.days import today
from clubs.models import Club
from events.queries.identities import identities
from ladder.models import Ladder
from ladder.preview import preview_fact
from ladder.queries.moves import Preview, shown
from ladder.queries.stamps import stamp
from ladder.rulebook import rulebook
from ladder.sources import BEGINNING, FactRow, PoisonEvent
from ladder.systems.facts import FACTS, Fact, Value
from players.identity import Identities, group
from players.models import PersonFact, Player

# Asked for by a system for classes and norms: no number depends on them.
FOR_CLASSES = frozenset({"sex", "title_norm"})


@dataclass(frozen=True, slots=True)
class Entered:
    """One entry about a person. `day` is None for "from the beginning", `value` None for one that
    says that the fact is known no longer. `holds`: nothing has replaced it since."""

    fact: Fact
    day: date | None
    value: Value | None
    by: str
    at: datetime
    why: str
    holds: bool

    @property
    def label(self) -> str:
        """What the fact is called."""
        return _(self.fact.label)

    @property
    def words(self) -> str:
        """The value in words."""
        return in_words(self.fact, self.value)


def in_words(fact: Fact, value: Value | None) -> str:
    """A value as arbiters read it; nothing for None."""
    if value is None:
        return ""
    text = str(value)
    if fact.choices:
        return _(label) if (label := dict(fact.choices).get(text)) else text
    if fact.name != "birth":
        return text
    try:
        return date_format(date.fromisoformat(text), "DATE_FORMAT")
    except ValueError:  # none that `systems.facts` has read
        return text


def facts_in_words(club: Club, uid: str) -> list[tuple[str, str]]:
    """(what a fact is called, what is known today of the person), for each that is needed."""
    facts = needed_facts(club)
    if not facts:
        return []
    known = facts_today(club, facts, [uid]).get(uid, {})
    return [(_(fact.label), in_words(fact, known.get(fact.name))) for fact in facts]


def needed_facts(club: Club) -> tuple[Fact, ...]:
    """What some ladder of the club, by any of its rules, uses; in the order of `systems.facts`."""
    needs = needed_names(club.pk)
    return tuple(fact for name, fact in FACTS.items() if name in needs)


def needed_names(club: int) -> frozenset[str]:
    """The names of what the ladders of a club (an id) need; those that nobody sees ask nobody."""
    return needed_of(Ladder.objects.filter(club=club, hidden=False))


def needed_of(ladders: Iterable[Ladder]) -> frozenset[str]:
    """The names of the facts that any of these ladders uses."""
    return frozenset(name for ladder in ladders for name in rulebook(ladder).needs)


def asks_for_lists(club: Club) -> bool:
    """Whether the rules of some ladder leave it to arbiters which list an event enters."""
    ladders = Ladder.objects.filter(club=club, hidden=False)
    return any(
        rules.system.chosen_lists for ladder in ladders for rules in rulebook(ladder).timeline.rules
    )


def entered_facts(club: Club, uid: str) -> list[Entered]:
    """Everything entered about the person and everybody merged into them, of facts that are needed;
    the newest first."""
    who = identities(club.pk)
    rows = _rows(club, needed_facts(club)).filter(player__uid__in=group(uid, who.now))
    found = list(rows.select_related("by", "player").order_by("pk"))
    holding = set(_holding(found, who).values())
    return [
        Entered(
            fact=FACTS[row.name],
            day=None if row.valid_from == BEGINNING else row.valid_from,
            value=row.value,
            by=row.by.email if row.by else "",
            at=row.at,
            why=row.why,
            holds=row in holding and row.value is not None,
        )
        for row in reversed(found)
    ]


def facts_held(
    club: Club, facts: Sequence[Fact], uids: Collection[str] | None = None
) -> dict[tuple[str, str, date], Value | None]:
    """By person, fact and day what holds from that very day; of everybody, or of these uids."""
    who = identities(club.pk)
    rows = _rows(club, facts)
    if uids is not None:
        rows = rows.filter(player__uid__in={one for uid in uids for one in group(uid, who.now)})
    found = _holding(rows.select_related("player").order_by("pk"), who)
    return {key: row.value for key, row in found.items()}


def facts_today(
    club: Club, facts: Sequence[Fact], uids: Collection[str] | None = None
) -> dict[str, dict[str, Value]]:
    """By person and fact what is known today; of everybody, or of these uids."""
    now, latest = today(club), dict[tuple[str, str], tuple[date, Value | None]]()
    for (uid, name, day), value in facts_held(club, facts, uids).items():
        if day <= now and (latest.get((uid, name), (day,))[0]) <= day:
            latest[uid, name] = (day, value)
    known: dict[str, dict[str, Value]] = {}
    for (uid, name), (_day, value) in latest.items():
        if value is not None:
            known.setdefault(uid, {})[name] = value
    return known


def facts_staying(club: Club, uid: str) -> list[str]:
    """What the facts are called that stay without a name when the person is erased, since ladders
    compute with them (`ladder.erased_facts`)."""
    needs = needed_of(Ladder.objects.filter(club=club)) - FOR_CLASSES
    uids = group(uid, identities(club.pk).now)
    rows = PersonFact.objects.filter(club=club, player__uid__in=uids, value__isnull=False)
    said = set(rows.values_list("name", flat=True)) & needs
    return [_(fact.label) for name, fact in FACTS.items() if name in said]


def _rows(club: Club, facts: Sequence[Fact]) -> QuerySet[PersonFact]:
    return PersonFact.objects.filter(club=club, name__in=[fact.name for fact in facts])


def _holding(
    rows: Iterable[PersonFact], who: Identities
) -> dict[tuple[str, str, date], PersonFact]:
    """The row that holds for each person, fact and day, as `ladder.sources.facts` has it."""
    newest: dict[tuple[str, str, date], PersonFact] = {}
    for row in rows:  # the oldest first
        newest[row.player.uid, row.name, row.valid_from] = row
    holding: dict[tuple[str, str, date], PersonFact] = {}
    for uid, name, day in sorted(newest, key=lambda key: (key[0] != who.person(key[0]), key[0])):
        holding.setdefault((who.person(uid), name, day), newest[uid, name, day])
    return holding


Facts = Mapping[Player, Mapping[str, Value]]


def new_ones(club: Club, facts: Facts, day: date | None) -> dict[Player, dict[str, Value]]:
    """Of these facts from a day on (None: from the beginning) those that do not hold yet."""
    names = {name for known in facts.values() for name in known}
    held = facts_held(club, [FACTS[name] for name in names], {player.uid for player in facts})
    found: dict[Player, dict[str, Value]] = {}
    for player, known in facts.items():
        for name, value in known.items():
            if held.get((player.uid, name, day or BEGINNING)) != value:
                found.setdefault(player, {})[name] = value
    return found


ByPerson = Mapping[int, Mapping[str, Value | None]]
"""Facts by the id of the person."""


def facts_preview(
    club: Club,
    facts: ByPerson,
    day: date | None,
    more: ByPerson | None = None,
    more_day: date | None = None,
) -> list[Preview] | None:
    """What each ladder would be with these facts of people from a day on (without one from the
    beginning), and with more from another. None when that cannot be said now: a ladder is being
    recomputed, or stopped."""
    rows = [*_as_rows(facts, day), *_as_rows(more or {}, more_day)]
    found = []
    for ladder in Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk"):
        needs = rulebook(ladder).needs
        mine = [row for row in rows if row.name in needs]
        if not mine:
            continue
        if stamp(club, ladder.slug).stale:
            return None
        try:
            found.append(shown(club, ladder.name, preview_fact(ladder, mine)))
        except PoisonEvent:
            return None
    return found


def _as_rows(facts: ByPerson, day: date | None) -> list[FactRow]:
    return [
        FactRow(day or BEGINNING, player, name, value)
        for player, known in facts.items()
        for name, value in known.items()
    ]
