"""One person on the arbiters' side, and what can be changed there."""

import pytest
from django.http import HttpResponse
from django.test import Client

from clubs.models import AuditEntry, Club, NameDisplay, Officer, User
from events.models import IdentityDecision
from players.models import ConsentFor, Display, Player, Status
from players.services import give_consent
from tests import builders
from tests.cast import CANARIES, give_password, logged_in
from tests.web.arbiters import text
from tests.web.forms import the_yes

# The button, what it sends, and the column that it changes with the value it has then.
BUTTONS = [
    ("status", {"status": "guest"}, "status", "guest"),
    ("status", {"status": "hidden"}, "status", "hidden"),
    ("junior", {"junior": "yes"}, "junior", True),
    ("display", {"display": "initials"}, "display", "initials"),
    ("label", {"label": "  Petr   K. "}, "label", "Petr K."),
    ("group", {"group": "  Tuesday   evening "}, "group", "Tuesday evening"),
]


@pytest.fixture
def petr(season: Club) -> Player:
    return builders.player(season, "Kanárek Petr")


def page_of(client: Client, player: Player) -> str:
    answer = client.get(f"/c/rooks/players/{player.uid}/")
    assert answer.status_code == 200
    return answer.content.decode()


def press(client: Client, player: Player, button: str, said: dict[str, str], club: str = "rooks"):
    return client.post(f"/c/{club}/players/{player.uid}/{button}/", said)


def unmark(client: Client, player: Player) -> HttpResponse:
    """No junior any more, with the yes to the page that says who will see what."""
    form = the_yes(press(client, player, "junior", {"junior": "no"}))
    return client.post(form.action, form.fields)


def test_it_shows_who_that_is(petr: Player, arbiter_client: Client, link: str) -> None:
    page = page_of(arbiter_client, petr)
    assert "<h1><bdi>Kanárek Petr</bdi></h1>" in page
    assert "Readers see: <bdi>K. P.</bdi>" in page
    assert f'href="http://localhost:8000{link}player/{petr.uid}/"' in page
    assert Client().get(f"{link}player/{petr.uid}/").status_code == 200
    assert "last here on 10 March 2026" in page
    assert ">1239</dd>" in page


def test_events_lead_to_the_arbiters_pages_and_say_what_was_typed(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    alias = season.typed_names.create(text="Kanarek P.", key="kanarek p.")
    petr.entries.filter(event__date="2026-03-03").update(typed_name=alias)
    page = page_of(arbiter_client, petr)
    for event in season.events.all():
        assert f'href="/c/rooks/events/{event.uid}/"' in page
    assert "written <bdi>Kanarek P.</bdi>" in page
    assert '<li class="pill"><bdi>Kanarek P.</bdi></li>' in page


def test_a_merged_persons_address_leads_on(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    twin = builders.make_player(season, "Kanarek P.")
    IdentityDecision.objects.create(club=season, kind="merge", player=twin, other=petr)
    answer = arbiter_client.get(f"/c/rooks/players/{twin.uid}/")
    assert answer.headers["Location"] == f"/c/rooks/players/{petr.uid}/"
    assert "Kanarek P." in page_of(arbiter_client, petr)

    pressed = press(arbiter_client, twin, "status", {"status": "hidden"})
    assert pressed.status_code == 302
    twin.refresh_from_db()
    petr.refresh_from_db()
    assert (twin.status, petr.status) == ("member", "member")


def test_the_readers_page_is_offered_while_there_is_one(
    season: Club, petr: Player, arbiter_client: Client, link: str
) -> None:
    Player.objects.update(status=Status.HIDDEN)
    assert "/m/" not in page_of(arbiter_client, petr)
    Player.objects.update(status=Status.MEMBER)
    Club.objects.update(visibility="arbiters")
    assert "/m/" not in page_of(arbiter_client, petr)
    Club.objects.update(visibility="public")
    assert f'href="/p/rooks/player/{petr.uid}/"' in page_of(arbiter_client, petr)


# -- The litany of each button ------------------------------------------------------------------


@pytest.mark.parametrize(("button", "said", "column", "value"), BUTTONS)
def test_a_button_does_what_it_says_and_stands_in_the_log(
    petr: Player, arbiter: User, arbiter_client: Client, button, said, column, value
) -> None:
    answer = press(arbiter_client, petr, button, said)
    assert answer.headers["Location"] == f"/c/rooks/players/{petr.uid}/"
    petr.refresh_from_db()
    assert getattr(petr, column) == value
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.by, entry.object_uid) == (f"player.{button}", arbiter, petr.uid)
    written = repr((entry.reason, entry.details))
    assert "Petr" not in written and not any(name in written for name in CANARIES)
    log = arbiter_client.get("/c/rooks/log/").content.decode()
    assert f"player.{button}" not in log, "an action without words"


@pytest.mark.parametrize(("button", "said", "column", "value"), BUTTONS)
def test_pressed_twice_it_is_one_change(
    petr: Player, arbiter_client: Client, button, said, column, value
) -> None:
    press(arbiter_client, petr, button, said)
    before = AuditEntry.objects.count()
    assert press(arbiter_client, petr, button, said).status_code == 302
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize(("button", "said", "column", "value"), BUTTONS)
def test_only_officers_of_this_very_club_reach_it(
    petr: Player, other_club: Club, outsider_client: Client, arbiter_client: Client,
    staff_client: Client, button, said, column, value,
) -> None:  # fmt: skip
    before = Player.objects.values().get(pk=petr.pk)
    answers = [
        press(outsider_client, petr, button, said),
        press(outsider_client, petr, button, said, club="bishops"),
        press(staff_client, petr, button, said),
        press(arbiter_client, Player(uid="222222222222"), button, said),
    ]
    assert [answer.status_code for answer in answers] == [404] * 4
    assert press(Client(), petr, button, said).headers["Location"].startswith("/accounts/login/")
    assert arbiter_client.get(f"/c/rooks/players/{petr.uid}/{button}/").status_code == 405
    assert Player.objects.values().get(pk=petr.pk) == before


@pytest.mark.parametrize(("button", "said", "column", "value"), BUTTONS)
def test_an_officer_whose_role_allows_nothing_is_refused(
    petr: Player, arbiter: User, arbiter_client: Client, button, said, column, value
) -> None:
    Officer.objects.filter(user=arbiter).update(role="visitor")
    assert press(arbiter_client, petr, button, said).status_code == 403
    assert arbiter_client.get(f"/c/rooks/players/{petr.uid}/").status_code == 403
    assert arbiter_client.get("/c/rooks/players/").status_code == 403
    petr.refresh_from_db()
    assert getattr(petr, column) != value


@pytest.mark.parametrize(
    ("button", "said"),
    [
        ("status", {"status": "king"}),
        ("status", {}),
        ("junior", {"junior": "perhaps"}),
        ("display", {"display": "nude"}),
        ("label", {"label": "x" * 61}),
        ("group", {"group": "x" * 41}),
        ("group", {"group": "a\u200bb"}),
        ("label", {"label": "a\u200bb"}),
        ("label", {"label": "a\x00b"}),
    ],
)
def test_what_is_no_answer_is_refused_in_words(
    petr: Player, arbiter_client: Client, button: str, said: dict[str, str]
) -> None:
    before = Player.objects.values().get(pk=petr.pk)
    answer = press(arbiter_client, petr, button, said)
    assert answer.status_code == 422
    assert "Nothing was changed." in answer.content.decode()
    assert Player.objects.values().get(pk=petr.pk) == before


def test_an_unknown_or_erased_person_is_a_404(
    season: Club, petr: Player, other_club: Club, arbiter_client: Client, outsider_client: Client
) -> None:
    unknown = arbiter_client.get("/c/rooks/players/222222222222/")
    foreign = outsider_client.get(f"/c/bishops/players/{petr.uid}/")
    assert unknown.status_code == foreign.status_code == 404
    Player.objects.update(erased="2026-03-20T00:00Z")
    assert arbiter_client.get(f"/c/rooks/players/{petr.uid}/").status_code == 404


# -- What readers see then ----------------------------------------------------------------------


def seen_by_readers(link: str, player: Player) -> str:
    return Client().get(f"{link}player/{player.uid}/").content.decode()


def test_a_full_name_and_a_label_reach_the_readers(
    petr: Player, owner: User, arbiter_client: Client, link: str
) -> None:
    assert "Kanárek" not in seen_by_readers(link, petr)
    give_consent(petr, ConsentFor.FULL, answers=(True, True, True), by=owner)
    press(logged_in(owner, fresh=True), petr, "display", {"display": "full"})
    assert "Kanárek Petr" in seen_by_readers(link, petr)
    press(arbiter_client, petr, "label", {"label": "Birdie"})
    press(arbiter_client, petr, "display", {"display": "label"})
    assert "Birdie" in seen_by_readers(link, petr)
    assert "Kanárek" not in seen_by_readers(link, petr)


def test_a_label_is_written_before_it_is_shown(petr: Player, arbiter_client: Client) -> None:
    answer = press(arbiter_client, petr, "display", {"display": "label"})
    assert answer.status_code == 422
    assert "Write the label first" in answer.content.decode()


@pytest.mark.parametrize("display", [Display.FULL, Display.LABEL])
@pytest.mark.parametrize("whose", ["the club", "the person"])
def test_a_child_stays_initials_without_consent(
    season: Club, petr: Player, arbiter_client: Client, link: str, display: Display, whose: str
) -> None:
    press(arbiter_client, petr, "label", {"label": "Birdie"})
    if whose == "the club":
        Club.objects.update(junior=True)
    else:
        press(arbiter_client, petr, "junior", {"junior": "yes"})
    answer = press(arbiter_client, petr, "display", {"display": display.value})
    assert answer.status_code == 422
    assert "consent" in answer.content.decode()
    page = seen_by_readers(link, petr)
    assert "K. P." in page and "Birdie" not in page and "Kanárek" not in page


def test_the_mark_alone_takes_a_full_name_from_the_readers(
    petr: Player, arbiter_client: Client, link: str, owner: User
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    assert "Kanárek Petr" in seen_by_readers(link, petr)
    press(arbiter_client, petr, "junior", {"junior": "yes"})
    assert "Kanárek" not in seen_by_readers(link, petr)
    assert "and no consent is on record" in page_of(arbiter_client, petr)
    unmark(logged_in(owner, fresh=True), petr)
    assert "Kanárek Petr" in seen_by_readers(link, petr)


def test_before_the_mark_goes_a_page_says_who_will_see_what(
    petr: Player, arbiter_client: Client, owner_client: Client, link: str
) -> None:
    press(arbiter_client, petr, "junior", {"junior": "yes"})
    calm = press(arbiter_client, petr, "junior", {"junior": "no"})
    assert calm.status_code == 422 and "No name changes as it is now." in text(calm)
    before = the_yes(calm)
    Club.objects.update(names=NameDisplay.FULL)
    give_password(owner_client)
    # The yes was to another page: what it would show now is said first.
    asked = owner_client.post(before.action, before.fields)
    assert asked.status_code == 422
    assert "K. P. → Kanárek Petr" in text(asked)
    assert "Readers are all who have a link." in text(asked)
    assert "Kanárek" not in seen_by_readers(link, petr)
    assert press(arbiter_client, petr, "junior", {"junior": "no"}).status_code == 403
    form = the_yes(asked)
    assert owner_client.post(form.action, form.fields).status_code == 302
    assert "Kanárek Petr" in seen_by_readers(link, petr)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.details) == ("player.junior", {"from": True, "to": False})
    assert "from “junior” to “no junior”" in text(owner_client.get("/c/rooks/log/"))


def test_the_page_says_more_where_more_hangs_on_the_mark(
    petr: Player, arbiter_client: Client
) -> None:
    def asked() -> str:
        return text(press(arbiter_client, petr, "junior", {"junior": "no"}))

    press(arbiter_client, petr, "junior", {"junior": "yes"})
    Player.objects.filter(pk=petr.pk).update(label="Birdie", display="label")
    assert "K. P. → Birdie" in asked() and "exact day" not in asked()
    Club.objects.update(visibility="public")
    assert "On public pages the exact day is shown" in asked()
    Club.objects.update(visibility="link", junior=True)
    assert "the whole club is marked" in asked()
    Club.objects.update(junior=False)
    press(arbiter_client, petr, "hide", {})
    assert "as long as the player is hidden. Shown again: Birdie" in asked()


def test_a_child_is_held_back_where_the_club_shows_full_names(
    petr: Player, arbiter_client: Client
) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    assert "and no consent is on record" not in page_of(arbiter_client, petr)
    press(arbiter_client, petr, "junior", {"junior": "yes"})
    assert "and no consent is on record" in page_of(arbiter_client, petr)


def test_who_is_hidden_has_no_page_and_no_name(
    petr: Player, arbiter_client: Client, link: str
) -> None:
    press(arbiter_client, petr, "status", {"status": "hidden"})
    assert Client().get(f"{link}player/{petr.uid}/").status_code == 404
    assert "hidden player" in page_of(arbiter_client, petr)
    assert "K. P." not in Client().get(f"{link}l/main/").content.decode()


def test_no_change_here_makes_a_ladder_stale(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    season.refresh_from_db()
    before = season.history_version
    for button, said, _column, _value in BUTTONS:
        press(arbiter_client, petr, button, said)
    season.refresh_from_db()
    assert season.history_version == before
    assert season.ladders.get().built_version == before
