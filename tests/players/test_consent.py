"""Consent to more than initials: recorded after three questions, withdrawn in one press."""

import json

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client

from clubs.models import AuditEntry, Club, NameDisplay, User
from clubs.services import Refusal
from events.services.erasing import erase_person
from ladder.opening.planning import plan
from ladder.opening.saving import first_ladder, save
from ladder.queries import everything_about
from players import services
from players.models import AskedBy, Consent, ConsentFor, Display, Player
from tests import builders
from tests.cast import CANARIES, logged_in
from tests.web.forms import the_yes

YES = (True, True, True)
SAID = {"purpose": "full", "parents": "on", "child": "on", "rules": "on", "note": "green folder"}


@pytest.fixture
def petr(season: Club) -> Player:
    found = builders.player(season, "Kanárek Petr")
    return services.mark_junior(found, True, by=None)


def press(client: Client, player: Player, button: str, said: dict[str, str]):
    return client.post(f"/c/rooks/players/{player.uid}/{button}/", said)


def everywhere(link: str, player: Player) -> str:
    event = player.entries.order_by("-event__date")[0].event.uid
    pages = ("", "l/main/", "players/", "events/", f"event/{event}/", f"player/{player.uid}/",
             f"event/{event}/player/{player.uid}/")  # fmt: skip
    answers = [Client().get(link + page) for page in pages]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(answer.content.decode() for answer in answers)


def test_a_childs_full_name_waits_for_the_form_and_goes_in_one_press(
    petr: Player, arbiter_client: Client, link: str, arbiter: User, owner: User
) -> None:
    admin = logged_in(owner, fresh=True)
    assert press(admin, petr, "display", {"display": "full"}).status_code == 422
    assert press(arbiter_client, petr, "consent", SAID).status_code == 302
    assert "Kanárek" not in everywhere(link, petr)  # agreed to, but not chosen
    assert press(admin, petr, "display", {"display": "full"}).status_code == 302
    assert everywhere(link, petr).count("Kanárek Petr") >= 6
    assert press(arbiter_client, petr, "consent/withdraw", {}).status_code == 302
    assert "Kanárek" not in everywhere(link, petr)
    assert press(admin, petr, "display", {"display": "full"}).status_code == 422
    rows = list(petr.consents.order_by("pk").values_list("given", "purpose", "by", "note"))
    assert rows == [(True, "full", arbiter.pk, "green folder"), (False, "full", arbiter.pk, "")]
    page = arbiter_client.get(f"/c/rooks/players/{petr.uid}/").content.decode()
    assert "given for the full name, arbiter@example.org · <bdi>green folder</bdi>" in page
    assert ">withdrawn, arbiter@example.org<" in page


@pytest.fixture
def eva(season: Club) -> Player:
    """Nobody's mark is on her, and the club shows initials."""
    return builders.player(season, "Stehlíková Eva")


@pytest.mark.parametrize("label", ["", "Eva Stehlíková", "naše STEHLIKOVA Eva (B)"])
def test_the_full_name_of_one_adult_waits_for_consent_too(
    eva: Player, owner: User, link: str, label: str
) -> None:
    admin = logged_in(owner, fresh=True)
    said = {"display": "label" if label else "full"}
    press(admin, eva, "label", {"label": label})
    refused = press(admin, eva, "display", said)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "needs the consent of that person on record" in page
    assert '<details class="more" open>' in page and "Do the parents agree?" in page
    assert "Stehl" not in everywhere(link, eva)
    services.give_consent(eva, ConsentFor.LABEL, answers=YES, by=None)
    assert press(admin, eva, "display", said).status_code == 422, "agreed to a nickname only"
    services.give_consent(eva, ConsentFor.FULL, answers=YES, by=None)
    assert press(admin, eva, "display", said).status_code == 302
    assert (label or "Stehlíková Eva") in everywhere(link, eva)
    assert press(admin, eva, "display", {"display": "initials"}).status_code == 302


def test_a_nickname_that_is_shown_does_not_become_the_name(eva: Player, link: str) -> None:
    services.change_label(eva, "Evička", by=None)
    services.change_display(eva, Display.LABEL, by=None)
    with pytest.raises(Refusal, match="consent of that person"):
        services.change_label(eva, "Stehlíková Eva", by=None)
    assert "Evička" in everywhere(link, eva)


@pytest.mark.parametrize("label", ["Evička Malá", "EvičkaMalá", "Evi čka\u2800Malá"])
def test_a_label_that_becomes_the_name_by_a_rename_is_not_shown(
    eva: Player, arbiter_client: Client, owner: User, link: str, label: str
) -> None:
    services.change_label(eva, label, by=None)
    services.change_display(eva, Display.LABEL, by=None)
    assert label in everywhere(link, eva)
    said = {"name": "Malá Evicka", "was": "Stehlíková Eva"}
    assert press(arbiter_client, eva, "rename", said).status_code == 302
    assert label not in everywhere(link, eva) and "M. E." in everywhere(link, eva)
    page = arbiter_client.get(f"/c/rooks/players/{eva.uid}/").content.decode()
    assert "no consent is on record: readers see initials" in page
    assert press(arbiter_client, eva, "display", {"display": "initials"}).status_code == 302
    again = press(logged_in(owner, fresh=True), eva, "display", {"display": "label"})
    assert again.status_code == 422, "by the rule that holds where the label is chosen"
    services.give_consent(eva, ConsentFor.FULL, answers=YES, by=None)
    services.change_display(eva, Display.LABEL, by=None)
    assert label in everywhere(link, eva)


def test_a_label_with_the_name_goes_when_the_club_goes_back_to_initials(
    eva: Player, link: str
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    services.change_label(eva, "Eva Stehlíková", by=None)
    services.change_display(eva, Display.LABEL, by=None)
    assert "Eva Stehlíková" in everywhere(link, eva)
    Club.objects.update(names=NameDisplay.INITIALS)
    assert "Stehl" not in everywhere(link, eva)


def test_a_full_name_is_a_step_of_administrators_with_the_password_given_again(
    eva: Player, owner: User, arbiter_client: Client, link: str
) -> None:
    """As for the whole club; towards initials everything is free."""
    services.give_consent(eva, ConsentFor.FULL, answers=YES, by=None)
    services.change_label(eva, "Eva Stehlíková", by=None)
    for said in ({"display": "full"}, {"display": "label"}):
        assert press(arbiter_client, eva, "display", said).status_code == 403
        asked = press(logged_in(owner), eva, "display", {**said, "label": "Evička"})
        assert "/reauthenticate/" in asked.headers["Location"]
        assert "Stehl" not in everywhere(link, eva)
        assert press(logged_in(owner, fresh=True), eva, "display", said).status_code == 302
        assert press(arbiter_client, eva, "display", {"display": "initials"}).status_code == 302
    services.change_label(eva, "Evička", by=None)
    assert press(arbiter_client, eva, "display", {"display": "label"}).status_code == 302
    said = {"label": "Eva Stehlíková"}
    assert press(arbiter_client, eva, "label", said).status_code == 403
    assert "/reauth" in press(logged_in(owner), eva, "label", said).headers["Location"]
    assert press(logged_in(owner, fresh=True), eva, "label", said).status_code == 302


def only_an_administrator(
    owner: User, arbiter_client: Client, link: str, player: Player, *pressed: object
) -> None:
    """The press shows a name: not an arbiter's, and with the password given again."""
    name = player.name.text
    fields = ("display", "label", "junior", "consent")
    before = Player.objects.values(*fields).get(pk=player.pk)
    assert press(arbiter_client, player, *pressed).status_code == 403  # type: ignore[arg-type]
    asked = press(logged_in(owner), player, *pressed)  # type: ignore[arg-type]
    assert "/reauthenticate/" in asked.headers["Location"]
    assert Player.objects.values(*fields).get(pk=player.pk) == before
    assert name not in everywhere(link, player)
    admin = logged_in(owner, fresh=True)
    assert press(admin, player, *pressed).status_code == 302  # type: ignore[arg-type]
    assert name in everywhere(link, player)


def test_after_a_withdrawal_the_clubs_way_is_a_step_of_administrators_too(
    eva: Player, owner: User, arbiter_client: Client, link: str
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    services.give_consent(eva, ConsentFor.FULL, answers=YES, by=None)
    assert press(arbiter_client, eva, "consent/withdraw", {}).status_code == 302
    only_an_administrator(owner, arbiter_client, link, eva, "display", {"display": "club"})
    assert press(arbiter_client, eva, "display", {"display": "club"}).status_code == 302


def test_nor_does_any_arbiter_show_a_name_by_a_mark_or_a_consent(
    petr: Player, owner: User, arbiter_client: Client, link: str
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    said = the_yes(press(logged_in(owner), petr, "junior", {"junior": "no"})).fields
    only_an_administrator(owner, arbiter_client, link, petr, "junior", said)
    assert press(arbiter_client, petr, "junior", {"junior": "yes"}).status_code == 302
    missing = {**SAID, "child": ""}
    assert press(arbiter_client, petr, "consent", missing).status_code == 422
    only_an_administrator(owner, arbiter_client, link, petr, "consent", SAID)


def test_nor_by_a_mark_taken_from_somebody_hidden(
    petr: Player, arbiter_client: Client, link: str
) -> None:
    """What was prepared so would be shown by the one press that shows a person again."""
    Club.objects.update(names=NameDisplay.FULL)
    services.hide(petr, by=None)
    assert press(arbiter_client, petr, "junior", {"junior": "no"}).status_code == 403


def test_blanks_before_a_label_do_not_hide_what_it_says(
    eva: Player, arbiter_client: Client
) -> None:
    services.give_consent(eva, ConsentFor.FULL, answers=YES, by=None)
    services.change_label(eva, "Evička", by=None)
    services.change_display(eva, Display.LABEL, by=None)
    said = {"label": " " * 200 + "Eva Stehlíková"}
    assert press(arbiter_client, eva, "label", said).status_code == 403


def test_back_to_initials_is_back_to_initials_for_everybody_who_did_not_agree(
    eva: Player, owner: User, arbiter_client: Client, link: str
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    admin = logged_in(owner, fresh=True)
    assert press(admin, eva, "display", {"display": "full"}).status_code == 302
    assert "Stehlíková Eva" in everywhere(link, eva)
    assert admin.post("/c/rooks/names/initials/").status_code == 302
    assert "Stehl" not in everywhere(link, eva)
    page = arbiter_client.get(f"/c/rooks/players/{eva.uid}/").content.decode()
    assert "The full name is chosen, but no consent is on record" in page


@pytest.mark.parametrize("missing", ["parents", "child", "rules", "purpose"])
def test_each_question_needs_its_yes(petr: Player, arbiter_client: Client, missing: str) -> None:
    said = {name: value for name, value in SAID.items() if name != missing}
    answer = press(arbiter_client, petr, "consent", said)
    assert answer.status_code == 422
    assert "green folder" in answer.content.decode()  # what was typed is still there
    (said,) = answer.context["messages"]
    label = answer.context["consent_form"][missing].label
    assert str(said) == f"Nothing was changed. Look at this again: “{label}”"
    assert not Consent.objects.exists()


def test_neither_the_service_nor_the_table_takes_less_than_three(petr: Player) -> None:
    with pytest.raises(Refusal, match="three questions"):
        services.give_consent(petr, ConsentFor.FULL, answers=(True, False, True), by=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Consent.objects.create(club=petr.club, player=petr, given=True, purpose="full")
    assert not Consent.objects.exists()


def test_consent_to_the_label_is_none_to_the_full_name(petr: Player, link: str) -> None:
    services.change_label(petr, "Birdie", by=None)
    services.give_consent(petr, ConsentFor.LABEL, answers=YES, by=None)
    with pytest.raises(Refusal, match="consent"):
        services.change_display(petr, Display.FULL, by=None)
    services.change_display(petr, Display.LABEL, by=None)
    assert "Birdie" in everywhere(link, petr)
    Club.objects.update(names=NameDisplay.FULL)
    services.change_display(petr, Display.CLUB, by=None)
    assert "Kanárek" not in everywhere(link, petr)
    services.give_consent(petr, ConsentFor.FULL, answers=YES, by=None)
    assert "Kanárek" in everywhere(link, petr)


def test_withdrawing_holds_against_a_club_with_full_names_and_for_an_adult(
    petr: Player, link: str
) -> None:
    services.mark_junior(petr, False, by=None)
    Club.objects.update(names=NameDisplay.FULL)
    services.give_consent(petr, ConsentFor.FULL, answers=YES, by=None)
    assert "Kanárek" in everywhere(link, petr)
    services.withdraw_consent(petr, by=None)
    assert "Kanárek" not in everywhere(link, petr)


def test_the_history_is_only_added_to_and_raw_rows_hold_too(petr: Player) -> None:
    row = services.give_consent(petr, ConsentFor.FULL, answers=YES, by=None)
    for change in (
        lambda: Consent.objects.filter(pk=row.pk).update(note="x"),
        lambda: Consent.objects.filter(pk=row.pk).delete(),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    Consent.objects.create(club=petr.club, player=petr, given=False, purpose="full")
    petr.refresh_from_db()
    assert not petr.consent


def test_nobody_of_another_club_is_named(petr: Player, other_club: Club) -> None:
    Consent.objects.create(club=other_club, player=petr, given=False, purpose="full")
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_log_and_file_have_it_and_the_log_without_a_name(petr: Player, arbiter: User) -> None:
    services.give_consent(petr, ConsentFor.FULL, answers=YES, by=arbiter, note="green folder")
    services.withdraw_consent(petr, by=arbiter)
    logged = AuditEntry.objects.filter(action="player.consent", object_uid=petr.uid)
    details = list(logged.order_by("pk").values_list("details", flat=True))
    assert details == [{"given": True, "for": "full"}, {"given": False, "for": "full"}]
    assert not any(word in json.dumps(details) for word in (*CANARIES, "folder"))
    told = everything_about(petr)["consents"]
    assert [(row["given"], row["parents"], row["note"]) for row in told] == [
        (True, True, "green folder"),
        (False, False, ""),
    ]


def test_erasing_takes_the_notes_and_leaves_the_rows(petr: Player, arbiter: User) -> None:
    eva = builders.player(petr.club, "Stehlíková Eva")
    services.give_consent(petr, ConsentFor.FULL, answers=YES, by=arbiter, note="green folder")
    services.give_consent(eva, ConsentFor.FULL, answers=YES, by=arbiter, note="with Kanárek's")
    services.give_consent(eva, ConsentFor.FULL, answers=YES, by=arbiter, note="red folder")
    day = petr.club.created.date()
    erase_person(petr, by=arbiter, asked_by=AskedBy.PARENT, asked_on=day)
    assert list(Consent.objects.order_by("pk").values_list("note", flat=True)) == [
        "", "", "red folder",
    ]  # fmt: skip
    petr.refresh_from_db()
    assert not petr.consent


def test_what_was_chosen_survives_what_is_brought_in(petr: Player, link: str) -> None:
    """A file with the person's name, and a list of members that says nothing of it."""
    services.change_label(petr, "Birdie", by=None)
    services.give_consent(petr, ConsentFor.LABEL, answers=YES, by=None)
    services.change_display(petr, Display.LABEL, by=None)
    kept = ("junior", "display", "label", "consent", "consent_for", "status", "suffix", "group")
    before = Player.objects.values(*kept).get(pk=petr.pk)
    builders.make_event(petr.club, "2026-03-17", ["Kanárek Petr 1-0 Stehlíková Eva"])
    club = Club.objects.get(pk=petr.club_id)
    listed = "name;rating;junior;label;group\nKanárek Petr;1500;no;Petr K.;adults\n"
    planned = plan(club, first_ladder(club), listed)
    saved = save(club, planned, {2: petr.uid}, by=None, why="the old list")
    assert saved.list is not None and saved.existing == 1
    assert Player.objects.values(*kept).get(pk=petr.pk) == before
    assert "Birdie" in everywhere(link, petr) and "Kanárek" not in everywhere(link, petr)
