"""Somebody at the door asks to be hidden, or to be erased: what the browser shows before and after.

Members look all the time, so that every page of theirs has been kept once.
"""

import re

import psycopg
from playwright.sync_api import Page, expect
from redis import Redis

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

GAMES = (
    "1;Alpha Anna;{0};1-0",
    "1;Gamma Cyril;Delta Dana;1-0",
    "2;{0};Gamma Cyril;1-0",
    "2;Delta Dana;Alpha Anna;0-1",
)
# Two people, for all tests share one installation: who is erased is in one club only.
HIDDEN, ERASED, SHORT = "Zelenka Karel", "Zvonohlík Kvido", "Z. K."
TRACE = re.compile(r"zvonohl|kvido|5a766f6e6f686c|4b7669646f", re.IGNORECASE)  # also as bytes


def play(page: Page, name: str) -> None:
    pages.play(page, "Evening", "2026-03-10", *(game.format(name) for game in GAMES))
    pages.outcome(page, re.compile("ratings changed"))


def of_the_player(page: Page, name: str) -> None:
    """From anywhere in the club to the person's page."""
    page.get_by_role("link", name="Players").first.click()
    page.get_by_role("link", name=name, exact=True).click()
    pages.heading(page, name)


def said(pages_of_members: dict[str, str], name: str) -> set[str]:
    """Parts of the name, or the initials, that are on some page."""
    return members.words_in(pages_of_members.values(), {*name.split(), SHORT})


def test_hidden_at_once_and_back_after_a_question(
    page: Page, profile: Profiles, site: Site
) -> None:
    pages.open_club(page, site, "hide@example.org", "Hide")
    play(page, HIDDEN)
    member, link = profile(site.url), pages.member_link(page)
    assert said(members.crawl(member, link), HIDDEN) == {SHORT}
    before = {name: row.rating for name, row in members.ladder(at(member, link)).items()}

    of_the_player(page, HIDDEN)
    pages.press(page, "Hide now")
    expect(page.get_by_text("From this moment readers see “hidden player”.")).to_be_visible()
    expect(page.get_by_text("by hide@example.org")).to_be_visible()
    everything = members.crawl(member, link)
    assert said(everything, HIDDEN) == set()
    assert "hidden player" in "\n".join(everything.values())
    after = {name: row.rating for name, row in members.ladder(at(member, link)).items()}
    assert after == {name: rating for name, rating in before.items() if name != SHORT}

    page.get_by_role("link", name="Show again…").click()
    expect(page.get_by_text("they would see: Z. K.")).to_be_visible()
    pages.press(page, "Show again as member")
    expect(page.get_by_text("Shown again, as before: member.")).to_be_visible()
    assert {n: row.rating for n, row in members.ladder(at(member, link)).items()} == before


def at(member: Page, link: str) -> Page:
    member.goto(link)
    return member


def test_erased_for_ever_after_a_page_that_says_so(
    page: Page, profile: Profiles, site: Site
) -> None:
    pages.open_club(page, site, "erase@example.org", "Erase")
    play(page, ERASED)
    member, link = profile(site.url), pages.member_link(page)
    members.crawl(member, link)
    before = {name: row.rating for name, row in members.ladder(at(member, link)).items()}

    of_the_player(page, ERASED)
    page.get_by_role("link", name="Erase for ever…").click()
    # The login was a moment ago: the password is not asked for again.
    pages.heading(page, "Erase this player for ever?")
    expect(page.get_by_text("This cannot be undone, by anybody.")).to_be_visible()
    page.get_by_label("a parent").check()
    page.get_by_label("I know that nobody can bring this back.").check()
    pages.press(page, "Erase for ever")
    expect(page.get_by_text("Erased. The name is gone")).to_be_visible()
    expect(page.get_by_text(ERASED)).to_have_count(0)

    everything = members.crawl(member, link)
    assert said(everything, ERASED) == set()
    assert "erased player" in "\n".join(everything.values())
    after = {name: row.rating for name, row in members.ladder(at(member, link)).items()}
    assert after == {name: rating for name, rating in before.items() if name != SHORT}
    verified = site.manage("verify_ladders")
    assert "DRIFT" not in verified and "stale" not in verified
    assert left_behind(site) == []


def left_behind(site: Site) -> list[str]:
    """Where a part of the name still is: tables, sessions, files of the installation, Redis."""
    with psycopg.connect(site.settings["DATABASE_URL"]) as database:
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        kept = {name: rows_of(database, name) for (name,) in tables.fetchall()}
    sessions = "from django.contrib.sessions.models import Session as S"
    kept["sessions"] = site.manage(
        "shell", "-c", f"{sessions}; print([one.get_decoded() for one in S.objects.all()])"
    )
    for path in site.folder.rglob("*"):
        if path.is_file():
            kept[str(path)] = path.read_bytes().decode("utf-8", "replace")
    if url := site.settings["REDIS_URL"]:
        cache = Redis.from_url(url)
        kept["redis"] = repr([(key, cache.dump(key)) for key in cache.scan_iter()])
    assert "Alpha Anna" in kept["players_typedname"] and any("web.log" in name for name in kept)
    return [name for name, text in kept.items() if TRACE.search(text)]


def rows_of(database: "psycopg.Connection[tuple[object, ...]]", table: str) -> str:
    with database.cursor().copy(f'COPY "{table}" TO STDOUT') as rows:
        return b"".join(bytes(row) for row in rows).decode()
