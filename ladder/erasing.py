"""A person who is erased leaves the ladder's own texts: reasons of ratings, rules and lists.

What the ladder is computed from stays as it is, so every number does; of facts about the person
only what numbers depend on (`ladder.erased_facts`).
"""

from clubs.history import Erased
from ladder import erased_facts
from ladder.models import LadderSettings, OpeningDraft, OpeningList, StartingRating


def forget(erased: Erased) -> None:
    """Runs inside the erasing transaction, with the door of append-only tables open."""
    erased_facts.reduce(erased.club, erased.players)
    for start in StartingRating.objects.filter(club=erased.club).exclude(why=""):
        if start.player_id in erased.players or erased.speaks_of(start.why):
            StartingRating.objects.filter(pk=start.pk).update(why="")
    for draft in OpeningDraft.objects.select_for_update().filter(club=erased.club):
        # The file is gone, as all files are; the text that was read from it is what counts.
        draft.text, draft.data = erased.without(draft.text), None
        draft.filename = erased.without(draft.filename)
        draft.save(update_fields=["text", "data", "filename"])
    for table in (LadderSettings, OpeningList):
        rows = table.objects.filter(club=erased.club).exclude(why="").values_list("pk", "why")
        for pk, why in rows:
            if erased.speaks_of(why):
                table.objects.filter(pk=pk).update(why="")
