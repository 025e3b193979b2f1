"""What the pages about who is who share: the person, the evidence, and what a decision changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubs.access import ArbiterRequest
from clubs.models import Club
from clubs.templatetags.words import tell
from events.queries import Decided, decided, merged
from events.services.deciding import Meanwhile, going
from events.services.evidence import Evidence, evidence
from events.services.lines import moved_lines
from events.services.protecting import closed_by
from events.services.roster import Person, people
from events.views.evidence import ratings
from ladder import queries
from ladder.queries import preview_decision
from players.identity import Decision, DecisionRefused
from players.models import Status

_KEPT = (Status.HIDDEN, Status.GUEST, Status.FORMER, Status.MEMBER)


class Marks(NamedTuple):
    """What was entered about somebody; `start` is the starting rating on the first ladder."""

    junior: bool = False
    label: str = ""
    group: str = ""
    start: float | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One of two people beside each other: who that is, and what helps to tell."""

    person: Person
    evidence: Evidence
    rating: float | None
    marks: Marks

    @property
    def weight(self) -> tuple[int, int, int, int, int]:
        """By this is chosen which page remains: a member's, then the one with more marks, with more
        accents in the name, with more games, with more events."""
        accents = sum(map(bool, map(combining, normalize("NFD", self.person.name))))
        return (
            _KEPT.index(self.person.status),
            sum(map(bool, self.marks)),
            accents,
            self.evidence.games,
            self.evidence.events,
        )


def marks(club: Club, uids: Iterable[str]) -> dict[str, Marks]:
    """By uid, what was entered about these people."""
    wanted = list(uids)
    ladders = queries.ladders(club)
    held = queries.starts_held(queries.stamp(club, ladders[0][0]).ladder, wanted) if ladders else {}
    rows = club.players.filter(uid__in=wanted).values_list("uid", "junior", "label", "group")
    return {
        uid: Marks(junior, label, group, held[uid].rating if uid in held else None)
        for uid, junior, label, group in rows
    }


def now(request: ArbiterRequest, uid: str) -> str:
    """The uid that stands for this one."""
    return merged(request.club).get(uid, uid)


def sides(
    club: Club, uids: Iterable[str], everybody: Mapping[str, Person] | None = None
) -> list[Side]:
    """These people with the evidence, in this order; who is one with another is left out."""
    wanted = list(uids)
    everybody = people(club) if everybody is None else everybody
    known, rated, marked = evidence(club, wanted), ratings(club), marks(club, wanted)
    return [
        Side(everybody[uid], known.get(uid, Evidence()), rated.get(uid), marked.get(uid, Marks()))
        for uid in wanted
        if uid in everybody
    ]


def what_will_change(club: Club, *planned: Decision) -> dict[str, Any]:
    """For the panel: who gets whose events, and what the ladders would make of it."""
    try:
        moved = moved_lines(club, *planned)
        previews = preview_decision(club, *planned)
    except DecisionRefused as refused:
        return why_not(refused)
    return {
        "asked": True,
        "going": going(club, moved),
        "closed_by": closed_by(club, planned[0]),
        "previews": previews,
    }


def why_not(refused: DecisionRefused) -> dict[str, Any]:
    """For the panel: why it cannot be, and the decision that is in the way if one is."""
    return {
        "asked": True,
        "refused": refused.message,
        "in_the_way": refused.message.params.get("decision"),
    }


def meanwhile(club: Club, changed: Meanwhile) -> list[Decided]:
    """What somebody decided in between."""
    return decided(club, changed.numbers)


def done(request: ArbiterRequest, back: str, uid: str, said: str) -> HttpResponse:
    """Say that it is done, and go back to where the arbiter came from."""
    messages.success(request, said)
    if back in ("pairs", "decisions"):
        return redirect(f"events:{back}", request.club.slug)
    return redirect("players:player", request.club.slug, now(request, uid))


def not_done(request: ArbiterRequest, refused: DecisionRefused) -> None:
    """Say why nothing was done."""
    messages.error(request, tell(refused.message))


def to_person(request: ArbiterRequest, uid: str) -> HttpResponse:
    return redirect("players:player", request.club.slug, uid)


def no_answer(request: ArbiterRequest) -> None:
    messages.error(request, _("That was no answer. Nothing was changed."))
