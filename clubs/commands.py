"""What all commands share: one JSON object with --json, exit 2 with one clear line, --by."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.messages import Problem
from clubs.models import Club, User
from clubs.roles import Role

REFUSED = 2


class JsonCommand(BaseCommand):
    """A command that prints its answer as lines for people, or as one JSON object."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def execute(self, *args: Any, **options: Any) -> str | None:
        self.as_json = bool(options["json"])
        return super().execute(*args, **options)

    def answer(self, values: Mapping[str, Any], *lines: str) -> None:
        """Print what was done: the values as JSON, or the lines."""
        if self.as_json:
            self.stdout.write(json.dumps(values, ensure_ascii=False))
        else:
            self.stdout.writelines(f"{line}\n" for line in lines)

    def refuse(self, text: str, problems: Iterable[Problem] = ()) -> CommandError:
        """The error to raise: one line, and each problem with its place."""
        found = [problem.as_dict() for problem in problems]
        if self.as_json:
            self.stdout.write(json.dumps({"error": text, "problems": found}, ensure_ascii=False))
        else:
            for problem in found:
                place = ", ".join(
                    f"{word} {problem[word]}" for word in ("line", "column") if problem[word]
                )
                self.stderr.write(f"  {place + ': ' if place else ''}{problem['text']}")
        return CommandError(text, returncode=REFUSED)

    def club(self, slug: str) -> Club:
        try:
            return Club.objects.get(slug=slug)
        except Club.DoesNotExist:
            raise self.refuse(f"There is no club {slug!r}.") from None


def add_by(parser: ArgumentParser) -> None:
    """--by: in whose name a decision is recorded."""
    parser.add_argument("--by", metavar="E-MAIL", help="who decides (default: the club's owner)")


def person(command: JsonCommand, email: str | None, club: Club | None) -> User:
    """The user named by --by, else the club's first owner."""
    if email:
        user = User.objects.filter(email__iexact=email).first()
        if user is None:
            raise command.refuse(f"Nobody with the address {email!r} has an account.")
        return user
    owner = club and club.officers.filter(role=Role.OWNER).order_by("pk").first()
    if not owner:
        raise command.refuse("The club has no owner: say --by E-MAIL.")
    return owner.user
