"""In plain words who sees what of a club, for each choice that an administrator can make."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.models import Club, NameDisplay, Visibility


class Sight(NamedTuple):
    """Somebody, and what that somebody sees."""

    who: str
    what: str


class Choice(NamedTuple):
    """One of the levels: its name, who sees what with it, and what the step itself does."""

    level: Visibility
    title: str
    sights: Sequence[Sight]
    step: str
    now: bool
    possible: bool


def choices(club: Club) -> list[Choice]:
    """All levels of openness, with the names as readers see them now."""
    now, full = Visibility(club.visibility), club.names == NameDisplay.FULL
    titles = {
        Visibility.ARBITERS: _("Arbiters only"),
        Visibility.LINK: _("Members with the link"),
        Visibility.PUBLIC: _("Everybody, and search engines"),
    }
    return [
        Choice(
            level,
            titles[level],
            sights(level, full=full),
            "" if level is now else _step(now, level),
            level is now,
            not (club.junior and level is Visibility.PUBLIC),
        )
        for level in Visibility
    ]


def sights(level: Visibility, *, full: bool) -> list[Sight]:
    """Who sees what at a level; nobody is left out."""
    pages = (
        _("The ladder, players, events and results, with full names.")
        if full
        else _("The ladder, players, events and results, with initials.")
    )
    nothing = _("Nothing.")
    found = [Sight(_("Arbiters of the club"), _("Everything, with full names."))]
    if level is Visibility.PUBLIC:
        found.append(Sight(_("Everybody on the internet, without a link"), pages))
        found.append(
            Sight(
                _("Search engines"),
                _("The same, and their copies stay for as long as they please."),
            )
        )
    else:
        with_link = pages if level is Visibility.LINK else nothing
        found.append(Sight(_("Whoever has a link, without an account"), with_link))
        found.append(Sight(_("Everybody else, and search engines"), nothing))
    return found


def _step(before: Visibility, after: Visibility) -> str:
    """What else happens with the step."""
    levels = list(Visibility)
    if levels.index(after) > levels.index(before):
        return _("Links that work go on working. Your password may be asked again.")
    if after is Visibility.ARBITERS:
        return _("All links stop working at once, for good.")
    return _("Links made until now stop working at once; you get a new one.")


def names_before_and_after(full: bool) -> tuple[str, str]:
    """A name as readers see it now, and after the step; nobody's."""
    initials, whole = _("N. J."), _("Novák Jan")
    return (whole, initials) if full else (initials, whole)
