"""A published event as arbiters see it: full names, and every game with its number."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from clubs.messages import Message, gettext_noop
from events.models import Entry, Event
from events.outcomes import points, score
from events.queries.identities import identities
from events.results import UNFINISHED, GameKind, Result, half_points, unrated_reason
from players.identity import Line
from players.models import Player
from players.queries import shown_name

_UNKNOWN = Message(gettext_noop("waits until it is known who played"))
_ON_THE_BOARD = gettext_noop("rated as played on the board, %(result)s")


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """A line of the players' list; `player` is the uid, `name` the name that person has now.

    Of somebody erased there is no uid, for there is no page.
    """

    number: int
    typed: str
    player: str
    name: str
    status: str
    erased: bool
    points: str
    stated_points: str
    place: int | None
    asked_out: bool


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A pairing with the reason why it is not rated, if it is not."""

    number: int
    board: int | None
    white: str
    black: str | None
    result: str
    why: Message | str | None
    counts: bool


@dataclass(frozen=True, slots=True)
class ShownEvent:
    entries: Sequence[ShownEntry]
    rounds: Sequence[tuple[int, Sequence[ShownGame]]]
    unknown: int
    finished: int  # the last round with a result
    rated: int
    unfinished: int


def shown(event: Event) -> ShownEvent:
    """Everything that the arbiters' page shows, in two queries; of a deleted event four."""
    sums: dict[int, int] = defaultdict(int)
    rows = list(
        event.games.order_by("round", "board", "number").values(
            "number", "round", "board", "white_id", "black_id", "result", "board_result", "kind",
            "unrated", "rated",
        )
    )  # fmt: skip
    for row in rows:
        white, black = half_points(Result(row["result"]))
        sums[row["white_id"]] += white
        if row["black_id"]:
            sums[row["black_id"]] += black
    finished = max((r["round"] for r in rows if r["kind"] not in UNFINISHED), default=0)
    entries, names, open_ids = _entries(event, sums, whole=finished >= event.rounds)
    games = [(row["round"], _game(row, names, open_ids)) for row in rows]
    rounds = [
        (number, [game for _, game in group])
        for number, group in groupby(games, key=lambda one: one[0])
    ]
    return ShownEvent(
        entries=entries,
        rounds=rounds,
        unknown=len(open_ids),
        finished=finished,
        rated=sum(game.counts for _, game in games) if event.counts else 0,
        unfinished=sum(row["kind"] in UNFINISHED for row in rows),
    )


def _entries(
    event: Event, sums: Mapping[int, int], *, whole: bool
) -> tuple[list[ShownEntry], dict[int, str], set[int]]:
    """`whole`: all rounds are there, so the places and points that a file states hold."""
    found, names, open_ids = [], {}, set()
    columns = ("typed_name", "player__name", "confirmed")
    rows = event.entries.select_related(*columns).order_by("number")
    people = _of_deleted(event, rows) if event.deleted else {}
    for row in rows:
        player = row.player or people.get(row.number)
        if player is None:
            open_ids.add(row.pk)
        names[row.pk] = shown_name(player.name.text if player else row.typed_name.text)
        erased = player is not None and player.erased is not None
        found.append(
            ShownEntry(
                number=row.number,
                typed=shown_name(row.typed_name.text),
                player=player.uid if player and not erased else "",
                name=names[row.pk] if player else "",
                status=player.status if player else "",
                erased=erased,
                points=points(sums[row.pk]),
                stated_points=points(row.half_points)
                if whole and row.half_points is not None
                else "",
                place=row.place if whole else None,
                asked_out=row.asked_out,
            )
        )
    if any(entry.place for entry in found):
        found.sort(key=lambda entry: (entry.place or 10_000, entry.number))
    return found, names, open_ids


def _of_deleted(event: Event, rows: Iterable[Entry]) -> dict[int, Player]:
    """Nobody plays at the lines of a deleted event: who would if it were restored, by number."""
    who = identities(event.club_id)
    uids = {
        row.number: who.at(Line(event.uid, row.number, row.confirmed.uid))
        for row in rows
        if row.confirmed
    }
    players = Player.objects.filter(club=event.club_id, uid__in=set(uids.values()))
    by_uid = {player.uid: player for player in players.select_related("name")}
    return {number: by_uid[uid] for number, uid in uids.items()}


def _game(row: Mapping[str, object], names: Mapping[int, str], open_ids: set[int]) -> ShownGame:
    result, board = Result(str(row["result"])), Result(str(row["board_result"]))
    kind = GameKind(str(row["kind"]))
    white, black = row["white_id"], row["black_id"]
    why: Message | str | None = unrated_reason(kind, result, board) or str(row["unrated"]) or None
    if why is None and {white, black} & open_ids:
        why = _UNKNOWN
    counts = why is None
    if counts and board not in (Result.NONE, result):
        why = Message(_ON_THE_BOARD, {"result": score(board)})
    return ShownGame(
        number=int(str(row["number"])),
        board=int(str(row["board"])) if row["board"] else None,
        white=names[int(str(white))],
        black=names[int(str(black))] if black else None,
        result=score(result, kind),
        why=why,
        counts=counts,
    )
