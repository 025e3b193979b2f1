"""Writing an opening list: people, their names, and the ratings they start with, all or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from clubs import history
from clubs.messages import Problem
from clubs.models import Club, User
from clubs.services import audit
from events.services.people import new_players, typed_names
from ladder.models import Ladder, OpeningDraft, OpeningList, StartingRating
from ladder.opening.planning import NEW, SKIP, Plan, check, plan
from ladder.queries import starts_held
from ladder.sources import BEGINNING
from players.models import Player, Status
from players.opening import Line


class ListNotSaved(Exception):
    """Nothing was stored; `problems` says what keeps the list out."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__(f"{len(problems)} problems keep the list out")


class ClubChanged(Exception):
    """Somebody came into the club since the list was laid beside it. Nothing was stored."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What saving did. `list` is None where there was nothing to do: everybody was there already,
    with this very rating."""

    list: OpeningList | None
    created: int
    existing: int
    starts: int


def first_ladder(club: Club) -> Ladder:
    """The ladder that starting ratings of a list are for."""
    return Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk")[0]


@transaction.atomic
def save(
    club: Club,
    planned: Plan,
    answers: Mapping[int, str],
    *,
    by: User | None,
    why: str,
    press: str | None = None,
) -> Saved:
    """Write what the answers say, by line: NEW, SKIP, or the uid of a member, who gets the rating.

    `why` is the reason of the ratings that state none. The same `press` once more writes nothing.
    Raises ListNotSaved.
    """
    # As when an event is published: one at a time makes people in a club.
    club = Club.objects.select_for_update().get(pk=club.pk)
    if press and (done := club.opening_lists.filter(press=press).first()):
        return Saved(done, len(done.players), done.existing, len(done.starts))
    if problems := [*planned.problems, *check(planned, answers)]:
        raise ListNotSaved(problems)
    fresh = [row.line for row in planned.rows if answers[row.line.line] == NEW]
    made = _make_people(club, fresh)
    known = _known(club, planned, answers)
    given = _give(club, {**made, **known}, planned, by=by, why=why)
    if not made and not given:
        return Saved(None, 0, len(known), 0)
    saved = OpeningList.objects.create(
        club=club,
        by=by,
        why=why,
        press=press,
        players=[player.uid for player in made.values()],
        existing=len(known),
        starts=[start.pk for start in given],
    )
    counts = {"made": len(made), "existing": len(known), "ratings": len(given)}
    audit("opening.save", club=club, by=by, object_uid=saved.uid, reason=why, details=counts)
    if given:
        history.tell(club.pk)
    return Saved(saved, len(made), len(known), len(given))


def save_draft(
    draft: OpeningDraft, planned: Plan, answers: Mapping[int, str], *, by: User | None, why: str
) -> Saved:
    """Write a draft and put it away. `draft.club` is as it was before the plan was made.

    Raises ListNotSaved, and ClubChanged where the plan is not that of the club any more.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=draft.club_id)
        press = f"opening:{draft.uid}"
        done = club.opening_lists.filter(press=press).exists()
        if not done and club.view_version != draft.club.view_version:
            again = plan(club, first_ladder(club), draft.text)
            if again.digest != planned.digest:
                raise ClubChanged
        saved = save(club, planned, answers, by=by, why=why, press=press)
        if saved.list:
            OpeningDraft.objects.filter(pk=draft.pk).delete()
    return saved


def saved_as(club: Club, draft_uid: str) -> OpeningList | None:
    """The list that a draft which is gone became: its button may be pressed twice."""
    return club.opening_lists.filter(press=f"opening:{draft_uid}").first()


def _make_people(club: Club, lines: list[Line]) -> dict[int, Player]:
    """New people by line. A label is written down, and shown only when somebody chooses so."""
    names = typed_names(club, [line.name for line in lines])
    made = new_players(
        club,
        [(names[line.name], Status.GUEST if line.guest else Status.MEMBER) for line in lines],
    )
    for line, player in zip(lines, made, strict=True):
        player.junior, player.group, player.label = line.junior, line.group, line.label
    Player.objects.bulk_update(made, ["junior", "group", "label"])
    return {line.line: player for line, player in zip(lines, made, strict=True)}


def _known(club: Club, planned: Plan, answers: Mapping[int, str]) -> dict[int, Player]:
    """Members of ours by the line that means them."""
    chosen = {row.line.line: answers[row.line.line] for row in planned.rows}
    wanted = {line: uid for line, uid in chosen.items() if uid not in (NEW, SKIP)}
    players = {one.uid: one for one in club.players.filter(uid__in=set(wanted.values()))}
    return {line: players[uid] for line, uid in wanted.items()}


def _give(
    club: Club, players: Mapping[int, Player], planned: Plan, *, by: User | None, why: str
) -> list[StartingRating]:
    """The ratings that the list states; one that holds already is not written again."""
    ladder = first_ladder(club)
    held = starts_held(ladder.pk, {player.uid for player in players.values()})
    rows = []
    for line in (row.line for row in planned.rows):
        player = players.get(line.line)
        if player is None or line.rating is None:
            continue
        holds = held.get(player.uid)
        if holds and (holds.rating, holds.games) == (line.rating, line.games):
            continue
        rows.append(
            StartingRating(
                club=club,
                ladder=ladder,
                player=player,
                valid_from=BEGINNING,
                rating=line.rating,
                system=planned.system,
                games=line.games,
                by=by,
                why=line.why or why,
            )
        )
    return StartingRating.objects.bulk_create(rows)
