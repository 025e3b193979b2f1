"""How each rating system computes, in a few sentences for members. Pure.

The whole rules, with worked examples, are in docs/rules/.
"""

from collections.abc import Mapping
from typing import Final

from clubs.messages import gettext_noop

HOW: Final[Mapping[str, str]] = {
    "club_elo": gettext_noop(
        "For each game the ladder expects a score from the difference of the two ratings: against "
        "an equal opponent one half, against somebody 400 points weaker ten of eleven. What was "
        "scored above or below that is multiplied by K and added to the rating. A game with a "
        "provisional opponent counts for the opponent only."
    ),
    "fide": gettext_noop(
        "As in club Elo, with the table of FIDE for the expected score, its K of 40, 20 or 10 and "
        "its limits for large differences. Ratings change with the list of the first day of a "
        "month, or after each event; a first rating needs five games against rated opponents."
    ),
    "elo_linear": gettext_noop(
        "Elo's own shortcut for working by hand: the expected score falls in a straight line with "
        "the difference of the ratings. What was scored above or below it is multiplied by K."
    ),
    "uscf": gettext_noop(
        "Each player's K comes from the number of games and from the rating: the fewer games, the "
        "larger it is. A very good event earns a bonus. Ratings with few games are computed by a "
        "formula of their own; no rating falls below a floor."
    ),
    "ecf": gettext_noop(
        "Each game gives points: the opponent's grade, 50 more for a win and 50 less for a loss, "
        "where nobody counts as more than 40 points away. The grade is the mean of the points of a "
        "cycle, filled up to 30 games with earlier ones."
    ),
    "harkness": gettext_noop(
        "The new rating is the mean rating of the opponents, with 10 points more or less for each "
        "per cent above or below one half. It takes the place of the old one: only the last event "
        "counts."
    ),
    "ingo": gettext_noop(
        "The lower the number, the better. The performance of an event is the mean number of the "
        "opponents, less one point for each per cent above one half. It takes the place of the old "
        "number, or is mixed with it by a weight."
    ),
    "dwz": gettext_noop(
        "As in club Elo, but how far a rating moves depends on the rating, the age and on how many "
        "events stand behind it. A first rating needs several games against rated opponents."
    ),
    "lok": gettext_noop(
        "The list of the Czech federation: games wait for the list that they enter. From all of "
        "them together the list computes a new number, by the tables of the federation's code."
    ),
}
