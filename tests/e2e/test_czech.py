"""The same way in Czech, with a file in the encoding of old Czech programs."""

import gettext

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.services import ROOT
from tests.site import Site

FILE = pages.TRF / "derived-mutations" / "cz_cp1250_crlf.trf"


@pytest.fixture(scope="module")
def english() -> set[str]:
    """Texts of some length that read otherwise in Czech."""
    path = ROOT / "locale" / "cs" / "LC_MESSAGES" / "django.mo"
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {
        text
        for text, said in catalogue.items()
        if isinstance(text, str) and len(text) > 8 and "%" not in text and text != said
    }


def test_a_czech_club(profile: Profiles, site: Site, english: set[str]) -> None:
    page = profile(site.url, locale="cs")
    sign_up(page, english)
    open_to_members(page, site, english)
    bring_in(page, english)
    member = profile(site.url, locale="de")  # the club's language, where it does not know theirs
    page.goto("/home/")
    in_czech(page, english)
    member.goto(page.get_by_role("textbox", name="Odkaz", exact=True).input_value())
    pages.heading(member, "Klubový žebříček")
    expect(member.get_by_text("započtena 1 akce")).to_be_visible()
    labels = set(members.ladder(member))
    assert {"Š. I.", "F. Ľ.", "D. Ž."} <= labels
    in_czech(member, english)
    member.get_by_role("link", name="Š. I.", exact=True).click()
    in_czech(member, english)
    member.get_by_role("link", name="Velikonoční turnaj Žďár").click()
    pages.heading(member, "Jak to vyšlo")
    expect(member.locator(".verdict")).to_contain_text("Žebříček čekal")
    in_czech(member, english)


def sign_up(page: Page, english: set[str]) -> None:
    page.goto("/")
    in_czech(page, english)
    page.get_by_role("link", name="Založit žebříček pro svůj klub").click()
    in_czech(page, english)
    pages.fill(page, "E-mail", "novy@example.org")
    pages.fill(page, "Heslo", pages.PASSWORD)
    pages.fill(page, "Heslo (znovu)", pages.PASSWORD)
    pages.press(page, "Zaregistrovat se")
    pages.heading(page, "Vaše kluby")
    in_czech(page, english)
    page.get_by_role("link", name="Nový klub").click()
    in_czech(page, english)
    pages.fill(page, "Název klubu", "Věže")
    pages.press(page, "Založit klub")
    pages.heading(page, "Věže")


def open_to_members(page: Page, site: Site, english: set[str]) -> None:
    page.goto(pages.link_in_mail(site, "novy@example.org"))
    in_czech(page, english)
    pages.press(page, "Potvrdit")
    page.goto("/home/")
    page.get_by_role("link", name="Otevřít členům").click()
    in_czech(page, english)
    page.get_by_role("radio", name="Členové s odkazem").check()
    pages.press(page, "Změnit, kdo se smí dívat")
    page.goto("/home/")


def bring_in(page: Page, english: set[str]) -> None:
    page.get_by_role("link", name="Nová akce").first.click()
    in_czech(page, english)
    page.get_by_label("Soubor turnaje").set_input_files(FILE)
    pages.press(page, "Načíst soubor")
    pages.heading(page, "Velikonoční turnaj Žďár")
    expect(page.get_by_text("Ftáčnik, Ľubomír").first).to_be_visible()
    in_czech(page, english)
    pages.press(page, "Uložit a pokračovat")
    pages.heading(page, "Kdo je kdo?")
    in_czech(page, english)
    pages.press(page, "Všech 6 zbývajících jmen patří novým členům")
    page.get_by_role("link", name="Pokračovat").click()
    in_czech(page, english)
    pages.press(page, "Zapsat do žebříčku")
    pages.outcome(page, "Změnilo se 5 ratingů")
    in_czech(page, english)


def in_czech(page: Page, english: set[str]) -> None:
    """Nothing on the page reads as the catalogue says that it reads in English."""
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    text = page.locator("body").inner_text()
    assert sorted(one for one in english if one in text) == []
