"""People who may stand in the roster twice: one press says which it is, one press takes it back."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.messages import Message
from clubs.models import Club
from clubs.roles import Permission
from events.forms import PairForm
from events.models import IdentityDecision
from events.queries import Decided, decided
from events.queries.evidence import Together
from events.services import identity
from events.services.deciding import newest
from events.services.duplicates import Pair, open_pairs, possible_pairs
from events.views.evidence import ratings
from events.views.who import Marks, Side, done, marks, no_answer, not_done
from players.identity import DecisionRefused, Kind
from players.queries import person_or_404

PER_PAGE = 30
LATELY, MOST_LATELY = timedelta(hours=12), 8


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest) -> HttpResponse:
    """All pairs, the likeliest first, and what was decided this evening."""
    rated = ratings(request.club)
    possible = possible_pairs(request.club)
    people = {one.person.uid for pair in possible for one in (pair.one, pair.other)}
    marked = marks(request.club, people)
    found = [_shown(pair, rated, marked) for pair in possible]
    pairs = [pair for pair in found if not pair.together]
    page = Paginator(pairs, PER_PAGE).get_page(request.GET.get("page"))
    last = page.number == page.paginator.num_pages
    context = {
        "pairs": page.object_list,
        "page": page,
        "open": open_pairs(request.club),
        "met": [pair for pair in found if pair.together] if last else [],
        "lately": _lately(request.club),
        "based_on": newest(request.club),
    }
    return render(request, "players/pairs.html", context)


class ShownPair(NamedTuple):
    """Two who may be one: uids, both beside each other, why, and where they met."""

    one: str
    other: str
    sides: list[Side]
    reasons: Sequence[Message]
    warnings: Sequence[Message]
    together: Sequence[Together]


def _shown(pair: Pair, rated: Mapping[str, float], marked: Mapping[str, Marks]) -> ShownPair:
    both = [
        Side(one.person, one.evidence, rated.get(one.person.uid), marked[one.person.uid])
        for one in (pair.one, pair.other)
    ]
    uids = [side.person.uid for side in both]
    return ShownPair(uids[0], uids[1], both, pair.reasons, pair.warnings, pair.together)


def _lately(club: Club) -> list[Decided]:
    """What was decided about pairs in the last hours and still holds, the newest first."""
    rows = IdentityDecision.objects.filter(
        club=club, kind__in=(Kind.MERGE, Kind.NEVER_SAME), at__gte=timezone.now() - LATELY
    ).order_by("-number")
    found = decided(club, list(rows.values_list("number", flat=True)[: 5 * MOST_LATELY]))
    return [one for one in found if one.holds][:MOST_LATELY]


@officer(Permission.EDIT_PLAYERS)
@require_POST
def apart(request: ArbiterRequest) -> HttpResponse:
    """These two are two people, and are never proposed as one again."""
    form = PairForm(request.POST)
    if not form.is_valid():
        no_answer(request)
        return redirect("events:pairs", request.club.slug)
    one = person_or_404(request.club, form.cleaned_data["one"])
    other = person_or_404(request.club, form.cleaned_data["other"])
    try:
        identity.never_same(one, other, by=request.user)
    except DecisionRefused as refused:
        not_done(request, refused)
        return redirect("events:pairs", request.club.slug)
    return done(request, "pairs", one.uid, _("They are two people: never proposed again."))
