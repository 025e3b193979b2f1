"""What the file of an event states of its players, offered to the arbiter."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from clubs.uid import new_uid
from events.models import Event
from ladder import file_facts
from ladder.queries.facts import facts_preview, in_words
from ladder.queries.offered import offered as offered_facts
from ladder.systems.facts import FACTS, Value
from players.models import Player
from players.names import sort_key
from players.queries import full_names


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, event: str) -> HttpResponse:
    """Person by person what is new, and what it would change. Nothing is saved."""
    found = _event(request, event)
    offered = offered_facts(request.club, found)
    if not offered.counts:
        raise Http404
    together: dict[Player, dict[str, Value]] = {}
    for facts in (offered.always, offered.rated):
        for player, known in facts.items():
            together.setdefault(player, {}).update(known)
    names = full_names(request.club, [player.uid for player in together])
    language = get_language() or "en"
    context = {
        "event": found,
        "facts": [_(FACTS[name].label) for name in offered.counts],
        "lines": sorted(
            (
                (names.get(player.uid, ""), player.uid,
                 [in_words(FACTS[name], known.get(name)) for name in offered.counts])
                for player, known in together.items()
            ),
            key=lambda line: (sort_key(line[0], language), line[1]),
        ),
        "rated": bool(offered.rated),
        "previews": facts_preview(
            request.club,
            {player.pk: known for player, known in offered.always.items()},
            None,
            {player.pk: known for player, known in offered.rated.items()},
            offered.day,
        ),
        "press": new_uid(),
    }  # fmt: skip
    return render(request, "ladder/facts_file.html", context)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def save(request: ArbiterRequest, event: str) -> HttpResponse:
    """Take over what is offered; one press on the page of all facts takes it back."""
    found = _event(request, event)
    press = request.POST.get("press", "")[:20] or new_uid()
    count = file_facts.take_over(
        request.club, found, by=request.user, why=_("from the file of an event"), press=press
    )
    text = ngettext("%(n)d fact is entered.", "%(n)d facts are entered.", count)
    messages.success(request, text % {"n": count})
    return redirect("events:event", request.club.slug, found.uid)


def _event(request: ArbiterRequest, uid: str) -> Event:
    return get_object_or_404(request.club.events, uid=uid, deleted=False)
