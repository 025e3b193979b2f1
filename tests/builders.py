"""Handmade builders. They go through the services, as the product does; names are stand-ins.

make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1/2 Dana", "Eva bye"])
"""

import base64
import hmac
import itertools
import re
import struct
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from clubs import services
from clubs.models import Club, User, Visibility
from events.drafts import Answer, DraftEntry, DraftEvent
from events.models import Event
from events.results import GameKind, Result, bye_result
from events.revisions import GameContent
from events.services.people import new_players, typed_names
from events.services.publishing import publish
from ladder.models import Ladder
from ladder.rebuild import rebuild as rebuild_ladder
from ladder.services import give_starting_rating
from players.models import Player, Status

PASSWORD = "correct horse battery"

_numbers = itertools.count(1)

# What may stand between two names, and what it means.
RESULTS: dict[str, tuple[Result, GameKind]] = {
    "1-0": (Result.WHITE_WINS, GameKind.PLAYED),
    "0-1": (Result.BLACK_WINS, GameKind.PLAYED),
    "1/2": (Result.DRAW, GameKind.PLAYED),
    "+/-": (Result.WHITE_WINS, GameKind.FORFEIT),
    "-/+": (Result.BLACK_WINS, GameKind.FORFEIT),
    "-/-": (Result.BOTH_LOSE, GameKind.FORFEIT),
    "...": (Result.NONE, GameKind.OPEN),
    "adj": (Result.NONE, GameKind.ADJOURNED),
}
BYES = {"bye": GameKind.PAIRING_BYE, "half-bye": GameKind.HALF_BYE, "zero-bye": GameKind.ZERO_BYE}
_GAME = re.compile(r"(.+?) ({}) (.+)".format("|".join(map(re.escape, RESULTS))))
_BYE = re.compile(r"(.+) ({})".format("|".join(BYES)))


def make_user(email: str = "", *, confirmed: bool = True, is_staff: bool = False) -> User:
    """Somebody who can log in with PASSWORD."""
    email = email or f"person{next(_numbers)}@example.org"
    user = User.objects.create_user(email, PASSWORD, is_staff=is_staff)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=confirmed)
    return user


def make_second_factor(user: User) -> str:
    """An authenticator app for the account -> its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def totp_code(secret: str) -> str:
    """What the authenticator app shows now (RFC 6238: SHA-1, 30 seconds, 6 digits)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    (number,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06}"


def make_club(owner: User | None = None, slug: str = "", **choices: Any) -> Club:
    """A club as the product makes it: with its owner, its first ladder; open by link by default."""
    slug = slug or f"club-{next(_numbers)}"
    choices = {"visibility": Visibility.LINK, "name": f"Club {slug}", **choices}
    return services.create_club(by=owner or make_user(), slug=slug, **choices)


def make_link(club: Club, name: str = "") -> str:
    """Where a member gets in: the path of a fresh link, /m/<token>/."""
    _, token = services.create_link(club, by=None, name=name)
    return f"/m/{token}/"


def make_player(club: Club, name: str, **fields: Any) -> Player:
    """A person of the club, a member unless `status` says otherwise."""
    status = Status(fields.pop("status", Status.MEMBER))
    (player,) = new_players(club, [(typed_names(club, [name])[name], status)])
    if fields:
        Player.objects.filter(pk=player.pk).update(**fields)
        player.refresh_from_db()
    return player


def today() -> date:
    """The day where the clubs of tests are: it begins before that of a machine that runs by UTC."""
    return datetime.now(ZoneInfo(Club._meta.get_field("time_zone").default)).date()


def make_rated(ladder: Ladder, ratings: Mapping[str, float]) -> list[Player]:
    """Players who enter a ladder with a rating of thirty games each."""
    people = [make_player(ladder.club, name) for name in ratings]
    for person, rating in zip(people, ratings.values(), strict=True):
        give_starting_rating(ladder, person, rating, games=30, by=None, why="list")
    return people


def player(club: Club, name: str) -> Player:
    """The one person of the club who is called exactly so."""
    return club.players.get(name__text=name)


def make_event(
    club: Club,
    day: str,
    games: Sequence[str],
    *,
    start: str = "",
    sequence: int | None = None,
    guests: Sequence[str] = (),
    unknown: Sequence[str] = (),
    by: User | None = None,
    **fields: Any,
) -> Event:
    """Publish an event. `games` are "White result Black" (RESULTS) or "Name bye" (BYES).

    A game is in the first round after the last one of both players. A name is the member who is
    called exactly so, else a new one; those in `guests` are new guests, those in `unknown` are
    "not known yet". Other fields are those of `events.drafts.DraftEvent`.
    """
    last = date.fromisoformat(day)
    draft = make_draft(club, games, guests=guests, unknown=unknown, **fields)
    draft = replace_days(draft, date.fromisoformat(start) if start else last, last, sequence)
    return publish(club, draft, by=by).event


def make_draft(
    club: Club,
    games: Sequence[str],
    *,
    guests: Sequence[str] = (),
    unknown: Sequence[str] = (),
    **fields: Any,
) -> DraftEvent:
    """The draft that `make_event` publishes, without its days."""
    lines = [_read(line) for line in games]
    names = list(
        dict.fromkeys(name for white, _, black in lines for name in (white, black) if name)
    )
    known = dict(club.players.filter(erased=None).values_list("name__text", "uid"))
    entries = []
    for number, name in enumerate(names, 1):
        uid = known.get(name, "")
        answer = Answer.MEMBER if uid else Answer.NEW
        if name in unknown:
            uid, answer = "", Answer.UNKNOWN
        elif name in guests and not uid:
            answer = Answer.GUEST
        entries.append(DraftEntry(number, name, answer=answer, player=uid))
    numbers = {entry.name: entry.number for entry in entries}
    fields = {"name": f"Event {next(_numbers)}", **fields}
    return DraftEvent(entries=tuple(entries), games=_in_rounds(lines, numbers), **fields)


def replace_days(
    draft: DraftEvent, start: date, last: date, sequence: int | None = None
) -> DraftEvent:
    """The draft on these days."""
    return replace(draft, start=start, date=last, sequence=sequence)


def rebuild(club: Club) -> Ladder:
    """Bring the club's first ladder up to date now; the ladder as it is then."""
    for pk in club.ladders.values_list("pk", flat=True):
        rebuild_ladder(pk)
    return Ladder.objects.filter(club=club).order_by("position", "pk")[0]


def _read(line: str) -> tuple[str, str, str]:
    if game := _GAME.fullmatch(line):
        white, result, black = game.groups()
        return white, result, black
    if bye := _BYE.fullmatch(line):
        return bye.group(1), bye.group(2), ""
    raise ValueError(f"not a game: {line!r}")


def _in_rounds(
    lines: Sequence[tuple[str, str, str]], numbers: dict[str, int]
) -> tuple[GameContent, ...]:
    busy: dict[str, int] = {}
    games = []
    for white, result, black in lines:
        number = 1 + max(busy.get(white, 0), busy.get(black, 0) if black else 0)
        busy[white] = number
        if black:
            busy[black] = number
            score, kind = RESULTS[result]
        else:
            kind = BYES[result]
            score = bye_result(kind)
        opponent = numbers[black] if black else None
        games.append(GameContent(number, numbers[white], opponent, result=score, kind=kind))
    return tuple(games)
