"""Keys and results of the steps of a ladder; the last result is the ladder's fingerprint.

    key    = SHA-256(previous key, system id, version, settings in force, content of the step)
    result = SHA-256(previous result, key, the rows it wrote)

The content is the step's place, where it is read, its games, its facts, what is known about people
and about the event, sorted. A row is the
uid, the rating as 8 bytes (a big-endian double), the counted games as 8 bytes. So a fingerprint
covers inputs and numbers, and no name, database id, revision number or time: the same history has
the same fingerprint in another installation.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from ladder.systems.base import (
    NOTHING_SAID,
    About,
    RatingSystem,
    Row,
    Settings,
    StartingRating,
    Step,
)


class Mark(NamedTuple):
    """How far a replay has come: key and result of the last step, 32 bytes each."""

    key: bytes
    result: bytes


NOTHING_YET = Mark(bytes(32), bytes(32))
"""The mark before the first step; its result is the fingerprint of an empty ladder."""


_POINTS = (" 0\n", " 1\n", " 2\n")  # of white, as a line of a key ends; written a million times


def stamp_of(system: RatingSystem[Any], settings: Settings) -> bytes:
    """What a key says of the rules: system, version and settings."""
    rules = {"system": system.id, "version": system.version, "settings": settings.as_dict()}
    return _canonical(rules)


def key_of(previous: bytes, stamp: bytes, step: Step) -> bytes:
    """The key of a step, from the key before it and the rules' stamp."""
    games = [f"{white} {black}{_POINTS[half]}" for white, black, half in step.games]
    games.sort()
    head = f"\n{step.place} {step.read_at} {len(games)}\n"
    content = head + "".join(games)
    if step.facts:
        content += _facts(step.facts)
    if step.known:
        content += f"known\n{_canonical(step.known).decode()}\n"
    if step.about is not NOTHING_SAID and step.about != NOTHING_SAID:
        content += f"about\n{_canonical(_said(step.about)).decode()}\n"
    if step.closes:
        content += "list\n"
    if step.leaves:
        content += "left\n"
    return sha256(previous + stamp + content.encode()).digest()


def result_of(previous: bytes, key: bytes, rows: Sequence[Row]) -> bytes:
    """The result of a step, from the result before it; `rows` are in uid order.

    Written by columns: all uids, then all ratings, then all games.
    """
    written = b""
    if rows:
        uids, ratings, games, _, _, extras = zip(*rows, strict=True)
        number = len(rows)
        written = "\n".join(uids).encode() + struct.pack(f">{number}d{number}q", *ratings, *games)
        if extras.count(None) < number:
            written += _canonical(extras)
    return sha256(previous + key + written).digest()


def _said(about: About) -> list[object]:
    """What is known about the event; requests, which came later to it, only where there are any."""
    *said, asked_out = about._replace(entries=sorted(about.entries))
    return [*said, *([sorted(asked_out)] if asked_out else ())]


def _facts(facts: Mapping[str, StartingRating]) -> str:
    """Ratings as the 16 hexadecimal digits of the double, so that no digit is lost or added."""
    lines = [
        f"{uid} {struct.pack('>d', rating).hex()} {'' if games is None else games}\n"
        for uid, (rating, games) in sorted(facts.items())
    ]
    return "facts\n" + "".join(lines)


def _canonical(value: object) -> bytes:
    """JSON with one spelling: sorted names, no blanks, ASCII, no NaN."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode()
