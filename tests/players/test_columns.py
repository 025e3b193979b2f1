"""P1: what is stored about people is a list. Another column fails here until it is on it.

Before adding one: docs/privacy.md says what is stored and why, and the page /privacy/ says it to
members. No birth date, address, telephone, e-mail, photograph, sex, number of a federation.
"""

import re

import pytest
from django.apps import apps
from django.db import connection

from players.models import Player

ABOUT_PEOPLE = {
    "players_player": "id club_id uid name_id status junior display label group consent consent_for"
    " suffix status_before hidden_at hidden_by_id erased created",
    "players_typedname": "id club_id text key",
    "players_consent": "id club_id player_id given purpose parents child rules by_id at note",
    "players_personfact": "id club_id player_id name value valid_from version by_id at why press",
    "players_suffixgiven": "id club_id initials suffix player_id",
    "players_erasure": "id club_id player_uid at by_id asked_by asked_on",
    "players_personrequest": "id club_id uid player_uid kind asked_by asked_on due noted_at"
    " noted_by_id closed_at closed_by_id outcome why",
    "events_entry": "id club_id event_id number typed_name_id confirmed_id player_id place"
    " half_points asked_out",
    "events_game": "id club_id event_id number round board white_id black_id result board_result"
    " kind colours_known day unrated rated",
    "events_identitydecision": "id club_id number kind player_id other_id typed_name_id undoes_id"
    " details version by_id at why",
    "ladder_startingrating": "id club_id ladder_id player_id valid_from rating games by_id at why"
    " version system",
    "ladder_effectmove": "id club_id effect_id player_id before after own was_established"
    " is_established",
    "ladder_ratingrow": "ladder_id place player_id rating games played change extra",
}
PERSONAL = re.compile(
    r"birth|born|(^|_)(sex|gender|phone|address|street|photo|picture|fide|federation|school)(_|$)"
    r"|(^|_)e?mail(_|$)|(^|_)age(_|$)"
)
# Of people who log in, not of players.
OF_ACCOUNTS = {
    "clubs_user",
    "clubs_invitation",
    "account_emailaddress",
    "account_emailconfirmation",
}


def columns(table: str) -> set[str]:
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, table)
        return {column.name for column in described}


@pytest.mark.parametrize("table", ABOUT_PEOPLE)
def test_a_table_about_people_has_the_columns_on_the_list_only(db: None, table: str) -> None:
    assert columns(table) == set(ABOUT_PEOPLE[table].split())


def test_every_table_that_points_to_people_is_on_the_list() -> None:
    pointing = {
        model._meta.db_table
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Player
    }
    assert pointing - ABOUT_PEOPLE.keys() == set()


def test_no_table_has_a_column_for_what_is_never_stored(db: None) -> None:
    found = {
        f"{table}.{name}"
        for table in connection.introspection.table_names()
        if table not in OF_ACCOUNTS
        for name in columns(table)
        if PERSONAL.search(name)
    }
    assert found == set()
