"""People as table files: for readers the events of one player, for arbiters the list of members."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import ArbiterRequest, Reader, ReaderRequest, fresh, officer, reader
from clubs.cells import Cell, csv_bytes, csv_table
from clubs.downloads import CSV, download
from clubs.pages import reader_file
from clubs.roles import Permission
from clubs.services import audit
from events.queries import heads_by_id, merged, public_event, scores
from ladder.queries import (
    Course,
    Gave,
    Held,
    Stamp,
    course,
    headings,
    ladder_asked,
    rounded_change,
    stamp_or_404,
    starts_held,
    whole,
)
from players.models import Status
from players.names import sort_key
from players.opening.words import Column
from players.queries import Known, Rostered, find, roster
from players.views.reader import listed_events


@reader
def player_file(request: ReaderRequest, player: str) -> HttpResponse:
    """The events of a player, the last first, with what each changed: all seasons of
    `players.views.reader.player_page` in one table. It has no name in it."""
    who, ladder = request.reader, ladder_asked(request)

    def rows(state: Stamp) -> Iterator[list[Cell]]:
        person = find(who.club, player)
        if person is None or player in merged(who.club):
            raise Http404
        return _history(who, state, person)

    return reader_file(
        request,
        f"player-{player}.csv",
        stamp=lambda: stamp_or_404(who.club, ladder),
        rows=rows,
        query={"ladder": ladder or None},
        shown=f"{_('player')}-{player}.csv",
    )


def _history(who: Reader, state: Stamp, person: Known) -> Iterator[list[Cell]]:
    way = course(state.ladder, person.id)
    attended = [event for event, _day in listed_events(who.club, person)]
    heads = heads_by_id(who.club, attended)
    won = scores(who.club, person.id)
    changes = way.by_event() if way else {}
    after = _ratings_after(way) if way else {}
    systems = (way and way.systems()) or {"": ""}
    named = bool(way and systems.keys() not in ({""}, {way.system}))
    yield [
        *(_("Day"), _("Event"), _("Rated games"), _("Points")),
        *headings(_("Change"), systems.values(), named=named),
        *headings(_("Rating"), systems.values(), named=named),
    ]
    for event in attended:
        shown, score = public_event(who, heads[event]), won.get(event)
        yield [
            shown.day.iso,
            shown.name,
            score.games if score else 0,
            Decimal(score.half_points) / 2 if score and score.games else None,
            *(_given(changes.get(event, {}).get(system)) for system in systems),
            *(after.get((event, system)) for system in systems),
        ]


def _given(gave: Gave | None) -> Decimal | None:
    """The change as a number; a first rating is none."""
    return gave and rounded_change(gave.change)


def _ratings_after(way: Course) -> dict[tuple[int, str], int]:
    """By event and the system that computed it, the rating after it as shown, where there was
    one."""
    return {
        (row.event, row.system): int(whole(row.rating))
        for row in way.standings
        if row.event and row.rating is not None
    }


@officer(Permission.EXPORT)
@require_POST
@fresh()
def export(request: ArbiterRequest) -> HttpResponse:
    """Members and guests as an opening list with full names, which this and other clubs can read.

    It takes everybody out of the house at once, so the password is asked for again; one event or
    the ladder is no more than its page.
    """
    club = request.club
    gone, language = merged(club), get_language() or "en"
    people = [one for one in roster(club) if one.uid not in gone and one.status in _LISTED]
    people.sort(key=lambda one: (sort_key(one.name, language), one.uid))
    held = starts_held(stamp_or_404(club).ladder)
    text = csv_table(_list(people, held))
    audit("roster.export", club=club, by=request.user, details={"players": len(people)})
    return download(csv_bytes(text), CSV, "players.csv", shown=f"{_('players')}.csv")


# An opening list knows no others.
_LISTED = {Status.MEMBER: "member", Status.GUEST: "guest"}


def _list(people: Iterable[Rostered], held: Mapping[str, Held]) -> Iterator[list[Cell]]:
    """The columns are named as `players.opening` reads them, in every language the same."""
    yield [
        Column.NAME, Column.RATING, Column.GAMES, Column.WHY, Column.STATUS, Column.JUNIOR,
        Column.GROUP, Column.LABEL,
    ]  # fmt: skip
    for one in people:
        start = held.get(one.uid)
        yield [
            one.name,
            Decimal(str(start.rating)).normalize() if start else None,
            start.games if start else None,
            start.why if start else None,
            _LISTED[one.status],
            "yes" if one.junior else "no",
            one.group,
            one.label,
        ]
