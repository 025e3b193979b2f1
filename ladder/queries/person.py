"""Everything that is stored about one person, as plain data: what they may ask for.

Other people stand in it by initials only, whatever the club shows. Reasons are given as arbiters
wrote them. Left out are drafts and files, which are no history and go after 30 days.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubs.models import AuditEntry, Club
from clubs.templatetags.words import say
from events.models import Entry, Event, IdentityDecision
from events.queries import UNKNOWN, GameRow, entries, games, merged
from events.results import half_points
from ladder.models import Ladder, StartingRating
from ladder.queries.courses import course
from ladder.queries.units import title_of
from ladder.rulebook import timeline
from players.identity import group
from players.models import Consent, PersonFact, Player
from players.queries import initials_of, public_players

# Of a row of `Player`: ids of ours, the name (it stands apart), and who hid somebody.
_NOT_TOLD = frozenset({"id", "club", "name", "hidden_by"})


def everything_about(player: Player) -> dict[str, Any]:
    """The whole of it, ready for JSON. `player` is whoever stands for all who are the same."""
    club = player.club
    uids = group(player.uid, merged(club))
    rows = list(club.players.filter(uid__in=uids).select_related("name").order_by("pk"))
    lines, ladders = _lines(club, rows), _ladders(club)
    return {
        "club": {"address": club.slug, "name": club.name},
        "written": _plain(timezone.now()),
        "player": player.uid,
        "names_as_typed": _names(rows, lines),
        "readers_see": say(public_players(club, [player.pk])[player.pk].label),
        "facts": [_facts(row) for row in rows],
        "consents": _consents(rows),
        "requests": _requests(club, uids),
        "log": _log(club, uids),
        "decisions": _decisions(rows),
        "starting_ratings": _starts(rows, ladders),
        "facts_for_ratings": _facts_for_ratings(rows),
        "ladders": {ladder.slug: ladder.name for ladder in ladders},
        "ratings": {ladder.slug: _ratings(ladder, player) for ladder in ladders},
        "events": [_event(club, line) for line in lines],
    }


def _plain(value: Any) -> Any:
    """Days and moments as ISO 8601; anything else as it is."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat() if isinstance(value, date) else value


def _lines(club: Club, rows: list[Player]) -> list[Entry]:
    mine = Q(player__in=rows) | Q(player=None, confirmed__in=rows)
    found = Entry.objects.filter(mine, club=club).select_related("event", "typed_name")
    return list(found.order_by("event__date", "event__sequence", "number"))


def _names(rows: list[Player], lines: list[Entry]) -> list[str]:
    confirmed = IdentityDecision.objects.filter(player__in=rows, typed_name__isnull=False)
    return sorted(
        {row.name.text for row in rows}
        | {line.typed_name.text for line in lines}
        | set(confirmed.values_list("typed_name__text", flat=True))
    )


def _facts(row: Player) -> dict[str, Any]:
    columns = [field.attname for field in row._meta.concrete_fields if field.name not in _NOT_TOLD]
    return {name: _plain(getattr(row, name)) for name in columns} | {"name": row.name.text}


def _consents(rows: list[Player]) -> list[dict[str, Any]]:
    """What was said about showing more than initials; who wrote it down stands in the log."""
    columns = ("at", "given", "purpose", "parents", "child", "rules", "note")
    found = Consent.objects.filter(player__in=rows).order_by("pk").values(*columns)
    return [{name: _plain(value) for name, value in row.items()} for row in found]


def _requests(club: Club, uids: frozenset[str]) -> list[dict[str, Any]]:
    """What was asked of the club about the person, and what came of it."""
    columns = ("kind", "asked_by", "asked_on", "due", "closed_at", "outcome", "why")
    found = club.person_requests.filter(player_uid__in=uids).order_by("pk").values(*columns)
    return [{name: _plain(value) for name, value in row.items()} for row in found]


def _log(club: Club, uids: frozenset[str]) -> list[dict[str, Any]]:
    """Changes of the person, status and consent among them, as the log has them."""
    found = AuditEntry.objects.filter(club=club, object_uid__in=uids).order_by("pk")
    return [
        {"at": _plain(at), "action": action, "details": details, "reason": reason}
        for at, action, details, reason in found.values_list("at", "action", "details", "reason")
    ]


def _decisions(rows: list[Player]) -> list[dict[str, Any]]:
    found = IdentityDecision.objects.filter(Q(player__in=rows) | Q(other__in=rows))
    return [
        {"number": number, "kind": kind, "at": _plain(at), "name": name, "reason": why}
        for number, kind, at, name, why in found.order_by("number").values_list(
            "number", "kind", "at", "typed_name__text", "why"
        )
    ]


def _starts(rows: list[Player], ladders: list[Ladder]) -> list[dict[str, Any]]:
    """A number says whose it is; without that, of the system in force on the day from which it
    holds."""
    rules = {ladder.slug: timeline(ladder) for ladder in ladders}
    columns = ("ladder__slug", "valid_from", "rating", "games", "at", "why", "system")
    found = StartingRating.objects.filter(player__in=rows).order_by("pk").values_list(*columns)
    names = ("ladder", "from", "rating", "games", "at", "reason")
    return [
        dict(zip(names, map(_plain, row), strict=True))
        | {"system": title_of(system or rules[row[0]].on(row[1]).system.id)}
        for *row, system in found
    ]


def _facts_for_ratings(rows: list[Player]) -> list[dict[str, Any]]:
    """What was entered for rating systems, also what no ladder asks for any more."""
    columns = ("name", "value", "valid_from", "at", "why")
    found = PersonFact.objects.filter(player__in=rows).order_by("pk").values_list(*columns)
    names = ("fact", "value", "from", "at", "reason")
    return [dict(zip(names, map(_plain, row), strict=True)) for row in found]


def _ladders(club: Club) -> list[Ladder]:
    return list(Ladder.objects.filter(club=club).order_by("position", "pk"))


def _ratings(ladder: Ladder, player: Player) -> list[dict[str, Any]]:
    way = course(ladder.pk, player.pk)
    if way is None:
        return []
    events = dict(
        Event.objects.filter(pk__in=[row.event for row in way.standings if row.event]).values_list(
            "pk", "uid"
        )
    )
    return [
        {
            "day": _plain(row.day),
            "event": events.get(row.event or 0),
            "system": title_of(row.system),
            "rating": row.rating,
            "change": row.change,
            "counted_games": row.games,
            "rated_games": row.played,
        }
        for row in way.standings
    ]


def _event(club: Club, line: Entry) -> dict[str, Any]:
    event = line.event
    players = {entry.number: entry.player for entry in entries(event.pk)}
    shown = initials_of(club, [pk for pk in players.values() if pk])
    labels = {number: say(shown.get(pk or 0, UNKNOWN)) for number, pk in players.items()}
    own = [game for game in games(event.pk) if line.number in (game.white, game.black)]
    return {
        "event": event.uid,
        "name": event.name,
        "first_day": _plain(event.start),
        "last_day": _plain(event.date),
        "counts": event.counts,
        "deleted": event.deleted,
        "number": line.number,
        "name_as_typed": line.typed_name.text,
        "place": line.place,
        "asked_that_the_list_leaves_it_out": line.asked_out,
        "games": [_game(game, line.number, labels) for game in own],
    }


def _game(game: GameRow, number: int, labels: Mapping[int, str]) -> dict[str, Any]:
    is_white = game.white == number
    opponent = game.black if is_white else game.white
    colour = "white" if is_white else "black"
    return {
        "round": game.round,
        "board": game.board,
        "colour": colour if game.colours_known and game.black is not None else None,
        "opponent": None if opponent is None else labels[opponent],
        "kind": game.kind.value,
        "points": half_points(game.result)[0 if is_white else 1] / 2,
        "result": game.result.value,
        "rated": game.rated is not None,
        "why_not_rated": game.unrated,
        "day": _plain(game.day),
    }
