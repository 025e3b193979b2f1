"""How the ladders of all clubs were built, for instance admins: slugs and numbers, no names."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from ladder import progress
from ladder.models import Ladder, LadderRun
from ladder.progress import Progress
from ladder.queries.differing import put_right

RUNS = 5


@dataclass(frozen=True, slots=True)
class Build:
    """A ladder with its last rebuilds. `state` is one of STATES; `from_scratch`: the next
    rebuild begins at the first event; `progress`: of a long one that is at work;
    `put_right`: the newest rebuild that put something right, if that was lately."""

    ladder: Ladder
    state: str
    from_scratch: bool
    runs: list[LadderRun]
    progress: Progress | None
    put_right: LadderRun | None

    @property
    def pending(self) -> bool:
        """Whether there will be something else to see in a while."""
        return self.progress is not None or self.state == "stale"

    @property
    def anchor(self) -> str:
        """Tells it from the others on a page."""
        return f"{self.ladder.club.slug}__{self.ladder.slug}"


FAILED, DIFFERS, STALE, CURRENT = range(4)
STATES = ("failed", "differs", "stale", "current")


def all_ladders() -> "QuerySet[Ladder]":
    """Every ladder, those that wait for somebody first, then the stale ones; with `state` as a
    number."""
    ladders = Ladder.objects.select_related("club").annotate(state=_state())
    return ladders.order_by("state", "club__slug", "position", "pk")


def state_counts() -> dict[str, int]:
    """How many ladders are in each state."""
    rows = Ladder.objects.annotate(state=_state()).values("state").annotate(number=Count("pk"))
    counted = {row["state"]: row["number"] for row in rows.order_by()}
    return {state: counted.get(number, 0) for number, state in enumerate(STATES)}


def _state() -> Case:
    behind = ~Q(built_version=F("club__history_version"))
    due = Q(next_due__lte=timezone.now().date())
    return Case(
        When(failed_version=F("club__history_version"), then=Value(FAILED)),
        When(behind | due, then=Value(STALE)),
        When(~Q(drift=""), then=Value(DIFFERS)),
        default=Value(CURRENT),
        output_field=IntegerField(),
    )


def builds(ladders: Iterable[Ladder]) -> list[Build]:
    """The same with their last rebuilds, newest first, and how far those at work have come. No more
    queries, however many there are."""
    found = list(ladders)
    righted = put_right([ladder.pk for ladder in found])
    told = progress.of(ladder.pk for ladder in found)
    numbered = LadderRun.objects.filter(ladder__in=found).annotate(
        nth=Window(RowNumber(), partition_by=F("ladder"), order_by=F("pk").desc())
    )
    runs: defaultdict[int, list[LadderRun]] = defaultdict(list)
    for run in numbered.filter(nth__lte=RUNS).order_by("-pk"):
        runs[run.ladder_id].append(run)
    return [
        Build(
            ladder,
            STATES[ladder.state],  # type: ignore[attr-defined]  # annotated by all_ladders
            not 0 <= ladder.built_version <= ladder.club.history_version,
            runs[ladder.pk],
            told.get(ladder.pk),
            righted.get(ladder.pk),
        )
        for ladder in found
    ]
