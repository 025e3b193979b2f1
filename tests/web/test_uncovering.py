"""The mark that children play in an event goes by a step that says who will see what."""

import re
from dataclasses import replace

import pytest
from django.http import HttpResponse
from django.test import Client

from clubs.models import Club, NameDisplay
from events.models import Event
from events.services import drafts
from events.services.projection import current_content
from events.services.publishing import publish_draft
from events.services.revising import revise
from players.models import Player
from tests.cast import give_password
from tests.web.arbiters import text
from tests.web.forms import forms, said_yes


@pytest.fixture
def event(season: Club) -> Event:
    """The first evening, marked."""
    found = season.events.get(date="2026-03-03")
    revise(found, replace(current_content(found), junior=True), action="details", by=None)
    return season.events.get(pk=found.pk)


def at(event: Event, path: str) -> str:
    return f"/c/{event.club.slug}/events/{event.uid}/{path}"


def unmark(client: Client, event: Event, edit: str = "details/1", **more: str) -> HttpResponse:
    """The form of the page as it stands there, without the tick."""
    page = at(event, f"edit/{edit}/")
    found = forms(client.get(page).content.decode(), page)
    (form,) = [one for one in found if one.action.endswith("/save/")]
    return client.post(form.action, without_ticks(form.fields) | more)


def without_ticks(fields: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name not in ("junior", "uncover")}


def marked(event: Event) -> bool:
    return Event.objects.get(pk=event.pk).junior


def test_it_says_first_who_will_see_what_and_asks_for_the_password(
    arbiter_client: Client, event: Event
) -> None:
    petr = event.entries.get(typed_name__text="Kanárek Petr").player
    assert petr
    Player.objects.filter(pk=petr.pk).update(label="Birdie", display="label")
    answer = unmark(arbiter_client, event)
    assert answer.status_code == 422 and marked(event)
    said = text(answer)
    assert "K. P. → Birdie" in said and "Readers are all who have a link." in said
    yes = said_yes(answer)
    assert unmark(arbiter_client, event, **yes)["Location"].startswith("/accounts/reauth")
    assert marked(event)
    assert unmark(give_password(arbiter_client), event, **yes)["Location"] == at(event, "")
    assert not marked(event)
    assert event.revisions.latest("number").action == "details"


def test_a_whole_name_is_for_an_administrator(
    arbiter_client: Client, owner_client: Client, event: Event
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    preview = at(event, "edit/details/1/")
    assert "uncover" not in arbiter_client.get(preview).content.decode()
    assert "an administrator of the club does it" in text(unmark_preview(arbiter_client, event))
    asked = unmark_preview(owner_client, event)
    assert "K. P. → Kanárek Petr" in text(asked)
    assert unmark(give_password(arbiter_client), event, **said_yes(asked)).status_code == 403
    assert marked(event)
    assert unmark(give_password(owner_client), event, **said_yes(asked)).status_code == 302
    assert not marked(event)


def unmark_preview(
    client: Client, event: Event, headers: dict[str, str] | None = None, **more: str
) -> HttpResponse:
    page = at(event, "edit/details/1/")
    found = forms(client.get(page).content.decode(), page)
    (form,) = [one for one in found if one.action.endswith("/save/")]
    path, fields = form.action.replace("/save/", "/preview/"), without_ticks(form.fields)
    return client.post(path, fields | more, headers=headers)


def test_the_yes_is_to_what_the_page_showed(arbiter_client: Client, event: Event) -> None:
    """Not to a label that somebody has chosen meanwhile, nor by a form of one's own."""
    give_password(arbiter_client)
    asked = unmark(arbiter_client, event)
    assert "No name changes as it is now." in text(asked)
    petr = Player.objects.filter(name__text="Kanárek Petr")
    petr.update(label="Birdie", display="label")
    again = unmark(arbiter_client, event, **said_yes(asked))
    assert again.status_code == 422 and "K. P. → Birdie" in text(again)
    for made_up in ("yes", "", "žluťoučký"):
        assert unmark(arbiter_client, event, uncover=made_up).status_code == 422
    assert marked(event)
    assert unmark(arbiter_client, event, **said_yes(again)).status_code == 302
    assert not marked(event)


def test_the_tick_stays_while_other_things_are_chosen(arbiter_client: Client, event: Event) -> None:
    """But not where the list beside it has changed."""
    yes = said_yes(unmark(arbiter_client, event))

    def box() -> str:
        """As it stands in the part of the page that is asked for again."""
        panel = unmark_preview(arbiter_client, event, {"HX-Request": "true"}, **yes)
        assert "<html" not in panel.content.decode()
        (found,) = re.findall(r'<input[^>]* name="uncover"[^>]*>', panel.content.decode())
        return found

    assert yes["uncover"] in box() and "checked" in box()
    Player.objects.filter(name__text="Kanárek Petr").update(label="Birdie", display="label")
    assert yes["uncover"] not in box() and "checked" not in box()


def test_no_undo_takes_it_off_unseen(arbiter_client: Client, event: Event) -> None:
    number = event.revisions.latest("number").number
    give_password(arbiter_client)
    pressed = arbiter_client.post(at(event, f"undo/{number}/"), {"press": "abcdefghjkmn"})
    assert pressed["Location"] == at(event, f"edit/undo/{number}/") and marked(event)
    assert "Who will see what" in text(arbiter_client.get(pressed["Location"]))
    asked = unmark(arbiter_client, event, f"undo/{number}")
    assert asked.status_code == 422 and marked(event)
    assert unmark(arbiter_client, event, f"revert/{number - 1}").status_code == 422
    assert unmark(arbiter_client, event, f"undo/{number}", **said_yes(asked)).status_code == 302
    assert not marked(event)
    # Marking it again is one press, by anybody who may change events.
    number += 1
    arbiter_client.post(at(event, f"undo/{number}/"), {"press": "bcdefghjkmnp"})
    assert marked(event)


def test_a_newer_file_leaves_the_mark(arbiter_client: Client, event: Event) -> None:
    draft = drafts.of_event(event, by=None)
    content = replace(drafts.content_of(draft), junior=False)
    page = arbiter_client.get(f"/c/{event.club.slug}/drafts/{draft.uid}/")
    assert "Taken away on the event" in text(page)
    publish_draft(draft, content, by=None)
    assert marked(event)
