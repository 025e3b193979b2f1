"""Deleting a club: asked for, then thirty days to keep it; `ladder.closing` deletes."""

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, User
from clubs.services.log import audit


@transaction.atomic
def close(club: Club, *, by: User | None) -> Club:
    """From now on readers see nothing of the club, and in thirty days nothing of it is left."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.closing_since is None:
        club.closing_since = timezone.now()
        club.save(update_fields=["closing_since"])
        audit("club.close", club=club, by=by, object_uid=club.slug)
    return club


@transaction.atomic
def keep(club: Club, *, by: User) -> Club:
    """The club stays as it was: links open again, readers see what they saw."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.closing_since is not None:
        club.closing_since = None
        club.save(update_fields=["closing_since"])
        audit("club.keep", club=club, by=by, object_uid=club.slug)
    return club
