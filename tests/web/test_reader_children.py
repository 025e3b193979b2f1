"""An event that is marked as one of children: on its pages everybody is shown as a child is."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from clubs.models import Club, NameDisplay, Visibility
from clubs.young import young
from events.forms.details import DetailsForm
from events.models import Event, EventRevision
from events.revisions import EventContent
from events.services.drafts import content_of, of_event
from events.services.projection import current_content, project
from events.services.revising import revise, today
from events.stored import from_json, to_json
from ladder.models import LadderStep
from players.models import Player
from tests.builders import player, rebuild
from tests.web.reading import every_page, main_part, page
from tests.web.test_reader_privacy import EXACT, crawl


@pytest.fixture
def marked(season: Club) -> Event:
    """The first evening, marked; nobody in the club is."""
    event = season.events.get(date="2026-03-03")
    mark(event)
    return event


def mark(event: Event) -> None:
    content = replace(current_content(event), junior=True)
    revise(event, content, action="details", by=None)
    event.refresh_from_db()


def test_its_pages_show_initials_without_consent_and_others_what_the_club_shows(
    season: Club, marked: Event, link: str, client: Client
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    petr = player(season, "Kanárek Petr")
    own = [f"event/{marked.uid}/", f"event/{marked.uid}/player/{petr.uid}/"]
    said = page(client, link + own[0]).content.decode()
    assert "K. P." in said and "Kanárek" not in said and "Stehlíková" not in said
    assert "Kanárek Petr" in page(client, f"{link}l/main/").content.decode()
    Player.objects.filter(pk=petr.pk).update(consent=True)
    for path in own:
        said = page(client, link + path).content.decode()
        assert "Kanárek Petr" in said and "Stehlíková" not in said


def test_its_initials_do_not_lead_to_the_full_name_nor_the_name_to_them(
    season: Club, marked: Event, link: str, client: Client
) -> None:
    petr = player(season, "Kanárek Petr")
    evening = f"{link}event/{marked.uid}/"
    its = [evening, f"{evening}performance/", f"{evening}table.csv"]
    his = [f"{link}player/{petr.uid}/", f"{link}player/{petr.uid}/table.csv"]
    explained = f"{evening}player/{petr.uid}/"
    Club.objects.update(names=NameDisplay.FULL)
    uids = list(season.players.values_list("uid", flat=True))
    said = "".join(page(client, path).content.decode() for path in its)
    assert "K. P." in said and not [uid for uid in uids if uid in said]
    for path in his:
        listed = page(client, path).content.decode()
        assert marked.uid not in listed and marked.name not in listed
    other = season.events.get(date="2026-03-10")
    assert other.name in listed
    assert client.get(explained).status_code == 404
    for holds in (
        lambda: Player.objects.filter(pk=petr.pk).update(consent=True),
        lambda: Club.objects.update(names=NameDisplay.INITIALS),
    ):
        Player.objects.update(consent=False)
        holds()
        assert petr.uid in page(client, evening).content.decode()
        assert all(marked.name in page(client, path).content.decode() for path in his)
        assert client.get(explained).status_code == 200


def test_the_first_of_it_on_the_front_page_too(
    season: Club, marked: Event, link: str, client: Client
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    Player.objects.update(status="guest")  # nobody stands on the list beside it
    assert "Kanárek" in page(client, link).content.decode()  # of the evening after it
    mark(season.events.get(date="2026-03-10"))
    said = page(client, link).content.decode()
    assert "K. P." in said and "Kanárek" not in said


def test_on_public_pages_no_exact_day_of_it_is_found_anywhere(
    season: Club, marked: Event, link: str, client: Client
) -> None:
    assert EXACT.search(crawl(client, link, season))
    mark(season.events.get(date="2026-03-10"))
    Club.objects.update(visibility=Visibility.PUBLIC)
    season.refresh_from_db()
    root = f"/p/{season.slug}/"
    said = crawl(client, root, season)
    assert "March 2026" in said
    assert not EXACT.search(said)
    # Nor by asking for one day after the other.
    by_day = {
        main_part(page(client, f"{root}l/main/?on=2026-03-{day:02}")) for day in (2, 3, 9, 10, 11)
    }
    assert len(by_day) == 1


def test_of_somebody_else_s_child_s_evening_no_exact_day_either(
    season: Club, client: Client
) -> None:
    """An adult's page does not give the days away on which a child sat opposite."""
    Player.objects.filter(name__text="Skřivánek Ivo").update(junior=True)
    Club.objects.update(visibility=Visibility.PUBLIC)
    season.refresh_from_db()
    assert not EXACT.search(crawl(client, f"/p/{season.slug}/", season))


def test_the_mark_is_content_that_no_number_depends_on(season: Club, marked: Event) -> None:
    ladder = season.ladders.get()
    keys = list(
        LadderStep.objects.filter(ladder=ladder).order_by("place").values_list("key", "result")
    )
    stored = EventRevision.objects.filter(event=marked).order_by("number")
    first, second = (row.content for row in stored)
    assert "junior" not in first and second["junior"] is True
    assert not from_json(EventContent, first).junior
    rebuild(season)
    again = list(
        LadderStep.objects.filter(ladder=ladder).order_by("place").values_list("key", "result")
    )
    assert again == keys
    project(marked, from_json(EventContent, first))
    marked.refresh_from_db()
    assert not marked.junior


def test_the_form_of_a_draft_takes_and_gives_the_mark(season: Club, marked: Event) -> None:
    content = content_of(of_event(marked, by=None))
    assert content.junior and to_json(content)["junior"] is True
    form = DetailsForm(None, content=content, today=today(season))
    assert form.initial["junior"] is True
    said = {
        "name": "x", "date": "2026-03-03", "kind": "swiss", "tempo": "standard",
        "counts": "yes", "steps": "event", "version": "0",
    }  # fmt: skip
    for more, wanted in (({"junior": "on"}, True), ({}, False)):
        sent = DetailsForm({**said, **more}, content=content, today=today(season))
        assert sent.is_valid(), sent.errors
        assert sent.details()["junior"] is wanted


def test_every_page_leads_to_what_is_stored_and_to_the_part_for_children(
    season: Club, link: str, client: Client
) -> None:
    for path in every_page(link, season):
        said = page(client, path).content.decode()
        assert 'href="/privacy/"' in said and 'href="/privacy/young/"' in said
    said = page(client, "/privacy/").content.decode()
    assert 'id="young"' in said and "if you are a child or a teenager" in said


CHILD = {
    "en": "if you are a child or a teenager",
    "cs": "",  # as its catalogue says it
    "ru": "если ты ребёнок или подросток",
}


@pytest.mark.parametrize("language", CHILD)
def test_children_read_it_in_three_languages_whatever_the_rest_speaks(
    client: Client, language: str
) -> None:
    said = page(client, f"/privacy/young/?in={language}").content.decode()
    assert f'<div class="prose" lang="{language}">' in said
    assert re.search(rf'<a href="\?in={language}"[^>]* aria-current="page">', said)
    assert all(f'href="?in={other}"' in said for other in CHILD)
    with translation.override(language):
        opening = gettext("This part is for you, if you are a child or a teenager.")
    assert (CHILD[language] or opening) in said
    assert language == "en" or CHILD["en"] not in said, "not half in English"
    questions = re.findall(r"<h2>(.+?)</h2>", said)
    assert len(questions) == 5 and all(text.strip() for text in questions)


def test_a_browser_that_asks_for_russian_gets_that_page_in_russian_and_others_not(
    client: Client,
) -> None:
    asks = {"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.5"}
    assert 'class="prose" lang="ru"' in client.get("/privacy/young/", headers=asks).content.decode()
    assert '<html lang="en"' in client.get("/privacy/", headers=asks).content.decode()
    client.cookies["django_language"] = "cs"
    assert 'class="prose" lang="cs"' in client.get("/privacy/young/", headers=asks).content.decode()
    nonsense = client.get("/privacy/young/?in=xx").content.decode()
    assert 'class="prose" lang="cs"' in nonsense


def test_the_russian_page_uses_the_words_of_the_field() -> None:
    page_in_russian = young("ru")
    said = " ".join([page_in_russian.opening, *map(" ".join, page_in_russian.parts)]).casefold()
    for word in ("судь", "парти", "рейтинг", "инициал", "скрыть", "удалить", "родител"):
        assert word in said, word
    assert not re.search(r"\b(?:лестниц|игры\b|игра\b|раунд|балл|арбитр|владел)", said)
    assert len(page_in_russian.parts) == len(young("en").parts)
    assert max(map(len, re.split("[.?!:]", said))) < 140, "short sentences, for a child of ten"


def test_arbiters_see_the_mark(marked: Event, arbiter_client: Client) -> None:
    said = arbiter_client.get(f"/c/rooks/events/{marked.uid}/").content.decode()
    assert "children play in it" in said
    said = arbiter_client.get(f"/c/rooks/events/{marked.uid}/history/").content.decode()
    assert "It is marked as one in which children play." in said
