"""Three clubs, who asks, and what each gets: one state of the database for a whole module."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.core import mail
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from clubs import links, services
from clubs.models import Club, User, Visibility
from clubs.roles import Role
from events.services import drafts, identity
from ladder.announced import announce
from ladder.models import OpeningList
from ladder.opening.drafts import keep_pasted
from ladder.services import create_ladder
from players.models import AskedBy, RequestKind
from players.requests import note_request
from tests import builders
from tests.cast import logged_in, make_cast, make_rooks, play_season
from tests.web.access_table import ROLES
from tests.web.routes import Route, ask, everything_said, rows_hash

# What a parameter stands for that is no object of a club.
NO_OBJECT = {
    "number": 1, "decision": 1, "edit": "swap", "uidb36": "1", "key": "nonsense", "pk": 1,
    "day": "2026-03-24", "norm": "GM",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seen:
    """What one role got for one method, and whether that wrote anything."""

    role: str
    method: str
    status: int
    location: str
    said: str
    wrote: bool

    @property
    def refused(self) -> bool:
        to_login = self.location.startswith("/accounts/login/?next=")
        return self.status in {403, 404, 405, 422} or to_login


@dataclass(slots=True)
class World:
    """`own` are objects of the club everybody asks for, `foreign` of the outsider's club, `public`
    of one that is open to everybody; by the names that parameters of routes have."""

    clients: Mapping[str, Client]
    own: Mapping[str, object]
    foreign: Mapping[str, object]
    public: Mapping[str, object]
    token: str
    _seen: dict[str, list[Seen]] = field(default_factory=dict)

    def arguments(self, route: Route, role: str) -> dict[str, object]:
        """What to ask for: below /p/ the public club, below /m/ only readers have the token."""
        if route.route.startswith("p/"):
            return dict(self.public)
        if route.route.startswith("m/"):
            token = self.token if role == "reader" else links.new_token()
            return {**self.own, "token": token}
        return dict(self.own)

    def seen(self, route: Route) -> list[Seen]:
        """What every role gets for GET, HEAD and POST, each from the same state."""
        if route.route not in self._seen:
            before = rows_hash()
            self._seen[route.route] = [
                self._try(route, role, method, before)
                for method in ("GET", "HEAD", "POST")
                for role in ROLES
            ]
        return self._seen[route.route]

    def codes(self, route: Route, method: str) -> tuple[int, ...]:
        return tuple(seen.status for seen in self.seen(route) if seen.method == method)

    def _try(self, route: Route, role: str, method: str, before: str) -> Seen:
        path, sent = route.path(self.arguments(route, role)), len(mail.outbox)
        with transaction.atomic():
            answer = ask(self.clients[role], method, path)
            said = everything_said(answer)
            wrote = rows_hash() != before or len(mail.outbox) != sent
            transaction.set_rollback(True)
        location = answer.headers.get("Location", "")
        return Seen(role, method, answer.status_code, location, said, wrote)


def things(club: Club, by: User) -> dict[str, object]:
    """One object of the club for every name that a parameter of a route may have."""
    event = club.events.earliest("pk")
    day = date(2026, 3, 24)
    content = builders.make_draft(club, ["Anna 1-0 Bob", "Bob 1/2 Cyril"])
    link, _ = services.create_link(club, by=by)
    player, other = (event.entries.get(number=number).player for number in (1, 2))
    identity.never_same(player, other, by=by)  # type: ignore[arg-type]
    announce(club.ladders.earliest("pk"), day, by=by)
    return {
        "club": club.slug,
        "event": event.uid,
        "player": player.uid,  # type: ignore[union-attr]
        "other": other.uid,  # type: ignore[union-attr]
        "draft": drafts.start(club, builders.replace_days(content, day, day), by=by).uid,
        "link": link.uid,
        "ladder": club.ladders.get().slug,
        "paste": keep_pasted(club, "Anna;1500", by=by).uid,
        "opening": OpeningList.objects.create(club=club, by=by).uid,
        "asked": note_request(
            player,
            RequestKind.ACCESS,
            asked_by=AskedBy.PARENT,
            asked_on=day,
            by=by,  # type: ignore[arg-type]
        ).uid,
        **NO_OBJECT,
    }


def make_world() -> World:
    people = make_cast()
    season = make_rooks(people.owner, people.arbiter)
    play_season(season)
    other = builders.make_club(people.outsider, "bishops")
    builders.make_event(other, "2026-03-03", ["Xaver 1-0 Yvona"])
    public = builders.make_club(people.outsider, "knights", visibility=Visibility.PUBLIC)
    builders.make_event(public, "2026-03-03", ["Viktor 1-0 Walter"])
    for club in (other, public):
        builders.rebuild(club)
    own, theirs = things(season, people.owner), things(other, people.outsider)
    _, invitation = services.invite(season, "new@example.org", Role.ARBITER, by=people.owner)
    _, token = services.create_link(season, by=people.owner)
    # One that needs facts about people, so that their pages are there.
    create_ladder(season, by=people.owner, slug="fide", name="FIDE", system="fide")
    builders.rebuild(season)
    # Slugs of ladders are per club: this one is the other club's alone.
    create_ladder(other, by=people.outsider, slug="theirs", name="Theirs")
    return World(
        clients={
            # Fresh, so that the table shows what comes after the password was asked for again.
            role: logged_in(getattr(people, role), fresh=True)
            if hasattr(people, role)
            else Client()
            for role in ROLES
        },
        own={**own, "token": invitation},
        foreign={**theirs, "ladder": "theirs"},
        public=things(public, people.outsider),
        token=token,
    )


def whole(answer: HttpResponse) -> tuple[object, ...]:
    """Everything by which two answers could be told apart."""
    return answer.status_code, answer.content, sorted(answer.items())
