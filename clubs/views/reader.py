"""The first of the members' pages: where everybody stands, and what was last played."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubs.access import ReaderRequest, reader
from clubs.days import exact_days, shown_day
from clubs.pages import reader_page
from events.queries import latest_events, podium, public_events
from ladder.queries import Stamp, list_context, stamp_or_404, table

EARLIER = 6


@reader
def home(request: ReaderRequest) -> HttpResponse:
    """The ladder, beside it the last evening and those before."""
    who = request.reader

    def build(state: Stamp) -> dict[str, object]:
        shown = table(who.club, state.ladder)
        exact = exact_days(who, shown.junior)
        events = latest_events(who.club, EARLIER + 1)
        return {
            **list_context(who, state, shown, exact=exact),
            "until": state.until and shown_day(state.until, exact=exact),
            "last": next(iter(public_events(who, events[:1])), None),
            "podium": podium(who.club, events[0].id, junior=events[0].junior) if events else (),
            "earlier": public_events(who, events[1:]),
        }

    return reader_page(
        request,
        "clubs/reader_home.html",
        stamp=lambda: stamp_or_404(who.club),
        build=build,
        section="ladder",
        title=_("Ladder"),
    )
