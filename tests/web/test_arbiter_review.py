"""Who is who: five answers a name, presses for many, and nobody joined without a press."""

import html
import re
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, User
from events.drafts import Answer, DraftEntry, DraftEvent, with_answer
from events.models import Draft, IdentityDecision
from events.results import GameKind, Result
from events.revisions import GameContent
from events.services import drafts
from events.services.equal import confirm_equal
from events.services.identity import add_spelling
from events.services.review import review
from players.models import Player, Status
from tests import builders
from tests.web.arbiters import answer, at, brought_in, hidden, said, text, write

HTMX = {"hx-request": "true"}


def draft_of(club: Club, by: User, *names: str, games: tuple[GameContent, ...] = ()) -> Draft:
    entries = tuple(DraftEntry(number, name) for number, name in enumerate(names, 1))
    content = DraftEvent(name="Evening", entries=entries, games=games, rounds=3)
    day = builders.replace_days(content, date(2026, 3, 12), date(2026, 3, 12))
    return drafts.start(club, day, by=by)


@pytest.fixture
def members(club: Club) -> dict[str, Player]:
    names = ("Kanárek Petr", "Stehlíková Eva", "Čížková Jana", "Skřivánek Ivo")
    return {name: builders.make_player(club, name) for name in names}


def answers(draft: Draft) -> list[tuple[str, str]]:
    return [(str(entry.answer), entry.player) for entry in said(draft).entries]


def card(page: str, number: int) -> str:
    """The words of one name's card."""
    source = re.split(r'<li id="n\d+">', page)[1:]
    ids = re.findall(r'<li id="n(\d+)">', page)
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", source[ids.index(str(number))])).split())


# -- One answer ----------------------------------------------------------------------------------


def test_proposals_come_with_reasons_and_evidence(
    arbiter_client: Client, arbiter: User, season: Club
) -> None:
    draft = draft_of(season, arbiter, "Kanárek P.", "Stehlikova Eva")
    page = arbiter_client.get(at(draft, "review/")).content.decode()
    first, second = card(page, 1), card(page, 2)
    assert "It is Kanárek Petr" in first
    assert "initial matches" in first
    assert "last here on 10 March 2026 · 2 events" in first
    assert "rating 12" in first
    assert "written without accents" in second


def test_nothing_is_answered_by_looking(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    draft = draft_of(club, arbiter, "Kanárek Petr")
    arbiter_client.get(at(draft, "review/"))
    arbiter_client.get(at(draft, "publish/"))
    assert answers(draft) == [("", "")]
    assert write(arbiter_client, draft).status_code == 422
    assert not club.events.exists()


@pytest.mark.parametrize("which", ["new", "guest", "unknown"])
def test_an_answer_is_stored_as_it_is_given(
    arbiter_client: Client, arbiter: User, club: Club, which: str
) -> None:
    draft = draft_of(club, arbiter, "Alfa Ada", "Bravo Bo")
    reply = answer(arbiter_client, draft, 1, which)
    assert reply["Location"] == at(draft, "review/#n2")
    assert answers(draft) == [(which, ""), ("", "")]


def test_a_member_is_an_answer_and_can_be_taken_back(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    draft = draft_of(club, arbiter, "Kanárek P.")
    uid = members["Kanárek Petr"].uid
    answer(arbiter_client, draft, 1, f"member-{uid}")
    assert answers(draft) == [("member", uid)]
    assert "Kanárek P. Kanárek Petr Change" in text(arbiter_client.get(at(draft, "review/")))
    answer(arbiter_client, draft, 1, "")
    assert answers(draft) == [("", "")]


def test_with_htmx_the_card_becomes_the_answer_and_the_figures_move(
    arbiter_client: Client, arbiter: User, club: Club
) -> None:
    draft = draft_of(club, arbiter, "Alfa Ada", "Bravo Bo")
    data = {"number": 1, "answer": "guest"}
    part = arbiter_client.post(at(draft, "review/answer/"), data, headers=HTMX).content.decode()
    assert "<html" not in part
    assert part.lstrip().startswith('<li id="n1">')
    assert 'hx-swap-oob="true"' in part
    assert "1 waits for your answer" in part
    back = arbiter_client.post(
        at(draft, "review/answer/"), {"number": 1, "answer": ""}, headers=HTMX
    ).content.decode()
    assert "A new member" in back
    assert "2 wait for your answer" in back


@pytest.mark.parametrize("wrong", ["member", "member-", "merge", "new-x", "member-zzzzzzzzzzzz\n"])
def test_what_is_no_answer_changes_nothing(
    arbiter_client: Client, arbiter: User, club: Club, wrong: str
) -> None:
    draft = draft_of(club, arbiter, "Alfa Ada")
    assert answer(arbiter_client, draft, 1, wrong).status_code == 302
    assert answers(draft) == [("", "")]


def test_a_player_of_another_club_is_no_answer(
    arbiter_client: Client, arbiter: User, club: Club, other_club: Club
) -> None:
    draft = draft_of(club, arbiter, "Alfa Ada")
    stranger = builders.make_player(other_club, "Alfa Ada")
    assert answer(arbiter_client, draft, 1, f"member-{stranger.uid}").status_code == 404
    assert answers(draft) == [("", "")]
    assert "Alfa Ada It is" not in text(arbiter_client.get(at(draft, "review/")))


def test_somebody_else_answered_meanwhile(
    arbiter_client: Client, owner_client: Client, arbiter: User, club: Club
) -> None:
    draft = draft_of(club, arbiter, "Alfa Ada", "Bravo Bo")
    seen = hidden(arbiter_client.get(at(draft, "review/")), "seen")
    answer(owner_client, draft, 2, "guest")  # of another name: no matter
    answer(owner_client, draft, 1, "guest")
    reply = answer(arbiter_client, draft, 1, "new", seen=seen)
    assert "answered for this name meanwhile" in text(arbiter_client.get(reply["Location"]))
    assert answers(draft) == [("guest", ""), ("guest", "")]
    part = arbiter_client.post(
        at(draft, "review/answer/"), {"number": 1, "answer": "new", "seen": seen}, headers=HTMX
    )
    assert part["HX-Redirect"] == at(draft, "review/")


def test_another_member_is_found_by_name(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    draft = draft_of(club, arbiter, "Někdo Cizí")
    builders.make_player(club, "Иванов Пётр")
    page = arbiter_client.post(at(draft, "review/search/"), {"number": 1, "name": "nA cIzk"})
    source = page.content.decode()
    uid = members["Čížková Jana"].uid
    assert f'value="member-{uid}"' in source
    assert members["Kanárek Petr"].uid not in source
    assert "jana" not in page.request["PATH_INFO"] + page.request["QUERY_STRING"]
    russian = arbiter_client.post(at(draft, "review/search/"), {"number": 1, "name": "ivanov"})
    assert "It is Иванов Пётр" in text(russian)
    nobody = arbiter_client.post(at(draft, "review/search/"), {"number": 1, "name": "zzz"})
    assert "Nobody in the club has such a name" in text(nobody)


# -- Many names with one press -------------------------------------------------------------------


def test_whole_names_are_confirmed_with_one_press(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    names = ("Petr KANÁREK", "Stehlíková, Eva", "Čížková J.", "Skřivánek")
    draft = draft_of(club, arbiter, *names)
    page = arbiter_client.get(at(draft, "review/"))
    assert "Confirm the 2 names that match a member whole" in text(page)
    digest = hidden(page, "digest")
    arbiter_client.post(at(draft, "review/whole/"), {"digest": digest})
    assert answers(draft) == [
        ("member", members["Kanárek Petr"].uid),
        ("member", members["Stehlíková Eva"].uid),
        ("", ""),
        ("", ""),
    ]


def test_the_press_confirms_what_the_button_said_or_nothing(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    draft = draft_of(club, arbiter, "Kanárek Petr", "Skřivánek Ivo")
    digest = hidden(arbiter_client.get(at(draft, "review/")), "digest")
    answer(arbiter_client, draft, 2, "guest")
    arbiter_client.post(at(draft, "review/whole/"), {"digest": digest})
    assert answers(draft) == [("", ""), ("guest", "")]


def test_never_among_whole_names(club: Club, members: dict[str, Player]) -> None:
    """Initials, single words, two members of one name, two lines of one name, a taken member."""
    builders.make_player(club, "Skřivánek Ivo")
    builders.make_player(club, "Rybářová")
    cases = ("Čížková J.", "Rybářová", "Skřivánek Ivo", "Kanárek Petr", "Petr Kanárek")
    entries = [DraftEntry(number, name) for number, name in enumerate(cases, 1)]
    taken = DraftEntry(9, "Eva S.", answer=Answer.MEMBER, player=members["Stehlíková Eva"].uid)
    content = DraftEvent(entries=(*entries, taken, DraftEntry(10, "Stehlíková Eva")))
    assert dict(review(club, content).whole.answers) == {}


def test_a_confirmed_spelling_that_fits_two_is_proposed_and_joined_unseen_by_nothing(
    club: Club, members: dict[str, Player]
) -> None:
    jakub = builders.make_player(club, "Kučera Jakub")
    jakob = builders.make_player(club, "Kučera Jakob")
    add_spelling(jakub, "Kucera Kuba", by=None)
    add_spelling(members["Skřivánek Ivo"], "Skrivanek Ivo", by=None)
    entries = (DraftEntry(1, "Kucera Kuba"), DraftEntry(2, "Skrivanek Ivo"))
    content = DraftEvent(entries=entries)
    state = review(club, content)
    ivo = members["Skřivánek Ivo"].uid
    assert dict(state.whole.answers) == {2: ivo}
    proposed = next(name.proposed for name in state.open if name.entry.number == 1)
    assert [one.person.uid for one in proposed] == [jakub.uid, jakob.uid]
    answered = confirm_equal(club, content)
    assert [entry.player for entry in answered.entries] == ["", ivo]


def test_the_first_event_of_a_club_is_two_presses(
    arbiter_client: Client, arbiter: User, club: Club
) -> None:
    draft = draft_of(club, arbiter, "Alfa Ada", "Bravo Bo", "Charlie C.")
    page = arbiter_client.get(at(draft, "review/"))
    assert "All 3 remaining names are new members" in text(page)
    arbiter_client.post(at(draft, "review/new/"), {"digest": hidden(page, "digest")})
    assert {which for which, _ in answers(draft)} == {"new"}


def test_names_that_resemble_somebody_or_look_wrong_are_asked_one_by_one(
    club: Club, members: dict[str, Player]
) -> None:
    names = ("Kanarek Petr", "Zulu Zoe", "Nov\u0430k Jan", "NovÃ¡k Jan", "Alfa Ada", "Ada Alfa")
    entries = tuple(DraftEntry(number, name) for number, name in enumerate(names, 1))
    state = review(club, DraftEvent(entries=entries))
    assert list(state.strangers.answers) == [2]
    warned = {name.entry.number: name.warnings for name in state.open}
    assert "alphabets" in str(warned[3][0])
    assert "encoding" in str(warned[4][0])


def test_warnings_of_a_name_are_shown(arbiter_client: Client, arbiter: User, club: Club) -> None:
    draft = draft_of(club, arbiter, "Nov\u0430k Jan")
    assert "Letters of two alphabets are mixed" in text(arbiter_client.get(at(draft, "review/")))


# -- Two lines of one person ---------------------------------------------------------------------

MET = (GameContent(1, 1, 2, Result.DRAW, GameKind.PLAYED),)
APART = (
    GameContent(1, 1, 3, Result.DRAW, GameKind.PLAYED),
    GameContent(2, 2, 3, Result.WHITE_WINS, GameKind.PLAYED),
)


def twice(club: Club, by: User, member: Player, games: tuple[GameContent, ...]) -> Draft:
    draft = draft_of(club, by, "Kanárek Petr", "Kanárek P.", "Alfa Ada", games=games)
    content = drafts.content_of(draft)
    for number in (1, 2):
        content = with_answer(content, [number], Answer.MEMBER, member.uid)
    drafts.save(draft, content, version=draft.version, by=by)
    return draft


def test_two_lines_that_never_met_can_be_joined(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    draft = twice(club, arbiter, members["Kanárek Petr"], APART)
    page = arbiter_client.get(at(draft, "review/"))
    assert "Lines 1 and 2 are the same member" in text(page)
    assert "Make one line of them" in text(page)
    arbiter_client.post(at(draft, "review/join/"), {"keep": 1, "drop": 2})
    now = said(draft)
    assert [entry.number for entry in now.entries] == [1, 3]
    assert [(game.white, game.black) for game in now.games] == [(1, 3), (1, 3)]


def test_two_lines_that_met_are_two_people(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    draft = twice(club, arbiter, members["Kanárek Petr"], MET)
    page = arbiter_client.get(at(draft, "review/"))
    assert "Both are paired in round 1, so" in text(page)
    assert "Make one line" not in text(page)
    arbiter_client.post(at(draft, "review/join/"), {"keep": 1, "drop": 2})
    assert len(said(draft).entries) == 3
    answer(arbiter_client, draft, 3, "new")
    refused = write(arbiter_client, draft)
    assert refused.status_code == 422
    assert "Lines 1, 2 are the same player" in text(refused)
    assert not club.events.exists()


def test_the_rounds_in_which_they_met_are_listed(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    draft = twice(club, arbiter, members["Kanárek Petr"], (*MET, replace(MET[0], round=2)))
    page = arbiter_client.get(at(draft, "review/"))
    assert "Both are paired in rounds 1, 2, so" in text(page)


def test_lines_of_two_members_are_never_joined(
    arbiter_client: Client, arbiter: User, club: Club
) -> None:
    draft = draft_of(club, arbiter, "Alfa Ada", "Bravo Bo")
    arbiter_client.post(at(draft, "review/join/"), {"keep": 1, "drop": 2})
    assert len(said(draft).entries) == 2


# -- What the answers become ---------------------------------------------------------------------


def test_answers_become_people_and_spellings_are_remembered(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player]
) -> None:
    games = (
        GameContent(1, 1, 2, Result.WHITE_WINS, GameKind.PLAYED),
        GameContent(1, 3, 4, Result.WHITE_WINS, GameKind.PLAYED),
    )
    draft = draft_of(club, arbiter, "Kanárek P.", "Alfa Ada", "Host Hugo", "Kdosi K.", games=games)
    uid = members["Kanárek Petr"].uid
    for number, said_so in enumerate((f"member-{uid}", "new", "guest", "unknown"), 1):
        answer(arbiter_client, draft, number, said_so)
    assert write(arbiter_client, draft).status_code == 302
    event = club.events.get()
    assert event.entries.get(number=1).player.uid == uid
    assert event.entries.get(number=2).player.status == Status.MEMBER
    assert event.entries.get(number=3).player.status == Status.GUEST
    assert event.entries.get(number=4).player is None
    assert IdentityDecision.objects.get(kind="confirm").typed_name.text == "Kanárek P."
    after = draft_of(club, arbiter, "Kanárek P.")
    page = text(arbiter_client.get(at(after, "review/")))
    assert "also written Kanárek P." in page


def test_an_erased_person_is_proposed_to_nobody(club: Club, members: dict[str, Player]) -> None:
    Player.objects.filter(pk=members["Kanárek Petr"].pk).update(erased=timezone.now())
    state = review(club, DraftEvent(entries=(DraftEntry(1, "Kanárek Petr"),)))
    assert state.open[0].proposed == ()


def test_twice_the_names_take_the_same_queries(
    arbiter_client: Client, arbiter: User, club: Club, members: dict[str, Player],
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:  # fmt: skip
    names = [f"Alfa{letter} Ada" for letter in "abcdefghij"]
    counts = []
    arbiter_client.get(f"/c/{club.slug}/")  # the first page of a session changes its key
    for number in (5, 10):
        draft = draft_of(club, arbiter, *names[:number])
        with django_assert_max_num_queries(30) as used:
            arbiter_client.get(at(draft, "review/"))
        counts.append(len(used))
    assert counts[0] == counts[1]


def test_two_lines_of_one_new_person_are_pointed_at_and_joined(arbiter_client, club):
    draft = brought_in(
        arbiter_client,
        club,
        "round;white;black;result\n1;Nový, Pepa;Bravo, Bo;1-0\n2;Nový P.;Delta, Dana;0-1\n",
    )
    url = f"/c/{club.slug}/drafts/{draft.uid}/review/"
    said = text(arbiter_client.get(url))
    assert "may be the same person" in said
    lines = {entry.name: entry.number for entry in drafts.content_of(draft).entries}
    data = {"keep": lines["Nový, Pepa"], "drop": lines["Nový P."]}
    assert arbiter_client.post(f"{url}join/", data).status_code == 302
    draft.refresh_from_db()
    content = drafts.content_of(draft)
    assert [entry.name for entry in content.entries] == ["Nový, Pepa", "Bravo, Bo", "Delta, Dana"]
    assert {game.white for game in content.games} == {lines["Nový, Pepa"]}
