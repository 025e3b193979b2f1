"""What members see of a ladder: the list, today or on a day, and how each change came about."""

import re

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from clubs.access import Reader, ReaderRequest, reader
from clubs.days import day_asked, exact_days, shown_day
from clubs.pages import reader_page
from events.queries import entries, find_event, games, public_event
from events.rounds import side
from ladder.explained import unrated, workings
from ladder.queries import Stamp, explain, ladders, stamp_or_404, table, threshold
from players.queries import find, public_players

SLUG = re.compile(r"[-a-zA-Z0-9_]{1,40}")


@reader
def ladder_page(request: ReaderRequest, ladder: str) -> HttpResponse:
    """One ladder of the club; `?on=2026-03-12` shows it at the end of that day."""
    who = request.reader
    on = day_asked(request.GET.get("on", "")) if exact_days(who) else None

    def build(state: Stamp) -> dict[str, object]:
        shown = table(who.club, state.ladder, on)
        exact = exact_days(who, shown.junior)
        if on and not exact:  # whoever tries one day after the other would find the exact ones
            shown = table(who.club, state.ladder)
        return {
            "table": shown,
            "on": on and shown_day(on) if exact else None,
            "last_day": shown.last_day and shown_day(shown.last_day, exact=exact),
            "until": state.until and shown_day(state.until, exact=exact),
            "ladders": ladders(who.club) if state.ladders > 1 else (),
            "may_choose_day": exact,
        }

    return reader_page(
        request,
        "ladder/reader_ladder.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=build,
        query={"on": on},
        section="ladder",
        title=_("Ladder"),
    )


@reader
def explanation_page(request: ReaderRequest, event: str, player: str) -> HttpResponse:
    """How a player's change in an event came about, game by game; `?ladder=` names another one."""
    who = request.reader
    ladder = request.GET.get("ladder", "")
    if ladder and not SLUG.fullmatch(ladder):
        raise Http404
    return reader_page(
        request,
        "ladder/reader_explanation.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=lambda state: _explanation(who, state, event, player),
        query={"ladder": ladder or None},
        section="events",
        title=_("How it came out"),
    )


def _explanation(who: Reader, state: Stamp, event: str, player: str) -> dict[str, object]:
    head, person = find_event(who.club, event), find(who.club, player)
    if head is None or person is None:
        raise Http404
    listed, pairings = entries(head.id), games(head.id)
    number = next((entry.number for entry in listed if entry.player == person.id), None)
    if number is None:
        raise Http404
    known = [entry.player for entry in listed if entry.player]
    shown = public_players(who.club, known, junior=head.junior)
    links = not who.event_uid
    sides = {one.number: side(shown.get(one.player or 0), links=links) for one in listed}
    steps = workings(explain(state.ladder, head, listed, pairings, person.id), number, sides)
    exact = exact_days(who, head.with_juniors, person.junior)
    return {
        "event": public_event(who, head),
        "player": sides[number],
        "threshold": threshold(state.ladder),
        "steps": [
            (step, shown_day(step.read_on, exact=exact), shown_day(step.added_on, exact=exact))
            for step in steps
        ],
        "unrated": unrated(pairings, listed, number, sides),
    }
