"""Accounts that may do less than before."""

from django.db import transaction

from clubs.models import User
from clubs.services.log import audit


@transaction.atomic
def limit_account(user: User, *, active: bool, staff: bool, by: User | None) -> User:
    """Shut the account unless `active`, and let it be no instance admin's unless `staff`. Neither
    opens anything; whoever loses something is logged out (a trigger of the table)."""
    user = User.objects.select_for_update().get(pk=user.pk)
    before = user.is_active, user.is_staff
    user.is_active, user.is_staff = user.is_active and active, user.is_staff and staff
    if (user.is_active, user.is_staff) != before:
        user.save(update_fields=["is_active", "is_staff"])
        audit("account.limit", club=None, by=by, details={"user": user.pk})
    return user
