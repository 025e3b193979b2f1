"""What is said of a person who is erased in notes about consents and in refusals goes; that there
were some stays, as ids."""

from clubs.history import Erased
from players.models import Consent, PersonRequest, Player


def forget(erased: Erased) -> None:
    """Runs inside the erasing transaction, with the door of append-only tables open."""
    for row in Consent.objects.filter(club=erased.club).exclude(note=""):
        if row.player_id in erased.players or erased.speaks_of(row.note):
            Consent.objects.filter(pk=row.pk).update(note="")
    uids = set(Player.objects.filter(pk__in=erased.players).values_list("uid", flat=True))
    for asked in PersonRequest.objects.filter(club=erased.club).exclude(why=""):
        if asked.player_uid in uids or erased.speaks_of(asked.why):
            PersonRequest.objects.filter(pk=asked.pk).update(why="")
