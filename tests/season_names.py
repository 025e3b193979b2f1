"""A real season brought in by an arbiter who trusts the matcher's best, and what becomes of the names.

    python -m tests.season_names [--json]

The 61 events of the demo are imported in the order of their days. The simulated arbiter confirms
whom the matcher puts first, with a high score and without a warning (or under a spelling that he
joined to that person before), says "new member" otherwise,
and does not publish an event that the product says is here already. `tests/data/names/season.csv`
says which spellings are one person, established by hand: by the names, and by who sat together.
"""

import argparse
import csv
import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from config.demo.season import season_events
from tests import services

if TYPE_CHECKING:
    from clubs.models import Club, User
    from events.drafts import DraftEvent
    from events.services.review import Proposed

TRUTH = Path(__file__).parent / "data" / "names" / "season.csv"
HIGH = 80


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the names. `joined`: players who are several people; `split`: people who are
    several players, by the spellings of each; `found`: how many of the split are possible pairs."""

    events: int
    here_already: int
    people: int
    members: int
    joined: dict[str, list[str]]
    split: dict[str, list[list[str]]]
    found: int

    @property
    def wrongly_joined(self) -> int:
        return sum(len(people) - 1 for people in self.joined.values())

    @property
    def wrongly_split(self) -> int:
        return sum(len(players) - 1 for players in self.split.values())


def truth() -> dict[str, str]:
    """Who is meant, by the name as typed."""
    with TRUTH.open(encoding="utf-8", newline="") as file:
        return {row["typed"]: row["person"] for row in csv.DictReader(file)}


def play(club: "Club", by: "User") -> Outcome:
    """Import the season into an empty club, and hold it against the truth."""
    from events.services import drafts, reading
    from events.services.publishing import publish_draft
    from events.services.twins import twins_of_draft

    published = here = 0
    for event in sorted(season_events(), key=lambda event: (event.end, event.start)):
        draft = reading.bring_in(club, event.pairings_csv(), f"{event.key}.csv", by=by)
        content = replace(drafts.content_of(draft), start=event.start, date=event.end)
        content = _answered(club, replace(content, name=event.name))
        if twins_of_draft(club, content, draft):
            here += 1
            drafts.drop(draft)
            continue
        publish_draft(draft, content, by=by)
        published += 1
    return _compare(club, published, here)


def _answered(club: "Club", content: "DraftEvent") -> "DraftEvent":
    """The review: the surest first, so that of two lines the better one has the member."""
    from events.drafts import Answer, undecided, with_answer
    from events.services.review import review

    offers = [
        (name.proposed[0].score, name.entry.number, name.proposed[0].person.uid)
        for name in review(club, content).open
        if name.proposed and not name.warnings and _sure(name.proposed[0])
    ]
    taken = set()
    for score, number, uid in sorted(offers, key=lambda offer: (-offer[0], offer[1])):
        if score >= HIGH and uid not in taken:
            taken.add(uid)
            content = with_answer(content, [number], Answer.MEMBER, uid)
    return with_answer(content, [entry.number for entry in undecided(content)], Answer.NEW)


def _sure(offer: "Proposed") -> bool:
    """Without a warning, or under a spelling that he joined to this very person before."""
    earlier = "confirmed earlier under this spelling"
    return not offer.warnings or any(reason.template == earlier for reason in offer.reasons)


def _compare(club: "Club", published: int, here: int) -> Outcome:
    from events.models import Entry
    from events.services.duplicates import possible_pairs

    meant = truth()
    spellings: defaultdict[str, set[str]] = defaultdict(set)  # by player
    rows = Entry.objects.filter(event__club=club).order_by()
    for uid, typed in rows.values_list("player__uid", "typed_name__text").distinct():
        spellings[uid].add(typed)
    people = {uid: {meant[typed] for typed in names} for uid, names in spellings.items()}
    players: defaultdict[str, list[str]] = defaultdict(list)
    for uid, persons in people.items():
        for person in persons:
            players[person].append(uid)
    split = {person: uids for person, uids in sorted(players.items()) if len(uids) > 1}
    pairs = [{pair.one.person.uid, pair.other.person.uid} for pair in possible_pairs(club)]
    return Outcome(
        events=published,
        here_already=here,
        people=len(players),
        members=club.players.count(),
        joined=dict(_joined(people, spellings)),
        split={
            person: sorted(sorted(spellings[uid]) for uid in uids) for person, uids in split.items()
        },
        found=sum(any(pair <= set(uids) for pair in pairs) for uids in split.values()),
    )


def _joined(
    people: Mapping[str, set[str]], spellings: Mapping[str, set[str]]
) -> Iterator[tuple[str, list[str]]]:
    for uid, persons in people.items():
        if len(persons) > 1:
            yield " / ".join(sorted(spellings[uid])), sorted(persons)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    with services.postgresql(), services.database() as address:
        os.environ["DATABASE_URL"] = address
        import django

        django.setup()
        from tests import builders

        by = builders.make_user()
        outcome = play(builders.make_club(by), by)
    if options.json:
        print(json.dumps(asdict(outcome), ensure_ascii=False, indent=1))
        return
    print(f"events published                {outcome.events:4}")
    print(f"events that were here already   {outcome.here_already:4}")
    print(f"people in truth                 {outcome.people:4}")
    print(f"members created                 {outcome.members:4}")
    print(f"wrongly joined                  {outcome.wrongly_joined:4}")
    for names in outcome.joined:
        print(f"    {names}")
    print(f"wrongly split                   {outcome.wrongly_split:4}")
    for players in outcome.split.values():
        print("    " + " | ".join(" / ".join(names) for names in players))
    print(f"    of these people, found as a possible pair afterwards: {outcome.found}")


if __name__ == "__main__":
    main()
