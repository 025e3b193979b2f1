"""What a report states of its players beside their games: kept only where a ladder of the club
needs it, and told where it cannot be. The apps above say what they need and what they can read."""

from collections.abc import Callable
from datetime import date

from clubs.messages import Message, Problem, gettext_noop
from clubs.models import Club
from events.drafts import Source
from events.importers import stated_facts
from events.importers.base import Report
from events.services.revising import today

# Called with a club's id: the names of the facts that apps above want to know of people.
facts_needed: list[Callable[[int], frozenset[str]]] = []
# Called with a field of a report, what is written there, and today: why it can be no such fact.
facts_refused: list[Callable[[str, str, date], Message | None]] = []
# By what a report calls it, the facts for which it is kept.
_KEPT_FOR = {
    "birth": {"birth"},
    "sex": {"sex"},
    "rating": {"fide_standard", "fide_rapid", "fide_blitz"},
}
_LEFT_OUT = {
    "birth": gettext_noop("The day of birth in this line is left out: %(why)s."),
    "sex": gettext_noop("The sex in this line is left out: %(why)s."),
    "rating": gettext_noop("The rating in this line is left out: %(why)s."),
}


def kept_facts(
    club: Club, data: bytes, source: Source
) -> tuple[dict[str, dict[str, str]], tuple[Problem, ...]]:
    """What the file states of players and a ladder of the club needs, nothing where none does; and
    what of it is left out, since it cannot be."""
    needed = {name for needs in facts_needed for name in needs(club.pk)}
    wanted = {field for field, names in _KEPT_FOR.items() if names & needed}
    if not wanted:
        return {}, ()
    day, left_out = today(club), Report()
    kept: dict[str, dict[str, str]] = {}
    found = stated_facts(data, encoding=source.encoding, filename=source.filename, today=day)
    for number, one in found.items():
        for field, text in one.said.items():
            if field not in wanted:
                continue
            why = next(filter(None, (refused(field, text, day) for refused in facts_refused)), None)
            if why:
                left_out.add(_LEFT_OUT[field], one.line, one.column(field), why=why)
            else:
                kept.setdefault(str(number), {})[field] = text
    return kept, left_out.problems()
