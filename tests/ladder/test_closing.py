"""A club is deleted: asked for by an owner, kept for thirty days, and then nothing of it is left."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubs import services
from clubs.days import today
from clubs.models import CLOSING, AuditEntry, Club, User, Visibility
from clubs.roles import Role
from events.models import Upload
from events.results import Result
from events.services.erasing import erase_person
from events.services.projection import current_content
from events.services.revising import revise
from ladder.closing import delete_due, in_order, tables
from ladder.models import StartingRating
from ladder.services import give_facts
from ladder.sweeping import sweep
from players import services as people
from players.models import AskedBy, ConsentFor, Player
from players.services import keep_suffix
from tests import builders
from tests.cast import CANARIES, give_password, logged_in, play_season
from tests.web.reading import words
from tests.web.world import things

PATH = "/c/rooks/delete/"


def ask(client: Client, name: str = "Rooks") -> int:
    return client.post(PATH, {"name": name}).status_code


def all_rows() -> dict[str, set[str]]:
    """Every row of every table as text, but those that come and go with any request."""
    fleeting = {"django_session", "cache", "usersessions_usersession", "django_migrations"}
    with connection.cursor() as cursor:
        found = {}
        for table in sorted(set(connection.introspection.table_names(cursor)) - fleeting):
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            found[table] = {row[0] for row in cursor.fetchall()}
    return found


def full_club(club: Club, owner: User) -> None:
    """Rows in every table that a club can have some in."""
    play_season(club)
    things(club, owner)
    child = club.players.earliest("pk")
    people.give_consent(child, ConsentFor.FULL, answers=(True, True, True), note="folder", by=owner)
    people.hide(club.players.latest("pk"), by=owner)
    services.invite(club, "new@example.org", Role.ARBITER, by=owner)
    Upload.objects.create(club=club, filename="night.csv", data=b"Kan", digest=bytes(32), by=owner)
    one, other = club.players.order_by("pk")[1:3]
    erase_person(other, by=owner, asked_by=AskedBy.PARENT, asked_on=today(club))
    keep_suffix(club, "Z. Z.", 2, one)
    StartingRating.objects.create(
        club=club, ladder=club.ladders.get(), player=one, rating=1500, why="list", by=owner,
        valid_from="1850-01-01",
    )  # fmt: skip
    give_facts(one, {"birth": "2010-05-31"}, by=owner)
    Upload.objects.create(club=club, filename="later.csv", data=b"Kan", digest=bytes(32), by=owner)
    # A later correction of the first evening: what it moved is written down.
    first = club.events.earliest("date")
    content = current_content(first)
    games = (replace(content.games[0], result=Result.DRAW), *content.games[1:])
    revise(first, replace(content, games=games), action="correct", by=owner)
    builders.rebuild(club)


@pytest.fixture
def closing(club: Club, owner: User) -> Club:
    return services.close(club, by=owner)


# -- Asking ---------------------------------------------------------------------------------------


def test_an_owner_asks_with_the_password_and_the_name(club: Club, owner_client: Client) -> None:
    asked = owner_client.post(PATH, {"name": "Rooks"})
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    give_password(owner_client)
    for wrong in ("", "Rook", "rooks club"):
        assert ask(owner_client, wrong) == 422, wrong
        club.refresh_from_db()
        assert club.closing_since is None
    assert ask(owner_client, " rooks ") == 302
    club.refresh_from_db()
    assert club.closing_since is not None
    assert AuditEntry.objects.latest("pk").action == "club.close"


def test_the_question_says_what_goes(season: Club, owner_client: Client) -> None:
    said = words(owner_client.get(PATH).content.decode())
    assert "Rooks : 2 events, 4 players" in said
    assert "For 30 days you can take it back" in said
    assert f'href="{PATH}"' in owner_client.get("/c/rooks/settings/").content.decode()


def test_arbiters_neither_ask_nor_keep(closing: Club, arbiter_client: Client) -> None:
    give_password(arbiter_client)
    assert arbiter_client.get(PATH).status_code == 403
    assert ask(arbiter_client) == 403
    assert arbiter_client.post(f"{PATH}undo/").status_code == 403
    page = arbiter_client.get("/c/rooks/").content.decode()
    assert "This club will be deleted on" in page and f"{PATH}undo/" not in page


# -- Thirty days ------------------------------------------------------------------------------------


def test_readers_see_nothing_at_once_and_everything_again_when_it_is_kept(
    season: Club, owner: User, owner_client: Client, link: str, client: Client
) -> None:
    Club.objects.filter(pk=season.pk).update(visibility=Visibility.PUBLIC)
    season.refresh_from_db()
    paths = [link, f"{link}l/main/table.csv", "/p/rooks/"]
    before = [client.get(path).content for path in paths[1:2]]
    assert {client.get(path).status_code for path in paths} == {200}
    give_password(owner_client)
    ask(owner_client)
    assert {client.get(path).status_code for path in paths} == {404}
    assert "Keep the club" in owner_client.get("/c/rooks/players/").content.decode()
    assert owner_client.post(f"{PATH}undo/").status_code == 302
    assert {client.get(path).status_code for path in paths} == {200}
    assert [client.get(path).content for path in paths[1:2]] == before
    assert "will be deleted" not in owner_client.get("/c/rooks/").content.decode()
    actions = (
        AuditEntry.objects.filter(club=season).order_by("-pk").values_list("action", flat=True)
    )
    assert list(actions[:2]) == ["club.keep", "club.close"]


def test_asking_twice_does_not_begin_anew_and_keeping_twice_does_nothing(
    closing: Club, owner: User
) -> None:
    assert services.close(closing, by=owner).closing_since == closing.closing_since
    assert services.keep(closing, by=owner).closing_since is None
    services.keep(closing, by=owner)
    steps = AuditEntry.objects.filter(action__in=["club.close", "club.keep"])
    assert steps.count() == 2


def test_the_day_is_the_club_s_own(closing: Club) -> None:
    assert closing.closing_since
    Club.objects.update(time_zone="Pacific/Auckland")
    closing.refresh_from_db()
    moment = closing.closing_since + CLOSING
    assert closing.deleted_on in {moment.date(), moment.date() + timedelta(1)}


# -- Deleted ----------------------------------------------------------------------------------------


def test_a_minute_before_the_time_nothing_goes(closing: Club) -> None:
    Club.objects.update(closing_since=timezone.now() - CLOSING + timedelta(minutes=1))
    assert delete_due() == 0 and Club.objects.filter(pk=closing.pk).exists()
    Club.objects.update(closing_since=timezone.now() - CLOSING)
    assert delete_due() == 1 and not Club.objects.filter(pk=closing.pk).exists()


def test_nothing_of_it_is_left_and_nothing_else_goes(
    other_club: Club, outsider: User, club: Club, owner: User
) -> None:
    full_club(other_club, outsider)
    # What is there without the club: everything but its own rows. Made first, so compared exactly.
    services.close(club, by=owner)
    services.keep(club, by=owner)
    untouched = {table: rows for table, rows in all_rows().items() if table not in OF_CLUB}
    before = {model._meta.db_table: others(model, club) for model in tables()}
    full_club(club, owner)
    numbers = {"events": club.events.count(), "players": club.players.count()}
    empty = {model.__name__ for model in tables() if not own(model, club)}
    assert empty <= {"AnnouncedList"}, "nothing shows that these are emptied"

    services.close(club, by=owner)
    Club.objects.filter(pk=club.pk).update(closing_since=timezone.now() - CLOSING)
    sweep()

    assert not Club.objects.filter(pk=club.pk).exists()
    assert [model.__name__ for model in tables() if own(model, club)] == []
    assert {model._meta.db_table: others(model, club) for model in tables()} == before
    after = {table: rows for table, rows in all_rows().items() if table not in OF_CLUB}
    assert after == untouched
    (left,) = AuditEntry.objects.filter(club=None)
    assert (left.action, left.by, left.object_uid) == ("club.delete", owner, "rooks")
    assert left.details == numbers
    other = {row for rows in all_rows().values() for row in rows}
    mine = Player.objects.filter(club=other_club).count()
    assert mine and any(CANARIES[0] in row for row in other), "the other club's, of the same names"


def own(model: type, club: Club) -> set[str]:
    return _rows(model, club, inside=True)


def others(model: type, club: Club) -> set[str]:
    """Rows of other clubs, as text; the instance's own line of the log left out."""
    return _rows(model, club, inside=False)


def _rows(model, club: Club, *, inside: bool) -> set[str]:
    names = {field.name for field in model._meta.concrete_fields}
    whose = "club_id" if "club" in names else "ladder__club_id"
    rows = model.objects.filter(**{whose: club.pk})
    if not inside:
        rows = model.objects.exclude(**{whose: club.pk}).exclude(**{f"{whose}__isnull": True})
    return {repr(sorted(row.items())) for row in rows.values()}


# Tables with rows of clubs, and those that a role in one changes as well.
OF_CLUB = {model._meta.db_table for model in tables()} | {"clubs_club", "clubs_user"}


def test_every_table_of_ours_is_known_to_belong_to_a_club_or_not() -> None:
    """A new table without a club is added here, or cannot be deleted with one."""
    from django.apps import apps

    ours = {m for app in ("clubs", "players", "events", "ladder")
            for m in apps.get_app_config(app).get_models()}  # fmt: skip
    assert {model.__name__ for model in ours - set(tables())} == {"User", "Club"}


def test_rows_go_before_those_they_point_to() -> None:
    order = in_order(tables())
    assert len(order) == len(set(order)) == len(tables())
    for at, model in enumerate(order):
        later = {field.related_model for field in model._meta.concrete_fields}
        assert not later & set(order[:at]), model


def test_whoever_worked_there_is_logged_out_and_keeps_the_account(
    closing: Club, owner: User, owner_client: Client
) -> None:
    Club.objects.update(closing_since=timezone.now() - CLOSING)
    delete_due()
    assert owner_client.get("/home/").status_code == 302, "the session ended with the role"
    assert logged_in(owner).get("/c/rooks/").status_code == 404
    assert logged_in(owner).get("/home/").status_code == 200
