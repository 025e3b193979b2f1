"""Tournament report files: TRF06, TRF16 and the individual lines of TRF26.

Reads 001 and the tournament section. Team lines (013, 3xx, 801, 802), the pairing rules of TRF26
(2xx) and the private lines of programs change no rating: they are read over and listed.
Does not do: teams, board numbers (the format has none), tie-breaks, ratings, norms.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from clubs.messages import Message, Problem, gettext_noop
from events.importers.base import (
    ImportedEvent,
    ImportedPlayer,
    ImportRefused,
    Report,
    Source,
    importer,
    points_text,
    refusal,
)
from events.importers.trf.consistency import Pairing
from events.importers.trf.cut import refuse_if_any
from events.importers.trf.lines import PLAYER, Line, check_columns, read_lines
from events.importers.trf.rounds import Cells, Scoring, read_cells, read_scoring, sum_of
from events.importers.trf.scrub import scrub
from events.importers.trf.sections import check_count, read_header, read_players

KEY: Final = "trf"

_NO_PLAYERS = gettext_noop(
    "There is no player line (001) in this file. Export the tournament again, with its players."
)
_NO_NAMES = gettext_noop("No player line (001) has a name. Export the tournament again.")
_FEWER_ROUNDS = gettext_noop("The file says %(stated)d rounds, but %(found)d have pairings.")
_POINTS_DIFFER = gettext_noop(
    "Player %(number)d: the file states %(stated)s points, the rounds give %(sum)s. The stated"
    " points are kept for the standings."
)
_POINTS_AHEAD = gettext_noop(
    "Player %(number)d: stated %(stated)s, rounds give %(sum)s + %(bye)s for round %(round)d, which"
    " is not paired yet."
)
_BYES_ONLY = gettext_noop("Round %(round)d has only byes: it is read as not paired yet.")
_SKIPPED = gettext_noop("Lines “%(tag)s” (%(count)d) were read over: %(meaning)s.")

# Tags whose content the product uses, or knows and has no use for (place, officials).
_KNOWN: Final = frozenset(
    (
        *(
            PLAYER,
            "012",
            "022",
            "032",
            "042",
            "052",
            "062",
            "072",
            "082",
            "092",
            "102",
            "112",
            "122",
        ),
        *("132", "142", "162", "192", "222", "XXR", "XXS", "BBW", "BBD", "BBL", "BBU", "BBZ"),
    )
)
_TEAMS: Final = re.compile("013|3[0-9]2|3[0-9]0|80[12]")
_MEANINGS: Final = (
    (_TEAMS, gettext_noop("team lines")),
    (re.compile("1[5-9]2|2[0-9][0-9]"), gettext_noop("rules of the pairing and the tie-breaks")),
    (re.compile("XX.|BB.|DAT"), gettext_noop("private lines of a pairing program")),
    (re.compile("(?!DDD)[A-Z]{3}"), gettext_noop("records of a national federation")),
)
_UNKNOWN_TAG: Final = gettext_noop("unknown")
_LOOKS_LIKE: Final = re.compile(r"(?:001|0[1-9]2)(?:[ \t]|$)", re.MULTILINE)


def looks_like_trf(source: Source) -> bool:
    """Whether some line starts with a tag of the tournament section or of a player."""
    head = source.text[:20_000].replace("\r", "\n")
    return bool(_LOOKS_LIKE.search(head))


@importer(KEY, gettext_noop("Tournament report file (TRF)"), looks_like_trf, scrub)
def read_trf(source: Source) -> ImportedEvent:
    """One event from a TRF, or ImportRefused."""
    warnings, problems = Report(), Report()
    lines = read_lines(source, warnings)
    player_lines = _player_lines(lines)
    check_columns(player_lines, source, warnings)
    header = read_header(lines, source, warnings)
    try:
        players = read_players(player_lines, source, problems, warnings)
    except ImportRefused:
        refuse_if_any(problems, lines, source, {})
        raise
    check_count(lines, len(players), warnings)
    board = {
        number: read_cells(line, number, source.limits, problems, warnings)
        for number, line in zip(players, player_lines, strict=True)
    }
    refuse_if_any(problems, lines, source, board)
    places = dict(zip(players, (line.number for line in player_lines), strict=True))
    games = Pairing(board, places, problems, warnings).games()
    refuse_if_any(problems, lines, source, board)
    rounds = max((len(cells) for cells in board.values()), default=0)
    held = _rounds_held(board, rounds)
    if header.rounds and header.rounds < rounds:
        warnings.add(_FEWER_ROUNDS, None, None, stated=header.rounds, found=rounds)
    for number in sorted({game.round for game in games if game.round > held}):
        warnings.add(_BYES_ONLY, None, None, round=number)
    _compare_points(players, board, held, read_scoring(lines), warnings)
    return ImportedEvent(
        format=KEY,
        encoding=source.encoding,
        name=header.name,
        start=header.days.start,
        end=header.days.end,
        date_question=header.days.question,
        rounds=rounds,
        planned_rounds=header.rounds,
        round_days=header.days.round_days,
        round_day_readings=header.days.round_day_readings,
        tempo=header.tempo,
        minutes=header.minutes,
        kind=header.kind,
        players=tuple(players.values()),
        games=games,
        warnings=warnings.problems(),
        skipped=_skipped(lines),
    )


def _player_lines(lines: Iterable[Line]) -> list[Line]:
    found = [line for line in lines if line.tag == PLAYER]
    if not found:
        raise refusal(_NO_PLAYERS)
    if not any(line.text[4:47].strip(" 0123456789") for line in found):
        raise refusal(_NO_NAMES, found[0].number, 15)
    return found


def _rounds_held(board: Mapping[int, Cells], rounds: int) -> int:
    """The last round in which somebody has an opponent; byes entered ahead do not make a round."""
    paired = (
        at
        for cells in board.values()
        for at, cell in enumerate(cells, 1)
        if cell is not None and cell.opponent
    )
    return max(paired, default=rounds)


def _compare_points(
    players: Mapping[int, ImportedPlayer],
    board: Mapping[int, Cells],
    held: int,
    scoring: Scoring,
    warnings: Report,
) -> None:
    """Tell where the points stated are not those of the rounds, or run ahead of them."""
    for number, player in players.items():
        if player.half_points is None:
            continue
        played, ahead = board[number][:held], board[number][held:]
        total, extra = sum_of(played, scoring), sum_of(ahead, scoring)
        stated = points_text(player.half_points)
        params = {"number": number, "stated": stated, "sum": _points(total)}
        if extra and player.half_points == total + extra:
            round_ = (
                held + 1 + next(at for at, cell in enumerate(ahead) if cell and scoring.of(cell))
            )
            params |= {"bye": _points(extra), "round": round_}
            warnings.add(_POINTS_AHEAD, player.line, 81, **params)
        elif player.half_points != total:
            params["sum"] = _points(total + extra)
            if player.half_points != total + extra:
                warnings.add(_POINTS_DIFFER, player.line, 81, **params)


def _points(half_points: Fraction) -> str:
    return points_text(int(half_points)) if half_points.denominator == 1 else str(half_points / 2)


def _skipped(lines: Iterable[Line]) -> tuple[Problem, ...]:
    """One entry for each tag that was read over, at its first line."""
    found: dict[str, tuple[int, int]] = {}
    for line in lines:
        if line.tag not in _KNOWN:
            first, count = found.get(line.tag, (line.number, 0))
            found[line.tag] = first, count + 1
    report = Report()
    for tag, (first, count) in found.items():
        meaning = next((text for tags, text in _MEANINGS if tags.fullmatch(tag)), _UNKNOWN_TAG)
        params = {"tag": tag, "count": count, "meaning": Message(meaning)}
        report.add(_SKIPPED, first, 1, **params)
    return report.problems()
