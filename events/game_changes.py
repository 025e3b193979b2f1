"""What differs in the games of two versions of an event, in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from clubs.messages import Message, gettext_noop
from events.edits import mirrored
from events.outcomes import outcome, score
from events.results import Result
from events.traced import Facts, Line, Pairing, Traced

_RESULT = gettext_noop("Round %(round)s, %(white)s – %(black)s: %(old)s becomes %(new)s.")
_IN = gettext_noop("Round %(round)s, %(white)s – %(black)s: added.")
_OUT = gettext_noop("Round %(round)s, %(white)s – %(black)s: taken out.")
_ROUND_IN = gettext_noop("Round %(round)s is added; games: %(count)s.")
_NOBODY = gettext_noop("no opponent")
_GAME = gettext_noop("Round %(round)s, %(white)s – %(black)s")
_SWAPPED = gettext_noop("%(game)s: the colours are swapped.")
_COLOURS: Final = {
    True: gettext_noop("%(game)s: it is known now who had White."),
    False: gettext_noop("%(game)s: who had White is not known."),
}
_AWARDED = gettext_noop("%(game)s: rated as played on the board, %(result)s.")
_AS_IT_STANDS = gettext_noop("%(game)s: rated by its result in the standings again.")
_BOARD = gettext_noop("%(game)s: board %(old)s becomes board %(new)s.")
_BOARD_IN = gettext_noop("%(game)s: played on board %(new)s.")
_BOARD_OUT = gettext_noop("%(game)s: without a board number.")
_DAY = gettext_noop("%(game)s: played on %(day)s.")
_DAY_OUT = gettext_noop("%(game)s: played on the day of its round.")
_UNRATED = gettext_noop("%(game)s: no longer rated (%(reason)s).")
_OTHER_REASON = gettext_noop("%(game)s: not rated for another reason (%(reason)s).")
_RATED = gettext_noop("%(game)s: rated again.")

Names = Mapping[Line, str]


def game_changes(old: Traced, new: Traced, names: Names) -> Iterator[Message]:
    """Sentences in the order of rounds; a whole new round is one of them."""
    fresh = _rounds(new) - _rounds(old)
    for number in sorted(fresh):
        count = sum(pairing[0] == number for pairing in new.games)
        yield Message(_ROUND_IN, {"round": number, "count": count})
    for pairing in sorted(old.games.keys() | new.games.keys()):
        was, now = old.games.get(pairing), new.games.get(pairing)
        if was is None or now is None:
            if pairing[0] not in fresh:
                yield Message(_IN if now else _OUT, _who(pairing, now or was or {}, names))
        elif was != now:
            yield from _of_game(
                was, now, _who(pairing, now, names), now["colours"][0] != pairing[1]
            )


def _rounds(traced: Traced) -> set[int]:
    return {pairing[0] for pairing in traced.games}


def _who(pairing: Pairing, facts: Facts, names: Names) -> dict[str, object]:
    white, _ = facts["colours"]
    black = [line for line in pairing[1:] if line != white]
    return {
        "round": pairing[0],
        "white": names[white],
        "black": names[black[0]] if black else Message(_NOBODY),
    }


def _of_game(was: Facts, now: Facts, who: dict[str, object], turned: bool) -> Iterator[Message]:
    """`turned`: results are told as Black sees them."""

    def seen(result: Result) -> Result:
        return mirrored(result) if turned else result

    (old, old_kind, old_board), (new, new_kind, board) = was["result"], now["result"]
    if (old, old_kind) != (new, new_kind):
        shown = {"old": outcome(seen(old), old_kind), "new": outcome(seen(new), new_kind)}
        yield Message(_RESULT, who | shown)
    about: dict[str, Any] = {"game": Message(_GAME, who)}
    if old_board != board:
        differs = board not in (Result.NONE, new)
        template = _AWARDED if differs else _AS_IT_STANDS
        yield Message(template, about | {"result": score(seen(board))} if differs else about)
    yield from _of_colours(was, now, about)
    yield from _of_board(was["board"], now["board"], about)
    if was["day"] != now["day"]:
        yield Message(_DAY, about | {"day": now["day"]}) if now["day"] else Message(_DAY_OUT, about)
    if was["unrated"] != now["unrated"]:
        template = _OTHER_REASON if was["unrated"] else _UNRATED
        reason = about | {"reason": now["unrated"]}
        yield Message(template, reason) if now["unrated"] else Message(_RATED, about)


def _of_colours(was: Facts, now: Facts, about: dict[str, Any]) -> Iterator[Message]:
    (old_white, was_known), (white, known) = was["colours"], now["colours"]
    if old_white != white:
        yield Message(_SWAPPED, about)
    if was_known != known:
        yield Message(_COLOURS[known], about)


def _of_board(old: int | None, new: int | None, about: dict[str, Any]) -> Iterator[Message]:
    if old == new:
        return
    if new is None:
        yield Message(_BOARD_OUT, about)
    else:
        yield Message(_BOARD if old else _BOARD_IN, about | {"old": old, "new": new})
