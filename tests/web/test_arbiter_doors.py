"""Every address of the arbiters' pages about events: who gets in, by which method."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Officer, User
from events import urls
from events.models import Draft, Entry, Event, IdentityDecision
from events.services import drafts, identity
from tests import builders
from tests.cast import give_password, logged_in

# Name -> the methods that do something there. Whoever adds an address adds a line.
METHODS = {
    "index": "GET",
    "new": "GET",
    "upload": "POST",
    "typed": "POST",
    "event": "GET",
    "effect": "GET",
    "export": "POST",
    "history": "GET",
    "continue": "POST",
    "delete": "GET POST",
    "restore": "POST",
    "correct": "GET",
    "correct_save": "POST",
    "correct_preview": "POST",
    "edit": "GET",
    "edit_preview": "POST",
    "edit_save": "POST",
    "undo": "POST",
    "resolve": "GET",
    "resolve_answer": "POST",
    "resolve_search": "POST",
    "draft": "GET",
    "draft_save": "POST",
    "encoding": "POST",
    "newer_file": "POST",
    "draft_drop": "GET POST",
    "players": "GET",
    "players_save": "POST",
    "round": "GET",
    "round_save": "POST",
    "game": "GET",
    "game_save": "POST",
    "review": "GET",
    "answer": "POST",
    "search": "POST",
    "confirm_whole": "POST",
    "all_new": "POST",
    "join": "POST",
    "publish": "GET",
    "publish_now": "POST",
    "publish_over": "POST",
    "pairs": "GET",
    "pairs_apart": "POST",
    "merge_choose": "GET",
    "merge_search": "POST",
    "merge": "GET",
    "merge_preview": "POST",
    "merge_save": "POST",
    "split": "GET",
    "split_search": "POST",
    "split_preview": "POST",
    "split_save": "POST",
    "rename": "POST",
    "spelling_add": "POST",
    "spelling_remove": "POST",
    "decisions": "GET",
    "decision": "GET",
    "decision_preview": "POST",
    "decision_undo": "POST",
}
PATTERNS = {pattern.name: pattern for pattern in urls.urlpatterns}
NO_EVENT = NO_DRAFT = "zzzzzzzzzzzz"
GAMES = ["Alfa Ada 1-0 Bravo Bo", "Charlie Cyril 1/2 Delta Dana"]


def test_every_address_is_listed() -> None:
    assert METHODS.keys() == PATTERNS.keys()


def make_draft(club: Club, by: User) -> Draft:
    content = builders.make_draft(club, GAMES)
    return drafts.start(club, content, by=by)


@pytest.fixture
def event(club: Club) -> Event:
    """With a decision about two of its people."""
    made = builders.make_event(club, "2026-03-03", GAMES, unknown=["Delta Dana"])
    one, other = (builders.player(club, name) for name in ("Alfa Ada", "Bravo Bo"))
    identity.never_same(one, other, by=None)
    return made


@pytest.fixture
def draft(club: Club, arbiter: User) -> Draft:
    return make_draft(club, arbiter)


def address(name: str, club: str, event: str, draft: str) -> str:
    """Of an unknown event there are neither people nor decisions."""
    lines = Entry.objects.filter(event__uid=event, player__isnull=False).order_by("number")
    people = list(lines.values_list("player__uid", flat=True)) or [NO_EVENT, NO_DRAFT]
    decision = 999 if event == NO_EVENT else 1
    known = {
        "event": event, "draft": draft, "number": 1, "edit": "swap",
        "player": people[0], "other": people[1], "decision": decision,
    }  # fmt: skip
    wanted = PATTERNS[name].pattern.converters
    return reverse(f"events:{name}", kwargs={"club": club, **{key: known[key] for key in wanted}})


def requests() -> Iterator[tuple[str, str]]:
    """Every address with every method that does something there."""
    for name, methods in METHODS.items():
        for method in methods.split():
            yield name, method


def test_a_stranger_is_asked_to_log_in(
    client: Client, club: Club, event: Event, draft: Draft
) -> None:
    for name, method in requests():
        answer = client.generic(method, address(name, club.slug, event.uid, draft.uid))
        assert answer.status_code == 302, name
        assert answer["Location"].startswith("/accounts/login/"), name


def test_an_outsider_finds_nothing(
    outsider_client: Client, other_club: Club, club: Club, event: Event, draft: Draft
) -> None:
    """Also under the own club's address: an id of another club is an id that does not exist."""
    give_password(outsider_client)
    before = state(event, draft)
    for name, method in requests():
        nowhere = outsider_client.generic(method, address(name, "nowhere", NO_EVENT, NO_DRAFT))
        paths = [address(name, club.slug, event.uid, draft.uid)]
        if PATTERNS[name].pattern.converters:
            paths.append(address(name, other_club.slug, event.uid, draft.uid))
        for path in paths:
            there = outsider_client.generic(method, path)
            assert (there.status_code, nowhere.status_code) == (404, 404), (name, path)
            assert there.content == nowhere.content, (name, path)
    assert state(event, draft) == before


def test_an_unknown_id_is_not_found(arbiter_client: Client, club: Club) -> None:
    give_password(arbiter_client)
    for name, method in requests():
        if PATTERNS[name].pattern.converters:
            path = address(name, club.slug, NO_EVENT, NO_DRAFT)
            assert arbiter_client.generic(method, path).status_code == 404, (name, method)


def test_an_officer_whose_role_allows_nothing_is_refused(
    club: Club, event: Event, draft: Draft
) -> None:
    user = builders.make_user()
    Officer.objects.create(club=club, user=user, role="scribe")
    client, before = logged_in(user), state(event, draft)
    for name, method in requests():
        path = address(name, club.slug, event.uid, draft.uid)
        assert client.generic(method, path).status_code == 403, (name, method)
    assert state(event, draft) == before


def test_other_methods_are_not_allowed(
    arbiter_client: Client, club: Club, event: Event, draft: Draft
) -> None:
    before = state(event, draft)
    for name, methods in METHODS.items():
        path = address(name, club.slug, event.uid, draft.uid)
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - set(methods.split()):
            assert arbiter_client.generic(method, path).status_code == 405, (name, method)
    assert state(event, draft) == before


def test_pages_open_and_change_nothing(
    arbiter_client: Client, club: Club, event: Event, draft: Draft
) -> None:
    before = state(event, draft)
    for name, method in requests():
        if method == "GET":
            path = address(name, club.slug, event.uid, draft.uid)
            assert arbiter_client.get(path).status_code == 200, name
    assert state(event, draft) == before


def state(event: Event, draft: Draft) -> object:
    """Everything that a refused request must leave alone."""
    return (
        list(event.revisions.values_list("number", flat=True)),
        list(Draft.objects.values_list("uid", "version").order_by("uid")),
        list(Event.objects.values_list("uid", "deleted", "version").order_by("uid")),
        list(IdentityDecision.objects.values_list("club", "number").order_by("pk")),
    )


TEXTS = ["\x00", "\ud800", "\u202e", "9" * 5000, "é" * 2000, ""]
# What has to be right for a form to look at the rest.
VALID = {"version": "0", "number": "1", "part": "1", "shown": "2", "based_on": "1", "tempo": "rapid",
         "kind": "swiss", "counts": "yes", "steps": "event", "press": "zzzzzzzzzzzz", "outcome": "1-0|played",
         "date": "2026-03-05"}  # fmt: skip
OTHERS = [
    "why", "name", "start", "reading", "minutes", "counts_reason", "rounds", "sequence", "seen",
    "answer", "digest", "keep", "drop", "encoding", "new", "list", "n1", "white", "result", "black",
    "day", "board_result", "unrated", "page", "add_names",
    "keep", "one", "other", "lines", "to", "last", "asked", "belong", "spelling", "was", "back",
]  # fmt: skip


@pytest.mark.parametrize("valid", [{}, VALID], ids=["all wrong", "texts wrong"])
def test_no_text_breaks_a_form(
    arbiter_client: Client, club: Club, arbiter: User, event: Event, valid: dict[str, str]
) -> None:
    """Whatever stands in any field: an answer, never an error of ours."""
    for name in (name for name, method in requests() if method == "POST"):
        for text in TEXTS:
            draft = make_draft(club, arbiter)
            fields = {field: _quoted(text) for field in [*VALID, *OTHERS]}
            fields |= {field: _quoted(value) for field, value in valid.items()}
            body = "&".join(f"{field}={value}" for field, value in fields.items())
            answer = arbiter_client.post(
                address(name, club.slug, event.uid, draft.uid),
                body,
                content_type="application/x-www-form-urlencoded",
            )
            assert answer.status_code < 500, (name, text[:10])


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"))
