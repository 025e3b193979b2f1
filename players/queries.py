"""What readers see of people: the one serializer of the members' side, and who is listed.

Everything that a member's page says of a person comes from `public_players`; templates are never
given a row of the tables. Arbiters see full names: `roster` and `full_names` are for their pages.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import connection
from django.http import Http404
from django.utils.translation import get_language, gettext, gettext_lazy

from clubs.days import today
from clubs.messages import Message
from clubs.models import Club
from players import privacy
from players.collation import sort_key
from players.models import Consent, ConsentFor, Display, PersonRequest, Player, Status
from players.privacy import ClubNames, NameFacts, Presence, PublicPlayer

_COLUMNS = (
    "id", "uid", "name__text", "status", "junior", "display", "label", "consent", "consent_for",
    "suffix", "erased",
)  # fmt: skip
# What `players.privacy` calls the choices that are stored.
_DISPLAY = {
    Display.CLUB: privacy.Display.CLUB,
    Display.INITIALS: privacy.Display.INITIALS,
    Display.LABEL: privacy.Display.LABEL,
    Display.FULL: privacy.Display.FULL,
}
_CONSENT_FOR = {
    ConsentFor.LABEL: privacy.Display.LABEL,
    ConsentFor.FULL: privacy.Display.FULL,
}

# By action of the log, what its values are called.
LOGGED_VALUES: Mapping[str, Mapping[Any, object]] = {
    "player.display": dict(Display.choices),
    "player.status": dict(Status.choices),
    "player.junior": {True: gettext_lazy("junior"), False: gettext_lazy("no junior")},
}


@dataclass(frozen=True, slots=True)
class Known:
    """A person of the club for a page of their own: `public` is all that a template is given.

    `apart`: only the mark of an event makes initials of this person. Such an event and the person's
    own page, which shows more, must not lead to each other.
    """

    id: int
    status: str
    junior: bool
    public: PublicPlayer
    apart: bool = False


def public_players(
    club: Club, ids: Iterable[int] | None = None, *, junior: bool = False
) -> dict[int, PublicPlayer]:
    """By id, what readers see of these people of the club (without ids: of all). One query.

    `junior`: on the page of an event that is marked, so that everybody counts as a child; whoever
    is initials by that alone is not linked.
    """
    return {pk: known.public for pk, known in known_players(club, ids, junior=junior).items()}


# Read without the ORM's machinery: this stands in every page of members.
_BY_ID = """
    SELECT p.id, p.uid, n.text, p.status, p.junior, p.display, p.label, p.consent,
        p.consent_for, p.suffix, p.erased
    FROM players_player p JOIN players_typedname n ON n.id = p.name_id
    WHERE p.club_id = %s AND (%s::bigint[] IS NULL OR p.id = ANY(%s))
"""


def known_players(
    club: Club, ids: Iterable[int] | None = None, *, junior: bool = False
) -> dict[int, Known]:
    """The same, with what pages need beside it."""
    wanted = None if ids is None else list(ids)
    with connection.cursor() as cursor:
        cursor.execute(_BY_ID, [club.pk, wanted, wanted])
        rows = (dict(zip(_COLUMNS, row, strict=True)) for row in cursor.fetchall())
        return {known.id: known for known in _known(club, rows, junior=junior)}


def members(club: Club) -> list[Known]:
    """Everybody who stands on the page of the club's players, in no order."""
    rows = club.players.filter(status=Status.MEMBER, erased=None)
    return list(_known(club, rows.values(*_COLUMNS)))


def find(club: Club, uid: str) -> Known | None:
    """The person with this uid, if readers may open a page about them."""
    found = next(_known(club, club.players.filter(uid=uid).values(*_COLUMNS)), None)
    return found if found and found.public.linked else None


def person_or_404(club: Club, uid: str) -> Player:
    """The person with this uid, for arbiters' pages; raises Http404 for nobody and for whoever was
    erased."""
    found = club.players.select_related("name").filter(uid=uid, erased=None).first()
    if found is None:
        raise Http404
    found.club = club
    return found


def readers_see(player: Player, **instead: object) -> PublicPlayer:
    """What readers see of the person, or would with other values in these fields of the row."""
    stored = {column: getattr(player, column) for column in _COLUMNS if column != "name__text"}
    row = {**stored, "name__text": player.name.text, **instead}
    child = player.club.junior or bool(row["junior"])
    return privacy.public_player(player.uid, _facts(row, child), ClubNames(player.club.names))


def without_the_mark(club: Club) -> list[tuple[str | Message, str | Message]]:
    """Of a club marked as one where children play: what readers see of people now, and would see
    without the mark, where it is not the same; in alphabetical order of what they would see."""
    unmarked = copy(club)
    unmarked.junior = False
    now, then = public_players(club), public_players(unmarked)
    pairs = [(one.label, then[pk].label) for pk, one in now.items() if one.label != then[pk].label]
    language = get_language() or "en"
    return sorted(pairs, key=lambda pair: (sort_key(str(pair[1]), language), str(pair[0])))


class Rostered(NamedTuple):
    """A person as arbiters see them, with what readers see beside the name."""

    id: int
    uid: str
    name: str
    status: Status
    junior: bool  # marked in person; a club for children marks everybody
    public: PublicPlayer
    group: str
    label: str


def roster(club: Club) -> list[Rostered]:
    """Everybody the club knows, erased people left out, in no order. One query."""
    club_names = ClubNames(club.names)
    return [
        Rostered(
            row["id"],
            row["uid"],
            row["name__text"],
            Status(row["status"]),
            row["junior"],
            privacy.public_player(
                row["uid"], _facts(row, club.junior or row["junior"]), club_names
            ),
            row["group"],
            row["label"],
        )
        for row in club.players.filter(erased=None).values(*_COLUMNS, "group")
    ]


def full_names(club: Club, uids: Iterable[str]) -> dict[str, str]:
    """By uid, the names of these people, for pages of arbiters."""
    rows = club.players.filter(uid__in=set(uids), erased=None)
    return dict(rows.values_list("uid", "name__text"))


def suffixes_taken(club: Club, *, besides: int | None = None) -> list[tuple[str, int]]:
    """(initials, number) of everybody of the club and of whoever had them before; `besides` is the
    id of a person who is left out."""
    people = club.players.filter(erased=None)
    if besides is not None:
        people = people.exclude(pk=besides)
    given = club.suffixes_given.values_list("initials", "suffix")
    rows = people.values_list("name__text", "suffix")
    return [*((privacy.initials(text), suffix) for text, suffix in rows), *given]


def consents(player: Player) -> list[Consent]:
    """What was said about showing more than initials, the last first; for pages of arbiters."""
    return list(player.consents.select_related("by").order_by("-pk"))


class Asked(NamedTuple):
    """What somebody asked about a person, for pages of arbiters. No name: the person is erased."""

    request: PersonRequest
    name: str
    overdue: bool


def requests_open(club: Club, uids: Iterable[str] | None = None) -> list[Asked]:
    """What is not answered yet (with uids: about these people), the one due first on top."""
    found = club.person_requests.filter(closed_at=None)
    if uids is not None:
        found = found.filter(player_uid__in=set(uids))
    return _asked(club, found.order_by("due", "pk"))


def requests_closed(club: Club, most: int) -> list[Asked]:
    """The last ones that were answered or refused."""
    found = club.person_requests.exclude(closed_at=None).select_related("closed_by")
    return _asked(club, found.order_by("-closed_at", "-pk")[:most])


def _asked(club: Club, found: Iterable[PersonRequest]) -> list[Asked]:
    rows, day = list(found), today(club)
    names = full_names(club, (row.player_uid for row in rows)) if rows else {}
    return [
        Asked(row, names.get(row.player_uid, ""), row.closed_at is None and row.due < day)
        for row in rows
    ]


def shown_name(text: str) -> str:
    """A stored name for a page of arbiters: in place of an erased one stand words."""
    return gettext(privacy.ERASED_PLAYER.template) if privacy.is_erased_name(text) else text


def initials_of(club: Club, ids: Iterable[int]) -> dict[int, str | Message]:
    """By id, the initials of these people, whatever is chosen for them; words for hidden ones."""
    rows = club.players.filter(pk__in=set(ids)).values(*_COLUMNS)
    return {
        row["id"]: privacy.public_player(
            row["uid"],
            replace(_facts(row, junior=False), display=privacy.Display.INITIALS),
            ClubNames.INITIALS,
        ).label
        for row in rows
    }


def _known(club: Club, rows: Iterable[dict[str, Any]], *, junior: bool = False) -> Iterator[Known]:
    club_names = ClubNames(club.names)
    for row in rows:
        child = club.junior or row["junior"]
        public = privacy.public_player(row["uid"], _facts(row, child), club_names)
        marked = privacy.public_player(row["uid"], _facts(row, junior=True), club_names)
        apart = public.label != marked.label
        if junior:
            public = replace(marked, linked=marked.linked and not apart)
        yield Known(row["id"], row["status"], junior or child, public, apart)


def _facts(row: dict[str, Any], junior: bool) -> NameFacts:
    presence = Presence.SHOWN
    if row["erased"] is not None:
        presence = Presence.ERASED
    elif row["status"] == Status.HIDDEN:
        presence = Presence.HIDDEN
    return NameFacts(
        name=row["name__text"],
        display=_DISPLAY[Display(row["display"])],
        label=row["label"],
        junior=junior,
        consent=row["consent"],
        consent_for=_CONSENT_FOR[ConsentFor(row["consent_for"])],
        suffix=row["suffix"],
        presence=presence,
    )
