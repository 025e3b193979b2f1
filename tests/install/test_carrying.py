"""What a restore carries over: the database as it was before, then as a backup has it, by turns."""

from collections import Counter

import pytest
from django.db import connection

from clubs.models import Club, NameDisplay, Officer, User, Visibility
from clubs.roles import Role
from config.backups import choices
from config.backups.carrying import Carried, carry_over
from ladder.services import create_ladder
from players.models import Consent, ConsentFor, Display, Player, Status
from tests import builders

pytestmark = pytest.mark.django_db

NAME = "Novák Jan"
FULL = {"names": NameDisplay.FULL}


def restored(before: dict[str, object], backup: dict[str, object], **club: object) -> Player:
    """Somebody with these fields before the restore, and with those in the backup."""
    player = builders.make_player(builders.make_club(**club), NAME, **before)  # type: ignore[arg-type]
    was = choices.read()
    Player.objects.filter(pk=player.pk).update(**backup)
    carry_over(was)
    player.refresh_from_db()
    return player


@pytest.mark.parametrize(
    ("before", "backup", "label"),
    [
        ("initials", "full", ""),
        ("initials", "club", ""),
        ("initials", "label", ""),
        ("label", "full", "Kos"),
        ("label", "club", "Kos"),
        ("label", "label", "Kos"),
    ],
)
def test_the_choice_that_shows_less_holds(before: str, backup: str, label: str) -> None:
    told = {"display": backup, "label": "Drozd" if backup == "label" else ""}
    player = restored({"display": before, "label": label}, told, **FULL)
    assert (player.display, player.label) == (before, label or player.label)


@pytest.mark.parametrize(
    ("before", "backup"),
    [
        ({"display": "full"}, {"display": "label", "label": "Kos"}),
        ({"display": "club"}, {"display": "initials"}),
        ({"display": "label", "label": NAME}, {"display": "label", "label": "Kos"}),
        ({"display": "label", "label": "Kos"}, {"display": "initials"}),
        ({"status": Status.MEMBER}, {"status": Status.HIDDEN}),
        ({"junior": False}, {"junior": True}),
    ],
)
def test_what_showed_more_is_not_carried_over(
    before: dict[str, object], backup: dict[str, object]
) -> None:
    player = restored(before, backup, **FULL)
    assert {name: getattr(player, name) for name in backup} == backup


def test_a_label_that_somebody_else_has_in_the_backup_becomes_initials() -> None:
    club = builders.make_club(**FULL)
    player = builders.make_player(club, NAME, display=Display.LABEL, label="Kos")
    was = choices.read()
    Player.objects.filter(pk=player.pk).update(display=Display.FULL, label="")
    builders.make_player(club, "Drozd Dan", label="Kos")
    assert carry_over(was).left == []
    player.refresh_from_db()
    assert (player.display, player.label) == (Display.INITIALS, "")


def test_consent_to_less_is_no_consent_to_more() -> None:
    player = builders.make_player(builders.make_club(), NAME, junior=True)
    yes = {"given": True, "parents": True, "child": True, "rules": True}
    for purpose in (ConsentFor.FULL, ConsentFor.LABEL):
        Consent.objects.create(club=player.club, player=player, purpose=purpose, **yes)
    was = choices.read()
    Player.objects.filter(pk=player.pk).update(consent_for=ConsentFor.FULL, display=Display.FULL)
    assert carry_over(was).acts == {"player.consent": 1, "player.display": 1}
    player.refresh_from_db()
    assert (player.consent, player.display) == (False, Display.INITIALS)


def test_the_only_administrator_of_a_backup_stays_and_is_told_of() -> None:
    owner, later = builders.make_user(), builders.make_user()
    club = builders.make_club(later)
    was = choices.read()
    club.officers.update(user=owner)
    done = carry_over(was)
    (told,) = done.left
    assert f"account {owner.pk} lost the role of owner" in told and owner.email not in told
    assert club.officers.get().user == owner


def test_whoever_has_another_address_now_keeps_the_role() -> None:
    user = builders.make_user()
    club = builders.make_club()
    Officer.objects.create(club=club, user=user, role=Role.ARBITER)
    was = choices.read()
    User.objects.filter(pk=user.pk).update(email="earlier@example.org")
    assert carry_over(was) == Carried()
    assert club.officers.filter(user=user).exists()


def test_an_account_that_was_shut_stays_so_and_no_other_is_opened() -> None:
    shut, opened = builders.make_user(), builders.make_user()
    User.objects.filter(pk=shut.pk).update(is_active=False)
    was = choices.read()
    User.objects.filter(pk=shut.pk).update(is_active=True)
    User.objects.filter(pk=opened.pk).update(is_active=False)
    assert carry_over(was).acts == {"account.limit": 1}
    assert not User.objects.filter(is_active=True).exists()


def test_a_hidden_ladder_stays_hidden_unless_it_is_the_only_one() -> None:
    club = builders.make_club()
    create_ladder(club, by=None, slug="rapid", name="Rapid")
    club.ladders.filter(slug="rapid").update(hidden=True)
    was = choices.read()
    club.ladders.update(hidden=False)
    assert carry_over(was) == Carried(acts=Counter({"ladder.hide": 1}))
    club.ladders.exclude(slug="rapid").update(hidden=True)
    club.ladders.filter(slug="rapid").update(hidden=False)
    (told,) = carry_over(was).left
    assert "ladder rapid" in told and not club.ladders.get(slug="rapid").hidden


def test_nothing_at_all_is_said_of_what_is_as_it_was() -> None:
    builders.make_event(builders.make_club(**FULL), "2026-03-03", [f"{NAME} 1-0 Drozd Dan"])
    assert carry_over(choices.read()) == Carried()


def test_a_table_that_looks_different_is_named_and_the_rest_carried_over() -> None:
    club = builders.make_club()
    change = "ALTER TABLE clubs_officer RENAME COLUMN {} TO {}"
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(change.format("role", "part"))
        was = choices.read()
        cursor.execute(change.format("part", "role"))
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    done = carry_over(was)
    assert [told.split(":")[0] for told in done.left] == ["officers", f"{club.slug}, officers"]
    assert done.acts["club.visibility"] == 1 and club.officers.count() == 1
