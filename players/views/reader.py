"""What members see of people: who belongs to the club, and how one of them has played."""

from collections.abc import Mapping
from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.access import Reader, ReaderRequest, reader
from clubs.days import exact_days, season_name, season_of, shown_day
from clubs.models import Club
from clubs.pages import reader_page
from events.queries import (
    Score,
    events_of_player,
    heads_by_id,
    juniors_play,
    merged,
    public_event,
    scores,
)
from events.words import points
from ladder.queries import (
    Course,
    Stamp,
    corrections,
    course,
    kind,
    ladder_asked,
    rating_classes,
    ratings_now,
    shown_ladders,
    stamp_or_404,
    table,
    title_of,
    whole,
)
from players.models import Status
from players.privacy import public_order
from players.queries import Known, find, members


@reader
def player_list(request: ReaderRequest) -> HttpResponse:
    """Everybody who is a member, in the order of what is shown of their names."""
    who, ladder = request.reader, ladder_asked(request)

    def build(state: Stamp) -> dict[str, object]:
        language = get_language() or "en"
        gone = merged(who.club)
        people = [one for one in members(who.club) if one.public.uid not in gone]
        people.sort(key=lambda one: public_order(one.public, language))
        ratings = ratings_now(state.ladder)
        return {
            "players": [(one.public, ratings.get(one.id)) for one in people],
            "kind": kind(state.ladder),
            "shown": shown_ladders(who.club, state),
        }

    return reader_page(
        request,
        "players/reader_players.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=build,
        query={"ladder": ladder or None},
        section="players",
        title=_("Players"),
    )


class _Moved(Exception):
    """The uid belongs to somebody who is one with another player now."""


@reader
def player_page(request: ReaderRequest, player: str) -> HttpResponse:
    """A player's record, rating chart and events; a merged player's address leads on."""
    who, ladder = request.reader, ladder_asked(request)
    text = request.GET.get("season", "")
    season = int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None

    def build(state: Stamp) -> dict[str, object]:
        if target := merged(who.club).get(player):
            raise _Moved(target)
        person = find(who.club, player)
        if person is None:
            raise Http404
        return _page(who, state, person, season)

    try:
        return reader_page(
            request,
            "players/reader_player.html",
            stamp=lambda: stamp_or_404(who.club, ladder),
            build=build,
            query={"season": season, "ladder": ladder or None},
            section="players",
            title=_("Player"),
        )
    except _Moved as moved:
        return redirect(f"{who.root}player/{moved}/")


def _page(who: Reader, state: Stamp, person: Known, season: int | None) -> dict[str, object]:
    way = course(state.ladder, person.id)
    attended = listed_events(who.club, person)
    seasons = sorted({season_of(day) for _event, day in attended}, reverse=True)
    if season is not None and season not in seasons:
        raise Http404
    season = season if season is not None else next(iter(seasons), None)
    chosen = [event for event, day in attended if season_of(day) == season]
    won = scores(who.club, person.id)
    exact = exact_days(who, person.junior, juniors_play(who.club, beside=person.id))
    return {
        "player": person.public,
        "status": None if person.status == Status.MEMBER else Status(person.status).label,
        "record": Score(*map(sum, zip(*won.values(), strict=True))) if won else Score(0, 0, 0),
        "events": _events(who, chosen, way, won),
        "kind": way.kind if way else kind(state.ladder),
        "seasons": [(year, season_name(year), year == season) for year in seasons],
        "corrections": _corrections(who, state, person, way, exact) if way else [],
        "until": state.until and shown_day(state.until, exact=exact),
        **_addresses(who, state, season),
        **(_standing(who, state, person, way, exact) if way and way.now.played else {}),
    }


def listed_events(club: Club, person: Known) -> list[tuple[int, date]]:
    """The events that stand on somebody's own page, with their days, the last first. Where the page
    shows more of a name than the page of an event of children does, that event is left out."""
    attended = events_of_player(club, person.id)
    if not person.apart:
        return attended
    heads = heads_by_id(club, [event for event, _day in attended])
    return [(event, day) for event, day in attended if not heads[event].junior]


def _addresses(who: Reader, state: Stamp, season: int | None) -> dict[str, object]:
    """The ladders to choose from, and what keeps a choice while another one is made."""
    shown = shown_ladders(who.club, state)
    return {
        "shown": shown,
        "ask_ladder": f"&ladder={state.slug}" if shown.ask else "",
        "ask_season": f"&season={season}" if season is not None else "",
    }


def _standing(
    who: Reader, state: Stamp, person: Known, way: Course, exact: bool
) -> dict[str, object]:
    """Where the player stands in the ladder, and how it came to that."""
    listed = table(who.club, state.ladder)
    best, now = way.best(), way.now
    played = [row.day for row in way.standings if row.event is not None]
    words = _course_in_words(way)
    title = _("Rating after each list") if way.kind.lists else _("Rating after each event")
    return {
        "way": way,
        "now": now,
        "classes": rating_classes(state.ladder, now.rating),
        "last": way.last,
        "last_day": shown_day(way.last.day, exact=exact),
        "all_games": now.played + way.taken_over,
        "best": best,
        "best_day": best and shown_day(best.day, exact=exact),
        "rated_events": len(way.by_event()),
        "first_day": played and shown_day(played[0], exact=exact),
        "rank": listed.rank(person.public.uid),
        "ranked": len(listed.ranked),
        "course_in_words": words,
        "lists": [
            (shown_day(row.day, exact=exact), row) for row in reversed(way.shown) if row.by_list
        ],
        "chart": way.chart(title=title, description=words, exact=exact),
        "ratings": [
            (shown_day(point.day, exact=exact).text, point.rating) for point in reversed(way.points)
        ],
    }


def _course_in_words(way: Course) -> str:
    """What the chart shows, for whoever does not see it; "" without a rating."""
    if not way.points:
        return ""
    if way.kind.lists:
        number = sum(row.by_list and row.rating is not None for row in way.shown)
        words = ngettext(
            "From %(first)s to %(last)s in %(number)s list.",
            "From %(first)s to %(last)s in %(number)s lists.",
            number,
        )
    else:
        number = sum(way.system in by for by in way.by_event().values())
        words = ngettext(
            "From %(first)s to %(last)s in %(number)s event.",
            "From %(first)s to %(last)s in %(number)s events.",
            number,
        )
    words %= {
        "first": whole(way.points[0].rating),
        "last": whole(way.points[-1].rating),
        "number": number,
    }
    lower = _("The lower the number, the better: better is up.")
    return f"{words} {lower}" if way.kind.lower else words


def _corrections(
    who: Reader, state: Stamp, person: Known, way: Course, exact: bool
) -> list[dict[str, object]]:
    """Later changes that moved the number: nothing moves silently. What moved one of an earlier
    system is named after that."""
    moved = corrections(who.club, state.ladder, person.id)
    heads = heads_by_id(who.club, [one.event for one in moved])
    return [
        {
            "day": shown_day(one.day, exact=exact),
            "event": public_event(who, heads[one.event]) if one.event in heads else None,
            "first": one.first,
            "by": one.by,
            "units": "" if one.system in ("", way.system) else title_of(one.system),
        }
        for one in moved
        if not (person.apart and one.event in heads and heads[one.event].junior)
    ]


def _events(
    who: Reader, chosen: list[int], way: Course | None, won: Mapping[int, Score]
) -> list[dict[str, object]]:
    """The events of a season, the last first, with what the player scored and what it changed."""
    heads = heads_by_id(who.club, chosen)
    parts = way.parts() if way else {}
    return [
        {
            "event": public_event(who, heads[event]),
            "games": won[event].games if event in won else 0,
            "points": points(won[event].half_points) if event in won else "",
            "parts": parts.get(event),
        }
        for event in chosen
    ]
