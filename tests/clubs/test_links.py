"""Keys to the members' pages: made, shown, replaced, revoked."""

import re

import pytest
from django.test import Client

from clubs import links, queries, services
from clubs.models import AuditEntry, Club, ShareLink, User
from clubs.qr import qr_path
from tests import builders
from tests.cast import give_password


def test_a_token_has_256_random_bits_and_fits_a_path() -> None:
    tokens = {links.new_token() for _ in range(1_000_000)}
    assert len(tokens) == 1_000_000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in list(tokens)[:10_000])


def test_it_is_made_of_what_the_system_calls_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def random(length: int) -> str:
        asked.append(length)
        return "t" * 43

    monkeypatch.setattr("secrets.token_urlsafe", random)
    assert links.new_token() == "t" * 43 and asked == [32]


def test_the_database_alone_opens_nothing(club: Club) -> None:
    _, token = services.create_link(club, by=None)
    row = ShareLink.objects.values().get()
    stored = repr({k: bytes(v) if isinstance(v, memoryview) else v for k, v in row.items()})
    assert token not in stored
    assert links.unseal(bytes(row["token_sealed"])) == token


def test_it_is_shown_again_after_the_key_was_changed_with_a_fallback(
    club: Club, settings: pytest.FixtureRequest
) -> None:
    _, token = services.create_link(club, by=None)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]  # type: ignore[attr-defined]
    settings.SECRET_KEY = "n" * 50  # type: ignore[attr-defined]
    (shown,) = queries.active_links(club)
    assert shown.url == f"http://localhost:8000/m/{token}/"


def test_under_a_foreign_key_it_works_but_cannot_be_shown(
    club: Club, link: str, owner_client: Client, settings: pytest.FixtureRequest
) -> None:
    page = owner_client.get("/c/rooks/links/")
    session = owner_client.session.session_key
    settings.SECRET_KEY = "n" * 50  # type: ignore[attr-defined]
    (shown,) = queries.active_links(club)
    assert shown.url == "" and session
    assert link.encode() in page.content
    assert Client().get(link).status_code == 200


def test_it_opens_the_members_page_without_a_login(club: Club, link: str) -> None:
    assert Client().get(link).status_code == 200


def test_several_have_names_and_each_can_be_revoked(club: Club, owner_client: Client) -> None:
    give_password(owner_client)
    for name in ("parents", "notice board"):
        owner_client.post("/c/rooks/links/new/", {"name": name})
    parents, board = queries.active_links(club)
    assert (parents.name, board.name) == ("parents", "notice board")
    paths = [link.url.removeprefix("http://localhost:8000") for link in (parents, board)]
    assert [Client().get(path).status_code for path in paths] == [200, 200]

    owner_client.post(f"/c/rooks/links/{parents.uid}/revoke/")
    assert [Client().get(path).status_code for path in paths] == [404, 200]


def test_a_revoked_link_is_the_404_of_one_that_never_was(
    club: Club, owner: User, link: str
) -> None:
    services.revoke_link(ShareLink.objects.get(), by=owner)
    dead, unknown = Client().get(link), Client().get("/m/" + links.new_token() + "/")
    assert dead.status_code == unknown.status_code == 404
    assert dead.content == unknown.content


def test_replacing_kills_one_and_gives_another_of_the_same_name(
    club: Club, owner_client: Client
) -> None:
    old = builders.make_link(club, "parents")
    give_password(owner_client).post(f"/c/rooks/links/{ShareLink.objects.get().uid}/replace/")
    (new,) = queries.active_links(club)
    assert new.name == "parents" and old not in new.url
    assert Client().get(old).status_code == 404


def test_two_presses_of_replace_make_one_new_link(
    club: Club, link: str, owner_client: Client
) -> None:
    uid = ShareLink.objects.get().uid
    give_password(owner_client)
    codes = [owner_client.post(f"/c/rooks/links/{uid}/replace/").status_code for _ in range(2)]
    assert codes == [302, 404]
    assert len(queries.active_links(club)) == 1


def test_arbiters_see_links_and_cannot_touch_them(
    club: Club, link: str, arbiter_client: Client
) -> None:
    uid = ShareLink.objects.get().uid
    assert link.encode() in arbiter_client.get("/c/rooks/links/").content
    for path in (f"links/{uid}/revoke/", f"links/{uid}/replace/", "links/new/"):
        assert arbiter_client.post(f"/c/rooks/{path}").status_code == 403
    assert Client().get(link).status_code == 200


def test_no_club_touches_the_links_of_another(
    club: Club, other_club: Club, link: str, outsider_client: Client
) -> None:
    uid = ShareLink.objects.get(club=club).uid
    give_password(outsider_client)
    for path in (f"links/{uid}/revoke/", f"links/{uid}/replace/"):
        assert outsider_client.post(f"/c/bishops/{path}").status_code == 404
    assert outsider_client.get(f"/c/bishops/links/{uid}/wall/").status_code == 404
    assert Client().get(link).status_code == 200


def test_the_sheet_for_the_wall_has_the_address_and_its_code(
    club: Club, link: str, arbiter_client: Client
) -> None:
    page = arbiter_client.get(
        f"/c/rooks/links/{ShareLink.objects.get().uid}/wall/"
    ).content.decode()
    code = qr_path(f"http://localhost:8000{link}")
    assert code and f'd="{code.d}"' in page
    assert f"http://localhost:8000{link}" in page
    assert "style=" not in page


def test_the_path_draws_the_modules_of_the_code() -> None:
    import segno

    code = qr_path("http://localhost:8000/m/x/")
    assert code
    drawn = set()
    for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", code.d):
        drawn |= {(int(x) + step - 4, int(y) - 4) for step in range(int(length))}
    matrix = segno.make("http://localhost:8000/m/x/", error="m", micro=False).matrix
    dark = {(x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}
    assert drawn == dark and code.size == len(matrix) + 8


def test_making_and_revoking_stand_in_the_log_without_the_token(
    club: Club, owner: User, owner_client: Client
) -> None:
    give_password(owner_client).post("/c/rooks/links/new/", {"name": "parents"})
    (shown,) = queries.active_links(club)
    owner_client.post(f"/c/rooks/links/{shown.uid}/revoke/")
    entries = list(AuditEntry.objects.filter(action__startswith="link."))
    assert [(entry.action, entry.by) for entry in entries] == [
        ("link.create", owner), ("link.revoke", owner),
    ]  # fmt: skip
    token = shown.url.split("/")[-2]
    assert token not in repr([(e.object_uid, e.reason, e.details) for e in entries])
