"""Taking an opening list back, in one press and at any time.

Its starting ratings are history: they are not deleted, a row for each puts back what held before
it. People whom it made and whom nothing has used since are removed; whoever has played, or was
decided about, stays.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from clubs import history
from clubs.models import Club, User
from clubs.services import audit
from clubs.uid import new_uid
from events.models import Entry, IdentityDecision
from ladder.models import OpeningList, StartingRating
from players.models import Consent, PersonFact, Player, Status, TypedName
from players.names import name_key
from players.privacy import erased_name


@transaction.atomic
def undo(opening: OpeningList, *, by: User | None, why: str) -> OpeningList:
    """Take a list back; one that is taken back already stays so. `why` stands with the ratings."""
    club = Club.objects.select_for_update().get(pk=opening.club_id)
    opening = club.opening_lists.select_for_update().get(pk=opening.pk)
    if opening.undone_at:
        return opening
    withdrawn = _withdraw(opening, by=by, why=why)
    made = list(club.players.filter(uid__in=opening.players, erased=None).order_by("pk"))
    used = _used(club, made, opening)
    _remove(club, [player for player in made if player.uid not in used])
    opening.kept = [player.uid for player in made if player.uid in used]
    opening.undone_at, opening.undone_by = timezone.now(), by
    opening.save(update_fields=["kept", "undone_at", "undone_by"])
    counts = {"removed": len(made) - len(used), "kept": len(used), "ratings": withdrawn}
    audit("opening.undo", club=club, by=by, object_uid=opening.uid, details=counts)
    if withdrawn:
        history.tell(club.pk)
    return opening


def _withdraw(opening: OpeningList, *, by: User | None, why: str) -> int:
    """Put back what held before each of the list's ratings; one that was replaced since stays."""
    given = {row.pk for row in StartingRating.objects.filter(pk__in=opening.starts)}
    entered: defaultdict[tuple[int, int, date], list[StartingRating]] = defaultdict(list)
    people = StartingRating.objects.filter(pk__in=given).values("player")
    for row in StartingRating.objects.filter(player__in=people).order_by("pk"):
        entered[row.ladder_id, row.player_id, row.valid_from].append(row)
    rows = []
    for (ladder, player, day), made in entered.items():
        if made[-1].pk not in given:
            continue
        before = next((one for one in reversed(made) if one.pk not in given), None)
        rows.append(
            StartingRating(
                club_id=opening.club_id,
                ladder_id=ladder,
                player_id=player,
                valid_from=day,
                rating=before.rating if before else None,
                system=before.system if before else "",
                games=before.games if before else None,
                by=by,
                why=why,
            )
        )
    return len(StartingRating.objects.bulk_create(rows))


def _used(club: Club, made: Collection[Player], opening: OpeningList) -> set[str]:
    """Those of the people whom anything but the list itself names by now."""
    ids = {player.pk: player.uid for player in made}
    used: set[int | None] = set()
    for column in ("player", "confirmed"):
        entries = Entry.objects.filter(**{f"{column}__in": ids})
        used.update(entries.values_list(column, flat=True))
    decisions = IdentityDecision.objects.filter(Q(player__in=ids) | Q(other__in=ids))
    for pair in decisions.values_list("player", "other"):
        used.update(pair)
    later = StartingRating.objects.filter(player__in=ids).exclude(pk__in=opening.starts)
    # What `_withdraw` wrote a moment ago is empty for people whom the list made.
    used.update(later.exclude(rating=None).values_list("player", flat=True))
    for table in (Consent, PersonFact):
        used.update(table.objects.filter(player__in=ids).values_list("player", flat=True))
    uids = {ids[pk] for pk in used if pk in ids}
    return uids | _in_history(club, set(ids.values()) - uids)


_IN_HISTORY = """
    SELECT DISTINCT e ->> 'confirmed' FROM events_eventrevision r
    CROSS JOIN LATERAL jsonb_array_elements(r.content -> 'entries') e
    WHERE r.club_id = %(club)s AND e ->> 'confirmed' = ANY(%(uids)s)
    UNION
    SELECT DISTINCT e ->> 'player' FROM events_draft d
    CROSS JOIN LATERAL jsonb_array_elements(d.content -> 'entries') e
    WHERE d.club_id = %(club)s AND e ->> 'player' = ANY(%(uids)s)
"""


def _in_history(club: Club, uids: Collection[str]) -> set[str]:
    """Those who stand in any state of an event, an earlier one too, or in an open draft."""
    with connection.cursor() as cursor:
        cursor.execute(_IN_HISTORY, {"club": club.pk, "uids": sorted(uids)})
        return {uid for (uid,) in cursor.fetchall()}


def _remove(club: Club, people: Iterable[Player]) -> None:
    """Remove people whom nothing uses, and names that are nobody's then.

    Where the history of starting ratings refers to somebody the row stays, without a name: a
    tombstone that no page, list or proposal shows.
    """
    gone = list(people)
    names = [player.name_id for player in gone]
    dated = set(StartingRating.objects.filter(player__in=gone).values_list("player", flat=True))
    Player.objects.filter(pk__in=[one.pk for one in gone if one.pk not in dated]).delete()
    _take_names([one for one in gone if one.pk in dated])
    free = TypedName.objects.filter(pk__in=names).exclude(
        Q(pk__in=Player.objects.filter(name__in=names).values("name"))
        | Q(pk__in=Entry.objects.filter(typed_name__in=names).values("typed_name"))
        | Q(pk__in=IdentityDecision.objects.filter(typed_name__in=names).values("typed_name"))
    )
    free.exclude(pk__in=_named_in_history(club, names)).delete()


def _take_names(people: Sequence[Player]) -> None:
    """Leave rows without a name, as those of people who were erased."""
    texts = [erased_name(new_uid()) for _ in people]
    nobodies = TypedName.objects.bulk_create(
        TypedName(club_id=player.club_id, text=text, key=name_key(text))
        for player, text in zip(people, texts, strict=True)
    )
    for player, nobody in zip(people, nobodies, strict=True):
        player.name, player.label, player.group = nobody, "", ""
        player.status, player.erased = Status.HIDDEN, timezone.now()
    columns = ["name", "label", "group", "status", "erased"]
    Player.objects.bulk_update(people, columns, batch_size=500)


def _named_in_history(club: Club, names: Collection[int]) -> set[int]:
    """Typed names that stand in any state of an event."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT DISTINCT (e ->> 'typed_name')::bigint FROM events_eventrevision r
            CROSS JOIN LATERAL jsonb_array_elements(r.content -> 'entries') e
            WHERE r.club_id = %s AND (e ->> 'typed_name')::bigint = ANY(%s)
            """,
            [club.pk, list(names)],
        )
        return {name for (name,) in cursor.fetchall()}
