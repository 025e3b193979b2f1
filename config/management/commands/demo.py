"""A club with a real season, brought in the way an arbiter would: file, name review, publish."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction

from clubs.commands import JsonCommand
from clubs.links import unseal
from clubs.models import Club, User, Visibility
from clubs.services import create_club, create_link
from config.demo.season import PUBLISHED_TWICE, SeasonEvent, season_events
from events.drafts import Answer, DraftEvent, undecided, with_answer
from events.revisions import EventKind, Tempo
from events.services import drafts, reading
from events.services.publishing import publish_draft
from events.services.review import Review, review
from ladder.sweeping import sweep

SLUG = "harbour"
NAME = "Harbour Chess Club"
EMAIL = "arbiter@harbour.example"
LOCAL = {"localhost", "127.0.0.1", "::1"}


class Command(JsonCommand):
    help = "Load the demo club (once) and print its links and an arbiter's login."

    def handle(self, *args: Any, **options: Any) -> None:
        if urlsplit(settings.BASE_URL).hostname not in LOCAL:
            raise self.refuse("The demo has a published password: it is for localhost only.")
        arbiter = _arbiter()
        club = Club.objects.filter(slug=SLUG).first() or _club(arbiter)
        events = [event for event in season_events() if event.key not in PUBLISHED_TWICE]
        events.sort(key=lambda event: (event.end, event.start))
        for event in events:
            if self._bring_in(club, event, arbiter, last=event is events[-1]):
                self._progress(f"  {event.end}  {event.name}")
        sweep()
        self._say(club)

    def _bring_in(self, club: Club, event: SeasonEvent, by: User, *, last: bool) -> bool:
        """Whether the event was new. Each is a transaction: a demo cut short goes on from there."""
        data = event.pairings_csv()
        if reading.seen_before(club, data)[0]:
            return False
        with transaction.atomic():
            draft = reading.bring_in(club, data, f"{event.key}.csv", by=by)
            content = _with_details(drafts.content_of(draft), event)
            content = _answered(club, content, leave_open=last)
            drafts.save(draft, content, version=draft.version, by=by)
            publish_draft(draft, content, by=by)
        return True

    def _progress(self, line: str) -> None:
        if not self.as_json:
            self.stdout.write(line)

    def _say(self, club: Club) -> None:
        token = unseal(
            bytes(club.links.filter(revoked=None, event_uid="").order_by("pk")[0].token_sealed)
        )
        values = {
            "club": club.slug,
            "link": f"{settings.BASE_URL}/m/{token}/",
            "login": f"{settings.BASE_URL}/accounts/login/",
            "email": EMAIL,
            "password": _password(),
            "events": club.events.filter(deleted=False).count(),
        }
        self.answer(
            values,
            f"\nThe demo club {club.name}, {values['events']} events:",
            f"  members read    {values['link']}",
            f"  the arbiter is  {EMAIL}  password {values['password']}  at {values['login']}",
        )


def _arbiter() -> User:
    user = User.objects.filter(email=EMAIL).first()
    if user is None:
        # Also the admin of this local instance, so that /staff/ can be tried.
        user = User.objects.create_user(EMAIL, _password(), is_staff=True)
        EmailAddress.objects.create(user=user, email=EMAIL, primary=True, verified=True)
    return user


def _club(by: User) -> Club:
    with transaction.atomic():
        club = create_club(
            by=by,
            name=NAME,
            slug=SLUG,
            visibility=Visibility.LINK,
            language="en",
            time_zone="Australia/Sydney",
            code_page="cp1252",
        )
        create_link(club, by=by, name="Members")
    return club


def _password() -> str:
    """Made once and kept in the data folder, readable by its owner only."""
    path = Path(settings.DATA_DIR) / "demo_password"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(9))
    return path.read_text().strip()


def _with_details(content: DraftEvent, event: SeasonEvent) -> DraftEvent:
    words = event.name.casefold()
    tempo = next((t for t in (Tempo.BLITZ, Tempo.RAPID) if t in words), Tempo.STANDARD)
    kind = EventKind.ROUND_ROBIN if "Round Robin" in event.system else EventKind.SWISS
    return replace(
        content, name=event.name, start=event.start, date=event.end, tempo=tempo, kind=kind
    )


def _answered(club: Club, content: DraftEvent, *, leave_open: bool) -> DraftEvent:
    """The name review as a careful arbiter would go through it.

    Whole matches are confirmed; a proposal that nothing speaks against is taken; where the
    matcher warns, the last event leaves the name open (the arbiter's to-do list), earlier ones
    make a new member.
    """
    for number, uid in review(club, content).whole.answers.items():
        content = with_answer(content, [number], Answer.MEMBER, uid)
    state = review(club, content)
    for number, uid in _plain_proposals(state, content).items():
        content = with_answer(content, [number], Answer.MEMBER, uid)
    doubtful = {name.entry.number for name in state.open if name.proposed}
    for entry in undecided(content):
        answer = Answer.UNKNOWN if leave_open and entry.number in doubtful else Answer.NEW
        content = with_answer(content, [entry.number], answer)
    return content


def _plain_proposals(state: Review, content: DraftEvent) -> dict[int, str]:
    """Names with one proposal without a warning, of somebody who is at no other line."""
    found = {}
    for name in state.open:
        plain = [one.person.uid for one in name.proposed if not one.warnings]
        if len(plain) == 1 and not name.warnings:
            found[name.entry.number] = plain[0]
    taken = [*found.values(), *(entry.player for entry in content.entries if entry.player)]
    return {number: uid for number, uid in found.items() if taken.count(uid) == 1}
