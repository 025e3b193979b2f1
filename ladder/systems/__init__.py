"""Rating systems: one module each, known by id. Adding one is a module here that registers its
class, its import below, and a page in docs/rules/."""

from ladder.systems import club_elo  # noqa: F401  (registers itself)
from ladder.systems.base import (
    BadSetting,
    Change,
    ExplainedGame,
    Explanation,
    Game,
    RatingSystem,
    Row,
    Settings,
    Standing,
    StartingRating,
    State,
    Step,
    choices,
    get,
    register,
)
from ladder.systems.places import Phase, Place, day_number, decode, encode, first_of_day
from ladder.systems.rounding import exact, half_away, half_up, stored
from ladder.systems.steps import RatedEvent, fact_step, steps_in_order, steps_of_event

__all__ = [
    "BadSetting",
    "Change",
    "ExplainedGame",
    "Explanation",
    "Game",
    "Phase",
    "Place",
    "RatedEvent",
    "RatingSystem",
    "Row",
    "Settings",
    "Standing",
    "StartingRating",
    "State",
    "Step",
    "choices",
    "day_number",
    "decode",
    "encode",
    "exact",
    "fact_step",
    "first_of_day",
    "get",
    "half_away",
    "half_up",
    "register",
    "steps_in_order",
    "steps_of_event",
    "stored",
]
