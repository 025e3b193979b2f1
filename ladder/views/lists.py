"""Lists of days: what members see of one, and the press by which an arbiter announces today's."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import ArbiterRequest, Reader, ReaderRequest, officer, reader
from clubs.days import day_asked, exact_days, shown_day, today
from clubs.pages import reader_page
from clubs.roles import Permission
from events.queries import EventHead, PublicEvent, heads_by_id, juniors_play, public_event
from events.rounds import Side, side
from events.words import points
from ladder import announced
from ladder.explained import Line, Workings, told, worked_out
from ladder.models import Ladder
from ladder.queries import (
    ListExplained,
    Stamp,
    announced_list,
    explain_list,
    kind,
    list_context,
    list_days,
    list_place,
    may_announce,
    shown_ladders,
    stamp_or_404,
    table,
)
from ladder.systems import ExplainedGame
from ladder.views.reader import announced_context
from players.privacy import PublicPlayer
from players.queries import Known, find, public_players


@reader
def list_page(request: ReaderRequest, ladder: str, day: str) -> HttpResponse:
    """The list of a day, from today's knowledge, and beside it the one that was announced."""
    who = request.reader

    def build(state: Stamp) -> dict[str, object]:
        on, by_rule, exact = _day(who, state, day)
        shown = table(who.club, state.ladder, before=list_place(on, by_rule=by_rule))
        return {
            **list_context(who, state, shown, exact=exact),
            "day": shown_day(on, exact=exact),
            "until": state.until and shown_day(state.until, exact=exact),
            **announced_context(announced_list(who.club, state.ladder, on), exact=exact),
        }

    return reader_page(
        request,
        "ladder/reader_list.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=build,
        section="ladder",
        title=_("Ladder"),
    )


def _day(who: Reader, state: Stamp, text: str) -> tuple[date, bool, bool]:
    """(the day of a list, whether rules issue it, whether the reader may see days). A day on which
    somebody announced a list may be one on which children played. Raises Http404."""
    asked = day_asked(text)
    found = next((one for one in list_days(state.ladder) if one.day == asked), None)
    exact = exact_days(who, juniors_play(who.club))
    if found is None or not (exact or found.by_rule):
        raise Http404
    return found.day, found.by_rule, exact


class Part(NamedTuple):
    """The games of one event in an explanation of a list."""

    event: PublicEvent
    lines: Sequence[Line]
    points: str


@reader
def list_explanation_page(
    request: ReaderRequest, ladder: str, day: str, player: str
) -> HttpResponse:
    """How a list came to a player's number, event by event."""
    who = request.reader

    def build(state: Stamp) -> dict[str, object]:
        on, _by_rule, exact = _day(who, state, day)
        person = find(who.club, player)
        if person is None:
            raise Http404
        return _explanation(who, state, on, person, exact=exact and exact_days(who, person.junior))

    return reader_page(
        request,
        "ladder/reader_list_explanation.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=build,
        section="ladder",
        title=_("How it came out"),
    )


def _explanation(
    who: Reader, state: Stamp, on: date, person: Known, *, exact: bool
) -> dict[str, object]:
    found = explain_list(state.ladder, on, person.id)
    apart = found is not None and person.apart and _of_children(who, found)
    if apart:
        found = None
    parts = _parts(who, found) if found else []
    return {
        "day": shown_day(on, exact=exact),
        "iso": on.isoformat(),
        "player": person.public,
        "step": _step(found, parts, exact=exact) if found else None,
        "parts": parts,
        "apart": apart,
        "kind": kind(state.ladder, on),
        "shown": shown_ladders(who.club, state),
    }


def _of_children(who: Reader, found: ListExplained) -> bool:
    """Whether an event marked as one of children is in it, whose page must not be told apart."""
    heads = heads_by_id(who.club, [one.event for one in found.taken])
    return any(head.junior for head in heads.values())


def _step(found: ListExplained, parts: Sequence[Part], *, exact: bool) -> Workings:
    lines = [line for part in parts for line in part.lines]
    return worked_out(told(found.explanation, exact=exact), lines, found)


def _parts(who: Reader, found: ListExplained) -> list[Part]:
    """The events that entered the list; in one of children everybody is shown as a child is."""
    heads = heads_by_id(who.club, [one.event for one in found.taken])
    ids = set(found.ids.values())
    sides = {
        junior: public_players(who.club, ids, junior=junior)
        for junior in {head.junior for head in heads.values()}
    }
    return [
        _part(who, heads[one.event], found, one.games, sides)
        for one in found.taken
        if one.event in heads
    ]


def _part(
    who: Reader,
    head: EventHead,
    found: ListExplained,
    games: Sequence[ExplainedGame],
    sides: Mapping[bool, Mapping[int, PublicPlayer]],
) -> Part:
    shown = sides[head.junior]
    lines = [
        Line(None, _side(shown, found.ids[game.opponent]), game, points(game.half_points))
        for game in games
    ]
    return Part(public_event(who, head), lines, points(sum(game.half_points for game in games)))


def _side(shown: Mapping[int, PublicPlayer], player: int) -> Side:
    return side(shown.get(player))


@officer(Permission.PUBLISH)
@require_POST
def announce(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """Announce the list as it stands today: kept as it is, whatever is corrected later."""
    club = request.club
    state = stamp_or_404(club, ladder)
    found = Ladder.objects.select_related("club").get(pk=state.ladder)
    if not may_announce(found):
        messages.error(
            request, _("Lists of this ladder are announced by themselves, on their days.")
        )
    elif not state.current:
        messages.error(request, _("The ladder is being recomputed. Announce it when that is done."))
    elif announced.announce(found, today(club), by=request.user):
        messages.success(request, _("The list of today is announced. It stays as it is now."))
    else:
        messages.info(request, _("The list of today was announced already."))
    return redirect("ladder:named", club=club.slug, ladder=state.slug)
