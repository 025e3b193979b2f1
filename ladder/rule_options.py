"""What commands that take rules of a ladder share: --system and --parameters."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from clubs.commands import JsonCommand
from clubs.templatetags.words import say
from ladder.systems import BadSetting, choices


def add_rules(parser: ArgumentParser) -> None:
    """Called --parameters, since --settings is Django's own."""
    ids = [system for system, _ in choices()]
    parser.add_argument("--system", default="club_elo", choices=ids)
    parser.add_argument(
        "--parameters", metavar="JSON", default="{}", help="settings of the system: '{\"k\": 15}'"
    )


def rules_of(command: JsonCommand, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The system, and its settings as far as they were given."""
    try:
        parameters = json.loads(options["parameters"])
    except ValueError:
        parameters = None
    if not isinstance(parameters, dict):
        raise command.refuse('--parameters takes one JSON object, such as {"k": 15}.')
    return options["system"], parameters


def refused(command: JsonCommand, error: BadSetting) -> CommandError:
    """What is wrong with a setting, in one line."""
    return command.refuse(f"{error.name}: {say(error.message)}.")
