"""Deciding who is who uncovers nobody: a junior stays one, somebody hidden stays hidden, whoever is
shown by initials or has taken consent back stays with initials."""

import pytest

from events.services import identity
from events.services.lines import lines_of_person
from players import services
from players.models import ConsentFor, Display, Status
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


YES = (True, True, True)


def _agree(player) -> None:
    services.give_consent(player, ConsentFor.FULL, answers=YES, by=None)


def _said(player) -> list[bool]:
    return list(player.consents.order_by("pk").values_list("given", flat=True))


def _initials(player) -> None:
    services.change_display(player, Display.INITIALS, by=None)


def _nickname(player) -> None:
    services.change_label(player, "Birdie", by=None)
    services.change_display(player, Display.LABEL, by=None)


@pytest.mark.django_db
@pytest.mark.parametrize("marked", [0, 1], ids=["the one that goes", "the one that remains"])
@pytest.mark.parametrize("agreed", [False, True], ids=["", "the other agreed"])
def test_whoever_is_on_initials_stays_there(pair, marked, agreed):
    _initials(pair[marked])
    if agreed:
        _agree(pair[1 - marked])
    identity.merge(*pair, by=None)
    assert _label(pair[1]) == "D. P."
    identity.undo(pair[0].club, 1, by=None)
    assert _label(pair[1]) == "D. P."


@pytest.mark.django_db
def test_initials_chosen_while_the_merge_was_undone_hold_when_it_is_brought_back(pair):
    row = identity.merge(*pair, by=None)
    assert _label(pair[1]) == "Dvorak Petr"
    undone = identity.undo(row.club, row.number, by=None)
    _initials(pair[0])
    identity.undo(row.club, undone.number, by=None)
    assert _label(pair[1]) == "D. P."


@pytest.mark.django_db
def test_who_stands_for_the_one_that_remains_is_protected(pair):
    third = builders.make_player(pair[0].club, "Dvorák P.")
    identity.merge(pair[1], third, by=None)
    _initials(pair[0])
    identity.merge(*pair, by=None)
    assert _label(third) == "D. P. 3"


@pytest.mark.django_db
def test_a_label_and_the_full_name_make_initials(pair):
    _nickname(pair[0])
    identity.merge(*pair, by=None)
    assert _label(pair[1]) == "D. P."


@pytest.mark.django_db
def test_a_label_of_each_stays_that_of_the_one_that_remains(pair):
    _nickname(pair[1])
    services.change_label(pair[0], "Fledgling", by=None)
    services.change_display(pair[0], Display.LABEL, by=None)
    identity.merge(*pair, by=None)
    assert _label(pair[1]) == "Birdie"


@pytest.mark.django_db
@pytest.mark.parametrize("earlier", [False, True], ids=["never asked", "had agreed before"])
def test_a_withdrawal_holds_for_the_one_that_remains_and_is_listed_there(pair, earlier):
    if earlier:
        _agree(pair[1])
    _agree(pair[0])
    services.withdraw_consent(pair[0], by=None)
    identity.merge(*pair, by=None)
    assert _label(pair[1]) == "D. P."
    assert _said(pair[1]) == [True, False][1 - earlier :]
    identity.undo(pair[0].club, 1, by=None)
    assert _said(pair[1]) == [True, False][1 - earlier :], "undoing gives no consent"


@pytest.mark.django_db
def test_consent_given_later_on_the_one_that_remains_stands(pair):
    _agree(pair[0])
    services.withdraw_consent(pair[0], by=None)
    _agree(pair[1])
    identity.merge(*pair, by=None)
    assert (_label(pair[1]), _said(pair[1])) == ("Dvorak Petr", [True])


@pytest.mark.django_db
@pytest.mark.parametrize("protect", [_initials, _nickname, _agree])
def test_whoever_is_split_off_is_shown_no_more_openly(pair, protect):
    """Of `_agree`: consent that was then taken back, and the club's choice again since."""
    known = pair[1]
    protect(known)
    if protect is _agree:
        services.withdraw_consent(known, by=None)
        services.change_display(known, Display.CLUB, by=None)
    lines = [(line.event.uid, line.number) for line in lines_of_person(known.club, known.uid)]
    new = identity.split(known, lines, None, by=None).other
    assert _label(new).startswith("D. P.")
    assert _said(new) == ([False] if protect is _agree else [])


@pytest.mark.django_db
def test_who_is_split_off_to_somebody_known_leaves_that_one_alone(pair):
    known = pair[1]
    _initials(known)
    lines = [(line.event.uid, line.number) for line in lines_of_person(known.club, known.uid)]
    identity.split(known, lines, pair[0], by=None)
    assert _label(pair[0]) == "Dvořák Petr"
