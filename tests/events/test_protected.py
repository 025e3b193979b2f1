"""Deciding who is who uncovers nobody: a junior stays one, somebody hidden stays hidden."""

import pytest

from events.services import identity
from events.services.lines import lines_of_person
from players import services
from players.models import Status
from players.queries import public_players
from tests import builders


@pytest.fixture
def pair(club):
    """One person under two records; readers see full names, were it not for the marks."""
    club.names = "full"
    club.save()
    builders.make_event(
        club, "2026-01-06", ["Dvorak Petr 1-0 Anna Bila", "Cyril Malý 1-0 Dana Nová"]
    )
    builders.make_player(club, "Dvořák Petr")
    return builders.player(club, "Dvořák Petr"), builders.player(club, "Dvorak Petr")


def _label(player) -> str:
    return str(public_players(player.club, [player.pk])[player.pk])


@pytest.mark.django_db
@pytest.mark.parametrize("marked", [0, 1], ids=["the one that goes", "the one that remains"])
def test_a_junior_stays_one(pair, marked):
    services.mark_junior(pair[marked], True, by=None)
    identity.merge(*pair, by=None)
    assert _label(pair[1]) == "D. P."
    identity.undo(pair[0].club, 1, by=None)
    assert _label(pair[1]) == "D. P."


@pytest.mark.django_db
def test_somebody_hidden_stays_hidden(pair):
    services.hide(pair[0], by=None)
    identity.merge(*pair, by=None)
    assert _label(pair[1]) == "hidden player"
    services.show_again(pair[1], by=None)
    assert _label(pair[1]) == "Dvorak Petr"


@pytest.mark.django_db
def test_whoever_is_split_off_is_marked_alike(pair):
    child = pair[1]
    services.mark_junior(child, True, by=None)
    services.hide(child, by=None)
    lines = [(line.event.uid, line.number) for line in lines_of_person(child.club, child.uid)]
    new = identity.split(child, lines, None, by=None).other
    new.refresh_from_db()
    assert (new.junior, new.status) == (True, Status.HIDDEN)
