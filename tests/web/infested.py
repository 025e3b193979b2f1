"""A club in which every text that people can leave behind is an attempt to run a script.

Texts end with a mark of the field they stand in, `~lb` for a label, so that a page shows by itself
which fields it shows. Rows are written past the forms where a form would refuse the text: what is
shown must be harmless whatever once got in.
"""

import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from django.utils import timezone

from clubs import links, services
from clubs.models import AuditEntry, Club, Invitation, Officer, User
from clubs.roles import Role
from events.drafts import Answer, DraftEntry, DraftEvent, Source
from events.models import Upload
from events.results import GameKind, Result
from events.revisions import GameContent
from events.services import drafts, identity
from events.services.people import new_players
from events.services.publishing import publish
from ladder.announced import announce
from ladder.models import Ladder, LadderRun, LadderSettings, OpeningDraft, OpeningList
from ladder.opening.drafts import keep_pasted
from ladder.services import create_ladder, give_starting_rating
from players.models import (
    AskedBy,
    Consent,
    ConsentFor,
    PersonFact,
    Player,
    RequestEnd,
    RequestKind,
    TypedName,
)
from players.names import clean_name, name_key
from players.requests import close_request, note_request
from tests import builders

DATA = Path(__file__).resolve().parent.parent / "data" / "xss.json"
DAY = date(2026, 3, 24)

# Which mark stands in which text column. A new column fails the suite until it has one, or says
# why none is needed.
MARKS: Mapping[str, str] = {
    "clubs.User.email": "~em",
    "clubs.Club.name": "~cl",
    "clubs.Invitation.email": "~iv",
    "clubs.ShareLink.name": "~ln",
    "clubs.AuditEntry.reason": "~au",
    "players.TypedName.text": "~nm",
    "players.Player.label": "~lb",
    "players.Player.group": "~gr",
    "players.Consent.note": "~cn",
    "players.PersonFact.value": "~fv",
    "players.PersonFact.why": "~fw",
    "players.PersonRequest.why": "~pr",
    "events.Event.name": "~ev",
    "events.Event.counts_reason": "~cr",
    "events.EventRevision.why": "~rw",
    "events.Game.unrated": "~ur",
    "events.IdentityDecision.why": "~dw",
    "events.Draft.content": "~dn",
    "events.Upload.filename": "~fn",
    "ladder.Ladder.name": "~la",
    "ladder.Ladder.failure": "~lf",
    "ladder.Ladder.drift": "~ld",
    "ladder.LadderRun.message": "~lm",
    "ladder.LadderSettings.filters": "~lg",
    "ladder.LadderSettings.why": "~lw",
    "ladder.StartingRating.why": "~sw",
    "ladder.OpeningDraft.text": "~ot",
    "ladder.OpeningDraft.filename": "~of",
    "ladder.OpeningList.why": "~ow",
}

# How long the text of a column may be, where a payload might be longer.
LENGTHS: Mapping[str, int] = {
    "players.TypedName.text": 100,
    "players.Player.label": 60,
    "players.Player.group": 40,
    "clubs.ShareLink.name": 60,
    "clubs.Club.name": 100,
    "ladder.Ladder.name": 100,
    "events.Event.name": 120,
    "events.Draft.content": 100,
}


@cache
def payloads() -> tuple[str, ...]:
    """All of the corpus (tests/data/xss.json), in the order of the file."""
    groups = json.loads(DATA.read_text())
    return tuple(payload for group in groups.values() for payload in group)


def sample(count: int) -> tuple[str, ...]:
    """So many of them, from all parts of the corpus."""
    every = payloads()
    return tuple(every[i * len(every) // count] for i in range(count))


def marked(payload: str, column: str) -> str:
    """The text of one column: no character that PostgreSQL cannot hold, and no longer than it may be."""
    kept = "".join(c for c in payload if c != "\0" and unicodedata.category(c) != "Cs")
    return f"{kept[: LENGTHS.get(column, 200) - 4]} {MARKS[column]}"


def as_name(payload: str) -> str:
    """A payload as a name that the door lets in: without the characters that it refuses."""
    letters = [c if unicodedata.category(c)[0] not in "C" else " " for c in payload]
    return clean_name(marked("".join(letters), "players.TypedName.text"))


@dataclass(slots=True)
class Infested:
    """The club. `things` has for each parameter of a route as many objects as there are payloads."""

    club: Club
    owner: User
    staff: User
    token: str
    things: dict[str, list[object]] = field(default_factory=dict)

    def arguments(self, number: int) -> dict[str, object]:
        """For each parameter of a route its object of this number."""
        return {name: found[number % len(found)] for name, found in self.things.items()}


def infest(texts: tuple[str, ...]) -> Infested:
    """Make the club; each text stands in every field of somebody or something."""
    owner = _user(f"owner {texts[0]}")
    staff = builders.make_user("staff@example.org", is_staff=True)
    builders.make_second_factor(staff)
    club = builders.make_club(owner, "infested", name=marked(texts[0], "clubs.Club.name"))
    people = [_person(club, text) for text in texts]
    found = Infested(club, owner, staff, services.create_link(club, by=owner)[1])
    makers: dict[str, Callable[[Club, User, int, str, list[Player]], object]] = {
        "event": _event, "draft": _draft, "link": _link, "paste": _paste, "opening": _opening,
        "asked": _asked,
    }  # fmt: skip
    for name, make in makers.items():
        found.things[name] = [make(club, owner, i, text, people) for i, text in enumerate(texts)]
    for i, text in enumerate(texts):
        _traces(club, owner, text, people[i], people[i - 1], people[i - 2])
    _together(club, owner, texts, people)
    _facts(club, owner, texts, people)
    _rules(club, owner, texts)
    builders.rebuild(club)
    for ladder in club.ladders.order_by("pk"):
        announce(ladder, DAY, by=owner)
    _ladders(club, texts[0])
    found.things |= {
        "club": [club.slug],
        "player": [person.uid for person in people],
        "other": [person.uid for person in people[1:] + people[:1]],
        "ladder": [ladder.slug for ladder in club.ladders.order_by("pk")],
        "token": [found.token],
        "decision": list(range(1, len(texts) + 1)),
        "number": [1],
        "day": [DAY.isoformat()],
        "norm": ["GM"],
        "edit": ["swap", "remove", "add", "take-out", "details", "revert", "undo"],
        "uidb36": ["1"], "key": ["nonsense"], "pk": [1],
    }  # fmt: skip
    return found


def rename_singles(world: Infested, text: str) -> None:
    """What there is once in a club gets another of the texts."""
    Club.objects.filter(pk=world.club.pk).update(name=marked(text, "clubs.Club.name"))
    _ladders(world.club, text)


# -- One object for each text -----------------------------------------------------------------------


def _user(text: str) -> User:
    user = builders.make_user()
    # Texts that differ in case only are one address: the number makes two of them.
    email = f"{marked(text, 'clubs.User.email')}.{user.pk}"
    User.objects.filter(pk=user.pk).update(email=email)
    user.emailaddress_set.update(email=email)
    user.refresh_from_db()
    return user


def _person(club: Club, text: str) -> Player:
    name = as_name(text)
    typed, _ = TypedName.objects.get_or_create(
        club=club, text=name, defaults={"key": name_key(name)}
    )
    (person,) = new_players(club, [(typed, "member")])
    person.label = marked(text, "players.Player.label")
    person.group = marked(text, "players.Player.group")
    person.save()
    return person


def _entries(*people: Player) -> tuple[DraftEntry, ...]:
    return tuple(
        DraftEntry(number, person.name.text, answer=Answer.MEMBER, player=person.uid)
        for number, person in enumerate(people, 1)
    )


def _event(club: Club, by: User, i: int, text: str, people: list[Player]) -> str:
    """One that does not count, with a game that would not be rated if it did."""
    games = (
        GameContent(1, 1, 2, result=Result.WHITE_WINS, kind=GameKind.PLAYED),
        GameContent(2, 2, 1, result=Result.DRAW, kind=GameKind.PLAYED,
                    unrated=marked(text, "events.Game.unrated")),
    )  # fmt: skip
    draft = DraftEvent(
        name=marked(text, "events.Event.name"),
        start=DAY,
        date=DAY,
        counts=False,
        counts_reason=marked(text, "events.Event.counts_reason"),
        entries=_entries(people[i], people[i - 1]),
        games=games,
        why=marked(text, "events.EventRevision.why"),
    )
    return publish(club, draft, by=by).event.uid


def _draft(club: Club, by: User, i: int, text: str, people: list[Player]) -> str:
    here = marked(text, "events.Draft.content")
    names = (
        here,
        people[i].name.text,
        people[i - 1].name.text,
        f"{people[i - 2].name.text[:90]} A",
    )
    content = DraftEvent(
        name=marked(text, "events.Draft.content"),
        start=DAY,
        date=DAY,
        counts=False,
        counts_reason=here,
        entries=tuple(DraftEntry(number, name) for number, name in enumerate(names, 1)),
        games=(
            GameContent(1, 1, 2, result=Result.WHITE_WINS, kind=GameKind.PLAYED, unrated=here),
            GameContent(1, 3, 4, result=Result.WHITE_WINS, kind=GameKind.PLAYED),
        ),
        source=Source(
            format="csv",
            filename=marked(text, "events.Upload.filename"),
            warnings=({"template": "%(text)s", "params": {"text": here}, "line": 1, "column": 1},),
            skipped=({"template": "%(text)s", "params": {"text": here}, "line": 2, "column": 1},),
        ),
        why=here,
    )
    draft = drafts.start(club, content, by=by)
    filename = marked(text, "events.Upload.filename")
    Upload.objects.create(
        club=club, draft=draft, filename=filename, data=b"x", digest=bytes(32), by=by
    )
    return draft.uid


def _link(club: Club, by: User, i: int, text: str, people: list[Player]) -> str:
    name = marked(text, "clubs.ShareLink.name")
    return services.create_link(club, by=by, name=name)[0].uid


def _paste(club: Club, by: User, i: int, text: str, people: list[Player]) -> str:
    line = marked(text, "ladder.OpeningDraft.text").replace("\n", " ").replace("\t", " ")
    pasted = f"{line}\t1500\n{people[i].name.text}\t1600\nNobody Here\t{line}"
    paste = keep_pasted(club, pasted, by=by)
    filename = marked(text, "ladder.OpeningDraft.filename")
    OpeningDraft.objects.filter(pk=paste.pk).update(filename=filename)
    return paste.uid


def _opening(club: Club, by: User, i: int, text: str, people: list[Player]) -> str:
    why = marked(text, "ladder.OpeningList.why")
    return OpeningList.objects.create(club=club, by=by, why=why, players=[people[i].uid]).uid


def _asked(club: Club, by: User, i: int, text: str, people: list[Player]) -> str:
    """Two requests: one is refused, one waits."""
    first, _ = (
        note_request(people[i], kind, asked_by=AskedBy.PARENT, asked_on=DAY, by=by)
        for kind in (RequestKind.ACCESS, RequestKind.ERASURE)
    )
    why = marked(text, "players.PersonRequest.why")
    return close_request(club, first.uid, RequestEnd.REFUSED, by=by, why=why).uid


def _traces(club: Club, by: User, text: str, one: Player, other: Player, third: Player) -> None:
    """What is written down beside: officers, invitations, consents, decisions, ratings, the log."""
    user = _user(text)
    Officer.objects.create(club=club, user=user, role=Role.ARBITER)
    Invitation.objects.create(
        club=club, email=marked(text, "clubs.Invitation.email"), role=Role.ARBITER, by=by,
        token_hash=links.digest(links.new_token()), expires=timezone.now() + timedelta(1),
    )  # fmt: skip
    Consent.objects.create(
        club=club, player=one, given=True, purpose=ConsentFor.FULL, parents=True, child=True,
        rules=True, by=by, note=marked(text, "players.Consent.note"),
    )  # fmt: skip
    identity.never_same(one, third, by=by, why=marked(text, "events.IdentityDecision.why"))
    AuditEntry.objects.create(
        club=club, by=user, action="club.settings", reason=marked(text, "clubs.AuditEntry.reason")
    )
    why = marked(text, "ladder.StartingRating.why")
    give_starting_rating(club.ladders.earliest("pk"), one, 1500, by=by, why=why)


# -- What there is once ------------------------------------------------------------------------------


def _together(club: Club, by: User, texts: tuple[str, ...], people: list[Player]) -> None:
    """An event in which everybody plays, and a second ladder."""
    numbers = range(1, len(people), 2)
    games = (
        GameContent(1, n, n + 1, result=Result.WHITE_WINS, kind=GameKind.PLAYED) for n in numbers
    )
    name = marked(texts[0], "events.Event.name")
    draft = DraftEvent(name, DAY, DAY, entries=_entries(*people), games=tuple(games))
    publish(club, draft, by=by)
    create_ladder(club, by=by, slug="second", name="Second")


def _facts(club: Club, by: User, texts: tuple[str, ...], people: list[Player]) -> None:
    """A ladder that needs facts about people, and of each of them one that is none of the choices."""
    create_ladder(club, by=by, slug="facts", name="Facts", system="fide")
    PersonFact.objects.bulk_create(
        PersonFact(
            club=club, player=person, name="fide_2400", valid_from=DAY, by=by,
            value=marked(text, "players.PersonFact.value"),
            why=marked(text, "players.PersonFact.why"),
        )
        for person, text in zip(people, texts, strict=True)
    )  # fmt: skip


def _rules(club: Club, by: User, texts: tuple[str, ...]) -> None:
    """Rules for a group of each name, with a reason, and at last those that hold."""
    ladder = club.ladders.earliest("pk")
    first = ladder.settings.earliest("pk")
    said = {"club": club, "ladder": ladder, "valid_from": first.valid_from, "by": by,
            "system": first.system, "parameters": first.parameters}  # fmt: skip
    for text in texts:
        group = {"group": marked(text, "ladder.LadderSettings.filters")}
        why = marked(text, "ladder.LadderSettings.why")
        LadderSettings.objects.create(**said, filters=group, why=why)
    LadderSettings.objects.create(**said, filters=first.filters)


def _ladders(club: Club, text: str) -> None:
    """One ladder was found to differ, one cannot be built."""
    club.refresh_from_db()
    said = {name: marked(text, f"ladder.Ladder.{name}") for name in ("name", "failure", "drift")}
    first, second, _ = club.ladders.order_by("pk")
    Ladder.objects.filter(pk=first.pk).update(name=said["name"], drift=said["drift"])
    Ladder.objects.filter(pk=second.pk).update(
        name=said["name"], failure=said["failure"], failed_version=club.history_version
    )
    message = marked(text, "ladder.LadderRun.message")
    LadderRun.objects.filter(ladder=first).update(outcome="failed", message=message)
