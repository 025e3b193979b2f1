"""A club with a long history, written straight into the tables: what the measurements run on.

Events of 50 games between 20 of the members, two a day; one of five lasts a week or four. Names are
"Player 0001" and so on. The rows are what publishing would have written: the contents are turned
into JSON and into entries and games by the product's own functions, only the writing is in bulk.
"""

import datetime as dt
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from clubs import services
from clubs.models import Club, User, Visibility
from events.models import Entry, Event, EventRevision, Game
from events.results import GameKind, Result
from events.revisions import EntryContent, EventContent, GameContent
from events.services.people import new_players, typed_names
from events.services.projection import EVENT_COLUMNS, entry_rows, game_rows, people
from events.stored import to_json
from ladder.rebuild import rebuild
from players.models import Player, Status

SLUG = "bench"
PER_EVENT, ROUNDS = 20, 5
GAMES_PER_EVENT = PER_EVENT // 2 * ROUNDS
EVENTS_A_DAY = 2
LENGTHS = (0, 7, 0, 0, 0, 0, 28, 0, 0, 0)  # days between first and last, event by event
LAST_DAY = dt.date(2025, 12, 31)
RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)
CHUNK = 500


@dataclass(frozen=True)
class Size:
    """How much history: games (in events of 50) and members."""

    games: int
    members: int = 600

    @property
    def events(self) -> int:
        return max(1, self.games // GAMES_PER_EVENT)


def make_club(size: Size) -> Club:
    """The club with this much history and its ladder built; the database is empty before."""
    owner = User.objects.create_user("owner@example.org")
    club = services.create_club(by=owner, slug=SLUG, name="Bench", visibility=Visibility.LINK)
    texts = [f"Player {number:04}" for number in range(size.members)]
    names = typed_names(club, texts)
    players = new_players(club, [(names[text], Status.MEMBER) for text in texts])
    with transaction.atomic(), connection.cursor() as cursor:
        # Neither triggers nor foreign keys: what they guard is made right below, by counting.
        cursor.execute("SET LOCAL session_replication_role = replica")
        version = _write(club, season(size.events, players))
        Club.objects.filter(pk=club.pk).update(history_version=version)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
    rebuild(club.ladders.get().pk)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
    return club


def season(events: int, players: list[Player], seed: int = 1) -> Iterator[EventContent]:
    """The contents of so many events, in the order of their last days; the newest has one day."""
    chance = random.Random(seed)
    orders: Counter[dt.date] = Counter()
    for number in range(events):
        before = (events - 1 - number) // EVENTS_A_DAY
        last = LAST_DAY - dt.timedelta(days=before)
        length = 0 if number == events - 1 else LENGTHS[number % len(LENGTHS)]
        orders[last] += 1
        chosen = chance.sample(players, PER_EVENT)
        yield EventContent(
            name=f"Event {number + 1}",
            start=last - dt.timedelta(days=length),
            date=last,
            sequence=orders[last],
            rounds=ROUNDS,
            entries=tuple(
                EntryContent(line, player.name_id, confirmed=player.uid)
                for line, player in enumerate(chosen, 1)
            ),
            games=tuple(_games(chance)),
        )


def _games(chance: random.Random) -> Iterator[GameContent]:
    lines = list(range(1, PER_EVENT + 1))
    for number in range(1, ROUNDS + 1):
        chance.shuffle(lines)
        for board, (white, black) in enumerate(zip(lines[::2], lines[1::2], strict=True), 1):
            yield GameContent(
                number, white, black, chance.choice(RESULTS), GameKind.PLAYED, board=board
            )


def _write(club: Club, contents: Iterator[EventContent]) -> int:
    """All rows of the events, each published in a version of its own -> the last version."""
    who = people(club.pk)
    version, entry_id = club.history_version, 0
    while chunk := list(islice(contents, CHUNK)):
        events: list[models.Model] = []
        revisions: list[models.Model] = []
        entries: list[models.Model] = []
        games: list[models.Model] = []
        for content in chunk:
            version += 1
            event = Event(pk=version, club=club, version=version, projected=version)
            for name in EVENT_COLUMNS:
                setattr(event, name, getattr(content, name))
            events.append(event)
            revisions.append(
                EventRevision(
                    club=club, event=event, number=1, action="publish",
                    content=to_json(content), at=timezone.now(),
                )
            )  # fmt: skip
            ids = {}
            for number, row in entry_rows(event.uid, content, who).items():
                entry_id += 1
                ids[number] = entry_id
                entries.append(
                    Entry(pk=entry_id, club_id=club.pk, event_id=event.pk, number=number, **row)
                )
            games.extend(
                Game(club_id=club.pk, event_id=event.pk, number=number, **row)
                for number, row in game_rows(content, ids).items()
            )
        for rows in (events, revisions, entries, games):
            copy(rows)
    for model in (Event, Entry):
        _continue_ids(model)
    return version


def copy(rows: Iterable[models.Model]) -> None:
    """Write model instances by COPY; those without an id get the next ones."""
    rows = list(rows)
    model = type(rows[0])
    fields = [f for f in model._meta.local_concrete_fields if not f.primary_key or rows[0].pk]
    names = [field.attname for field in fields]
    with connection.cursor() as cursor, cursor.copy(_copy_into(model, fields)) as target:
        for row in rows:
            target.write_row([_plain(getattr(row, name)) for name in names])


def _copy_into(model: type[models.Model], fields: Iterable[Any]) -> str:
    columns = ", ".join(f'"{field.column}"' for field in fields)
    return f"COPY {model._meta.db_table} ({columns}) FROM STDIN"


def _plain(value: object) -> object:
    return Jsonb(value) if isinstance(value, dict) else value


def _continue_ids(model: type[models.Model]) -> None:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
        )
