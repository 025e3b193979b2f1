"""Events of somebody who is erased: lines whose name others keep, titles that hold the name.

Only then is a revision rewritten, in every version of its event alike, and the rows with it, so
that both still state the same. No place, game or result changes, so no fingerprint does.
"""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import F, Q

from clubs.models import Club
from events.models import Event, EventRevision, Game, IdentityDecision
from events.queries.identities import identities
from events.services.names_going import Person, lines_of
from players.identity import Line
from players.models import TypedName
from players.traces import Traces

_TITLES = ("name", "counts_reason")


def repoint(who: Person, fresh: Mapping[int, TypedName]) -> None:
    """At the person's own lines and decisions other rows stand for names that others keep.

    Runs with the door of append-only tables open.
    """
    if not fresh:
        return
    holders = identities(who.club.pk)
    wanted = Q()
    for uid in who.uids:
        wanted |= Q(content__entries__contains=[{"confirmed": uid}])
    revisions = EventRevision.objects.filter(wanted, club=who.club).select_related("event")
    for revision in revisions.iterator(100):
        changed = False
        for line in revision.content["entries"]:
            at = Line(revision.event.uid, line["number"], line.get("confirmed", ""))
            if line["typed_name"] in fresh and at.confirmed and holders.at(at) in who.uids:
                line["typed_name"] = fresh[line["typed_name"]].pk
                changed = True
        if changed:
            EventRevision.objects.filter(pk=revision.pk).update(content=revision.content)
    mine = lines_of(who).filter(typed_name__in=fresh)
    touched = set(mine.values_list("event", flat=True))
    in_line = _in_line(who.club, touched)
    for pk, name in fresh.items():
        mine.filter(typed_name=pk).update(typed_name=name)
    _still_in_line(in_line)
    for decision in IdentityDecision.objects.filter(club=who.club, player__in=who.ids):
        _repoint_decision(decision, fresh)


def _repoint_decision(decision: IdentityDecision, fresh: Mapping[int, TypedName]) -> None:
    details, name = dict(decision.details), decision.typed_name_id
    if details.get("from") in fresh:
        details["from"] = fresh[details["from"]].pk
    if name is not None and name in fresh:
        name = fresh[name].pk
    if (details, name) != (decision.details, decision.typed_name_id):
        rows = IdentityDecision.objects.filter(pk=decision.pk)
        rows.update(details=details, typed_name_id=name)


def titles_with(club: Club, traces: Traces) -> list[int]:
    """The ids of revisions in whose titles or reasons the name is written out."""
    with connection.cursor() as cursor:
        cursor.execute(_WRITTEN, [club.pk])
        rows = cursor.fetchall()
    return [
        pk for pk, *texts in rows if any(text and traces.without(text) != text for text in texts)
    ]


_WRITTEN = """
    SELECT id, content->>'name', content->>'counts_reason',
        (SELECT string_agg(game->>'unrated', chr(10))
         FROM jsonb_array_elements(content->'games') game)
    FROM events_eventrevision WHERE club_id = %s
"""


def retitle(who: Person, traces: Traces) -> None:
    """Take the name out of titles of events, and out of the reasons why something does not count.

    Runs with the door of append-only tables open.
    """
    found = EventRevision.objects.filter(pk__in=titles_with(who.club, traces))
    for revision in found.iterator(100):
        content: dict[str, Any] = revision.content
        for field in _TITLES:
            if content.get(field):
                content[field] = traces.without(content[field])
        for game in content.get("games", []):
            if game.get("unrated"):
                game["unrated"] = traces.without(game["unrated"])
        EventRevision.objects.filter(pk=revision.pk).update(content=content)
    events = set(found.values_list("event", flat=True))
    in_line = _in_line(who.club, events)
    for event in Event.objects.filter(pk__in=events):
        texts = {field: traces.without(getattr(event, field)) for field in _TITLES}
        Event.objects.filter(pk=event.pk).update(**texts)
    for pk, text in (
        Game.objects.filter(event__in=events).exclude(unrated="").values_list("pk", "unrated")
    ):
        Game.objects.filter(pk=pk).update(unrated=traces.without(text))
    _still_in_line(in_line)


def _in_line(club: Club, events: set[int]) -> list[int]:
    """Those whose rows state what the newest revision states."""
    rows = Event.objects.filter(club=club, pk__in=events, projected=F("version"))
    return list(rows.values_list("pk", flat=True))


def _still_in_line(events: list[int]) -> None:
    Event.objects.filter(pk__in=events).update(projected=F("version"))
