"""The matcher: what is proposed, with which reasons, and what is kept apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.matching import Candidate, Matcher, Proposal
from players.matching.words import parse
from players.names import NameRefused


def propose(typed: str, *members: str) -> list[Proposal]:
    return Matcher(Candidate(name, name) for name in members).propose(typed)


def only(typed: str, member: str) -> Proposal:
    (proposal,) = propose(typed, member)
    return proposal


def words(proposal: Proposal) -> set[str]:
    return {str(reason) for reason in proposal.reasons}


@pytest.mark.parametrize(
    ("typed", "member", "reason"),
    [
        ("jan  novák", "Novák, Jan", "the same name"),
        ("Novak Jan", "Novák, Jan", "written without accents"),
        ("Novák J.", "Novák, Jan", "initial matches"),
        ("J. Novák", "Novák, Jan", "initial matches"),
        ("Novák JP", "Novák, Jan Petr", "initial matches"),
        ("R Praggnanandhaa", "Praggnanandhaa R", "the same name"),
        ("Jan Novak", "Novák, Jan", "swapped order"),
        ("Novák, Jan Petr", "Novák, Jan", "a middle name is missing"),
        ("Novák, Jan P", "Novák, Jan", "a middle initial is missing"),
        ("Gardenes, Manuel", "Gardenes Santiago, Manuel", "a part of the surname is missing"),
        ("Vachier Lagrave, Maxime", "Vachier-Lagrave, Maxime", "the same name"),
        ("Lami, Erwin", "L’Ami, Erwin", "the same name"),
        ("Mc Donald, Ian", "McDonald, Ian", "the same name"),
        ("Ing. Jan Dvořák", "Dvořák, Jan", "swapped order"),
        ("GM Dvořák, Jan", "Dvořák, Jan", "the same name"),
        ("Dvořák, Jan (W)", "Dvořák, Jan", "the same name"),
        ("Dvořak, Jan", "Dvořák, Jan", "written without accents"),
        ("Dvořáák, Jan", "Dvořák, Jan", "another transcription"),
        ("Dvořálk, Jan", "Dvořák, Jan", "one letter differs"),
        ("Procházkka, Jiří", "Procházka, Jiří", "another transcription"),
        ("Prochzáka, Jiří", "Procházka, Jiří", "one letter differs"),
        ("Prochaza, Jiri", "Procházka, Jiří", "one letter differs"),
        ("Porcházak, Jiří", "Procházka, Jiří", "two letters differ"),
        ("Bluebaum Matthias", "Blübaum, Matthias", "written without accents"),
        ("Djukic, Nikola", "Đukić, Nikola", "written without accents"),
        ("Ivanchuk, Vasyl", "Ivančuk, Vasil", "another transcription"),
        ("Непомнящий Ян", "Nepomniachtchi, Ian", "another alphabet"),
        ("Nepomnyashchiy, Yan", "Nepomniachtchi, Ian", "another transcription"),
        ("Алёхин Александр", "Aljechin, Alexandr", "another alphabet"),
        ("Хохлов Юрий", "Chochlov, Jurij", "another alphabet"),
        ("Svidler, Pjotr", "Svidler, Peter", "another form of the given name"),
        ("Gorjačkinová, Alexandra", "Goryachkina, Aleksandra", "feminine form of the surname"),
        ("Muzyčuková, Anna", "Muzychuk, Anna", "feminine form of the surname"),
        ("Novák Jan, Ph.D.", "Novák, Jan", "the same name"),
        ("Dipl.-Ing. Jan Novák", "Novák, Jan", "swapped order"),
        ("Ryjkov, Serguei", "Рыжков Сергей", "another alphabet"),
        ("Ковальчук Микола", "Kovalčuk, Mykola", "another alphabet"),
        (
            "van der Berg-Oosterhuizen, Johann",
            "van der Berg-Oosterhuizen, Johannes Petrus",
            "the end",
        ),
        ("Konstantinopoulos Dimitrios Alexa", "Konstantinopoulos Dimitrios Alexandros", "the end"),
        ("Novák, Alex.", "Novák, Alexandr", "the end is cut off"),
        ("NovÃ¡k, Jan", "Novák, Jan", "read through a wrong encoding"),
        ("Nov?k, Jan", "Novák, Jan", "read through a wrong encoding"),
        ("Dvo\ufffd\ufffdk, Tom\ufffd\ufffd", "Dvořák, Tomáš", "read through a wrong encoding"),
    ],
)
def test_proposed_with_a_reason(typed: str, member: str, reason: str) -> None:
    proposal = only(typed, member)
    assert not proposal.warnings
    assert reason in " / ".join(sorted(words(proposal)))


@pytest.mark.parametrize(
    ("typed", "member"),
    [
        ("Novák, Jana", "Novák, Jan"),
        ("Novák, Petra", "Novák, Petr"),
        ("Novák, Mirek", "Novák, Marek"),
        ("Ersoy, Aysin", "Ersoy, Aylin"),
        ("Olcan, Huseyin Ege", "Olcay, Huseyin Ege"),
        ("Nováková J.", "Novák, Jan"),
        ("Nováková, Jana", "Novák, Jana"),
        ("Novotný, Saša", "Novotná, Saša"),
        ("Svobodová, Nikola", "Svoboda, Nikola"),
        ("Иванова А.", "Иванов, Александр"),
        ("Иванова, Саша", "Ivanov, Saša"),
        ("Novák, Jan ml.", "Novák, Jan"),
        ("Novák, Jan st.", "Novák, Jan ml."),
        ("Novák, Jan 2", "Novák, Jan"),
        ("Novák, Kuba", "Novák, Jakub"),
        ("Novák, Honza", "Novák, Jan"),
        ("Novák, Bob", "Novák, Robert"),
        ("Соколов Саша", "Соколов Александр"),
        ("Соколов Саша", "Sokolov, Alexandr"),
        ("Novák, Al", "Novák, Albert"),
        ("Novák", "Novák, Jan"),
        ("Jan N.", "Novák, Jan"),
        ("Minnie, Dee Kahn", "Minnie, Kahn Remo"),
        ("Petrosian, Tigran L", "Petrosian, Tigran V"),
        ("Lehmann, Heinz", "Lehmann, Karl Heinz"),
        ("Nоvák, Jan", "Novák, Jan"),  # the typed one has a Cyrillic о
        ("Kin, Jan", "Kim, Jan"),
    ],
)
def test_offered_with_a_warning_only(typed: str, member: str) -> None:
    proposal = only(typed, member)
    assert proposal.warnings
    assert proposal.reasons
    assert not proposal.whole


@pytest.mark.parametrize(
    ("typed", "member"),
    [
        ("Novák, Petr", "Novák, Jan"),
        ("Novák, P.", "Novák, Jan"),
        ("Horák Š.", "Horák, Zdeněk"),
        ("Nováková, Eva", "Novák, Jan"),
        ("Garcia, JM.", "Garcia, Raimundo"),
        ("Bernstein, Ossip S", "Bernstein, Sidney N"),
        ("Littlewood, John Eric", "Littlewood, Paul E"),
        ("Garcia Palermo, Carlos", "Garcia Palermo, Jose"),
        ("Svoboda, Pavel", "Svoboda, Petr"),
        ("Dvořák, Jan", "Horák, Jan"),
        ("J. P.", "Novák, Jan Petr"),
        ("Карякин Сергей", "Kramnik, Vladimir"),
        ("...", "Novák, Jan"),
        ("", "Novák, Jan"),
    ],
)
def test_not_offered(typed: str, member: str) -> None:
    assert propose(typed, member) == []


def test_a_whole_match_is_said_of_exactly_one() -> None:
    first, *others = propose("NOVÁK Jan", "Novák, Jan", "Novák, Jana", "Novák, Petr")
    assert (first.key, first.score, first.whole) == ("Novák, Jan", 100, True)
    assert not first.warnings
    assert not any(other.whole for other in others)


def test_two_members_of_one_name_are_never_whole() -> None:
    matcher = Matcher([Candidate("a", "Novák, Jan"), Candidate("b", "Jan Novák")])
    proposals = matcher.propose("Novák Jan")
    assert [proposal.key for proposal in proposals] == ["a", "b"]
    assert all(proposal.warnings and not proposal.whole for proposal in proposals)


def test_an_initial_that_fits_two_members_is_warned() -> None:
    proposals = propose("Novák J.", "Novák, Jan", "Novák, Josef", "Novák, Petr")
    assert {proposal.key for proposal in proposals} == {"Novák, Jan", "Novák, Josef"}
    assert all(proposal.warnings for proposal in proposals)


def test_siblings_stand_behind_the_right_one() -> None:
    members = ["Winiwarter, Pelts", "Winiwarter, Paent", "Novák, Jan"]
    first, *_ = propose("Winiwanrter Paent", *members)
    assert first.key == "Winiwarter, Paent"
    assert not first.warnings


def test_other_spellings_find_their_bearer() -> None:
    matcher = Matcher(
        [Candidate("u1", "Novák, Jakub", ("Kuba Novák",)), Candidate("u2", "Novák, Jan")]
    )
    (first,) = matcher.propose("Novák Kuba")
    assert (first.key, first.whole) == ("u1", True)


@pytest.mark.parametrize(
    ("typed", "name", "other"),
    [
        ("Kucera Kuba", "Kučera Jakub", "Kučera Jakob"),
        ("Novák J.", "Novák Jiří", "Novák Jan"),
        ("Novák Jan", "Nowak Johann", "Novák, Jan"),
    ],
)
def test_a_confirmed_spelling_that_fits_another_is_first_and_never_whole(
    typed: str, name: str, other: str
) -> None:
    matcher = Matcher([Candidate("u1", name, (typed,)), Candidate("u2", other)])
    first, second = matcher.propose(typed)
    assert (first.key, first.score, second.key) == ("u1", 100, "u2")
    assert [one.template for one in first.reasons] == ["confirmed earlier under this spelling"]
    assert [one.template for one in first.warnings] == ["another player fits as well"]
    assert not first.whole and not second.whole


def test_a_confirmed_spelling_that_fits_nobody_else_is_whole_if_it_is_a_whole_name() -> None:
    matcher = Matcher([Candidate("u1", "Novák Jiří", ("Novak Jirka", "Novák J.", "Jirka"))])
    whole, initial, word = (
        matcher.propose(name)[0] for name in ("Novak Jirka", "Novák J.", "Jirka")
    )
    assert (whole.whole, initial.whole, word.whole) == (True, False, False)
    for one in (whole, initial, word):
        assert [reason.template for reason in one.reasons] == [
            "confirmed earlier under this spelling"
        ]
        assert not one.warnings
    assert [one.template for one in matcher.propose("Novák Jiří")[0].reasons] == ["the same name"]


def test_the_whole_match_is_found_among_many_of_one_surname() -> None:
    members = [f"Novák, {chr(97 + at % 26) * 3}{chr(97 + at // 26) * 3}" for at in range(300)]
    matcher = Matcher(Candidate(name, name) for name in members)
    for name in members[::50]:
        assert matcher.propose(name)[0].key == name
        assert matcher.propose(name)[0].whole


def test_limit_and_order() -> None:
    proposals = propose(
        "Novák J.", *(f"Novák, J{letter}n" for letter in "aeiou"), "Novák, Jan Petr"
    )
    assert len(proposals) == 5
    assert [one.score for one in proposals] == sorted(
        (one.score for one in proposals), reverse=True
    )
    matcher = Matcher([Candidate("a", "Novák, Jan"), Candidate("b", "Novak, Jan")])
    assert len(matcher.propose("Novák Jan", limit=1)) == 1


def test_nobody_is_found_among_nobody() -> None:
    assert Matcher([]).propose("Novák, Jan") == []


@pytest.mark.parametrize("text", ["N" * 101, "Novák, " + "J" * 10_000])
def test_overlong_names_are_refused(text: str) -> None:
    with pytest.raises(NameRefused) as refused:
        Matcher([Candidate("a", "Novák, Jan")]).propose(text)
    assert refused.value.problem.column == 101
    with pytest.raises(NameRefused):
        Matcher([Candidate("a", text)])


NAMES = st.lists(
    st.sampled_from(
        (
            *("Novák", "Novak", "Nováková", "Jan", "Jana", "J.", "Petr", "ml.", "Ivančuk"),
            *("Ivanchuk", "Непомнящий", "Ян", "GM", "van", "O’Brien", "Malá-Nová", "Kuba"),
            *("Jakub", "2", ","),
        )
    ),
    min_size=1,
    max_size=5,
).map(" ".join)


@given(NAMES | st.text(max_size=40), NAMES | st.text(max_size=40))
def test_matching_is_symmetric_and_has_its_reasons(a: str, b: str) -> None:
    there, back = propose(a, b), propose(b, a)
    assert [one.score for one in there] == [one.score for one in back]
    for one, other in zip(there, back, strict=True):
        assert words(one)
        assert bool(one.warnings) == bool(other.warnings)
        assert one.whole == other.whole
        assert 0 <= one.score <= 100
        assert (one.score == 100) <= one.whole


@given(NAMES | st.text(min_size=1, max_size=40))
def test_a_name_matches_itself_if_it_has_a_full_word(name: str) -> None:
    if any(not word.initial for word in parse(name).words):
        assert only(name, name).whole
