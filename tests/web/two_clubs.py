"""Two clubs of the same kinds of things, full of words that only one of them has.

`Pair` tries what one club's owner can reach of the other club: every mix of own and foreign ids in
the path, every method, with what a form of the other club would send.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import product

from django.core import mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from clubs import services
from clubs.models import Club, User
from clubs.roles import Role
from clubs.services import audit
from events.models import Draft, Upload
from events.services import identity
from events.services.publishing import publish
from ladder.models import LadderSettings, OpeningDraft, OpeningList
from ladder.services import create_ladder, give_starting_rating
from players import services as people
from players.models import (
    AskedBy,
    ConsentFor,
    PersonFact,
    RequestEnd,
    RequestKind,
    SuffixGiven,
)
from players.requests import close_request, note_request
from tests import builders
from tests.cast import logged_in
from tests.web.forms import forms
from tests.web.routes import METHODS, Route, everything_said, routes
from tests.web.world import NO_OBJECT, things

# What says nothing of a club: the same in both, or a number that each club counts for itself.
SAME = {**NO_OBJECT, "token": "nonsense"}


@dataclass(slots=True)
class Side:
    """A club, its owner's browser, its objects, the word that stands in all its texts."""

    club: Club
    word: str
    client: Client
    own: Mapping[str, object]
    link: str
    sent: dict[str, dict[str, str]] = field(default_factory=dict)  # by route: what its form sends


def make_side(slug: str, word: str, owner: User) -> Side:
    club = builders.make_club(owner, slug, name=f"Club {word}")
    for day in ("2026-03-03", "2026-03-10"):
        games = [f"{word} Anna 1-0 {word} Bob", f"{word} Cyril 1/2 {word} Dana"]
        builders.make_event(
            club,
            day,
            games,
            name=f"Evening {word}",
            counts_reason=f"since {word}",
            why=f"why {word}",
            by=owner,
        )
    own = things(club, owner)
    create_ladder(club, by=owner, slug=f"{slug}-second", name=f"Second {word}")
    say_it_everywhere(club, word, owner)
    builders.rebuild(club)
    _, token = services.create_link(club, by=owner, name=f"Link {word}")
    own = {**own, "ladder": f"{slug}-second", "club": slug}
    return Side(club, word, logged_in(owner, fresh=True), own, token)


def say_it_everywhere(club: Club, word: str, owner: User) -> None:
    """The word in every text that people write (see the list in test_two_clubs.py)."""
    anna, bob, *_ = club.players.filter(erased=None).order_by("pk")
    people.change_label(anna, f"Label {word}", by=owner)
    people.change_group(anna, f"Group {word}", by=owner)
    people.give_consent(
        bob, ConsentFor.FULL, answers=(True, True, True), by=owner, note=f"folder {word}"
    )
    SuffixGiven.objects.create(club=club, player=bob, initials=f"{word}.", suffix=9)
    ladder = club.ladders.earliest("pk")
    give_starting_rating(
        ladder, anna, 1500, by=owner, why=f"why {word}", valid_from=date(2020, 1, 1)
    )
    for filters in ({"group": f"Group {word}"}, {}):  # those for nobody's group hold
        LadderSettings.objects.create(
            club=club, ladder=ladder, valid_from=date(2020, 1, 1), system="club_elo",
            parameters={}, filters=filters, by=owner, why=f"why {word}",
        )  # fmt: skip
    PersonFact.objects.create(
        club=club, player=anna, name="national", value=f"value {word}", by=owner,
        valid_from=date(2020, 1, 1), why=f"why {word}",
    )  # fmt: skip
    content = builders.make_draft(club, [f"{word} Anna 1-0 {word} Bob"])
    games = tuple(replace(game, unrated=f"why {word}") for game in content.games)
    day = date(2026, 3, 17)
    publish(club, builders.replace_days(replace(content, games=games), day, day), by=owner)
    identity.rename(anna, f"{word} Anna Nova", by=owner, why=f"why {word}")
    services.invite(club, f"new@{word.lower()}.example", Role.ARBITER, by=owner)
    draft = Draft.objects.filter(club=club).latest("pk")
    draft.content = {**draft.content, "name": f"Draft {word}"}
    draft.save()
    Upload.objects.create(
        club=club, draft=draft, filename=f"{word}.csv", data=b"", digest=word.encode() * 4
    )
    OpeningDraft.objects.filter(club=club).update(text=f"{word} Eva;1500", filename=f"{word}.csv")
    OpeningList.objects.filter(club=club).update(why=f"why {word}")
    asked = note_request(
        anna, RequestKind.OBJECTION, asked_by=AskedBy.PARENT, asked_on=day, by=owner
    )
    close_request(club, asked.uid, RequestEnd.REFUSED, by=owner, why=f"why {word}")
    audit("club.change", club=club, by=owner, reason=f"why {word}")


def make_sides() -> tuple[Side, Side]:
    """Alike in all but their words."""
    sides = []
    for slug, word in (("larks", "Qirlova"), ("owls", "Zuwkova")):
        sides.append(make_side(slug, word, builders.make_user(f"{slug}@example.org")))
    for side in sides:
        side.sent.update(sent_by_forms(side))
    return sides[0], sides[1]


def sent_by_forms(side: Side) -> dict[str, dict[str, str]]:
    """What the club's own forms would send, by the route it goes to."""
    found: dict[str, dict[str, str]] = {}
    for route in routes():
        if route.route.startswith("c/<"):
            path = route.path({**SAME, **side.own})
            page = side.client.get(path)
            if page.status_code == 200 and not page.streaming:
                for form in forms(page.content.decode(), path):
                    found.setdefault(route_of(form.action), form.fields)
    return found


def route_of(path: str) -> str:
    try:
        return str(resolve(path.partition("?")[0]).route)
    except Resolver404:
        return ""


def rows_of(club: Club) -> str:
    """A hash over every row that belongs to the club, also of tables without a column for it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns"
            " WHERE column_name = 'club_id' AND table_schema = 'public'"
        )
        own = {table: "club_id = %(club)s" for (table,) in cursor.fetchall()}
        own["clubs_club"] = "id = %(club)s"
        of_ladder = "ladder_id IN (SELECT id FROM ladder_ladder WHERE club_id = %(club)s)"
        own |= dict.fromkeys(
            ("ladder_ladderstep", "ladder_ratingrow", "ladder_ladderrun"), of_ladder
        )
        parts = [
            f"SELECT '{table}' AS n, md5(string_agg(t::text, '|' ORDER BY t::text))"
            f' FROM "{table}" t WHERE {which}'
            for table, which in own.items()
        ]
        query = (
            f"SELECT md5(string_agg(u::text, '|' ORDER BY n)) FROM ({' UNION ALL '.join(parts)}) u"
        )
        cursor.execute(query, {"club": club.pk})
        return str(cursor.fetchone()[0])


@dataclass(slots=True)
class Pair:
    """One who tries, and whose club it is tried on."""

    who: Side
    whose: Side
    methods: tuple[str, ...] = METHODS

    def mixes(self, route: Route) -> Iterator[dict[str, object]]:
        """Own and foreign ids in every combination but all one's own."""
        names = [name for name in route.parameters if name not in SAME]
        for choice in product((self.who, self.whose), repeat=len(names)):
            if any(side is self.whose for side in choice):
                picked = zip(names, choice, strict=True)
                yield {**SAME, **{name: side.own[name] for name, side in picked}}

    def problems(self, route: Route, arguments: Mapping[str, object]) -> list[str]:
        """What is wrong with the answers to all methods; nothing, as it should be."""
        path, before, found = route.path(arguments), rows_of(self.whose.club), []
        for method in self.methods:
            mail.outbox.clear()
            answer = ask(self.who.client, method, path, self.whose.sent.get(route.route, {}))
            if answer.status_code not in {404, 405}:
                found.append(f"{method} {path} is answered {answer.status_code}")
            said = everything_said(answer) + "".join(
                f"{m.subject} {m.body} {m.to}" for m in mail.outbox
            )
            if self.whose.word.lower() in said.lower():
                found.append(f"{method} {path} says what is the other club's")
        if rows_of(self.whose.club) != before:
            found.append(f"{path} writes to the other club")
        return found


def ask(client: Client, method: str, path: str, fields: Mapping[str, str]) -> HttpResponse:
    """One request; the client keeps the cookies it had, whatever is rolled back later."""
    client.raise_request_exception = False
    call, cookies = getattr(client, method.lower()), deepcopy(client.cookies)
    answer = call(path, fields) if method == "POST" else call(path)
    client.cookies = cookies
    return answer  # type: ignore[no-any-return]
