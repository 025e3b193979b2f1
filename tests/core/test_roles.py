"""The table of permissions: complete, closed by default."""

import pytest

from clubs.roles import ROLES_OF, Permission, Role, may, permissions_of


def test_every_permission_has_a_row_and_an_owner() -> None:
    assert set(ROLES_OF) == set(Permission)
    assert permissions_of(Role.OWNER) == set(Permission)


@pytest.mark.parametrize(
    "permission", [Permission.VIEW_CLUB, Permission.EDIT_EVENTS, Permission.PUBLISH]
)
def test_an_arbiter_runs_the_evening(permission: Permission) -> None:
    assert may(Role.ARBITER, permission)
    assert may("arbiter", permission)


@pytest.mark.parametrize(
    "permission",
    [
        Permission.MANAGE_LINKS,
        Permission.CHANGE_VISIBILITY,
        Permission.CHANGE_NAMES,
        Permission.INVITE,
        Permission.MANAGE_OFFICERS,
        Permission.ERASE_PLAYERS,
        Permission.DELETE_CLUB,
    ],
)
def test_an_arbiter_does_not_run_the_club(permission: Permission) -> None:
    assert not may(Role.ARBITER, permission)


@pytest.mark.parametrize("role", [None, "", "admin", "OWNER"])
def test_whoever_has_no_role_may_nothing(role: str | None) -> None:
    assert permissions_of(role) == frozenset()
