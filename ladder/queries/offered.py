"""What the files of an event state of its players, as facts that ladders need: proposed, never
taken over unseen."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.days import today
from clubs.messages import Message
from clubs.models import AuditEntry, Club
from events.models import Entry, Event, Upload
from events.revisions import Tempo
from ladder.fact_sheet import read_value
from ladder.queries.facts import Facts, needed_facts, new_ones
from ladder.systems.facts import FACTS, BadFact, Value
from players.models import Player

_RATINGS = {
    Tempo.STANDARD: "fide_standard",
    Tempo.RAPID: "fide_rapid",
    Tempo.BLITZ: "fide_blitz",
}


class Offered(NamedTuple):
    """Facts of a file that do not hold yet. `always` hold from the beginning, `rated` (ratings)
    from `day`, the event's first."""

    always: Facts
    rated: Facts
    day: date

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each, by the names of facts."""
        found = dict.fromkeys(FACTS, 0)
        for known in (*self.always.values(), *self.rated.values()):
            for name in known:
                found[name] += 1
        return {name: count for name, count in found.items() if count}


def offer_in_words(club: Club, event: Event) -> list[tuple[str, int]]:
    """(what a fact is called, how many the files of an event offer)."""
    return [(_(FACTS[name].label), count) for name, count in offered(club, event).counts.items()]


def offered(club: Club, event: Event) -> Offered:
    """What the files of a published event offer for the people who play in it by now."""
    always: dict[Player, dict[str, Value]] = {}
    rated: dict[Player, dict[str, Value]] = {}
    stated = _stated(club, event)
    if stated:
        needed, now = {fact.name for fact in needed_facts(club)}, today(club)
        rows = Entry.objects.filter(event=event, player__erased=None, number__in=list(stated))
        for entry in rows.select_related("player").order_by("number"):
            if entry.player is None:
                continue
            for name, value in _values(stated[entry.number], event.tempo, now).items():
                if name in needed:
                    kind = rated if name in _RATINGS.values() else always
                    kind.setdefault(entry.player, {}).setdefault(name, value)
    return Offered(
        new_ones(club, always, None) if always else {},
        new_ones(club, rated, event.start) if rated else {},
        event.start,
    )


def _stated(club: Club, event: Event) -> dict[int, dict[str, str]]:
    """By start number what the files that the event was made of state, as long as they are kept;
    the newest file holds."""
    made_of = AuditEntry.objects.filter(club=club, action="event.file", object_uid=event.uid)
    digests = {details.get("sha256") for details in made_of.values_list("details", flat=True)}
    wanted = [bytes.fromhex(digest) for digest in digests if digest]
    files = Upload.objects.filter(club=club, digest__in=wanted).exclude(facts={}).order_by("pk")
    return {
        int(number): said
        for facts in files.values_list("facts", flat=True)
        for number, said in facts.items()
    }


def why_left_out(field: str, text: str, now: date) -> Message | None:
    """Why what a report states in a field (`importers.trf.facts`) can be no fact, if it cannot. The
    three ratings are written alike."""
    name = _RATINGS[Tempo.STANDARD] if field == "rating" else field
    try:
        read_value(FACTS[name], text, now)
    except BadFact as bad:
        return bad.message
    return None


def _values(said: Mapping[str, str], tempo: str, now: date) -> dict[str, Value]:
    """As facts; what cannot be one is left out."""
    names = {"birth": "birth", "sex": "sex", "rating": _RATINGS.get(Tempo(tempo), "")}
    found: dict[str, Value] = {}
    for field, text in said.items():
        if name := names.get(field):
            try:
                found[name] = read_value(FACTS[name], text, now)
            except BadFact:
                continue
    return found
