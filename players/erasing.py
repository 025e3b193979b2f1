"""A person who is erased leaves the notes about consents; that there were some stays, as ids."""

from clubs.history import Erased
from players.models import Consent


def forget(erased: Erased) -> None:
    """Runs inside the erasing transaction, with the door of append-only tables open."""
    for row in Consent.objects.filter(club=erased.club).exclude(note=""):
        if row.player_id in erased.players or erased.speaks_of(row.note):
            Consent.objects.filter(pk=row.pk).update(note="")
