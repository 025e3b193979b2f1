"""Every language on offer is complete, says the field's words, and is what the pages load."""

import csv
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext

from clubs import messages
from clubs.templatetags.words import say
from events.outcomes import outcome
from events.results import GameKind, Result
from ladder import shown
from ladder.systems.club_elo import SENTENCE
from tests.web.texts import ROOT, TEMPLATES, Key, asked_for, said_by_itself

LOCALES = ROOT / "locale"
TRANSLATED = [code for code, _name in settings.LANGUAGES if code != "en"]
PLURALS = {"cs": 3, "ru": 3}
PLACE = re.compile(r"%\((\w+)\)[a-z]|%[a-z]")
TAG = re.compile(r"</?\w+>")


def po(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


def texts(language: str) -> Iterator[tuple[Key, Message]]:
    for message in po(language):
        if message.id:
            yield (message.context, _forms(message.id)[0]), message


def _forms(text: object) -> list[str]:
    return list(text) if isinstance(text, (list, tuple)) else [str(text)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_in_english(language: str) -> None:
    known = dict(texts(language))
    missing = sorted(text for _context, text in asked_for() - known.keys())
    assert missing == [], "run `make messages` and translate these"
    empty = [key[1] for key, message in known.items() if not all(_forms(message.string))]
    assert empty == []
    assert [key[1] for key, message in known.items() if message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_translated_that_nobody_says(language: str) -> None:
    assert sorted(text for _context, text in dict(texts(language)).keys() - asked_for()) == []


@pytest.mark.parametrize("path", sorted(LOCALES.glob("*/LC_MESSAGES/*.po")), ids=str)
def test_the_compiled_file_is_that_of_the_texts(path: Path) -> None:
    """`make messages` writes both; a catalogue changed by hand has to be compiled again."""
    with path.open("rb") as source, path.with_suffix(".mo").open("rb") as compiled:
        written, loaded = read_po(source), read_mo(compiled)
    assert _strings(loaded) == _strings(written)
    assert loaded.plural_forms == written.plural_forms


def _strings(catalog: Catalog) -> dict[tuple[str | None, str], list[str]]:
    return {(m.context, _forms(m.id)[0]): _forms(m.string) for m in catalog if m.id}


@pytest.mark.parametrize("language", TRANSLATED)
def test_places_and_tags_are_those_of_the_english_text(language: str) -> None:
    wrong = []
    for (_context, text), message in texts(language):
        wanted = _forms(message.id)[-1]
        for form in _forms(message.string):
            places = {match[0] for match in PLACE.finditer(form)}
            # "this name" for 1 need not say the number; the form for 1 is used for nothing else.
            may_lack = {m[0] for m in PLACE.finditer(wanted)} - {m[0] for m in PLACE.finditer(text)}
            expected = {match[0] for match in PLACE.finditer(wanted)}
            if not expected - may_lack <= places <= expected:
                wrong.append(form)
            if sorted(TAG.findall(form)) != sorted(TAG.findall(wanted)):
                wrong.append(form)
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_have_every_form(language: str) -> None:
    assert po(language).num_plurals == PLURALS[language]
    short = [
        text
        for (_context, text), message in texts(language)
        if message.pluralizable and len(_forms(message.string)) != PLURALS[language]
    ]
    assert short == []


def words_to_avoid(language: str) -> list[dict[str, str]]:
    with (ROOT / "tests" / "data" / "words_to_avoid.csv").open(newline="") as file:
        return [row for row in csv.DictReader(file) if row["language"] == language]


def avoided(language: str, text: str) -> list[str]:
    """The words in a text that nobody in a chess club says."""
    return [
        row["avoid"]
        for row in words_to_avoid(language)
        if re.search(row["avoid"], _without(row["unless"], text), re.IGNORECASE)
    ]


def _without(pattern: str, text: str) -> str:
    return re.sub(pattern, "", text, flags=re.IGNORECASE) if pattern else text


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_word_that_a_club_does_not_use(language: str) -> None:
    assert words_to_avoid(language)
    found = [
        (form, words)
        for _key, message in texts(language)
        for form in _forms(message.string)
        if (words := avoided(language, PLACE.sub("", form)))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    ["Hodnocení hráče", "dočasný rating", "5 her", "soupiska klubu", "Majitel klubu", "odehrál(a)"],
)
def test_the_search_finds_such_words(text: str) -> None:
    assert avoided("cs", text)
    assert not avoided("cs", "pomocná hodnocení, očekávané skóre, tempo hry, hráči hráli partie")


def test_the_glossary_and_the_search_avoid_the_same_words() -> None:
    notes = re.findall(r"\bavoid ([^|]+)", (ROOT / "docs" / "glossary.md").read_text())
    words = [word.strip() for note in notes for word in note.split(",")]
    assert len(words) > 10
    assert [word for word in words if not avoided("cs", word) + avoided("ru", word)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_say_nothing_by_themselves(path: Path) -> None:
    # K is the same in every language, and so is the digit of an error.
    assert [text for text in said_by_itself(path) if text not in {"K", "?"}] == []


# -- Czech -------------------------------------------------------------------------------------

GAMES = {1: "1 partie", 2: "2 partie", 4: "4 partie", 5: "5 partií", 11: "11 partií", 0: "0 partií"}
CZECH = {
    "Write into the ladder": "Zapsat do žebříčku",
    "Club's players": "Hráči klubu",
    "administrator of the club": "správce klubu",
    "arbiter": "rozhodčí / vedoucí",
    "Provisional": "Prozatímní",
    "Starting rating": "Výchozí rating",
    "How it came out": "Jak to vyšlo",
    "Fingerprint": "Kontrolní otisk",
    "bye": "volný los",
    "half-point bye": "volno za ½ bodu",
    "forfeit": "kontumace",
    "knockout": "vyřazovací systém",
    "bughouse": "tandem (holanďany)",
    "Final standings": "Konečné pořadí",
    "hidden player": "skrytý hráč",
    "erased player": "smazaný hráč",
    "Please always write a name in the same way: Surname Given name.": (
        "Pište prosím jméno vždy stejně: Příjmení Jméno."
    ),
    "Internal club rating. Not connected with FIDE or national ratings and no substitute for them.": (
        "Interní klubový rating. Nesouvisí s ratingem FIDE ani s LOK a žádný z nich nenahrazuje."
    ),
}


@pytest.fixture
def _czech() -> Iterator[None]:
    with translation.override("cs"):
        yield


@pytest.mark.parametrize("english", CZECH)
@pytest.mark.usefixtures("_czech")
def test_words_of_the_glossary(english: str) -> None:
    assert gettext(english) == CZECH[english]


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.usefixtures("_czech")
def test_one_two_and_five_games(number: int) -> None:
    assert ngettext("%(n)s game", "%(n)s games", number) % {"n": number} == GAMES[number]


@pytest.mark.parametrize("number", [1, 19])
@pytest.mark.usefixtures("_czech")
def test_the_button_says_the_number_and_the_rule(number: int) -> None:
    said = ngettext(
        "Confirm the %(n)s name that matches a member whole",
        "Confirm the %(n)s names that match a member whole",
        number,
    )
    expected = {
        1: "Potvrdit 1 jméno, které se shoduje celé",
        19: "Potvrdit 19 jmen, která se shodují celá",
    }
    assert said % {"n": number} == expected[number]


@pytest.mark.usefixtures("_czech")
def test_adjourned_and_postponed_are_not_swapped() -> None:
    """Czech odložená is postponed; Russian отложенная is adjourned."""
    assert say(outcome(Result.NONE, GameKind.ADJOURNED)) == "přerušená"
    assert say(outcome(Result.NONE, GameKind.POSTPONED)) == "odložená"


@pytest.mark.usefixtures("_czech")
def test_figures_in_sentences_have_a_comma() -> None:
    """A fraction of a point is in the genitive singular, whatever the figure: 2,5 bodu."""
    params = {"expected": Decimal("1.8"), "games": 4, "score": Decimal("2.5")}
    said = say(messages.Message(SENTENCE, params))
    assert said.startswith("Žebříček čekal 1,8 bodu z 4")
    assert "2,5" in said
    assert shown.change(-13.84).text == "\u221213,8"


@pytest.mark.usefixtures("_czech")
def test_days_in_sentences_are_written_out() -> None:
    said = say(messages.Message("%(day)s", {"day": date(2026, 3, 12)}))
    assert said == "12. března 2026"


@pytest.mark.usefixtures("_czech")
def test_the_same_english_word_twice() -> None:
    """A noun above a column, and what a button does."""
    assert (gettext("Change"), pgettext("button", "Change")) == ("Změna", "Změnit")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (messages.Signed(Decimal("-18.8")), "−18.8"),
        (messages.Signed(Decimal("18.8")), "+18.8"),
        (messages.Signed(0), "0"),
        (Decimal("-2.5"), "−2.5"),
        (-766, "−766"),
        (7, "7"),
    ],
)
def test_numbers_in_sentences_have_a_real_minus(number: object, said: str) -> None:
    assert say(messages.Message("moves by %(change)s", {"change": number})) == f"moves by {said}"
