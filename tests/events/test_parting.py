"""Before somebody is erased alone who is one with others in a restored backup."""

from dataclasses import replace
from datetime import date

import pytest

from clubs.models import Club, User
from events.drafts import Answer
from events.models import Entry
from events.services.erasing import erase_person
from events.services.identity import add_spelling, merge, rename, undo
from events.services.parting import part, strangers
from players.models import AskedBy, Player, TypedName
from tests import builders

GONE, KEPT = "Zvonohlík Kvido", "Ada Alfa"
NAMES = (GONE, "Zvonohlik K.")


@pytest.fixture
def finches(owner: User) -> Club:
    club = builders.make_club(owner, "finches")
    builders.make_event(club, "2026-03-03", [f"{GONE} 1-0 Bo Bravo"])
    builders.make_event(club, "2026-03-05", [f"{KEPT} 1-0 Bo Bravo"])
    return club


def people(club: Club) -> tuple[Player, Player]:
    return builders.player(club, GONE), builders.player(club, KEPT)


def play(club: Club, day: str, name: str, known: Player) -> None:
    """An evening at which somebody known plays under a name that may be another's."""
    draft = builders.make_draft(club, [f"{name} 1-0 Bo Bravo"])
    lines = [
        replace(one, player=known.uid, answer=Answer.MEMBER) if one.name == name else one
        for one in draft.entries
    ]
    on = date.fromisoformat(day)
    builders.publish(
        club, builders.replace_days(replace(draft, entries=tuple(lines)), on, on), by=None
    )


def erase_alone(club: Club, gone: Player) -> None:
    part(club, gone.uid, {gone.uid})
    erase_person(gone, by=None, asked_by=AskedBy.PARENT, asked_on=date(2026, 3, 20))


def texts(club: Club) -> str:
    return " ".join(TypedName.objects.filter(club=club).values_list("text", flat=True))


def days(player: Player) -> list[str]:
    rows = Entry.objects.filter(player=player).order_by("event__date")
    return [f"{played:%m-%d}" for played in rows.values_list("event__date", flat=True)]


@pytest.mark.parametrize("remains", [0, 1], ids=["whose page remained", "who was merged away"])
def test_only_the_one_goes_with_every_name_and_line(finches: Club, remains: int) -> None:
    gone, kept = people(finches)
    add_spelling(gone, NAMES[1], by=None)
    both = (gone, kept)
    merge(both[1 - remains], both[remains], by=None)
    play(finches, "2026-03-10", GONE, both[remains])
    play(finches, "2026-03-17", KEPT, both[remains])
    erase_alone(finches, gone)
    gone.refresh_from_db()
    kept.refresh_from_db()
    assert gone.erased and not kept.erased
    assert "Zvonohl" not in texts(finches) and KEPT in texts(finches)
    assert (days(gone), days(kept)) == (["03-03", "03-10"], ["03-05", "03-17"])


def test_a_spelling_that_the_other_got_since_is_taken_back(finches: Club) -> None:
    gone, kept = people(finches)
    merge(gone, kept, by=None)
    add_spelling(kept, GONE, by=None)
    erase_alone(finches, gone)
    assert "Zvonohl" not in texts(finches)


def test_a_name_that_the_other_got_since_is_taken_back(finches: Club) -> None:
    """That it once was that of the other stays in the other's history."""
    gone, kept = people(finches)
    merge(gone, kept, by=None)
    rename(kept, GONE, by=None)
    erase_alone(finches, gone)
    kept.refresh_from_db()
    assert kept.name.text == KEPT and not kept.erased


def test_whoever_was_erased_as_well_is_no_stranger(finches: Club) -> None:
    gone, kept = people(finches)
    third = builders.make_player(finches, NAMES[1])
    merge(third, gone, by=None)
    merge(gone, kept, by=None)
    assert strangers(finches, gone.uid, {gone.uid, third.uid}) == {kept.uid}
    assert len(part(finches, gone.uid, {gone.uid, third.uid})) == 1
    assert strangers(finches, gone.uid, {gone.uid, third.uid}) == frozenset()
    assert strangers(finches, gone.uid, {gone.uid}) == {third.uid}


def test_a_merge_that_was_brought_back_is_taken_back(finches: Club) -> None:
    gone, kept = people(finches)
    row = merge(gone, kept, by=None)
    undone = undo(finches, row.number, by=None)
    undo(finches, undone.number, by=None)
    erase_alone(finches, gone)
    kept.refresh_from_db()
    assert not kept.erased
    assert days(kept) == ["03-05"]
