"""How events and lists explain themselves, with the numbers of the computation."""

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

from clubs.messages import Message, gettext_noop
from ladder.systems.lok.contributions import CUT, Closed, Credit, Method
from ladder.systems.lok.event import Outside, Reading
from ladder.systems.lok.formulas import correction, percentage
from ladder.systems.lok.period import FIRST, Totals, Way
from ladder.systems.lok.waiting import Closing, Kept, totals_in
from ladder.systems.rounding import half_up
from ladder.systems.unrated import COUNTED

NO_OK: Final = Message(gettext_noop("the opponent has no OK"))
ZERO: Final = Message(gettext_noop("a player without an OK who scored nothing is left out"))
LEFT_OUT: Final = Message(gettext_noop("you won the event and would lose by it"))
ASKED: Final = Message(gettext_noop("you won the event and asked that it be left out"))
REFUSED: Final = Message(
    gettext_noop(
        "You asked that the event be left out. Only the winner, or who is equal on points with the "
        "winner, may ask for that: it is not left out."
    )
)
TOO_QUICK: Final = Message(gettext_noop("the players had too little time for this list"))
TEMPO: Final = Message(gettext_noop("the event was not of the tempo of this list"))
UNKNOWN: Final = Message(
    gettext_noop("of an event of another tempo the minutes must be known to enter a list")
)
NOT_SENT: Final = Message(gettext_noop("the arbiter lets this event enter no list"))
OUTSIDE = {
    Outside.TOO_QUICK: TOO_QUICK,
    Outside.TEMPO: TEMPO,
    Outside.UNKNOWN: UNKNOWN,
    Outside.NOT_SENT: NOT_SENT,
}

# The same as lines of their own.
_ZERO: Final = Message(gettext_noop("A player without an OK who scored nothing is left out."))
_ASKED: Final = Message(gettext_noop("You won the event and asked that it be left out."))
_OUTSIDE = {
    Outside.TOO_QUICK: Message(gettext_noop("The players had too little time for this list.")),
    Outside.TEMPO: Message(gettext_noop("The event was not of the tempo of this list.")),
    Outside.UNKNOWN: Message(
        gettext_noop("Of an event of another tempo the minutes must be known to enter a list.")
    ),
    Outside.NOT_SENT: Message(gettext_noop("The arbiter lets this event enter no list.")),
}

TOWARDS: Final = gettext_noop("%(games)s of %(needed)s games towards the first OK.")
ENOUGH: Final = gettext_noop(
    "%(games)s games towards the first OK; the next list gives one from %(needed)s on."
)
NOTHING: Final = Message(gettext_noop("No game of this event counts towards the list."))

# The same for all three: members are not told how old somebody is.
_MANY: Final = gettext_noop(
    "With that many games in a list (more than 40; of juniors below 2100 from 18 on, of the "
    "youngest below 1900 from 11 on) the OK is that of the performance:"
)
_WHY: Final = {
    Way.FIRST: gettext_noop("A first OK is that of the performance:"),
    Way.OVER_40: _MANY,
    Way.UNDER_14: _MANY,
    Way.UNDER_18: _MANY,
}


def number(value: Fraction) -> Decimal:
    """A number as a reader sees it: with at most two decimals, and no more than it has."""
    exactly = half_up(value, 2)
    return next(shorter for digits in range(3) if (shorter := half_up(exactly, digits)) == exactly)


def points(value: Fraction) -> Decimal:
    return Decimal(int(2 * value)) / 2


_OPPONENTS: Final = gettext_noop("The opponents' OKs together: %(total)s.")
_CUT: Final = gettext_noop(
    "An opponent more than 400 points weaker counts as %(least)s: together %(total)s."
)
_RA: Final = gettext_noop("(4) Ra = Rz - (N - 1) / (N * M) * sum = %(ra)s, with N = %(n)s players.")
_BY_RA: Final = gettext_noop(
    "The opponents together: %(games)s * (N * Ra - %(own)s) / (N - 1) = %(total)s."
)


# -- An event -----------------------------------------------------------------------------------


def of_event(uid: str, reading: Reading) -> tuple[Message, ...]:
    """How the credit of a player came about, line by line."""
    if reading.outside:
        return (_OUTSIDE[reading.outside],)
    own, credit = reading.oks[uid], reading.credits[uid]
    lines = [_start(own)]
    if uid in reading.left_out:
        return (*lines, _ASKED)
    if reading.lent is not None:
        words = gettext_noop("Nobody in this event has an OK yet: everybody counts as %(value)s.")
        lines.append(Message(words, {"value": reading.lent}))
    if reading.table is not None and reading.table.method is Method.RA:
        lines += _by_ra(own, credit, reading.table)
    elif credit.games:
        lines.append(Message(_OPPONENTS, {"total": number(credit.total)}))
    if credit.total_400 is not None and credit.total_400 != credit.total:
        least = (own or 0) - CUT
        lines.append(Message(_CUT, {"least": least, "total": number(credit.total_400)}))
    if credit.games and uid in reading.winners and own is not None:
        words = gettext_noop("You won the event: it is left out if you would lose by it.")
        lines.append(Message(words))
    if uid in reading.refused:
        lines.append(REFUSED)
    return tuple(lines)


def _start(own: int | None) -> Message:
    if own is None:
        words = gettext_noop("You start without an OK; games are collected until there are %(n)s.")
        return Message(words, {"n": FIRST})
    return Message(gettext_noop("You start with the OK %(ok)s."), {"ok": own})


def _by_ra(own: int | None, credit: Credit, table: Closed) -> list[Message]:
    assert table.average is not None and table.tournament is not None
    size = len(table.credits)
    lines = [
        Message(
            gettext_noop(
                "All play all, and not everybody has an OK. The OKs that there are have the "
                "average Rz = %(average)s, and the sum of D(P) is %(sum)s."
            ),
            {"average": number(table.average), "sum": table.corrections},
        ),
        Message(_RA, {"ra": number(table.tournament), "n": size}),
    ]
    if not credit.games:
        return [*lines, _ZERO]
    value = Fraction(own) if own is not None else credit.performance
    assert value is not None
    if own is None:
        percent = percentage(credit.points, credit.games)
        words = gettext_noop("(6) Rp = Ra + D(P) * (N - 1) / N = %(rp)s, with P = %(percent)s %%.")
        lines.append(Message(words, {"rp": number(value), "percent": percent}))
    params = {"games": credit.games, "own": number(value), "total": number(credit.total)}
    return [*lines, Message(_BY_RA, params)]


def counted(games: int) -> Message:
    return Message(COUNTED, {"games": games})


def towards(games: int) -> Message:
    words = TOWARDS if games < FIRST else ENOUGH
    return Message(words, {"games": games, "needed": FIRST})


# -- A list -------------------------------------------------------------------------------------


def of_list(done: Closing) -> tuple[Message, ...]:
    """How a list came to its number, line by line."""
    if done.dropped:
        return ()
    kept_events = [*done.pool, *done.taken]
    lines = [line for kept in kept_events for line in (_competition(kept, done), *_made_of(kept))]
    if not done.totals.games or done.outcome.way is Way.POOL:
        return tuple(lines)
    lines.append(_together(done.totals))
    if done.was is None and done.outcome.way is Way.FORMULA_3:
        words = gettext_noop(
            "You were not on this list yet: R0 is the OK that you start with, %(ok)s, from another "
            "list or by the class."
        )
        lines.append(Message(words, {"ok": done.start}))
    lines += _by_three(done) if done.outcome.way is Way.FORMULA_3 else _by_one(done)
    return tuple(lines)


def _sums(totals: Totals) -> dict[str, object]:
    return {
        "points": points(totals.points),
        "games": totals.games,
        "total": number(totals.total),
    }


def _competition(kept: Kept, done: Closing) -> Message:
    params = _sums(totals_in(kept)) | {"day": date.fromisoformat(kept["day"])}
    if kept["place"] in done.skipped:
        words = gettext_noop(
            "%(day)s: %(points)s of %(games)s, opponents %(total)s. You won it and would lose by "
            "it, so it is left out."
        )
    else:
        words = gettext_noop("%(day)s: %(points)s of %(games)s, opponents %(total)s.")
    return Message(words, params)


def _made_of(kept: Kept) -> list[Message]:
    """How the total of an event came about where it is not the sum of the opponents' OKs."""
    if "sum" not in kept:
        return []
    totals, before, own = totals_in(kept), Fraction(kept["sum"]), Fraction(kept["own"])
    lines = [Message(_OPPONENTS, {"total": number(before)})]
    if "ra" in kept:
        by_ra = {"games": totals.games, "own": number(own), "total": number(before)}
        ra = {"ra": number(Fraction(kept["ra"])), "n": kept["size"]}
        lines = [Message(_RA, ra), Message(_BY_RA, by_ra)]
    if totals.total != before:
        cut = {"least": number(own - CUT), "total": number(totals.total)}
        lines.append(Message(_CUT, cut))
    return lines


def _together(totals: Totals) -> Message:
    words = gettext_noop(
        "Together %(points)s of %(games)s, P = %(percent)s %%; opponents on average Rc = "
        "%(total)s / %(games)s = %(average)s."
    )
    more = {"percent": totals.percent, "average": number(totals.average)}
    return Message(words, _sums(totals) | more)


def _by_one(done: Closing) -> list[Message]:
    assert done.outcome.exact is not None
    totals = done.totals
    words = gettext_noop("(1) Rp = Rc + D(P) = %(average)s + %(correction)s = %(exact)s.")
    params = {
        "average": number(totals.average),
        "correction": _signed(correction(totals.percent)),
        "exact": number(done.outcome.exact),
    }
    return [Message(_WHY[done.outcome.way]), Message(words, params)]


def _by_three(done: Closing) -> list[Message]:
    outcome, totals = done.outcome, done.totals
    assert done.start is not None and outcome.expected is not None and outcome.exact is not None
    difference = done.start - totals.average
    percent = gettext_noop(
        "You are at R0 = %(ok)s, the difference to Rc is %(difference)s: by table II %(percent)s "
        "%% were expected."
    )
    expected = gettext_noop("(2) We = %(percent)s * %(games)s / 100 = %(expected)s points.")
    new = gettext_noop(
        "(3) Rn = R0 + K * (W - We) = %(ok)s + %(k)s * (%(score)s - %(expected)s) = %(exact)s."
    )
    params: dict[str, object] = {
        "ok": done.start,
        "difference": half_up(difference),
        "percent": outcome.expected_percent,
        "games": totals.games,
        "expected": number(outcome.expected),
        "k": outcome.k,
        "score": points(totals.points),
        "exact": number(outcome.exact),
    }
    return [Message(each, params) for each in (percent, expected, new)]


def _signed(value: int) -> str:
    return f"({value})" if value < 0 else str(value)


def sentence(done: Closing) -> Message:
    """What the list says, in one sentence."""
    outcome, totals = done.outcome, done.totals
    if done.dropped:
        words = gettext_noop(
            "You have just come on FIDE's list: this list leaves your OK as it is, and the games "
            "that waited are deleted."
        )
        return Message(words)
    if outcome.way is Way.NONE:
        return Message(gettext_noop("Nothing was left to count, so nothing changed."))
    if outcome.way is Way.POOL:
        return towards(totals.games)
    if outcome.removed:
        words = gettext_noop(
            "The OK would be below 1001: that is none, and 11 games are needed for a new one."
        )
        return Message(words)
    if outcome.expected is None:
        words = gettext_noop("You scored %(score)s of %(games)s; the OK is %(ok)s.")
    else:
        words = gettext_noop(
            "%(expected)s of %(games)s were expected; you scored %(score)s: the OK is %(ok)s."
        )
    params = {
        "expected": number(outcome.expected or Fraction(0)),
        "games": totals.games,
        "score": points(totals.points),
        "ok": outcome.ok,
    }
    return Message(words, params)
