"""Pages of ladders and their rules: several for a club, changed from a day on, taken back."""

import re
from datetime import date, timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from clubs.models import AuditEntry, Club
from ladder.models import Ladder, LadderSettings
from ladder.queries.ruling import changes, in_force, taken_by_switch
from ladder.rebuild import rebuild
from ladder.rule_forms import RulesForm, SystemForm
from ladder.rulebook import Filters
from ladder.services import (
    change_rules,
    create_ladder,
    give_facts,
    switch_rules,
    undo_rules,
)
from ladder.sources import BEGINNING
from ladder.systems import choices, get
from ladder.systems.facts import FACTS
from ladder.told import HOW
from ladder.verify import verify
from players import services as people
from tests import builders
from tests.ladder import oracle
from tests.web.arbiters import text_of as text
from tests.web.forms import forms

pytestmark = pytest.mark.django_db

RULES = "/c/rooks/ladders/main/rules/"
ELO = {
    "system": "club_elo", "set_start": "1200", "set_k_new": "40", "set_k": "20",
    "set_new_games": "20", "set_provisional": "5", "set_k_junior": "", "group": "",
}  # fmt: skip
MIDDLE = "2026-03-10"


@pytest.fixture
def ladder(season: Club) -> Ladder:
    return season.ladders.get()


def sent_by(page: str, action: str) -> dict[str, str]:
    """What a form of the page sends as it stands: boxes that are not ticked send nothing."""
    (form,) = [one for one in forms(page, RULES) if one.action.endswith(action)]
    boxes = re.findall(r'<input type="checkbox" name="(\w+)"([^>]*)>', page)
    ticked = {name for name, rest in boxes if "checked" in rest}
    return {
        name: value
        for name, value in form.fields.items()
        if name in ticked or name not in dict(boxes)
    }


def send(client: Client, path: str, **sent: object) -> HttpResponse:
    return client.post(RULES + path, sent)


def ratings(ladder: Ladder) -> dict[str, float]:
    rebuild(ladder.pk)
    found = oracle.stored(ladder)
    assert found == oracle.expected(ladder)
    assert verify(ladder.pk).right
    return {row[1]: row[2] for row in found[0]}


# -- Every system in a form ---------------------------------------------------------------------


@pytest.mark.parametrize("system", [system for system, _ in choices()])
def test_the_form_of_a_system_gives_its_defaults_back(system: str) -> None:
    found = get(system)
    empty = SystemForm(system=found)
    said = {name: empty[name].value() for name in empty.fields}
    form = SystemForm(
        {name: value for name, value in said.items() if value is not None}, system=found
    )
    assert form.is_valid(), form.errors
    assert found.settings(form.parameters()) == found.settings()
    assert HOW[system] and set(found.needs) <= FACTS.keys()


def test_every_system_has_its_page(ladder: Ladder, owner_client: Client) -> None:
    for system, title in choices():
        page = owner_client.get(RULES, {"system": system})
        assert page.status_code == 200
        assert re.search(
            rf'href="\?system={system}" aria-current="true">{re.escape(title)}<',
            page.content.decode(),
        )
    assert owner_client.get(RULES, {"system": "nonsense"}).status_code == 200


# -- Changing -----------------------------------------------------------------------------------


def test_what_holds_and_who_may_change_it(
    ladder: Ladder, owner_client: Client, arbiter_client: Client
) -> None:
    page = owner_client.get(RULES).content.decode()
    assert "K of everybody else" in page and "Save" in page
    looked = arbiter_client.get(RULES).content.decode()
    assert "K of everybody else" in looked and "Change the rules" not in looked
    assert send(arbiter_client, "save/", **ELO, why="mine").status_code == 403
    assert LadderSettings.objects.count() == 1


def test_a_change_is_shown_before_it_is_saved_and_comes_true(
    ladder: Ladder, owner_client: Client
) -> None:
    before = ratings(ladder)
    sent = {**ELO, "set_k_new": "10", "day": MIDDLE}
    shown = send(owner_client, "preview/", **sent)
    assert LadderSettings.objects.count() == 1
    told = text(shown.content.decode())
    moves = re.findall(
        r"<td class=\"num\">([\d.]+)</td><td class=\"num\">([\d.]+)</td>", shown.content.decode()
    )
    assert re.search(r"\d+ ratings? changes? in 1 event|\d+ ratings change, in 1 event", told), told
    send(owner_client, "save/", **sent, why="calmer")
    after = ratings(ladder)
    changed = {uid for uid in after if after[uid] != before[uid]}
    assert len(moves) == len(changed) > 0
    assert {new for _, new in moves} == {f"{after[uid]:.1f}" for uid in changed}
    row = LadderSettings.objects.latest("pk")
    assert (row.valid_from, row.why, row.parameters["k_new"]) == (date(2026, 3, 10), "calmer", 10.0)
    assert AuditEntry.objects.filter(action="ladder.rules").count() == 1
    page = text(owner_client.get(RULES).content.decode())
    assert "From 10 March 2026" in page and "calmer" in page


def test_last_years_numbers_stay(ladder: Ladder, owner_client: Client) -> None:
    rebuild(ladder.pk)
    before = oracle.stored(ladder)[0]
    send(owner_client, "save/", **{**ELO, "set_k_new": "11", "day": MIDDLE}, why="new season")
    rebuild(ladder.pk)
    place = min(row[0] for row in before if row not in oracle.stored(ladder)[0])
    earlier = [row for row in before if row[0] < place]
    assert earlier and oracle.stored(ladder)[0][: len(earlier)] == earlier


def test_saved_twice_is_saved_once(ladder: Ladder, owner_client: Client) -> None:
    for _ in range(2):
        sent = {**ELO, "set_k": "15"}
        assert send(owner_client, "save/", **sent, why="twice").status_code == 302
    assert LadderSettings.objects.count() == 2


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"set_k": "-1"}, "a number from 0 to 400 is needed"),
        ({"set_k": "NaN"}, "Enter a number"),
        ({"set_k": ""}, "This field is required"),
        ({"set_new_games": "1.5"}, "Enter a whole number"),
        ({"set_k_junior": "1000"}, "a number from 0 to 400 is needed"),
        ({"tempos": "slow"}, "slow is not one of the available choices"),
        ({"group": "nobody"}, "nobody is not one of the available choices"),
        ({"day": "3000-01-01"}, "has not come yet"),
        ({"day": "1200-01-01"}, "greater than or equal"),
        ({"why": ""}, "This field is required"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    ladder: Ladder, owner_client: Client, wrong: dict[str, str], words: str
) -> None:
    answer = send(owner_client, "save/", **{**ELO, "why": "a reason", **wrong})
    assert answer.status_code == 422
    (name,) = wrong
    page = answer.content.decode()
    field = re.search(
        rf'<(?:div|fieldset) class="field has-error".*?id="id_{name}', page, re.DOTALL
    )
    assert field and words in text(page)
    assert LadderSettings.objects.count() == 1


def test_undone_in_one_press_and_marked(ladder: Ladder, owner_client: Client) -> None:
    before = ratings(ladder)
    send(owner_client, "save/", **{**ELO, "set_k_new": "10", "day": MIDDLE}, why="calmer")
    changed = ratings(ladder)
    assert changed != before
    shown = send(owner_client, "preview/", undo="2")
    assert "What will change when entry 2 is taken back" in shown.content.decode()
    assert LadderSettings.objects.count() == 2
    assert owner_client.post(f"{RULES}undo/2/").status_code == 302
    assert ratings(ladder) == before
    page = text(owner_client.get(RULES).content.decode())
    assert "Entry 2 taken back" in page and "From 10 March 2026" not in page
    states = {one.number: (one.gone, one.back, one.undoable) for one in changes(ladder)}
    assert states == {1: ("", None, False), 2: ("undone", None, False), 3: ("", 2, True)}
    # And that is undone as well.
    owner_client.post(f"{RULES}undo/3/")
    assert ratings(ladder) == changed
    assert {one.number: one.gone for one in changes(ladder)}[3] == "undone"


def test_what_was_undone_does_not_stand_in_the_way(ladder: Ladder) -> None:
    """A day that was taken back has no rules of its own: a later change of the beginning holds
    there, too."""
    row = change_rules(
        ladder, by=None, system="club_elo", parameters={"k_new": 10}, filters=Filters(),
        valid_from=date(2026, 3, 10),
    )  # fmt: skip
    undo_rules(row, by=None)
    change_rules(ladder, by=None, system="club_elo", parameters={"k_new": 30}, filters=Filters())
    found = ratings(ladder)
    only = create_ladder(ladder.club, by=None, slug="other", name="Other", parameters={"k_new": 30})
    assert ratings(only) == found


def test_the_first_entry_and_older_ones_of_a_day_cannot_be_undone(
    ladder: Ladder, owner_client: Client
) -> None:
    for k in ("15", "16"):
        send(owner_client, "save/", **{**ELO, "set_k": k, "day": MIDDLE}, why="again")
    for number in (1, 2):
        answer = owner_client.post(f"{RULES}undo/{number}/", follow=True)
        assert "not the newest of its day" in answer.content.decode()
    assert owner_client.post(f"{RULES}undo/99/").status_code == 404
    assert LadderSettings.objects.count() == 3
    assert {one.number: one.gone for one in changes(ladder)} == {1: "", 2: "replaced", 3: ""}


def test_a_change_of_system_previews_both_scales(ladder: Ladder, owner_client: Client) -> None:
    """Who has a rating now is compared by the rules of now: nobody enters or leaves by mistake."""
    before = ratings(ladder)
    sent = {
        "system": "ingo",
        "set_start": "230",
        "set_weight": "0.25",
        "set_cut": "no",
        "group": "",
    }
    told = text(send(owner_client, "preview/", **sent).content.decode())
    assert f"{len(before)} ratings change" in told and "enters the ladder" not in told
    send(owner_client, "save/", **sent, why="lower is better")
    after = ratings(ladder)
    assert after.keys() == before.keys() and max(after.values()) < 400
    assert "computed from club games, unofficial" in owner_client.get(RULES).content.decode()


def test_facts_join_from_the_beginning_when_rules_begin_to_use_them(ladder: Ladder) -> None:
    """Rules from the middle on that want to know of juniors: what was said before is known."""
    player = builders.player(ladder.club, "Kanárek Petr")
    give_facts(player, {"junior": "yes"}, by=None)
    before = ratings(ladder)
    change_rules(
        ladder, by=None, system="club_elo", parameters={"k_junior": 100}, filters=Filters(),
        valid_from=date(2026, 3, 10),
    )  # fmt: skip
    after = ratings(ladder)
    assert {uid for uid in after if after[uid] != before.get(uid)} == {player.uid}


def test_the_preview_waits_for_a_ladder_that_is_behind(
    ladder: Ladder, owner_client: Client
) -> None:
    Ladder.objects.update(built_version=0)
    told = send(owner_client, "preview/", **{**ELO, "set_k": "15"}).content.decode()
    assert "cannot be said just now" in told


def test_a_fragment_for_who_has_script(ladder: Ladder, owner_client: Client) -> None:
    answer = owner_client.post(
        RULES + "preview/", {**ELO, "set_k": "15"}, headers={"hx-request": "true"}
    )
    assert answer.content.decode().strip().startswith('<section class="outcome" id="what-changes"')
    wrong = owner_client.post(
        RULES + "preview/", {**ELO, "set_k": "x"}, headers={"hx-request": "true"}
    )
    assert "Enter a number" in wrong.content.decode()


def test_the_form_of_today_says_what_holds(ladder: Ladder, owner_client: Client) -> None:
    change_rules(
        ladder, by=None, system="fide", parameters={"chapter": "rapid", "period": "event"},
        filters=Filters(tempos=("rapid",), only_juniors=True),
    )  # fmt: skip
    page = owner_client.get(RULES).content.decode()
    form = sent_by(page, "rules/save/")
    assert form["system"] == "fide" and form["set_chapter"] == "rapid"
    assert form["tempos"] == "rapid" and form["only_juniors"] == "on" and "kinds" not in form
    assert "only events played as: rapid" in page


def test_an_empty_choice_of_a_form_is_none(season: Club) -> None:
    form = RulesForm({**ELO, "why": "x"}, system=get("club_elo"), today=date.today())
    assert form.is_valid(), form.errors
    assert form.filters() == Filters() and form.since() == BEGINNING
    assert "k_junior" not in form.parameters()


def test_an_address_of_a_ladder_is_what_the_help_says(ladder: Ladder, owner_client: Client) -> None:
    page = owner_client.get("/c/rooks/ladders/new/", {"system": "elo_linear"})
    sent = {**sent_by(page.content.decode(), "make/"), "name": "Linear"}
    refused = owner_client.post("/c/rooks/ladders/make/", {**sent, "slug": "elo_linear"})
    assert refused.status_code == 422 and Ladder.objects.count() == 1
    assert owner_client.post("/c/rooks/ladders/make/", {**sent, "slug": "elo-2"}).status_code == 302


# -- Several ladders ----------------------------------------------------------------------------


def test_another_ladder_from_a_preset(ladder: Ladder, owner_client: Client) -> None:
    page = owner_client.get("/c/rooks/ladders/new/", {"preset": "rapid", "system": "fide"})
    form = sent_by(page.content.decode(), "make/")
    assert form["set_chapter"] == "rapid" and form["tempos"] == "rapid"
    answer = owner_client.post("/c/rooks/ladders/make/", form)
    assert answer.headers["Location"] == "/c/rooks/ladders/rapid/rules/"
    made = Ladder.objects.get(slug="rapid")
    assert made.name == "Rapid"
    row = made.settings.get()
    assert (row.system, row.filters, row.valid_from) == ("fide", {"tempos": ["rapid"]}, BEGINNING)
    builders.rebuild(ladder.club)
    assert owner_client.get("/c/rooks/ladder/rapid/").status_code == 200


@pytest.mark.parametrize("preset", ["standard", "blitz", "juniors", "nonsense"])
def test_every_preset_can_be_made(ladder: Ladder, owner_client: Client, preset: str) -> None:
    page = owner_client.get("/c/rooks/ladders/new/", {"preset": preset}).content.decode()
    form = sent_by(page, "make/")
    answer = owner_client.post("/c/rooks/ladders/make/", {**form, "name": "Some"})
    assert answer.status_code == 302
    filters = Filters.read(Ladder.objects.get(name="Some").settings.get().filters)
    assert filters.tempos == ((preset,) if preset in ("standard", "blitz") else ())
    assert filters.juniors == filters.only_juniors == (preset == "juniors")


def test_addresses_are_made_from_names_and_are_the_clubs_only(
    ladder: Ladder, owner_client: Client
) -> None:
    for name in ("Žebříček", "Žebříček", "…"):
        owner_client.post("/c/rooks/ladders/make/", {**ELO, "name": name})
    assert set(Ladder.objects.values_list("slug", flat=True)) == {
        "main",
        "zebricek",
        "zebricek-2",
        "ladder",
    }
    answer = owner_client.post("/c/rooks/ladders/make/", {**ELO, "name": "Again", "slug": "main"})
    assert answer.status_code == 422 and "has a ladder with this address" in answer.content.decode()


def test_renamed_ordered_hidden_and_shown_again(
    ladder: Ladder, owner_client: Client, link: str
) -> None:
    other = create_ladder(ladder.club, by=None, slug="rapid", name="Rapid")
    builders.rebuild(ladder.club)
    owner_client.post("/c/rooks/ladders/rapid/name/", {"name": "Quick"})
    owner_client.post("/c/rooks/ladders/rapid/up/")
    assert [one.slug for one in Ladder.objects.order_by("position")] == ["rapid", "main"]
    member = Client()
    assert "Quick" in member.get(link, follow=True).content.decode()
    owner_client.post("/c/rooks/ladders/rapid/hide/")
    builders.rebuild(ladder.club)
    assert "Quick" not in member.get(link, follow=True).content.decode()
    assert member.get(f"{link}l/rapid/").status_code == 404
    assert owner_client.get("/c/rooks/ladder/rapid/").status_code == 404
    assert "Show again" in owner_client.get("/c/rooks/ladders/").content.decode()
    assert owner_client.get("/c/rooks/ladders/rapid/rules/").status_code == 200
    last = owner_client.post("/c/rooks/ladders/main/hide/", follow=True)
    assert "at least one ladder" in last.content.decode()
    assert not Ladder.objects.get(slug="main").hidden
    owner_client.post("/c/rooks/ladders/rapid/show/")
    builders.rebuild(ladder.club)
    assert member.get(f"{link}l/rapid/").status_code == 200
    assert ratings(other)
    assert set(AuditEntry.objects.filter(object_uid="rapid").values_list("action", flat=True)) >= {
        "ladder.change", "ladder.hide", "ladder.show",
    }  # fmt: skip


def test_a_group_or_juniors_alone_on_the_list(ladder: Ladder, owner_client: Client, owner) -> None:
    petr = builders.player(ladder.club, "Kanárek Petr")
    people.change_group(petr, "Beginners", by=owner)
    sent = {**ELO, "group": "Beginners"}
    send(owner_client, "save/", **sent, why="only they are shown")
    found = ratings(ladder)
    page = owner_client.get("/c/rooks/ladder/").content.decode()
    assert (
        page.count('class="rank">1<') == 1
        and "Kanárek Petr" in page
        and "Stehlíková Eva" not in page
    )
    assert len(found) > 1, "all are computed"


def test_a_preview_of_a_hidden_ladder_works(ladder: Ladder, owner_client: Client) -> None:
    create_ladder(ladder.club, by=None, slug="rapid", name="Rapid")
    builders.rebuild(ladder.club)
    owner_client.post("/c/rooks/ladders/rapid/hide/")
    builders.rebuild(ladder.club)
    answer = owner_client.post("/c/rooks/ladders/rapid/rules/preview/", {**ELO, "set_k_new": "10"})
    assert "ratings change" in answer.content.decode()


def test_too_long_a_history_is_said(
    ladder: Ladder, owner_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.queries.ruling.MOST_GAMES", 1)
    told = send(owner_client, "preview/", **{**ELO, "set_k": "15"}).content.decode()
    assert "cannot be computed while you wait" in told


def test_days_before_the_first_event_are_of_the_beginning(
    ladder: Ladder, owner_client: Client
) -> None:
    day = (ladder.club.events.earliest("date").date - timedelta(days=1)).isoformat()
    before = ratings(ladder)
    send(owner_client, "save/", **{**ELO, "set_k_new": "10", "day": day}, why="all of it")
    assert all(
        rating != before[uid] for uid, rating in ratings(ladder).items() if before[uid] != 1200
    )


def test_what_a_switch_took_back_holds_again_when_the_switch_is_taken_back(
    ladder: Ladder, owner_client: Client
) -> None:
    """Entry 2 from a day on; 3 and 4, a switch; 5 and 6 take it back; 7 takes entry 2 back."""

    def gone() -> list[str]:
        return [one.gone for one in changes(ladder)[::-1]]

    def systems() -> list[str]:
        return [one.id for _, one in in_force(ladder)]

    change_rules(
        ladder, by=None, system="ingo", parameters={}, filters=Filters(),
        valid_from=date.fromisoformat(MIDDLE),
    )  # fmt: skip
    switch_rules(ladder, by=None, system="fide", parameters={}, filters=Filters())
    assert gone() == ["replaced", "undone", "", ""] and systems() == ["fide"]
    send(owner_client, "undo/3/")
    assert gone() == ["", "", "undone", "undone", "", ""] and systems() == ["club_elo", "ingo"]
    assert [one.number for one in taken_by_switch(ladder)] == [2]
    assert [one.number for one in changes(ladder) if one.undoable] == [5, 2]
    send(owner_client, "undo/4/")
    assert systems() == ["club_elo", "ingo"], "a switch is taken back as a whole"
    send(owner_client, "undo/5/")
    assert gone()[:4] == ["replaced", "undone", "", ""] and systems() == ["fide"]
    send(owner_client, "undo/7/")
    assert systems() == ["club_elo", "ingo"]
    send(owner_client, "undo/2/")
    assert systems() == ["club_elo"] and gone()[:2] == ["", "undone"]
    assert not any(one.undoable for one in changes(ladder) if one.number == 2)
