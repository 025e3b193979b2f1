"""What members see of a ladder: the list, today or on a day, and how each change came about."""

from dataclasses import replace
from datetime import date

from django.forms import DateField
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from clubs.access import Reader, ReaderRequest, reader
from clubs.days import DayAsked, exact_days, past_day_asked, shown_day
from clubs.pages import reader_page
from events.queries import entries, find_event, games, public_event
from events.rounds import side
from ladder.explained import Workings, unrated, workings
from ladder.queries import (
    Announced,
    Stamp,
    announced_list,
    belongs,
    entering,
    explain,
    kind,
    ladder_asked,
    list_context,
    list_days,
    shown_ladders,
    stamp_or_404,
    table,
)
from players.queries import find, public_players

# What forms say of it, and all that an address keeps of it.
NO_DAY = DateField.default_error_messages["invalid"]
NOT_A_DAY = "no-day"

# Of a list announced so many days before a day that is asked for, it is said what it was.
LONGEST_IN_FORCE = 400


@reader
def ladder_page(request: ReaderRequest, ladder: str) -> HttpResponse:
    """One ladder of the club; `?on=2026-03-12` shows it at the end of that day."""
    who = request.reader
    asked = past_day_asked(who.club, request.GET.get("on", "") if exact_days(who) else "")
    on = asked.day

    def build(state: Stamp) -> dict[str, object]:
        shown = table(who.club, state.ladder, on)
        exact = exact_days(who, shown.junior)
        if on and not exact:  # whoever tries one day after the other would find the exact ones
            shown = table(who.club, state.ladder)
        return {
            **list_context(who, state, shown, exact=exact),
            "on": on and shown_day(on) if exact else None,
            "coming": asked.coming and shown_day(asked.coming).text,
            "bad_day": asked.bad and NO_DAY,
            "until": state.until and shown_day(state.until, exact=exact),
            "may_choose_day": exact,
            "lists": [
                (day.day.isoformat(), shown_day(day.day, exact=exact).text, day.announced)
                for day in list_days(state.ladder)
                if exact or day.by_rule
            ],
            **announced_context(_in_force(who, state, on) if on and exact else None, exact=exact),
        }

    return reader_page(
        request,
        "ladder/reader_ladder.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=build,
        query={"on": NOT_A_DAY if asked.bad else on or asked.coming, **_coming(asked)},
        section="ladder",
        title=_("Ladder"),
    )


def _coming(asked: DayAsked) -> dict[str, object]:
    """Keeps apart what is kept of the page of a day before it comes, and once it has."""
    return {"coming": 1} if asked.coming else {}


def announced_context(found: Announced | None, *, exact: bool) -> dict[str, object]:
    """What is shown beside a list of the one that was announced."""
    if found is None:
        return {"announced": None}
    return {
        "announced": found,
        "announced_day": shown_day(found.day, exact=exact),
        "announced_iso": found.day.isoformat(),
    }


def _in_force(who: Reader, state: Stamp, on: date) -> Announced | None:
    """The announced list of the day, or where lists are issued on days the last one before it."""
    at_most = LONGEST_IN_FORCE if kind(state.ladder).lists else 0
    return announced_list(who.club, state.ladder, on, at_most=at_most)


@reader
def explanation_page(request: ReaderRequest, event: str, player: str) -> HttpResponse:
    """How a player's change in an event came about, game by game; `?ladder=` names another one."""
    who, ladder = request.reader, ladder_asked(request)
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
    if head is None or person is None or (head.junior and person.apart):
        raise Http404
    listed, pairings = entries(head.id), games(head.id)
    number = next((entry.number for entry in listed if entry.player == person.id), None)
    if number is None:
        raise Http404
    known = [entry.player for entry in listed if entry.player]
    shown = public_players(who.club, known, junior=head.junior)
    links = not who.event_uid
    sides = {one.number: side(shown.get(one.player or 0), links=links) for one in listed}
    exact = exact_days(who, head.with_juniors, person.junior)
    found = explain(state.ladder, head, listed, pairings, person.id)
    steps = workings(found, number, sides, exact=exact)
    kinds = {step.kind for step in steps if step.agrees}
    return {
        "event": public_event(who, head),
        "player": sides[number],
        # Of the system that computed it; where several did, each step has its own words.
        "kind": next(iter(kinds)) if len(kinds) == 1 else None,
        "several": len(kinds) > 1,
        "belongs": belongs(state.ladder, head),
        "shown": shown_ladders(who.club, state),
        "steps": [
            (
                _with_list(state, step, person.id, exact=exact),
                shown_day(step.read_on, exact=exact),
                shown_day(step.added_on, exact=exact),
            )
            for step in steps
        ],
        "unrated": unrated(pairings, listed, number, sides),
    }


def _with_list(state: Stamp, step: Workings, player: int, *, exact: bool) -> Workings:
    """The step, told which list its games enter and whether that has been issued."""
    day = step.explanation.enters
    if day is None:
        return step
    found = entering(state.ladder, player, step.explanation.place, day)
    return replace(
        step,
        list_day=shown_day(found.list, exact=exact).text,
        taken=found.taken,
        left_day="" if found.left is None else shown_day(found.left, exact=exact).text,
    )
