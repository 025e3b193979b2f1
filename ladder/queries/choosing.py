"""Of which ladder a page shows the ratings: the club's first, or the one its address names."""

import re
from typing import NamedTuple

from django.http import Http404, HttpRequest

from clubs.access import Reader
from clubs.days import shown_day
from clubs.models import Club
from ladder.queries.lists import Table
from ladder.queries.stamps import Stamp, ladders

SLUG = re.compile(r"[-a-zA-Z0-9_]{1,40}")


class Shown(NamedTuple):
    """For templates: the club's ladders to choose from (slug, name), none where there is only one;
    and what addresses that lead on need to stay with this one, "" for the first."""

    ladders: list[tuple[str, str]]
    ask: str


def ladder_asked(request: HttpRequest) -> str:
    """The slug in `?ladder=`, "" without one; raises Http404 for what can be none. To
    whoever has the link of one event no address tells which ladders there are."""
    reader: Reader | None = getattr(request, "reader", None)
    if reader and reader.event_uid:
        return ""
    slug = request.GET.get("ladder", "")
    if slug and not SLUG.fullmatch(slug):
        raise Http404
    return slug


def shown_ladders(club: Club, state: Stamp) -> Shown:
    """What a page that shows ratings of one ladder says of the others."""
    if state.ladders <= 1:
        return Shown([], "")
    found = ladders(club)
    return Shown(found, "" if found[0][0] == state.slug else f"?ladder={state.slug}")


def list_context(who: Reader, state: Stamp, shown: Table, *, exact: bool) -> dict[str, object]:
    """What every page with a list on it shows."""
    list_day = shown.last_day.isoformat() if shown.last_day and shown.by_list else ""
    return {
        "table": shown,
        "last_day": shown.last_day and shown_day(shown.last_day, exact=exact),
        "next_list": shown.waiting and shown_day(shown.waiting.day, exact=exact),
        "leads": f"l/{state.slug}/list/{list_day}/player/" if list_day else "",
        "shown": shown_ladders(who.club, state),
    }
