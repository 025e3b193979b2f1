"""How explanations of US Chess ratings are worded, from the numbers that were computed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from clubs.messages import Message, Signed, gettext_noop
from ladder.systems.base import Change, ExplainedGame, Row
from ladder.systems.unrated import Meeting, Telling, explained, points_of, shown
from ladder.systems.uscf.event import Entrant, Rated, together
from ladder.systems.uscf.special import Past, approximated
from ladder.systems.uscf.standard import Standard, effective_games

STANDARD = gettext_noop(
    "%(expected)s of %(games)s points were expected; you scored %(score)s. The rating moves by "
    "%(change)s."
)
SPECIAL = gettext_noop(
    "You scored %(score)s of %(games)s. With the %(before)s games before, this is what would be "
    "expected of %(result)s; the rating moves by %(change)s."
)
FIRST = gettext_noop(
    "You scored %(score)s of %(games)s, which is what would be expected of %(result)s."
)
SOLVED = gettext_noop(
    "It is the rating R at which the expected points, for each game 1/2 + (R − opponent) / 800 and "
    "from 0 to 1, add up to the score; earlier games count as draws with the old rating."
)
UNRATED_MATCH = Message(
    gettext_noop(
        "a match is rated only when both players are established and at most 400 points apart"
    )
)
NOTHING = Message(gettext_noop("This match is not rated."))
# Without the number: it is 50 for each year of age, to the day.
INITIAL = Message(
    gettext_noop(
        "Without a rating, the player counts as 1300 before the event, or as the rule says by age "
        "where that is known."
    )
)
K_FACTOR = gettext_noop("K = 800 / (%(effective)s + %(games)s) = %(k)s")
K_DUAL = gettext_noop("K, smaller above 2200 for games rated twice: %(k)s")
GAMES = gettext_noop("The games together: K × (%(score)s − %(expected)s) = %(change)s")
BONUS = gettext_noop("Bonus, for a result far above what was expected: %(bonus)s")
BY_HAND = gettext_noop(
    "By hand, about: (%(before)s × %(rating)s + %(opponents)s + 400 × (%(wins)s − %(losses)s)) / "
    "%(all)s = %(approximately)s"
)
BY_HAND_FIRST = gettext_noop(
    "By hand, about: (%(opponents)s + 400 × (%(wins)s − %(losses)s)) / %(all)s = %(approximately)s"
)
ALL_WON = gettext_noop("All earlier games were won: they count as won against %(prior)s.")
ALL_LOST = gettext_noop("All earlier games were lost: they count as lost against %(prior)s.")
BOTH = gettext_noop(
    "The event began before the first rating: its result, %(first)s from %(games)s games, and the "
    "rating, %(now)s from %(now_games)s games, are taken together by games: %(new)s"
)
ESTIMATED = Message(
    gettext_noop(
        "In brackets, what an opponent counts as: the rating that steps 1 to 4 of the rule "
        "estimate from this event. Step 5, shown here, computes with it."
    )
)
LIMITED = gettext_noop("Cut by a floor or by the limit of a match: %(new)s")


class Told(NamedTuple):
    """What there is to tell. `rated` is None for a match that is not rated."""

    entrant: Entrant
    rated: Rated | None
    change: Change
    now: Row
    row: Row
    first: bool  # the player had no rating at the end of the event


def games_of(
    met: Sequence[Meeting],
    told: Told,
    before: Callable[[str], float],
    provisional: Callable[[str], bool],
) -> list[ExplainedGame]:
    """The player's games. `before` gives an opponent's rating before the event, 0 for none; what
    step 5 used for it stands beside it. A game moves something by itself only
    where the games are all there is to the change: no bonus, no floor."""
    rated = told.rated
    if rated is None:
        return [explained(one, None, reason=UNRATED_MATCH) for one in met]
    standard = rated.standard
    whole = standard is not None and math.fsum(rated.moves) == told.row.change
    expected: Sequence[float | None] = standard.expected if standard else [None] * len(met)
    moves: Sequence[float | None] = rated.moves if whole else [None] * len(met)
    games = [
        explained(one, rating, expected=each, moved=moved, provisional=provisional(one.opponent))
        for one, rating, each, moved in zip(met, rated.opponents, expected, moves, strict=True)
    ]
    return [
        replace(game, opponent_rating=before(game.opponent), counts_as=game.opponent_rating)
        for game in games
    ]


def telling_of(told: Told) -> Telling:
    """The sentence, and the arithmetic line by line."""
    if told.rated is None:
        return Telling(NOTHING)
    standard = told.rated.standard
    lines = _special_lines(told) if standard is None else _standard_lines(told, standard)
    if told.entrant.games == 0 and "first" in (told.change.extra or {}):
        lines.insert(0, INITIAL)
    lines += _at_the_end(told)
    numbers = {
        "score": _points(told.rated),
        "games": len(told.rated.scores),
        "before": told.entrant.games,
        "change": Signed(shown(told.row.change)),
    }
    if standard is None:
        numbers["result"] = shown(told.rated.rating)
        sentence = SPECIAL if told.entrant.games else FIRST
        return Telling(Message(sentence, numbers), lines, ESTIMATED)
    expected = math.fsum(standard.expected)
    numbers["expected"] = shown(expected, 2)
    return Telling(Message(STANDARD, numbers), lines, ESTIMATED, standard.k, expected)


def _points(rated: Rated) -> object:
    return points_of(int(sum(rated.scores) * 2))


def _standard_lines(told: Told, standard: Standard) -> list[Message]:
    assert told.rated is not None
    entrant, games = told.entrant, len(told.rated.scores)
    effective = effective_games(entrant.rating, entrant.games)
    k = {"effective": shown(effective), "games": games, "k": shown(standard.k)}
    plain = math.isclose(standard.k, 800.0 / (effective + games))
    lines = [Message(K_FACTOR if plain else K_DUAL, k)]
    together = {
        "score": _points(told.rated),
        "expected": shown(math.fsum(standard.expected), 2),
        "change": Signed(shown(math.fsum(told.rated.moves))),
    }
    lines.append(Message(GAMES, together))
    if standard.bonus:
        lines.append(Message(BONUS, {"bonus": shown(standard.bonus)}))
    return lines


def _special_lines(told: Told) -> list[Message]:
    """By hand, as members can follow it; the exact solution may differ a little."""
    assert told.rated is not None
    entrant, rated = told.entrant, told.rated
    lines = [Message(SOLVED)]
    if entrant.past is not Past.MIXED:
        won = entrant.past is Past.ALL_WON
        prior = entrant.rating - 400 if won else entrant.rating + 400
        lines.append(Message(ALL_WON if won else ALL_LOST, {"prior": shown(prior)}))
    elif all(abs(rated.rating - other) <= 400 for other in _all_in(entrant, rated)):
        wins, losses = rated.scores.count(1.0), rated.scores.count(0.0)
        about = approximated(entrant.rating, entrant.games, rated.opponents, wins, losses)
        numbers = {
            "opponents": shown(math.fsum(rated.opponents)),
            "wins": wins,
            "losses": losses,
            "all": entrant.games + len(rated.opponents),
            "approximately": shown(about),
        }
        if entrant.games:
            numbers |= {"before": entrant.games, "rating": shown(entrant.rating)}
        lines.append(Message(BY_HAND if entrant.games else BY_HAND_FIRST, numbers))
    return lines


def _all_in(entrant: Entrant, rated: Rated) -> Sequence[float]:
    """The ratings that the special formula is made of."""
    return (*rated.opponents, entrant.rating) if entrant.games else rated.opponents


def _at_the_end(told: Told) -> list[Message]:
    """What happened to the result where the event ended."""
    assert told.rated is not None
    first, lines = (told.change.extra or {}).get("first"), []
    uncut = told.now.rating + math.fsum(told.rated.moves)
    if told.rated.standard:
        uncut += told.rated.standard.bonus
    elif first is None:
        uncut = told.now.rating + told.change.change
    if first is not None:
        uncut = first
        if not told.first:
            uncut, line = _both(told, first)
            lines.append(line)
    if abs(uncut - told.row.rating) > 1e-5:
        lines.append(Message(LIMITED, {"new": shown(told.row.rating)}))
    return lines


def _both(told: Told, first: float) -> tuple[float, Message]:
    games = (told.now.extra or {}).get("games", 0)
    new = together(told.now.rating, games, first, told.change.counted)
    numbers = {
        "first": shown(first),
        "games": told.change.counted,
        "now": shown(told.now.rating),
        "now_games": games,
        "new": shown(new),
    }
    return new, Message(BOTH, numbers)
