"""Members' pages: made once for each state of the club, then taken from memory.

A page is kept in two pieces: the frame (bar, navigation, foot), which is the same for all pages of
a section, and the main part. Where a reader's own things stand (the way to the club's pages, which
holds the secret token, this page's address, the token of the language form) both have marks that
are replaced on the way out. So no kept piece opens a page, and one serves every reader of a kind.

A key names the state that is shown by the club's two versions, which triggers raise, and by the day
(lists fall due). So nothing has to be thrown away: a page of an older state is never asked for. The
pieces stay in the memory of each process: names are written to no cache that outlives it.
"""

import copy
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache as once
from pathlib import Path
from typing import Protocol, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import caches
from django.db import connection, transaction
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language

from clubs.access import Reader, ReaderRequest
from clubs.cells import Cell, csv_bytes, csv_table
from clubs.days import today
from clubs.downloads import CSV, download


class PageState(Protocol):
    """What a page shows the state of: the club, and whatever raises one of its two versions."""

    @property
    def club_history(self) -> int: ...
    @property
    def club_view(self) -> int: ...


State = TypeVar("State", bound=PageState)
Build = Callable[[State], Mapping[str, object]]
Rows = Callable[[State], Iterable[Iterable[Cell]]]

TRIES = 4
# Marks that no text of a person can hold: names and titles are cleaned of control characters.
ROOT, HERE, FORM, MAIN = (f"\x02{word}\x03" for word in ("root", "here", "form", "main"))


def reader_page(
    request: ReaderRequest,
    template: str,
    *,
    stamp: Callable[[], State],
    build: Build[State],
    query: Mapping[str, object] | None = None,
    section: str,
    title: str,
) -> HttpResponse:
    """A page whose main part is `template`, with what `build` reads from the database.

    `stamp` is the state of the club and of its ladder, read before and after `build`: when it has
    moved meanwhile, the rows may be of two states, and all is read again. The template finds it as
    `state`, the way to the club's first page as `root`, and as `alone` whether this reader's link
    opens one event only. `query` has the parameters of the
    address that the page understands: others make no difference. `title` names no person.
    """
    reader = request.reader
    here = _here(request, query)

    def rendered(state: State) -> str:
        context = {"root": ROOT, "alone": bool(reader.event_uid), "state": state, **build(state)}
        return render_to_string(template, context)

    main = _made(reader, template, here, stamp, rendered)
    page = _frame(request, section, title).replace(MAIN, main)
    page = page.replace(HERE, escape(reader.root + here)).replace(ROOT, reader.root)
    return HttpResponse(page.replace(FORM, get_token(request)))


def reader_file(
    request: ReaderRequest,
    name: str,
    *,
    stamp: Callable[[], State],
    rows: Rows[State],
    query: Mapping[str, object] | None = None,
    shown: str = "",
) -> HttpResponse:
    """What a page shows as a table file (CSV), made once for each state like the page. `rows` gives
    nothing of people but what a `PublicPlayer` says; `name` and `shown`: see `clubs.downloads`."""

    def written(state: State) -> str:
        return csv_table(rows(state))

    text = _made(request.reader, name, _here(request, query), stamp, written)
    return download(csv_bytes(text), CSV, name, shown=shown)


def _here(request: ReaderRequest, query: Mapping[str, object] | None) -> str:
    """The address below the reader's root, with the parameters that are understood."""
    here = request.path.removeprefix(request.reader.root)
    if known := {name: value for name, value in (query or {}).items() if value is not None}:
        here += f"?{urlencode(known)}"
    return here


def _made(
    reader: Reader,
    kind: str,
    here: str,
    stamp: Callable[[], State],
    make: Callable[[State], str],
) -> str:
    """What `make` makes of one state; `kind` is a template or the name of a file."""
    club, day = reader.club, today(reader.club)
    key = _key(reader, kind, here, day, club.history_version, club.view_version)
    if (kept := caches["pages"].get(key)) is not None:
        return str(kept)
    state = stamp()
    for _ in range(TRIES - 1):
        made = make(state)
        before, state = state, stamp()
        if before == state:
            key = _key(reader, kind, here, day, state.club_history, state.club_view)
            caches["pages"].set(key, made)
            return made
    # The history moves faster than it is read: one moment of it is shown, and not kept.
    with _one_moment():
        return make(stamp())


@contextmanager
def _one_moment() -> Iterator[None]:
    """All queries see the database as it is at the first. It costs a connection its transaction,
    and cannot be had within another one."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _frame(request: ReaderRequest, section: str, title: str) -> str:
    """Everything around the main part, with marks for what is a reader's own."""
    reader = request.reader
    key = _key(reader, section, title, reader.club.name, reader.club.slug)
    if (kept := caches["pages"].get(key)) is not None:
        return str(kept)
    anybody = copy.copy(request)
    anybody.reader = replace(reader, token=ROOT)
    anybody.get_full_path = lambda force_append_slash=False: HERE  # type: ignore[method-assign]
    context = {
        "main": MAIN,
        "section": section,
        "title": title,
        "csrf_token": FORM,
        "messages": (),  # what an officer is told waits for the officers' pages
    }
    rendered = render_to_string("clubs/reader_page.html", context, anybody)
    frame = rendered.replace(f"/m/{ROOT}/", ROOT)
    caches["pages"].set(key, frame)
    return frame


def _key(reader: Reader, *parts: object) -> str:
    """Everything that a piece depends on, as a short key."""
    known = (release(), reader.club.pk, reader.kind, reader.event_uid, get_language(), *parts)
    return hashlib.sha256(repr(known).encode()).hexdigest()


@once
def release() -> str:
    """Tells this version of the product from others."""
    digest = hashlib.sha256()
    for pattern in ("templates/**/*.html", "locale/**/*.mo", "[a-z]*/**/*.py"):
        for path in sorted(Path(settings.BASE_DIR).glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
