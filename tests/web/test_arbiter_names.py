"""What a person is called, the spellings, and what was decided, on the person's page."""

import pytest
from django.test import Client
from django.utils.html import escape

from clubs.models import AuditEntry, Club, User
from events.queries import confirmed_spellings
from events.services import identity
from events.services.roster import people
from tests.web.arbiters import text
from tests.web.forms import forms
from tests.web.who import OTHER, TWICE, at, kinds, press, rooks, who

__all__ = ["rooks"]


def of(club: Club, name: str = TWICE) -> str:
    return at(club, f"players/{who(club, name).uid}/")


def known(club: Club) -> set[str]:
    return {one.text for one in confirmed_spellings(club)}


def test_a_person_is_renamed_and_the_old_name_stays_a_spelling(
    arbiter_client: Client, rooks: Club, arbiter: User
) -> None:
    page = of(rooks)
    uid = who(rooks, TWICE).uid
    press(arbiter_client, page, "/rename/", name="  Novák   Jan ml. ", why="there are two")
    row = rooks.decisions.get(kind="rename")
    assert (row.by, row.why) == (arbiter, "there are two")
    said = text(arbiter_client.get(page))
    assert said.startswith('id="main"') and "Novák Jan ml. member" in said
    assert f"{TWICE} is called Novák Jan ml." in said
    assert TWICE in known(rooks)
    assert people(rooks)[uid].spellings == (TWICE,)
    log = AuditEntry.objects.get(action="identity.rename")
    assert TWICE not in str(log.details) and "ml." not in str(log.details)


def test_a_rename_is_undone_and_brought_back(arbiter_client: Client, rooks: Club) -> None:
    page = of(rooks)
    press(arbiter_client, page, "/rename/", name="Starý Jan")
    number = rooks.decisions.get(kind="rename").number
    undo = at(rooks, f"decisions/{number}/")
    assert "No rating changes." in text(arbiter_client.get(undo))
    press(arbiter_client, undo, "/undo/")
    assert f"{TWICE} member" in text(arbiter_client.get(page))
    press(arbiter_client, undo, "/undo/")
    assert "Starý Jan member" in text(arbiter_client.get(page))


def test_two_arbiters_rename_at_one_time(arbiter_client: Client, rooks: Club) -> None:
    page, data = of(rooks), {"name": "Mladý Jan", "was": TWICE}
    identity.rename(who(rooks, TWICE), "Starý Jan", by=None)
    answer = arbiter_client.post(page + "rename/", data, follow=True)
    assert "Somebody else renamed this player meanwhile." in answer.content.decode()
    assert "Starý Jan member" in text(answer)


def test_a_spelling_is_added_shown_with_who_and_when_and_removed(
    arbiter_client: Client, rooks: Club, arbiter: User
) -> None:
    page = of(rooks)
    press(arbiter_client, page, "/spellings/add/", spelling="Nowak Jan")
    said = text(arbiter_client.get(page))
    assert "Nowak Jan" in said and arbiter.email in said
    assert known(rooks) == {"Nowak Jan"}
    press(arbiter_client, page, "/spellings/remove/")
    assert known(rooks) == set()
    assert kinds(rooks) == ["confirm", "undo"]
    assert "spellings/remove/" not in arbiter_client.get(page).content.decode()
    press(arbiter_client, at(rooks, "decisions/1/"), "/undo/")
    assert known(rooks) == {"Nowak Jan"}
    press(arbiter_client, page, "/spellings/remove/")
    assert known(rooks) == set()


@pytest.mark.parametrize(
    ("action", "said", "answer"),
    [
        ("rename", {"name": TWICE, "was": TWICE}, "The player already has this name."),
        ("spellings/add", {"spelling": TWICE}, "This spelling is already recorded"),
        ("spellings/remove", {"number": "x"}, "That was no answer."),
    ],
)
def test_what_cannot_be_is_told(
    arbiter_client: Client, rooks: Club, action: str, said: dict[str, str], answer: str
) -> None:
    page = arbiter_client.post(of(rooks) + action + "/", said, follow=True)
    assert page.status_code == 200
    assert answer in page.content.decode()
    assert kinds(rooks) == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("12 <3", "A name needs at least one letter."),
        ("", "This field is required."),
        ("Jan\u202e Nov", "Character 4 is invisible or not a letter."),
    ],
)
def test_a_name_that_cannot_be_is_kept_with_the_reason(
    arbiter_client: Client, rooks: Club, name: str, reason: str
) -> None:
    data = {"name": name, "was": TWICE, "why": "so the parents say"}
    answer = arbiter_client.post(of(rooks) + "rename/", data)
    assert answer.status_code == 422
    assert reason in text(answer)
    page = answer.content.decode()
    assert f'value="{escape(name)}"' in page
    assert 'value="so the parents say"' in page
    assert kinds(rooks) == []


@pytest.mark.parametrize(
    ("spelling", "reason"),
    [
        ("12 <3", "A name needs at least one letter."),
        ("", "This field is required."),
        ("J\u200ban", "Character 2 is invisible or not a letter."),
        ("Jan\u2800Nov", "Character 4 is invisible or not a letter."),
        ("\u202eJan", "Character 1 is invisible or not a letter."),
        ("Jan\0", "Character 4 is invisible or not a letter."),
        ("a" * 101, "at most 100 characters"),
    ],
)
def test_a_spelling_that_cannot_be_is_kept_with_the_reason(
    arbiter_client: Client, rooks: Club, spelling: str, reason: str
) -> None:
    answer = arbiter_client.post(of(rooks) + "spellings/add/", {"spelling": spelling})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert reason in text(answer) and 'aria-describedby="spelling_error"' in page
    assert f'value="{escape(spelling)}"' in page
    assert "Add it as it is written" not in page
    assert known(rooks) == set()


@pytest.mark.parametrize(("action", "field"), [("rename", "name"), ("spellings/add", "spelling")])
def test_letters_of_two_alphabets_are_warned_about_and_saved_when_they_are_meant(
    arbiter_client: Client, rooks: Club, action: str, field: str
) -> None:
    name = "N\u043evotny Jan"  # the second letter is Cyrillic
    page = of(rooks)
    answer = arbiter_client.post(f"{page}{action}/", {field: name, "was": TWICE, "why": "a card"})
    assert answer.status_code == 422
    assert "character 2 is Cyrillic" in text(answer)
    assert kinds(rooks) == []
    (form,) = [f for f in forms(answer.content.decode(), page) if f.action.endswith(f"/{action}/")]
    assert form.fields[field] == form.fields["sure"] == name
    # Another one with the same fault is asked about as well.
    other = arbiter_client.post(form.action, form.fields | {field: "N\u043evak Jan"})
    assert other.status_code == 422
    assert kinds(rooks) == []
    assert arbiter_client.post(form.action, form.fields).status_code == 302
    assert rooks.decisions.get(number=1).typed_name.text == name


def test_only_a_spelling_of_this_person_is_removed(arbiter_client: Client, rooks: Club) -> None:
    identity.add_spelling(who(rooks, OTHER), "Nowak Jan", by=None)
    answer = arbiter_client.post(of(rooks) + "spellings/remove/", {"number": 1})
    assert answer.status_code == 404
    assert known(rooks) == {"Nowak Jan"}


def test_whoever_is_one_with_another_is_not_renamed(arbiter_client: Client, rooks: Club) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    page = of(rooks, OTHER)
    identity.merge(other, one, by=None)
    data = {"name": "Starý Jan", "was": OTHER}
    answer = arbiter_client.post(page + "rename/", data, follow=True)
    assert "This is one with another player now. Look again." in answer.content.decode()
    assert kinds(rooks) == ["merge"]


def test_the_page_says_what_was_decided_about_all_who_are_this_person(
    arbiter_client: Client, rooks: Club
) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    identity.never_same(other, who(rooks, "Dub Ivo"), by=None)
    identity.merge(other, one, by=None, why="the same hand")
    page = arbiter_client.get(of(rooks))
    said = text(page)
    assert f"{OTHER} is one person with {TWICE}" in said and "Reason: the same hand" in said
    assert f"{OTHER} and Dub Ivo are two different people" in said
    for path in ("one/", "split/"):
        assert f'href="{of(rooks)}{path}"' in page.content.decode()
    assert f'href="{at(rooks, "decisions/2/")}"' in page.content.decode()
