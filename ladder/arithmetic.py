"""By which arithmetic a ladder was built: the versions of the rating systems and of the replay.

An upgrade that raises one of them makes other numbers of the same history. A ladder built before
is then stale from its first event on: after a migration its stamp is taken away (ADR 0007), and no
rebuild begins in its middle.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.apps.registry import Apps
from django.apps.registry import apps as global_apps
from django.core.exceptions import FieldDoesNotExist

from ladder.models import NO_STAMP, Ladder
from ladder.replay import VERSION
from ladder.rulebook import timeline
from ladder.systems import choices, get

REPLAY: Final = "replay"


def arithmetic() -> dict[str, int]:
    """The version of everything that computes, by its name."""
    return {REPLAY: VERSION, **{system: get(system).version for system, _ in choices()}}


def is_outdated(built: Mapping[str, int]) -> bool:
    """Whether anything has another version than when a ladder was built, or nobody knows."""
    now = arithmetic()
    return not built or any(now.get(name, version) != version for name, version in built.items())


def ask_again(apps: Apps = global_apps, **kwargs: Any) -> None:
    """After a migration: ladders computed by what has changed are to be computed anew, the others
    are as they would be."""
    if not _has_column(apps):
        return
    now = arithmetic()
    for ladder in Ladder.objects.filter(built_version__gte=0).exclude(arithmetic=now):
        uses = {REPLAY, *(rules.system.id for rules in timeline(ladder).rules)}
        built = {name: version for name, version in ladder.arithmetic.items() if name in uses}
        changes: dict[str, Any] = {"arithmetic": now}
        if is_outdated(built):
            changes = {"built_version": NO_STAMP}
        Ladder.objects.filter(pk=ladder.pk).update(**changes)


def _has_column(apps: Apps) -> bool:
    """Whether the tables have come so far; a migration may also lead back."""
    try:
        apps.get_model("ladder", "Ladder")._meta.get_field("arithmetic")
    except (LookupError, FieldDoesNotExist):
        return False
    return True
