"""Limits on what is expensive: bringing in files, files with names that go out, what-ifs.

Counted for the club and for the address the request comes from, and only once the door has let
somebody in: a stranger uses up nothing. Rebuilding needs none: presses that come while one is at
work, or when nothing is stale, do nothing (ladder.views.staff). Nor do the files of readers, which
are made once for each state, like their pages (clubs.pages).
"""

from collections.abc import Mapping

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from clubs.guessing import origin
from clubs.models import Club

SECONDS = 600
# A school with several clubs behind one address.
ADDRESS_FACTOR = 3

# Routes by what they cost; a setting says how many of it a club has in ten minutes.
COSTS: Mapping[str, str] = {
    "events:upload": "import",
    "events:typed": "import",
    "events:newer_file": "import",
    "events:encoding": "import",
    "ladder:opening_paste": "import",
    "ladder:opening_file": "import",
    "ladder:opening_encoding": "import",
    "players:file": "export",
    "players:export": "export",
    "events:export": "export",
    "ladder:export": "export",
    "ladder:list_export": "export",
    "ladder:norms_export": "export",
    # Each computes a whole history, once or twice.
    "ladder:compared": "replay",
    "ladder:rules_preview": "replay",
}


def too_much(request: HttpRequest, club: Club) -> bool:
    """Count this request if it is an expensive one; True when it was one too many."""
    cost = COSTS.get(request.resolver_match.view_name) if request.resolver_match else None
    if cost is None or request.method != "POST":
        return False
    most = settings.EXPENSIVE_IN_TEN_MINUTES[cost]
    counted = [
        _count(f"{cost}:club:{club.pk}") > most,
        _count(f"{cost}:from:{origin(request)}") > most * ADDRESS_FACTOR,
    ]
    return any(counted)


def _count(key: str) -> int:
    cache.add(key, 0, SECONDS)
    try:
        return cache.incr(key)
    except ValueError:  # It ran out a moment ago, or the cache is away.
        return 0
