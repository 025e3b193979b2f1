"""What a reader sees of a person: the truth table, the initials, the numbers beside them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.uid import new_uid
from players.names import clean_name
from players.privacy import (
    ERASED_PLAYER,
    HIDDEN_PLAYER,
    ClubNames,
    Display,
    NameFacts,
    Presence,
    PublicPlayer,
    erased_name,
    initials,
    is_erased_name,
    next_suffix,
    public_label,
    public_order,
    public_player,
)

FULL, SHORT, LABEL = "Novák, Jan", "N. J.", "Kuba N."

# (club's setting, person's choice) -> shown where it is allowed. Without consent: initials of a
# junior, and of whoever alone would be shown by name.
WISHES = {
    (ClubNames.INITIALS, Display.CLUB): SHORT,
    (ClubNames.INITIALS, Display.INITIALS): SHORT,
    (ClubNames.INITIALS, Display.LABEL): LABEL,
    (ClubNames.INITIALS, Display.FULL): FULL,
    (ClubNames.FULL, Display.CLUB): FULL,
    (ClubNames.FULL, Display.INITIALS): SHORT,
    (ClubNames.FULL, Display.LABEL): LABEL,
    (ClubNames.FULL, Display.FULL): FULL,
}


@pytest.mark.parametrize(
    ("club_names", "display", "junior", "consent"),
    list(product(ClubNames, Display, (False, True), (False, True))),
)
def test_truth_table(club_names: ClubNames, display: Display, junior: bool, consent: bool) -> None:
    facts = NameFacts(FULL, display=display, label=LABEL, junior=junior, consent=consent)
    expected = WISHES[club_names, display]
    one_alone = (club_names, display) == (ClubNames.INITIALS, Display.FULL)
    if not consent and (junior or one_alone):
        expected = SHORT
    assert public_player("u1", facts, club_names).label == expected


@pytest.mark.parametrize("club_names", ClubNames)
@pytest.mark.parametrize("display", Display)
@pytest.mark.parametrize(
    ("presence", "words"),
    [(Presence.HIDDEN, HIDDEN_PLAYER), (Presence.ERASED, ERASED_PLAYER)],
)
def test_hidden_and_erased_are_fixed_words_whatever_was_agreed(
    club_names: ClubNames, display: Display, presence: Presence, words: object
) -> None:
    facts = NameFacts(FULL, display=display, label=LABEL, consent=True, suffix=2, presence=presence)
    player = public_player("u1", facts, club_names)
    assert player == PublicPlayer("u1", words, linked=False)  # type: ignore[arg-type]
    assert FULL not in repr(player)


def test_a_new_person_of_a_new_club_is_initials() -> None:
    assert public_player("u1", NameFacts(FULL), ClubNames("initials")).label == SHORT


def test_an_empty_label_falls_back_to_initials() -> None:
    facts = NameFacts(FULL, display=Display.LABEL, label="  ")
    assert public_player("u1", facts, ClubNames.FULL).label == SHORT


@pytest.mark.parametrize("label", ["Jan Novák", "our NovakJan", "Nov\u00a0ák\u2800Jan"])
@pytest.mark.parametrize(
    ("club_names", "junior", "agreed", "shown"),
    [
        (ClubNames.INITIALS, False, None, False),
        (ClubNames.INITIALS, False, Display.LABEL, False),
        (ClubNames.INITIALS, False, Display.FULL, True),
        (ClubNames.INITIALS, True, Display.LABEL, False),
        (ClubNames.INITIALS, True, Display.FULL, True),
        (ClubNames.FULL, False, None, True),
        (ClubNames.FULL, True, None, False),
        (ClubNames.FULL, True, Display.LABEL, False),
        (ClubNames.FULL, True, Display.FULL, True),
    ],
)
def test_a_label_with_the_name_in_it_is_the_name(
    label: str, club_names: ClubNames, junior: bool, agreed: Display | None, shown: bool
) -> None:
    facts = NameFacts(
        FULL,
        display=Display.LABEL,
        label=label,
        junior=junior,
        consent=agreed is not None,
        consent_for=agreed or Display.FULL,
    )
    assert public_player("u1", facts, club_names).label == (label if shown else SHORT)


@pytest.mark.parametrize(("suffix", "shown"), [(0, "N. J."), (1, "N. J."), (2, "N. J. 2")])
def test_suffix_stands_beside_initials_only(suffix: int, shown: str) -> None:
    facts = NameFacts(FULL, suffix=suffix)
    assert public_player("u1", facts, ClubNames.INITIALS).label == shown
    assert public_player("u1", facts, ClubNames.FULL).label == FULL


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Novák Jan", "N. J."),
        ("Jan Novák", "J. N."),
        ("Novák, Jan", "N. J."),
        ("novák jan", "N. J."),
        ("Chalupa, Eva", "Ch. E."),
        ("CHALUPA EVA", "Ch. E."),
        ("C. H. Alexander", "C. H. A."),
        ("Malá-Nová Eva", "M.-N. E."),
        ("Novák", "N."),
        ("Ing. Novák Jan ml.", "N. J."),
        ("GM Novák Jan (W)", "N. J."),
        ("ml.", "M."),
        ("van der Berg, Jan", "V. D. B. J."),
        ("'t Hart, Jan", "T. H. J."),
        ("O’Brien, Jan", "O. J."),
        ("E\u0301va Nova\u0301", "É. N."),
        ("X\u0323\u0302ara", "X\u0323\u0302."),
        ("ßen Jan", "ß. J."),
        ("Непомнящий Ян", "Н. Я."),
        ("🙂Kuba", "K."),
        ("🙂 Kuba", "K."),
        ("王 皓", "W. H."),
        ("王皓", "W."),
        ("김 철수", "G. C."),
        ("🙂", "?"),
        ("", "?"),
        ("  , .", "?"),
        ("7", "?"),
    ],
)
def test_initials(name: str, short: str) -> None:
    assert initials(name) == short


@given(
    st.lists(
        st.text(
            st.characters(categories=["Lu", "Ll", "Lo", "Nd", "So"]),
            min_size=2,
            max_size=12,
        ),
        min_size=1,
        max_size=5,
    )
)
def test_no_more_than_one_letter_of_each_part(parts: list[str]) -> None:
    shown = initials(" ".join(parts)).split()
    assert 1 <= len(shown) <= len(parts)
    assert all(len(one) == 2 or one in ("Ch.", "?") for one in shown)


@given(st.text(st.characters(), max_size=60))
def test_initials_never_fail_and_are_never_empty(name: str) -> None:
    assert initials(name).strip()


def test_label_of_a_single_letter_script_gives_no_name_away() -> None:
    label = public_label(
        "王 皓",
        display=Display.CLUB,
        label="",
        junior=False,
        consent=False,
        club_names=ClubNames.INITIALS,
        suffix=0,
    )
    assert not set("王皓") & set(label)


def test_suffix_is_stable_and_never_given_again() -> None:
    taken = [("N. J.", 0), ("N. J.", 3), ("A. B.", 7)]
    assert next_suffix("N. J.", taken) == 4
    assert next_suffix("n. j.", [("N. J.", 0)]) == 2
    assert next_suffix("Z. Z.", taken) == 1
    assert next_suffix("Z. Z.", []) == 1


def test_readers_order_does_not_know_the_names() -> None:
    first = public_player("b", NameFacts("Novák, Zdeněk"), ClubNames.INITIALS)
    second = public_player("a", NameFacts("Novotný, Zbyněk"), ClubNames.INITIALS)
    third = public_player("0", NameFacts("Adam, Jan", presence=Presence.HIDDEN), ClubNames.FULL)
    ordered = sorted([third, first, second], key=lambda player: public_order(player, "cs"))
    assert ordered == [second, first, third]


def test_what_stands_for_an_erased_name_is_a_name_like_any_other() -> None:
    """An event with an erased player can be edited: its lines come back as they went out."""
    text = erased_name(new_uid())
    assert clean_name(text) == text
    assert is_erased_name(text)
    assert not is_erased_name("erased player") and not is_erased_name(f"x {text}")
    assert erased_name(new_uid()) != text
