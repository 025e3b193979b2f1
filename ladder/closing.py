"""Deleting clubs whose thirty days are over, with everything of theirs in every app."""

import logging
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction
from django.utils import timezone

from clubs import history
from clubs.memory import forget
from clubs.models import CLOSING, Club
from clubs.services import audit

logger = logging.getLogger(__name__)

APPS = ("ladder", "events", "players", "clubs")


def delete_due() -> int:
    """Delete the clubs that were to be deleted thirty days ago -> how many."""
    due = Club.objects.filter(closing_since__lte=timezone.now() - CLOSING).order_by("pk")
    return sum(delete_club(pk) for pk in due.values_list("pk", flat=True))


@transaction.atomic
def delete_club(pk: int) -> bool:
    """Delete every row of a club whose time is over; what stays is one line of the instance's log,
    with numbers and no name. False if somebody kept it a moment ago.

    It goes through the named door of tables that are only added to (`clubs.history`).
    """
    time = timezone.now() - CLOSING
    club = Club.objects.select_for_update().filter(pk=pk, closing_since__lte=time).first()
    if club is None:
        return False
    asked = club.audit.filter(action="club.close").order_by("-pk").first()
    numbers = {"events": club.events.count(), "players": club.players.count()}
    with history.history_door("delete_club"), connection.cursor() as cursor:
        for model in in_order(tables()):
            cursor.execute(_delete(model), [pk])
        cursor.execute("DELETE FROM clubs_club WHERE id = %s", [pk])
    by = asked.by if asked else None
    audit("club.delete", club=None, by=by, object_uid=club.slug, details=numbers)
    transaction.on_commit(forget)
    return True


def tables() -> list[type[models.Model]]:
    """Every table of ours with rows of a club, but for the clubs themselves."""
    found = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    return [model for model in found if _column(model)]


def in_order(found: list[type[models.Model]]) -> list[type[models.Model]]:
    """The tables, each before those that its rows point to."""
    ordered: list[type[models.Model]] = []
    left = list(found)
    while left:
        free = [one for one in left if not any(one in _points_to(other) for other in left)]
        if not free:
            raise RuntimeError(f"tables that point to each other: {left}")
        ordered += free
        left = [one for one in left if one not in free]
    return ordered


def _points_to(model: type[models.Model]) -> set[Any]:
    """The tables a row points to, itself left out."""
    return {field.related_model for field in model._meta.concrete_fields if field.related_model} - {
        model
    }


def _column(model: type[models.Model]) -> str:
    """The column that says whose a row is; "" where none does."""
    names = {field.name for field in model._meta.concrete_fields}
    return next((name for name in ("club", "ladder") if name in names), "")


def _delete(model: type[models.Model]) -> str:
    table = connection.ops.quote_name(model._meta.db_table)
    if _column(model) == "club":
        return f"DELETE FROM {table} WHERE club_id = %s"  # noqa: S608 (the names are ours)
    ladders = "SELECT id FROM ladder_ladder WHERE club_id = %s"
    return f"DELETE FROM {table} WHERE ladder_id IN ({ladders})"  # noqa: S608
