"""A ladder of one rating system, from the beginning on or after another one: its settings change,
other systems come and go, what it wants to know of people becomes known, and the days of its lists
come.

The programs of `tests.ladder.machine.Rules` begin with club Elo and meet each other system now and
then; these meet theirs in every program.
"""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from events.revisions import Steps, Tempo
from ladder.models import LadderStep
from ladder.rulebook import Filters, rulebook
from ladder.services import change_rules, give_facts
from ladder.systems import choices, get
from tests.ladder import oracle
from tests.ladder.machine import DAYS, FIRST, LENGTHS, PAIRINGS, PEOPLE, PICK, Rules

SYSTEMS = [system for system, _ in choices()]
# What a ladder of each begins with, one of them in each program, and changes to.
SETTINGS = {
    "club_elo": [{}, {"k_junior": 30.0}],
    "dwz": [{}, {"first_games": 2}],
    "ecf": [{}, {"period": "year"}, {"period": "event"}],
    "elo_linear": [{}, {"cut": False}],
    "fide": [
        {}, {"start": 1500}, {"period": "event", "start": 1500},
        {"chapter": "rapid", "period": "event"}, {"rules": "2022-01"},
    ],
    "harkness": [{}, {"start": 0.0}],
    "ingo": [{}, {"weight": 0.25, "cut": "yes"}],
    "lok": [{}, {"list": "rapid"}],
    "uscf": [{}, {"dual": "yes", "match": "yes"}],
}  # fmt: skip
FACTS = {
    "birth": ["1990-05-31", "2009-02-01"],
    "sex": ["F"],
    "junior": ["yes", "no"],
    "foreigner": ["yes"],
    "class": ["III", "I"],
    "title_norm": ["IM"],
    "fide_2400": ["yes"],
    "fide_2300": ["yes", "no"],
}
ANY_RATING = [1450, 1900, 2150]


class OfSystem(Rules):
    """Everything of `Rules`, on a ladder of `system` with two events, while time passes. No event lies in the
    future: the clock begins after the last day on which one may end."""

    system: str

    def __init__(self) -> None:
        self.days = 0
        self.clock = [
            patch("django.utils.timezone.now", self.now),
            patch.object(oracle, "TODAY", self.now().date()),
        ]
        for one in self.clock:
            one.start()
        super().__init__()

    @initialize(data=st.data())
    def begins(self, data):
        """In a half of the programs another system comes before it."""
        self.have(data.draw(st.sampled_from(SYSTEMS)), data, FIRST)
        self.have(self.system, data, data.draw(st.sampled_from([FIRST, FIRST + timedelta(12)])))
        for line in range(2):
            self.start_at(line, FIRST, 1750.5)
            self.fact_it_wants(data, line + 2, FIRST)
            self.publish(
                day=data.draw(DAYS), length=data.draw(LENGTHS), pairings=data.draw(PAIRINGS),
                steps=data.draw(st.sampled_from(Steps)),
            )  # fmt: skip

    @rule(data=st.data(), day=DAYS)
    def other_settings(self, data, day):
        self.have(self.system, data, day)

    @rule(data=st.data(), line=st.integers(0, PEOPLE - 1), day=DAYS)
    def fact_it_wants(self, data, line, day):
        names = sorted(rulebook(self.ladder).needs)
        if names:
            name = data.draw(st.sampled_from(names))
            value = data.draw(st.sampled_from([*FACTS.get(name, ANY_RATING), None]))
            give_facts(self.players[line], {name: value}, by=self.by, valid_from=day)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, tempo=st.sampled_from(Tempo))
    def tempo(self, pick, tempo):
        self.change(self.event(pick), tempo=tempo)

    @rule(days=st.sampled_from([1, 31, 120, 200]))
    def time_passes(self, days):
        self.days += days
        oracle.TODAY = self.now().date()

    def have(self, system, data, day):
        parameters = data.draw(st.sampled_from(SETTINGS[system]))
        change_rules(
            self.ladder, by=self.by, system=system, parameters=parameters, valid_from=day,
            filters=Filters(),
        )  # fmt: skip

    def now(self):
        """Noon of the day."""
        day = FIRST + timedelta(days=61 + self.days)
        return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)

    def state(self):
        return super().state() + str(self.days)

    def computed_by_it(self):
        """How many events its system has a part in."""
        at = rulebook(self.ladder).timeline.at
        steps = LadderStep.objects.filter(ladder=self.ladder).exclude(event_id=None)
        places = steps.values_list("event_id", "place")
        return len({event for event, place in places if at(place).system is get(self.system)})

    def teardown(self):
        try:
            type(self).events_computed += self.computed_by_it()
            super().teardown()
        finally:
            for one in self.clock:
                one.stop()

    events_computed = 0
