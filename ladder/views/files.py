"""The list of a ladder as a table file: for readers as their page shows it, for arbiters with full
names."""

from collections.abc import Iterator

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import ArbiterRequest, ReaderRequest, officer, reader
from clubs.cells import Cell, csv_bytes, csv_table
from clubs.days import DayAsked, exact_days, past_day_asked, today
from clubs.downloads import CSV, download
from clubs.models import Club
from clubs.pages import reader_file
from clubs.roles import Permission
from clubs.services import audit
from clubs.templatetags.words import say
from events.queries import juniors_play
from ladder.queries import Stamp, list_lines, list_sheet, stamp_or_404
from players.queries import full_names, known_players


@reader
def ladder_file(request: ReaderRequest, ladder: str) -> HttpResponse:
    """The list of `ladder.views.reader.ladder_page` as CSV."""
    who = request.reader
    club = who.club
    text = request.GET.get("on", "")
    # Who may not see exact days gets today's list, under the name of today's.
    exact = bool(text) and exact_days(who, club.junior or juniors_play(club))
    asked = _day_asked(club, text if exact else "")

    def rows(state: Stamp) -> Iterator[list[Cell]]:
        lines = list_lines(club, state.ladder, asked.day)
        known = known_players(club, [line.player for line in lines])
        return list_sheet((line, say(known[line.player].public.label)) for line in lines)

    name, shown = _names(club, ladder, asked)
    return reader_file(
        request,
        name,
        stamp=lambda: stamp_or_404(club, ladder),
        rows=rows,
        query={"on": asked.day},
        shown=shown,
    )


@officer(Permission.EXPORT)
@require_POST
def export(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """The list with full names. A POST: it stands in the log."""
    club = request.club
    state = stamp_or_404(club, ladder)
    asked = _day_asked(club, request.POST.get("on", ""))
    on = asked.day
    lines = list_lines(club, state.ladder, on)
    names = full_names(club, [line.uid for line in lines])
    text = csv_table(list_sheet((line, names.get(line.uid, "")) for line in lines))
    details = {"on": on.isoformat()} if on else {}
    audit("ladder.export", club=club, by=request.user, object_uid=ladder, details=details)
    name, shown = _names(club, ladder, asked)
    return download(csv_bytes(text), CSV, name, shown=shown)


def _day_asked(club: Club, text: str) -> DayAsked:
    """The day that is asked for. A file has no room to say that something is no day: it is 404."""
    asked = past_day_asked(club, text)
    if asked.bad:
        raise Http404
    return asked


def _names(club: Club, ladder: str, asked: DayAsked) -> tuple[str, str]:
    """The file's name in ASCII and in the reader's language. For a day still to come it is that of
    today, whose list stands in."""
    on = today(club) if asked.coming else asked.day
    which = "-".join(filter(None, (ladder, on.isoformat() if on else "")))
    return f"ladder-{which}.csv", f"{_('ladder')}-{which}.csv"
