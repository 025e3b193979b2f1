"""At the door: hidden in one press and back after a question, members in one press, labels and numbers."""

import json
import re
from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from clubs.models import AuditEntry, Club, User, Visibility
from clubs.services import Refusal
from events.services.identity import rename, undo
from ladder.queries import table
from ladder.rulebook import Filters
from ladder.services import change_rules, give_starting_rating
from players import services
from players.models import ConsentFor, Display, Player, Status
from tests import builders
from tests.cast import give_password
from tests.web.forms import forms
from tests.web.reading import every_page, page, text

NAME, SHORT, LABEL = "Zvonohlík Kvido", "Z. K.", "Birdie"


@pytest.fixture
def kvido(club: Club) -> Player:
    builders.make_event(club, "2026-03-03", [f"{NAME} 1-0 Ada Alfa", "Bo Bravo 1/2 Cyril Charlie"])
    builders.make_event(club, "2026-03-10", [f"Bo Bravo 0-1 {NAME}", "Ada Alfa 1-0 Cyril Charlie"])
    builders.rebuild(club)
    return builders.player(club, NAME)


def press(client: Client, player: Player, button: str, **said: str):
    return client.post(f"/c/{player.club.slug}/players/{player.uid}/{button}/", said)


# -- Hidden -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [Status.MEMBER, Status.GUEST, Status.FORMER])
def test_hidden_in_one_press_and_as_before_after_a_question(
    kvido: Player, arbiter: User, arbiter_client: Client, before: Status
) -> None:
    services.change_status(kvido, before, by=None)
    assert press(arbiter_client, kvido, "hide").status_code == 302
    press(arbiter_client, kvido, "hide")  # once more: nothing
    kvido.refresh_from_db()
    assert (kvido.status, kvido.status_before, kvido.hidden_by) == ("hidden", before, arbiter)
    assert kvido.hidden_at
    shown = arbiter_client.get(f"/c/rooks/players/{kvido.uid}/").content.decode()
    assert f"by {arbiter.email}" in shown
    assert f'href="/c/rooks/players/{kvido.uid}/show/"' in shown
    assert press(arbiter_client, kvido, "show")["Location"].startswith("/accounts/reauthenticate/")
    press(give_password(arbiter_client), kvido, "show")
    kvido.refresh_from_db()
    assert (kvido.status, kvido.status_before, kvido.hidden_by) == (before, "", None)
    log = AuditEntry.objects.filter(object_uid=kvido.uid).order_by("pk")
    assert [entry.details for entry in log][-2:] == [
        {"from": before.value, "to": "hidden"},
        {"from": "hidden", "to": before.value},
    ]


def test_before_somebody_is_shown_again_a_page_says_who_will_see_what(
    kvido: Player, arbiter: User, arbiter_client: Client
) -> None:
    asked = f"/c/rooks/players/{kvido.uid}/show/"
    assert arbiter_client.get(asked).status_code == 302  # not hidden
    services.change_display(kvido, Display.INITIALS, by=None)
    services.change_status(kvido, Status.GUEST, by=None)
    services.hide(kvido, by=arbiter)
    said = text(arbiter_client, asked)
    assert f"they would see: {SHORT}" in said and "Readers are all who have a link." in said
    assert f"by {arbiter.email}" in said and "Show again as guest" in said
    Club.objects.update(visibility=Visibility.PUBLIC)
    assert "Readers are everybody on the internet" in text(arbiter_client, asked)
    Club.objects.update(names="full")
    Player.objects.filter(pk=kvido.pk).update(display=Display.CLUB)
    assert f"they would see: {NAME}" in text(arbiter_client, asked)
    kvido.refresh_from_db()
    assert kvido.status == Status.HIDDEN


@pytest.mark.parametrize(
    ("button", "said"), [("member", {}), ("former", {}), ("status", {"status": "guest"})]
)
def test_no_other_button_shows_somebody_hidden(
    kvido: Player, arbiter_client: Client, button: str, said: dict[str, str]
) -> None:
    services.hide(kvido, by=None)
    there = f"/c/rooks/players/{kvido.uid}/"
    answer = give_password(arbiter_client).post(f"{there}{button}/", said, follow=True)
    assert "Show the player again first" in answer.content.decode()
    kvido.refresh_from_db()
    assert (kvido.status, kvido.status_before) == (Status.HIDDEN, Status.MEMBER)


def test_showing_somebody_who_is_not_hidden_changes_nothing(kvido: Player) -> None:
    services.change_status(kvido, Status.GUEST, by=None)
    services.show_again(kvido, by=None)
    kvido.refresh_from_db()
    assert kvido.status == Status.GUEST


def links(club: Club) -> list[str]:
    """Every way in: two links and, while it is public, the open address."""
    return [builders.make_link(club), builders.make_link(club), f"/p/{club.slug}/"]


@pytest.mark.parametrize(
    "shown",
    [
        lambda one: None,
        lambda one: (
            services.give_consent(one, ConsentFor.FULL, answers=(True, True, True), by=None),
            services.change_display(one, Display.FULL, by=None),
        ),
        lambda one: (
            services.change_label(one, LABEL, by=None),
            services.change_display(one, Display.LABEL, by=None),
        ),
    ],
    ids=["initials", "full", "label"],
)
def test_after_hiding_no_page_of_readers_says_who_that_was(
    club: Club, kvido: Player, client: Client, arbiter_client: Client, shown: Callable
) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    shown(kvido)
    paths = [path for root in links(club) for path in every_page(root, club)]
    before = "".join(page(client, path).content.decode() for path in paths)  # all are kept now
    assert any(word in before for word in (NAME, SHORT, LABEL)) and kvido.uid in before

    press(arbiter_client, kvido, "hide")
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == (404 if kvido.uid in path else 200), path
        said = answer.content.decode() + repr(answer.headers)
        assert not [word for word in (NAME, "Zvonohl", SHORT, LABEL, kvido.uid) if word in said]
    evening = club.events.get(date="2026-03-03")
    assert "hidden player" in text(client, f"/p/{club.slug}/event/{evening.uid}/")

    press(give_password(arbiter_client), kvido, "show")
    assert kvido.uid in page(client, paths[0]).content.decode()


def test_hiding_moves_no_number(club: Club, kvido: Player, arbiter_client: Client) -> None:
    club.refresh_from_db()
    version, ladder = club.history_version, bytes(club.ladders.get().fingerprint)
    press(arbiter_client, kvido, "hide")
    club.refresh_from_db()
    assert club.history_version == version
    assert bytes(builders.rebuild(club).fingerprint) == ladder


# -- Members, guests, former members ---------------------------------------------------------------


@pytest.mark.parametrize("status", [Status.GUEST, Status.FORMER])
def test_only_members_stand_on_lists_and_one_press_makes_one_with_all_games(
    club: Club, kvido: Player, client: Client, arbiter_client: Client, link: str, status: Status
) -> None:
    rating = everybody(club)[kvido.uid]
    services.change_status(kvido, status, by=None)
    lists = [link, f"{link}l/main/", f"{link}l/main/?on=2026-03-05", f"{link}players/"]
    for path in lists:
        assert f"player/{kvido.uid}/" not in page(client, path).content.decode(), path
    assert kvido.uid not in everybody(club)

    answer = press(arbiter_client, kvido, "member", back=f"/c/rooks/players/?status={status}")
    assert answer.headers["Location"] == f"/c/rooks/players/?status={status}"
    for path in lists:
        assert f"player/{kvido.uid}/" in page(client, path).content.decode(), path
    assert everybody(club)[kvido.uid] == rating


def everybody(club: Club) -> dict[str, tuple[str, str]]:
    """Rating and games of all who stand on the list, by uid."""
    listed = table(club, club.ladders.get().pk)
    rows = [*listed.ranked, *listed.provisional, *listed.resting]
    return {row["uid"]: (row["rating"], row["games"]) for row in rows}


def test_the_button_stands_beside_guests_in_roster_and_event(
    club: Club, kvido: Player, arbiter_client: Client
) -> None:
    button = f'action="/c/rooks/players/{kvido.uid}/member/"'
    event = f"/c/rooks/events/{club.events.earliest('pk').uid}/"
    places = ["/c/rooks/players/?status=guest", f"/c/rooks/players/{kvido.uid}/", event]
    assert button not in arbiter_client.get(event).content.decode()
    services.change_status(kvido, Status.GUEST, by=None)
    for place in places:
        assert button in arbiter_client.get(place).content.decode(), place


@pytest.mark.parametrize(
    "back",
    [
        "", "https://example.org/", "//example.org/c/rooks/", "/c/bishops/", "/\\example.org",
        "/c/rooks/../..", "/c/rooks/../bishops/", "/c/rooks/%2e%2e/bishops/", "/c/rooks/..",
        "/c/rooks/players/..\\..\\..\\", "/c/rooks/.\t./bishops/", "/c/rooks/./players/",
        "/c/rooks//example.org/", "/c/rooks/players/#/../..", "/c/rooks/nowhere/",
        "/c/rooks/players/\r\nX-A: b", "/c/rooks/players/\x00",
    ],
)  # fmt: skip
def test_a_button_leads_back_inside_the_club_only(
    kvido: Player, arbiter_client: Client, back: str
) -> None:
    answer = press(arbiter_client, kvido, "hide", back=back)
    assert answer.headers["Location"] == f"/c/rooks/players/{kvido.uid}/"


@pytest.mark.parametrize(
    "back", ["/c/rooks/", "/c/rooks/players/?status=guest&page=2", "/c/rooks/players/?group=../.."]
)
def test_a_button_leads_back_to_where_it_was(
    kvido: Player, arbiter_client: Client, back: str
) -> None:
    assert press(arbiter_client, kvido, "hide", back=back).headers["Location"] == back


# -- Labels and numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize("taken", ["Ada", "ada", "Bo Bravo", "bravo BO", "A. A.", "A. A. 2"])
def test_a_label_that_others_could_be_taken_for_is_refused(
    club: Club, kvido: Player, arbiter_client: Client, taken: str
) -> None:
    services.change_label(builders.player(club, "Ada Alfa"), "Ada", by=None)
    builders.make_player(club, "Anna Alt")
    answer = press(arbiter_client, kvido, "label", label=taken)
    assert answer.status_code == 422
    assert "Choose another label" in answer.content.decode()
    kvido.refresh_from_db()
    assert kvido.label == ""


def test_a_label_of_two_alphabets_is_asked_about_and_saved_when_it_is_meant(
    kvido: Player, arbiter_client: Client
) -> None:
    mixed = "Kv\u0456do"  # the third letter is Cyrillic
    asked = press(arbiter_client, kvido, "label", label=f" {mixed} ", sure="")
    assert asked.status_code == 422
    said = asked.content.decode()
    assert "character 3 is Cyrillic" in said and "Save it as it is written" in said
    (field,) = re.findall(r"<input[^>]* autofocus", said)
    assert 'name="label"' in field
    kvido.refresh_from_db()
    assert kvido.label == ""
    path = f"/c/rooks/players/{kvido.uid}/"
    (form,) = [one for one in forms(said, path) if one.action.endswith("/label/")]
    again = arbiter_client.post(form.action, {**form.fields, "label": f"{mixed}\u043e"})
    assert again.status_code == 422, "that was said of another one"
    assert arbiter_client.post(form.action, form.fields)["Location"] == path
    kvido.refresh_from_db()
    assert kvido.label == mixed


def test_a_doubtful_label_that_shows_a_name_needs_the_password_as_well(
    club: Club, kvido: Player, owner_client: Client
) -> None:
    """The question comes first, the password after the yes to it."""
    name, chosen = "N\u043evotny Jan", {"display": Display.LABEL, "label": "Nov"}
    other = builders.make_player(club, name, consent=True, **chosen)
    assert press(owner_client, other, "label", label=name).status_code == 422
    sure = press(owner_client, other, "label", label=name, sure=name)
    assert sure["Location"].startswith("/accounts/reauthenticate/")


def test_one_s_own_name_may_be_the_label(kvido: Player) -> None:
    assert services.change_label(kvido, NAME, by=None).label == NAME
    assert services.change_label(kvido, NAME, by=None).label == NAME


def test_of_a_child_the_label_waits_for_consent(kvido: Player) -> None:
    services.change_label(kvido, LABEL, by=None)
    services.mark_junior(kvido, True, by=None)
    with pytest.raises(Refusal, match="consent"):
        services.change_display(kvido, Display.LABEL, by=None)


def test_a_number_follows_the_initials_and_is_not_given_again(
    club: Club, kvido: Player, owner: User
) -> None:
    second = builders.make_player(club, "Zima Karel")
    assert (kvido.suffix, second.suffix) == (1, 2)
    rename(second, "Bíla Eva", by=owner)
    second.refresh_from_db()
    assert second.suffix == 1
    third = builders.make_player(club, "Zelený Kamil")
    assert third.suffix == 3, "number 2 is known as somebody else's"
    rename(third, "Bár Erik", by=owner)
    third.refresh_from_db()
    assert third.suffix == 2, "there is a B. E. already"


def test_a_rename_taken_back_gives_the_number_back(club: Club, kvido: Player, owner: User) -> None:
    second = builders.make_player(club, "Zima Karel")
    renamed = rename(second, "Bíla Eva", by=owner)
    undo(club, renamed.number, by=owner)
    second.refresh_from_db()
    assert (second.name.text, second.suffix) == ("Zima Karel", 2)
    rename(second, "ZIMA, Karel", by=owner)
    second.refresh_from_db()
    assert second.suffix == 2, "the same initials"


# -- Everything about one person ---------------------------------------------------------------------


def test_everything_about_one_person_is_one_file(
    club: Club, kvido: Player, arbiter: User, arbiter_client: Client
) -> None:
    services.hide(kvido, by=arbiter)
    services.show_again(kvido, by=arbiter)
    rename(kvido, "Zvonohlík Kvido st.", by=arbiter)
    answer = press(give_password(arbiter_client), kvido, "file")
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert (
        answer.headers["Content-Disposition"] == f'attachment; filename="player-{kvido.uid}.json"'
    )
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert answer.headers["Cache-Control"] == "private, no-store"
    said = json.loads(answer.content)
    assert said["names_as_typed"] == [NAME, f"{NAME} st."]
    assert [entry["details"].get("to") for entry in said["log"]][:2] == ["hidden", "member"]
    assert [event["last_day"] for event in said["events"]] == ["2026-03-03", "2026-03-10"]
    assert [(game["opponent"], game["colour"], game["points"]) for game in games_of(said)] == [
        ("A. A.", "white", 1.0),
        ("B. B.", "black", 1.0),
    ]
    assert [row["event"] for row in said["ratings"]["main"]] == [e["event"] for e in said["events"]]
    assert said["decisions"][0]["kind"] == "rename"
    assert said["facts"][0]["status"] == "member"
    for other in ("Ada", "Alfa", "Bravo", "Charlie", arbiter.email):
        assert other not in answer.content.decode()
    assert AuditEntry.objects.latest("pk").action == "player.export"


def test_each_rating_says_by_which_system_it_is(
    club: Club, kvido: Player, arbiter_client: Client
) -> None:
    """Club Elo at first, Ingo since May."""
    ladder = club.ladders.get()
    give_starting_rating(ladder, kvido, 1640, games=30, by=None, why="list")
    change_rules(
        ladder, by=None, system="ingo", parameters={"weight": 0.25}, filters=Filters(),
        valid_from=date(2026, 5, 1),
    )  # fmt: skip
    give_starting_rating(
        ladder, kvido, 150, games=30, by=None, why="list", valid_from=date(2026, 5, 9)
    )  # fmt: skip
    builders.make_event(club, "2026-05-12", [f"{NAME} 1-0 Ada Alfa"])
    builders.rebuild(club)
    said = json.loads(press(give_password(arbiter_client), kvido, "file").content)
    assert said["ladders"] == {"main": ladder.name}
    rows = {row["day"]: (row["system"], row["rating"]) for row in said["ratings"]["main"]}
    assert rows["2026-03-10"][0] == "Club Elo" and rows["2026-03-10"][1] > 1600
    assert rows["2026-05-12"][0] == "Ingo" and rows["2026-05-12"][1] < 200
    starts = [(row["from"], row["rating"], row["system"]) for row in said["starting_ratings"]]
    assert starts == [("1850-01-01", 1640, "Club Elo"), ("2026-05-09", 150, "Ingo")]


def games_of(said: dict) -> list[dict]:
    return [game for event in said["events"] for game in event["games"]]


def test_opponents_are_initials_where_the_club_shows_full_names(
    club: Club, kvido: Player, arbiter_client: Client
) -> None:
    Club.objects.update(names="full")
    services.change_display(builders.player(club, "Ada Alfa"), Display.FULL, by=None)
    services.hide(builders.player(club, "Bo Bravo"), by=None)
    said = json.loads(press(give_password(arbiter_client), kvido, "file").content)
    assert [game["opponent"] for game in games_of(said)] == ["A. A.", "hidden player"]
