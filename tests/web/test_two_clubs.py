"""What an owner of one club can do to another: nothing, in both directions (T2, T4, T5, T9, T11)."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.core.mail import send_mail
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import clear_url_caches
from django.urls import path as url

from clubs.models import Club
from config import urls
from players.models import Player
from tests.web.routes import METHODS, Route, routes
from tests.web.two_clubs import SAME, Pair, Side, ask, make_sides

pytestmark = pytest.mark.django_db

CLUB_S = [route for route in routes() if {"club"} <= set(route.parameters)]
MEMBERS = [r for r in routes() if r.route.startswith("m/") and set(r.parameters) - {"token"}]
per_way = pytest.mark.parametrize("way", [(0, 1), (1, 0)], ids=["larks-owls", "owls-larks"])


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[tuple[Side, Side]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_sides()
        transaction.set_rollback(True)


@pytest.fixture
def pair(built: tuple[Side, Side], db: None, way: tuple[int, int]) -> Pair:
    """All methods one way; the other way one that looks, one that sends and one unheard of."""
    methods = METHODS if way == (0, 1) else ("GET", "POST", "PUT")
    return Pair(built[way[0]], built[way[1]], methods)


@per_way
@pytest.mark.parametrize("route", CLUB_S, ids=lambda route: route.route)
def test_every_mix_of_ids_is_nothing_with_every_method(pair: Pair, route: Route) -> None:
    mixes = list(pair.mixes(route))
    assert mixes
    for arguments in mixes:
        assert pair.problems(route, arguments) == []


@per_way
@pytest.mark.parametrize("route", MEMBERS, ids=lambda route: route.route)
def test_a_link_of_one_club_opens_nothing_of_another(pair: Pair, route: Route) -> None:
    for arguments in pair.mixes(route):
        assert pair.problems(route, {**arguments, "token": pair.who.link}) == []


# -- Controls ------------------------------------------------------------------------------------

# Columns that hold no text of people: ids, hashes, words of a list, numbers, times, what went wrong.
STRUCTURE = {
    "clubs_auditentry.action", "clubs_auditentry.details", "clubs_auditentry.object_uid",
    "clubs_club.code_page", "clubs_club.language", "clubs_club.names", "clubs_club.slug",
    "clubs_club.time_zone", "clubs_club.visibility", "clubs_invitation.role", "clubs_officer.role",
    "clubs_sharelink.event_uid", "clubs_sharelink.uid", "events_draft.uid", "events_event.kind", "events_event.listing",
    "events_event.steps", "events_event.tempo", "events_event.uid", "events_eventrevision.action",
    "events_eventrevision.press", "events_game.board_result", "events_game.kind",
    "events_game.result", "events_identitydecision.details", "events_identitydecision.kind",
    "events_upload.facts", "ladder_announcedlist.lines", "ladder_effect.later", "ladder_effect.system", "ladder_ladder.arithmetic",
    "ladder_ladder.drift", "ladder_ladder.failed_event_uid",
    "ladder_ladder.failure", "ladder_ladder.slug",
    "ladder_laddersettings.parameters", "ladder_laddersettings.press", "ladder_laddersettings.system",
    "ladder_startingrating.system",
    "ladder_openingdraft.encoding", "ladder_openingdraft.uid", "ladder_openinglist.existing",
    "ladder_openinglist.kept", "ladder_openinglist.players", "ladder_openinglist.press",
    "ladder_openinglist.starts", "ladder_openinglist.uid", "players_consent.purpose",
    "players_erasure.asked_by", "players_erasure.player_uid", "players_player.consent_for",
    "players_player.display", "players_player.status", "players_player.status_before",
    "players_player.uid", "players_personfact.name", "players_personfact.press", "players_personrequest.asked_by", "players_personrequest.kind",
    "players_personrequest.outcome", "players_personrequest.player_uid",
    "players_personrequest.uid",
}  # fmt: skip


def test_the_word_is_in_every_text_of_the_club(built: tuple[Side, Side], db: None) -> None:
    silent = set()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.table_name, c.column_name FROM information_schema.columns c"
            " JOIN information_schema.columns k ON k.table_name = c.table_name"
            " AND k.column_name = 'club_id' WHERE c.table_schema = 'public'"
            " AND c.data_type IN ('text', 'character varying', 'jsonb')"
        )
        texts = [*cursor.fetchall(), ("clubs_club", "name")]
        for table, column in texts:
            which = "id" if table == "clubs_club" else "club_id"
            cursor.execute(
                f'SELECT count(*) FROM {table} WHERE {which} = %s AND "{column}"::text ILIKE %s',
                [built[1].club.pk, f"%{built[1].word}%"],
            )
            if cursor.fetchone()[0] == 0:
                silent.add(f"{table}.{column}")
    assert silent - STRUCTURE == set()


@per_way
def test_the_forms_of_the_other_club_do_work_for_its_owner(pair: Pair) -> None:
    """So that a refusal above is not that of an empty form."""
    other = pair.whose
    sent = {name for name in other.sent if name.startswith("c/<")}
    assert len(sent) > 30
    taken = 0
    for name in sorted(sent):
        (route,) = [route for route in CLUB_S if route.route == name]
        with transaction.atomic():
            path = route.path({**SAME, **other.own})
            answer = ask(other.client, "POST", path, other.sent[name])
            taken += answer.status_code == 302
            transaction.set_rollback(True)
    assert taken > 15


# Views that forgot something, each in another way. A request without it would be the test's fault.


def _found(player: str) -> Player:
    return Player.objects.select_related("name").get(uid=player)


def says_it(request: HttpRequest, club: str, player: str) -> HttpResponse:
    return HttpResponse(_found(player).name.text)


def says_it_in_a_header(request: HttpRequest, club: str, player: str) -> HttpResponse:
    return HttpResponse(status=404, headers={"X-Label": _found(player).label})


def leads_there(request: HttpRequest, club: str, player: str) -> HttpResponse:
    there = f"/{_found(player).name.text}/"
    return HttpResponse(status=404, headers={"Location": there})


def says_it_to_one_method(request: HttpRequest, club: str, player: str) -> HttpResponse:
    return HttpResponse(_found(player).name.text if request.method == "PUT" else "", status=404)


def writes_it_in_a_mail(request: HttpRequest, club: str, player: str) -> HttpResponse:
    send_mail("A player", _found(player).name.text, None, ["x@example.org"])
    return HttpResponse(status=404)


def writes_and_answers_not_found(request: HttpRequest, club: str, player: str) -> HttpResponse:
    Player.objects.filter(uid=player).update(junior=True)
    return HttpResponse(status=404)


def looks_at_the_club_in_the_path_only(
    request: HttpRequest, club: str, player: str
) -> HttpResponse:
    mine = Club.objects.filter(slug=club, officers__user=request.user).exists()  # type: ignore[misc]
    return HttpResponse("That one exists") if mine and _found(player) else HttpResponse(status=404)


PLANTED = [
    says_it, says_it_in_a_header, leads_there, says_it_to_one_method, writes_it_in_a_mail,
    writes_and_answers_not_found, looks_at_the_club_in_the_path_only,
]  # fmt: skip


@per_way
@pytest.mark.parametrize("view", PLANTED, ids=lambda view: view.__name__)
def test_a_view_that_forgot_the_club_is_found(pair: Pair, view: object) -> None:
    pattern = url("c/<slug:club>/planted/<slug:player>/", view)  # type: ignore[call-overload]
    urls.urlpatterns.append(pattern)
    clear_url_caches()
    try:
        (route,) = [route for route in routes() if "planted" in route.route]
        with transaction.atomic():
            found = [problem for mix in pair.mixes(route) for problem in pair.problems(route, mix)]
            transaction.set_rollback(True)
        assert found
    finally:
        urls.urlpatterns.pop()
        clear_url_caches()
