"""What the tests of the FIDE system share: histories, and who stands where in the end."""

import datetime as dt
from pathlib import Path

from hypothesis import strategies as st

from ladder.replay import Timeline
from ladder.systems import RatedEvent, Row, get
from ladder.systems.fide import FideSettings
from tests.core.histories import UIDS, days
from tests.core.system_laws import (
    played,
)

FIDE = get("fide")
TABLE = Path(__file__).parents[2] / "ladder/tables/fide_8_1_2_d_to_pd.csv"
MONTH = Timeline.of("fide")
EVENT = Timeline.of("fide", FideSettings(period="event"))
LONG_AGO = dt.date(2020, 1, 1)
BACK_THEN = [(LONG_AGO, uid, (1800.0, 100)) for uid in "bcdefg"]

timelines = st.builds(
    lambda rules, chapter, period, start: Timeline.of(
        "fide", FideSettings(rules, chapter, period, start)
    ),
    st.sampled_from(("auto", "2022-01", "2024-03", "2025-10")),
    st.sampled_from(("standard", "rapid")),
    st.sampled_from(("month", "event")),
    st.sampled_from((0, 0, 1500)),
)
starts = st.lists(
    st.tuples(
        days,
        st.sampled_from(UIDS),
        st.tuples(
            st.sampled_from((900.0, 1401.0, 1733.25, 2395.0, 2655.0)),
            st.sampled_from((None, 0, 28, 30)),
        ),
    ),
    max_size=7,
)
known = st.lists(
    st.tuples(
        days,
        st.sampled_from(UIDS),
        st.sampled_from(
            (
                {"birth": "2010-05-31"},
                {"birth": None},
                {"fide_standard": 1650},
                {"fide_standard": 1200, "fide_rapid": 2350},
                {"fide_2400": "yes"},
            )
        ),
    ),
    max_size=5,
)


def evening(day: dt.date, *games: tuple[str, str, int]) -> RatedEvent:
    return RatedEvent(day, day, 1, games)


def standing(timeline: Timeline, events, given_=BACK_THEN, facts=()) -> dict[str, Row]:
    return {row.uid: row for done in played(timeline, events, given_, facts) for row in done.rows}


NEWCOMER = evening(
    dt.date(2026, 3, 3), ("a", "b", 2), ("c", "a", 1), ("a", "d", 0), ("a", "e", 1), ("f", "a", 1)
)
