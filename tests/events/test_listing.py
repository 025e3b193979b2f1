"""Into which list of the federation an event goes: the arbiter's choice, a revision like any."""

import pytest
from django.test import Client

from clubs.models import Club
from events.edits import ask_out
from events.models import Event
from events.results import GameKind, Result
from events.services import drafts
from events.services.projection import current_content
from events.services.publishing import publish_draft
from events.services.revising import revise, set_result
from events.services.undoing import undo
from ladder.models import RatingRow
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts
from tests import builders
from tests.ladder import oracle
from tests.web.arbiters import hidden, text

DETAILS = {
    "name": "Evening", "start": "2026-03-03", "date": "2026-03-03", "sequence": "1",
    "kind": "swiss", "tempo": "standard", "counts": "yes", "steps": "event",
}  # fmt: skip


@pytest.fixture
def event(club: Club) -> Event:
    return builders.make_event(
        club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo", "Alfa Ada 1-0 Delta Dana"], name="Evening"
    )


def use_lok(club: Club) -> None:
    change_rules(club.ladders.get(), by=None, system="lok", parameters={}, filters=Filters())
    for name, ok in (("Alfa Ada", 1500), ("Bravo Bo", 1600), ("Delta Dana", 1700)):
        give_facts(builders.player(club, name), {"lok_standard": ok}, by=None)


def url(event: Event, what: str = "") -> str:
    return f"/c/{event.club.slug}/events/{event.uid}/edit/details/0/{what}"


def test_it_is_asked_for_only_where_a_ladder_has_such_lists(
    event: Event, arbiter_client: Client
) -> None:
    draft = drafts.of_event(event, by=None)
    address = f"/c/{event.club.slug}/drafts/{draft.uid}/"
    draft_page = arbiter_client.get(address)
    assert draft_page.status_code == 200
    assert "Which list it enters" not in text(draft_page) + text(arbiter_client.get(url(event)))
    use_lok(event.club)
    assert "Which list it enters" in text(arbiter_client.get(address))
    assert "Which list it enters" in text(arbiter_client.get(url(event)))


def test_the_choice_is_a_revision_that_the_ladder_follows_and_that_is_undone(
    event: Event, arbiter_client: Client
) -> None:
    use_lok(event.club)
    ladder = event.club.ladders.get()
    rebuild(ladder.pk)

    def listed() -> list[float]:
        rebuild(ladder.pk)
        rows = RatingRow.objects.filter(ladder=ladder, player__name__text="Alfa Ada", played__gt=0)
        return list(rows.order_by("place").values_list("rating", flat=True))

    before = listed()
    page = arbiter_client.get(url(event))
    form = {"based_on": hidden(page, "based_on"), "press": hidden(page, "press"), **DETAILS}
    shown = text(arbiter_client.post(url(event, "preview/"), {**form, "listing": "none"}))
    assert "The list that it enters is changed." in shown, shown
    assert "No rating changes" not in shown, shown
    arbiter_client.post(url(event, "save/"), {**form, "listing": "none"})
    assert current_content(event).listing == "none"
    assert listed() != before
    event_page = text(arbiter_client.get(f"/c/{event.club.slug}/events/{event.uid}/"))
    assert "enters: no list: its documents came too late" in event_page
    # What is completed in a draft later keeps the choice.
    draft = drafts.of_event(event, by=None)
    publish_draft(draft, drafts.content_of(draft), by=None)
    assert current_content(event).listing == "none"
    undone = f"/c/{event.club.slug}/events/{event.uid}/edit/undo/2/"
    page = arbiter_client.get(undone)
    arbiter_client.post(
        undone + "save/",
        {"based_on": hidden(page, "based_on"), "press": hidden(page, "press"), "why": ""},
    )
    assert current_content(event).listing == "" and listed() == before


def names_asked(event: Event) -> list[int]:
    return [entry.number for entry in current_content(event).entries if entry.asked_out]


def test_a_winner_asks_that_the_list_leave_the_event_out(
    event: Event, arbiter_client: Client, link: str
) -> None:
    asks = "Asks that the list leave the event out"
    assert asks not in text(arbiter_client.get(url(event)))
    use_lok(event.club)
    ladder = event.club.ladders.get()

    def marked() -> bytes:
        rebuild(ladder.pk)
        ladder.refresh_from_db()
        return bytes(ladder.fingerprint)

    before = marked()
    page = arbiter_client.get(url(event))
    form = {"based_on": hidden(page, "based_on"), "press": hidden(page, "press"), **DETAILS}
    winner, other, _ = (entry.number for entry in current_content(event).entries)
    assert asks in text(page)
    offered = page.context["form"].fields["asked_out"].choices
    assert offered == [(winner, "Alfa Ada")]
    refused = arbiter_client.post(url(event, "save/"), {**form, "asked_out": [other]})
    assert refused.status_code == 422 and names_asked(event) == []
    assert "of others it is refused" in text(refused)
    form["asked_out"] = [winner]
    shown = text(arbiter_client.post(url(event, "preview/"), form))
    assert f"Alfa Ada (no. {winner}) asks that the list leave the event out." in shown
    assert "No rating changes" not in shown and names_asked(event) == []
    arbiter_client.post(url(event, "save/"), form)
    assert names_asked(event) == [winner] and marked() != before
    assert oracle.stored(ladder) == oracle.expected(ladder)
    row = RatingRow.objects.filter(ladder=ladder, player__name__text="Alfa Ada").latest("place")
    assert (row.rating, row.games, row.played) == (0, 0, 2)
    event_page = text(arbiter_client.get(f"/c/{event.club.slug}/events/{event.uid}/"))
    assert "asks to be left out of the list" in event_page
    explained = f"{link}event/{event.uid}/player/{builders.player(event.club, 'Alfa Ada').uid}/"
    assert "you won the event and asked that it be left out" in text(Client().get(explained))
    # What is completed in a draft later keeps the request.
    draft = drafts.of_event(event, by=None)
    publish_draft(draft, drafts.content_of(draft), by=None)
    assert names_asked(event) == [winner]
    undo(event, 2, by=None)
    assert names_asked(event) == [] and marked() == before


def test_who_has_asked_and_has_no_longer_won_may_still_take_it_back(
    event: Event, arbiter_client: Client
) -> None:
    use_lok(event.club)
    number = current_content(event).entries[0].number
    revise(event, ask_out(current_content(event), {number}), action="details", by=None)
    for game in (1, 2):
        set_result(event, game, Result.BLACK_WINS, GameKind.PLAYED, by=None)
    assert names_asked(event) == [number]
    page = arbiter_client.get(url(event))
    assert [one for one, _ in page.context["form"].fields["asked_out"].choices] == [1, 2, 3]
    form = {"based_on": hidden(page, "based_on"), "press": hidden(page, "press"), **DETAILS}
    arbiter_client.post(url(event, "save/"), form)
    assert names_asked(event) == []


def test_the_draft_page_stores_the_choice(event: Event, arbiter_client: Client) -> None:
    use_lok(event.club)
    draft = drafts.of_event(event, by=None)
    address = f"/c/{event.club.slug}/drafts/{draft.uid}/"
    form = {**DETAILS, "version": draft.version, "rounds": "2"}
    arbiter_client.post(address + "save/", {**form, "listing": "next"})
    draft.refresh_from_db()
    assert drafts.content_of(draft).listing == "next"
    wrong = arbiter_client.post(
        address + "save/", {**form, "version": draft.version, "listing": "first"}
    )
    assert wrong.status_code == 422
