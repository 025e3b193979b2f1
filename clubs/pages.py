"""Members' pages: made once for each state of the club, then taken from the cache.

What is kept is the main part of a page, without the frame around it: no token, no login and no
message of anybody is in it (its addresses are relative), so it serves every reader of one kind.
The key names the state that it shows, so nothing has to be thrown away: a page of an older state
is never asked for again.
"""

import hashlib
from collections.abc import Callable, Hashable, Mapping
from functools import cache as once
from pathlib import Path
from typing import TypeVar, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from clubs.access import Reader, ReaderRequest

State = TypeVar("State", bound=Hashable)

KEPT_FOR = 24 * 3600
TRIES = 4


def reader_page(
    request: ReaderRequest,
    template: str,
    *,
    stamp: Callable[[], State],
    build: Callable[[State], Mapping[str, object]],
    about: tuple[object, ...] = (),
    section: str,
    title: str,
) -> HttpResponse:
    """A page whose main part is `template`, with what `build` reads from the database.

    `stamp` is the state of the club and of its ladder, read before and after `build`: when it has
    moved meanwhile, the rows may be of two states, and all is read again. The template finds it as
    `state`, and the way to the club's first page as `root`. `about` is what the page
    is about (uids, a season): with the stamp it names the page. `title` names no person.
    """
    main = _main(request, template, stamp, build, about)
    return render(
        request, "clubs/reader_page.html", {"main": main, "section": section, "title": title}
    )


def _main(
    request: ReaderRequest,
    template: str,
    stamp: Callable[[], State],
    build: Callable[[State], Mapping[str, object]],
    about: tuple[object, ...],
) -> str:
    state = stamp()
    for _ in range(TRIES):
        key = page_key(request.reader, template, state, about)
        if (kept := cache.get(key)) is not None:
            return cast(str, kept)
        context = {"state": state, **build(state)}
        before, state = state, stamp()
        if before == state:
            main = render_to_string(template, {**context, "root": _up(request)})
            cache.set(key, main, KEPT_FOR)
            return main
    # The history moves faster than it is read: what was read last is shown, and not kept.
    return render_to_string(template, {**context, "root": _up(request)})


def page_key(reader: Reader, template: str, state: Hashable, about: tuple[object, ...]) -> str:
    """Everything that the main part of a page depends on, as a short key."""
    parts = (
        release(),
        reader.club.pk,
        reader.kind,
        reader.event_uid,
        get_language(),
        template,
        about,
        state,
    )
    return "page:" + hashlib.sha256(repr(parts).encode()).hexdigest()


def _up(request: ReaderRequest) -> str:
    """The way from this page to the club's first page, as a relative address."""
    return "../" * request.path.removeprefix(request.reader.root).count("/") or "./"


@once
def release() -> str:
    """Tells this version of the product from others that may share the cache."""
    digest = hashlib.sha256()
    for pattern in ("templates/**/*.html", "locale/**/*.mo", "[a-z]*/**/*.py"):
        for path in sorted(Path(settings.BASE_DIR).glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
