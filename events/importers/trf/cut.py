"""A file that stops too early, as half a download does: one sentence says so.

What such a file lacks looks like contradictions between the players' lines, and the advice for
those (correct one of the two lines) would be wrong.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from clubs.messages import Problem, gettext_noop
from events.importers.base import ImportRefused, Report, Source, refusal
from events.importers.encoding import split_lines
from events.importers.trf.lines import PLAYER, Line
from events.importers.trf.rounds import Cells

_CUT: Final = gettext_noop(
    "The file seems to end in the middle of line %(line)d: pairings name players or rounds that"
    " would stand there or below. Get the file whole, and bring it in again."
)
_ENDS_EARLY: Final = gettext_noop(
    "The file seems to end too early, after line %(line)d: pairings name players whose lines would"
    " stand below. Get the file whole, and bring it in again."
)


def refuse_if_any(
    problems: Report, lines: Sequence[Line], source: Source, board: Mapping[int, Cells]
) -> None:
    """Raise ImportRefused with the problems, or with the one behind them: the file is cut."""
    if not problems:
        return
    found, last = problems.problems(), lines[-1]
    missing = _missing(found, board)
    if last.tag != PLAYER and not PLAYER.startswith(last.text.strip()):
        raise ImportRefused(found)  # other lines follow the players: the end is there
    raw = split_lines(source.text)[last.number - 1]
    others = (len(line.text.rstrip()) for line in lines if line.tag == PLAYER and line != last)
    short = len(raw) < max(others, default=0)
    open_end = not source.text.endswith(("\n", "\r"))
    if short and (missing or (open_end and _about_its_end(found, last, board))):
        raise refusal(_CUT, last.number, len(raw) + 1, line=last.number)
    if missing:
        raise refusal(_ENDS_EARLY, last.number, line=last.number)
    if short and _about_its_end(found, last, board):  # cut, or the line of somebody is wrong
        cut = refusal(_CUT, last.number, len(raw) + 1, line=last.number)
        raise ImportRefused([*cut.problems, *found])
    raise ImportRefused(found)


def _missing(found: Sequence[Problem], board: Mapping[int, Cells]) -> bool:
    """Whether opponents are not in the list who would come right after its last number."""
    following = max(board, default=0) + 1
    return any(problem.message.params.get("opponent") == following for problem in found)


def _about_its_end(found: Sequence[Problem], last: Line, board: Mapping[int, Cells]) -> bool:
    """Whether a problem is about what the last line does not have, or is its last cell."""
    if last.tag != PLAYER:
        return False
    number = [*board][-1] if board else 0
    held = len(board.get(number, ()))
    for problem in found:
        params = problem.message.params
        if number in (params.get("number"), params.get("opponent")):
            round_ = params.get("round")
            if isinstance(round_, int) and round_ >= held:
                return True
        elif problem.line == last.number and "round" not in params:
            return True  # cut within the name or the number
    return False
