"""Whoever changes the history behind the services is noticed, and it ends right.

Every column of every history table is changed by raw SQL, one at a time. Each change is either
refused by the database, or makes the ladder stale and the next rebuild puts everything right.
"""

import pytest
from django.db import DatabaseError, connection, models, transaction

from clubs.models import Club
from events.models import Entry, Event, EventRevision, Game, IdentityDecision
from ladder.models import LadderSettings, StartingRating
from ladder.rebuild import is_stale, rebuild
from ladder.services import give_facts, give_starting_rating
from ladder.sources import PoisonEvent
from ladder.verify import verify
from players.models import PersonFact, Player
from tests import builders
from tests.ladder import oracle

HISTORY = [
    *(Event, EventRevision, Entry, Game, IdentityDecision),
    *(StartingRating, LadderSettings, PersonFact),
]
APPEND_ONLY = {EventRevision, IdentityDecision, StartingRating, LadderSettings, PersonFact}
COLUMNS = [(model, field) for model in HISTORY for field in model._meta.local_fields]

# Another value of the same type, in SQL. Numbers that name a row become those of another row.
OTHER_VALUE = {
    models.BooleanField: "NOT {0}",
    models.DateField: "coalesce({0}, date '2026-03-03') - 1",
    models.DateTimeField: "now() + interval '1 day'",
    models.JSONField: "'{{}}'::jsonb",
    models.CharField: "left('x' || coalesce({0}, ''), {1})",
    models.FloatField: "coalesce({0}, 0) + 1",
}


def _other_value(field: models.Field) -> str:
    for kind, sql in OTHER_VALUE.items():
        if type(field) is kind:
            return sql.format(f'"{field.column}"', field.max_length)
    return f'coalesce("{field.column}", 0) + 1'


@pytest.fixture
def ladder(season: Club):
    ladder = season.ladders.get()
    player = season.players.first()
    give_starting_rating(ladder, player, 1300, by=None, why="earlier list")
    give_facts(player, {"birth": "2001-02-03"}, by=None)
    IdentityDecision.objects.create(
        club=season, kind="confirm", player=player, other=player, typed_name=player.name
    )
    rebuild(ladder.pk)
    assert verify(ladder.pk).right
    return ladder


def _execute(sql: str) -> bool:
    """Whether the database let it pass (deferred constraints looked at as well)."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
            changed = cursor.rowcount
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    except DatabaseError:
        return False
    assert changed, "the statement found no row to change"
    return True


def _stale(ladder) -> bool:
    ladder.refresh_from_db()
    version = Club.objects.values_list("history_version", flat=True).get(pk=ladder.club_id)
    return is_stale(ladder, version, ladder.until)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "field"), COLUMNS, ids=[f"{m.__name__}.{f.name}" for m, f in COLUMNS]
)
def test_a_column_changed_by_hand(ladder, model, field):
    before = oracle.stored(ladder)
    table = model._meta.db_table
    row = model.objects.filter(club=ladder.club).order_by("pk").values_list("pk", flat=True)[0]
    passed = _execute(
        f'UPDATE {table} SET "{field.column}" = {_other_value(field)} WHERE id = {row}'
    )
    if model in APPEND_ONLY:
        assert not passed, "append-only"
    if passed:
        assert _stale(ladder)
        rebuild(ladder.pk)
    assert not _stale(ladder)
    assert oracle.stored(ladder) == oracle.expected(ladder) == before
    assert verify(ladder.pk).right


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Entry, Game])
def test_a_row_deleted_by_hand(ladder, model):
    before = oracle.stored(ladder)
    if model is Entry:
        assert _execute(f"DELETE FROM events_game WHERE club_id = {ladder.club_id}")
    assert _execute(f"DELETE FROM {model._meta.db_table} WHERE club_id = {ladder.club_id}")
    assert _stale(ladder)
    build = rebuild(ladder.pk)
    assert len(build.drift) == 2
    assert oracle.stored(ladder) == before


@pytest.mark.django_db
def test_a_game_invented_by_hand(ladder):
    before = oracle.stored(ladder)
    assert _execute(
        "INSERT INTO events_game (club_id, event_id, number, round, white_id, black_id, result,"
        " board_result, kind, colours_known, unrated, rated)"
        " SELECT club_id, event_id, 99, 9, white_id, black_id, result, '', kind, true, '', 2"
        f" FROM events_game WHERE club_id = {ladder.club_id} ORDER BY id LIMIT 1"
    )
    assert _stale(ladder)
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == before


@pytest.mark.django_db
@pytest.mark.parametrize("model", sorted(APPEND_ONLY, key=lambda m: m.__name__))
def test_history_is_not_deleted(ladder, model):
    assert not _execute(f"DELETE FROM {model._meta.db_table} WHERE club_id = {ladder.club_id}")


@pytest.mark.django_db
def test_a_revision_written_by_hand_is_followed(ladder):
    """Raw SQL may append to the history: it is the truth then, and the ladder follows."""
    event = ladder.club.events.order_by("date")[0]
    before = oracle.stored(ladder)
    assert _execute(
        "INSERT INTO events_eventrevision (club_id, event_id, number, action, content, at, why)"
        " SELECT club_id, event_id, number + 1, 'correct',"
        " jsonb_set(content, '{games,0,result}', '\"0-1\"'), now(), 'by hand'"
        f" FROM events_eventrevision WHERE event_id = {event.pk}"
    )
    assert _stale(ladder)
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder) != before


@pytest.mark.django_db
def test_one_flipped_bit_in_the_ladder_is_found(ladder):
    """Rating rows have no trigger (they are written by rebuilds): verify guards them."""
    assert _execute(
        "UPDATE ladder_ratingrow SET rating = rating + 1e-9"
        f" WHERE ladder_id = {ladder.pk} AND place = (SELECT max(place) FROM ladder_ratingrow)"
    )
    assert not _stale(ladder)
    verdict = verify(ladder.pk)
    last = ladder.club.events.order_by("-date")[0]
    assert (verdict.right, verdict.event_uid) == (False, last.uid)
    rebuild(ladder.pk, full=True)
    assert verify(ladder.pk).right


@pytest.mark.django_db
def test_a_statement_that_changes_many_rows_raises_the_version_once(ladder):
    before = Club.objects.get(pk=ladder.club_id).history_version
    assert _execute(f"UPDATE events_game SET board = 7 WHERE club_id = {ladder.club_id}")
    assert Club.objects.get(pk=ladder.club_id).history_version == before + 1
    assert Event.objects.filter(club=ladder.club, version=before + 1).count() == 2


@pytest.mark.django_db
def test_a_poison_event_fails_its_own_ladder_and_keeps_the_last_good_list(ladder, other_club):
    from ladder.jobs import sweep

    builders.make_event(other_club, "2026-03-03", ["Xaver 1-0 Yvona"])
    before = oracle.stored(ladder)
    event = ladder.club.events.order_by("date")[0]
    assert _execute(
        "INSERT INTO events_eventrevision (club_id, event_id, number, action, content, at, why)"
        " SELECT club_id, event_id, number + 1, 'correct',"
        " jsonb_set(content, '{games,0,white}', '77'), now(), 'by hand'"
        f" FROM events_eventrevision WHERE event_id = {event.pk}"
    )
    assert sweep() == 1  # the other club's
    assert oracle.stored(ladder) == before
    assert ladder.failed_event_uid == event.uid
    assert _stale(ladder)
    assert not _stale(other_club.ladders.get())
    assert sweep() == 0, "it waits until its history moves again"
    assert _execute(
        "INSERT INTO events_eventrevision (club_id, event_id, number, action, content, at, why)"
        " SELECT club_id, event_id, 3, 'revert', content, now(), 'by hand'"
        f" FROM events_eventrevision WHERE event_id = {event.pk} AND number = 1"
    )
    assert sweep() == 1
    assert oracle.stored(ladder) == before
    assert ladder.failed_event_uid == ""


# -- A decision about people written by hand -------------------------------------------------------


def _merge_by_hand(source: Player, target: Player) -> bool:
    return _execute(
        "INSERT INTO events_identitydecision (club_id, kind, player_id, other_id, details, at, why)"
        f" VALUES ({source.club_id}, 'merge', {source.pk}, {target.pk}, '{{}}', now(), 'by hand')"
    )


@pytest.mark.django_db
def test_a_merge_written_by_hand_is_followed(ladder):
    player = builders.make_player(ladder.club, "Once Upon")
    builders.make_event(ladder.club, "2026-03-20", ["Once Upon 1-0 Other One"])
    rebuild(ladder.pk)
    assert _merge_by_hand(player, ladder.club.events.first().entries.first().player)
    assert _stale(ladder)
    rebuild(ladder.pk)
    assert not _stale(ladder)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    assert verify(ladder.pk).right


@pytest.mark.django_db
def test_a_merge_of_people_without_games_moves_their_starting_ratings(ladder):
    player = builders.make_player(ladder.club, "Once Upon")
    give_starting_rating(ladder, player, 1700, by=None, why="")
    rebuild(ladder.pk)
    assert _merge_by_hand(player, ladder.club.events.first().entries.last().player)
    assert _stale(ladder)
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    assert verify(ladder.pk).right


@pytest.mark.django_db
def test_a_merge_by_hand_of_two_who_met_stops_the_ladder_and_names_the_event(ladder):
    before = oracle.stored(ladder)
    event = ladder.club.events.order_by("date")[0]
    one, other = [entry.player for entry in event.entries.order_by("number")[:2]]
    assert _merge_by_hand(one, other)
    with pytest.raises(PoisonEvent):
        rebuild(ladder.pk)
    assert oracle.stored(ladder) == before
    assert ladder.failed_event_uid == event.uid
    with pytest.raises(PoisonEvent):
        rebuild(ladder.pk, full=True)
    assert not verify(ladder.pk).right
