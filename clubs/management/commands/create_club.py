"""Create a club from the command line; prints its address and its members' link."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction

from clubs.commands import JsonCommand, add_by
from clubs.models import Club, NameDisplay, User, Visibility
from clubs.services import audit, create_club, create_link


class Command(JsonCommand):
    help = "Create a club with its first ladder and a link for its members."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_by(parser)
        parser.add_argument("slug", help="the club's name in addresses: a-z, 0-9, hyphen")
        parser.add_argument("--name", required=True)
        parser.add_argument(
            "--visibility", choices=Visibility.values, default=Visibility.LINK.value
        )
        parser.add_argument("--names", choices=NameDisplay.values, default=NameDisplay.INITIALS)

    def handle(self, *args: Any, **options: Any) -> None:
        slug, name = options["slug"], options["name"].strip()
        self._check(slug, name)
        with transaction.atomic():
            by = self._owner(slug, options["by"])
            club = create_club(
                by=by,
                name=name,
                slug=slug,
                visibility=options["visibility"],
                names=options["names"],
            )
            if options["names"] == NameDisplay.FULL:
                audit("club.names", club=club, by=by, details={"names": "full", "by": "command"})
            _, token = create_link(club, by=by)
        link = f"{settings.BASE_URL}/m/{token}/"
        self.answer(
            {"slug": slug, "link": link, "owner": by.email},
            f"Club {slug} is there, its owner is {by.email}.",
            f"Members' link: {link}",
            *([] if club.visibility != Visibility.ARBITERS else ["It opens once the club does."]),
        )

    def _check(self, slug: str, name: str) -> None:
        try:
            validate_slug(slug)
        except ValidationError:
            raise self.refuse(f"{slug!r} cannot stand in an address: use a-z, 0-9 and -.") from None
        if not 1 <= len(name) <= 100 or len(slug) > 40:
            raise self.refuse("A name has 1 to 100 characters, a slug at most 40.")
        if Club.objects.filter(slug=slug).exists():
            raise self.refuse(f"There is already a club {slug!r}.")

    def _owner(self, slug: str, email: str | None) -> User:
        """The person named, or an account of the club's own that nobody can log in to yet."""
        if email:
            user = User.objects.filter(email__iexact=email).first()
            return user or User.objects.create_user(email, secrets.token_urlsafe(16))
        return User.objects.filter(email=f"owner@{slug}.invalid").first() or (
            User.objects.create_user(f"owner@{slug}.invalid")
        )
