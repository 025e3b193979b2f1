"""Create a club from the command line; prints its address and its members' link."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.urls import reverse

from clubs.commands import JsonCommand, add_by
from clubs.models import Club, NameDisplay, Officer, User, Visibility
from clubs.roles import Role
from clubs.services import audit, create_club, create_link, remove_officer


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
        if club := Club.objects.filter(slug=slug).first():
            self._claim(club, options["by"])
            return
        with transaction.atomic():
            by, how = self._owner(slug, options["by"])
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
            *how,
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

    @transaction.atomic
    def _claim(self, club: Club, email: str | None) -> None:
        """Hand a club that was made without --by to the person now named."""
        nobody = club.officers.filter(user__email=_nobody(club.slug)).first()
        if nobody is None or not email:
            raise self.refuse(f"There is already a club {club.slug!r}.")
        user, how = self._owner(club.slug, email)
        Officer.objects.update_or_create(club=club, user=user, defaults={"role": Role.OWNER})
        audit("officer.join", club=club, by=user, details={"role": Role.OWNER, "by": "command"})
        remove_officer(club, nobody.user, by=user)
        self.answer(
            {"slug": club.slug, "owner": user.email},
            f"Club {club.slug} was there already; its owner is now {user.email}.",
            *how,
        )

    def _owner(self, slug: str, email: str | None) -> tuple[User, list[str]]:
        """The person named, or an account of the club's own; and how one logs in as that owner."""
        if not email:
            user = User.objects.filter(email=_nobody(slug)).first()
            return user or User.objects.create_user(_nobody(slug)), [
                "Nobody can log in as this owner.",
                "To make it your club, run the same command again with --by YOUR@E-MAIL.",
            ]
        user = User.objects.filter(email__iexact=email).first()
        if user:
            return user, []
        reset = f"{settings.BASE_URL}{reverse('account_reset_password')}"
        return User.objects.create_user(email, secrets.token_urlsafe(16)), [
            f"An account was made for {email}.",
            f"Its password is set with a link sent by e-mail, from {reset}",
        ]


def _nobody(slug: str) -> str:
    return f"owner@{slug}.invalid"
