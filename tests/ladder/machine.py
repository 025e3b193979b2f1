"""A club whose arbiters do anything in any order; the ladder must follow each time.

`History` does everything. The machines that it is made of do less, so that a bug of one kind is
met within few programs.
"""

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from clubs.models import User
from clubs.services import create_club
from events import edits
from events.inverse import InTheWay
from events.models import Event, EventRevision
from events.queries.identities import decisions, identities
from events.results import GameKind, Result
from events.revisions import (
    EntryContent,
    EventContent,
    EventKind,
    GameContent,
    Steps,
    Tempo,
)
from events.services import identity, projection, revising
from events.services.lines import lines_of_person
from events.services.people import new_players, typed_names
from events.services.projection import current_content
from events.services.revising import Refused
from events.services.undoing import undo
from ladder.models import LadderSettings, StartingRating
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts, give_starting_rating, undo_rules
from ladder.systems import choices
from ladder.verify import verify
from players.identity import DecisionRefused, in_force
from players.models import PersonFact
from tests.ladder import oracle

PEOPLE = 6
FIRST = date(2025, 1, 6)
DAYS = st.integers(0, 40).map(lambda n: FIRST + timedelta(days=n))
LENGTHS = st.sampled_from([0, 0, 1, 9, 20])
RESULTS = st.sampled_from(
    [
        (GameKind.PLAYED, Result.WHITE_WINS),
        (GameKind.PLAYED, Result.BLACK_WINS),
        (GameKind.PLAYED, Result.DRAW),
        (GameKind.FORFEIT, Result.WHITE_WINS),
        (GameKind.OPEN, Result.NONE),
    ]
)
PAIRINGS = st.lists(
    st.tuples(st.permutations(range(1, PEOPLE + 1)), RESULTS), min_size=1, max_size=4
)
PICK = st.integers(0, 1000)
FACTS_SAID = st.sampled_from(
    [
        *(("birth", value) for value in ("1990-05-31", "2009-02-01", None)),
        *(("lok_standard", value) for value in (1400, 1900, None)),
        *(("fide_standard", value) for value in (1650, None)),
        ("class", "III"),
    ]
)


class Evenings(RuleBasedStateMachine):
    """Evenings are published, people start somewhere."""

    number = 0

    def __init__(self) -> None:
        super().__init__()
        History.number += 1
        self.by, _ = User.objects.get_or_create(email="arbiter@example.org")
        self.club = create_club(by=self.by, name="Club", slug=f"club-{History.number}")
        names = typed_names(self.club, [f"Player {chr(65 + n)}nna" for n in range(PEOPLE)])
        self.names = list(names.values())
        self.players = new_players(self.club, [(name, "member") for name in self.names])
        self.ladder = self.club.ladders.get()
        self.seen = {}

    @rule(day=DAYS, length=LENGTHS, pairings=PAIRINGS, steps=st.sampled_from(Steps))
    def publish(self, day, length, pairings, steps):
        games = tuple(
            GameContent(round=n, white=order[0], black=order[1], kind=kind, result=result, day=day)
            for n, (order, (kind, result)) in enumerate(pairings, 1)
        )
        entries = tuple(
            EntryContent(n, self.names[n - 1].pk, confirmed=self.players[n - 1].uid)
            for n in range(1, PEOPLE + 1)
        )
        last = day + timedelta(days=length)
        content = EventContent(
            name="Evening", start=day, date=last, steps=steps,
            sequence=revising.next_sequence(self.club, last), entries=entries, games=games,
        )  # fmt: skip
        try:
            revising.create(self.club, content, by=self.by)
        except Refused:
            pass  # two of its people are one by now

    @rule(line=st.integers(0, PEOPLE - 1), day=DAYS, value=st.sampled_from([None, 1000.0, 1750.5]))
    def start_at(self, line, day, value):
        give_starting_rating(
            self.ladder, self.players[line], value, by=self.by, why="season", valid_from=day
        )

    # -- and what must hold each time ------------------------------------------------------

    @invariant()
    def follows(self):
        rebuild(self.ladder.pk)
        stored = oracle.stored(self.ladder)
        assert stored == oracle.expected(self.ladder)
        # A history that was there before gives the ladder that was there before: so undoing a
        # step gives the state of the same program without it.
        assert self.seen.setdefault(self.state(), stored) == stored

    @invariant()
    def names_stand(self):
        """Names follow the renames that hold; nobody is joined whom nobody decided to join."""
        holding = {one.id for one in in_force(decisions(self.club.pk))}
        for player in self.club.players.filter(pk__in=[one.pk for one in self.players]):
            renames = self.club.decisions.filter(player=player, kind="rename", number__in=holding)
            newest = renames.order_by("number").last()
            first = self.names[[one.pk for one in self.players].index(player.pk)]
            assert player.name_id == (newest.typed_name_id if newest else first.pk)

    def teardown(self):
        assert verify(self.ladder.pk).right
        before = oracle.stored(self.ladder)
        rebuild(self.ladder.pk, full=True)
        assert oracle.stored(self.ladder) == before

    # -- help ------------------------------------------------------------------------------

    def events(self):
        return Event.objects.filter(club=self.club)

    def event(self, pick):
        return self.events().order_by("pk")[pick % self.events().count()]

    def state(self):
        """Everything that the ladder depends on, whatever way it came about."""
        newest = EventRevision.objects.filter(club=self.club).order_by("event", "-number")
        contents = newest.distinct("event").values_list("event_id", "content")
        starts = {(s.valid_from, s.player_id): (s.rating, s.system) for s in self.starts()}
        rules = LadderSettings.objects.filter(ladder=self.ladder).order_by("valid_from", "pk")
        facts = PersonFact.objects.filter(club=self.club).order_by("pk")
        known = {(fact.valid_from, fact.name, fact.player_id): fact.value for fact in facts}
        who = identities(self.club.pk)
        given = [(line, who.at(line)) for line in self.lines()]
        return repr((
            sorted(map(str, contents)), sorted(starts.items(), key=str),
            {r.valid_from: (r.system, r.parameters, r.filters) for r in rules},
            sorted(known.items(), key=str), sorted(who.now.items()), sorted(given),
        ))  # fmt: skip

    def lines(self):
        """Every line of every event's newest revision."""
        return [
            line
            for event in self.events()
            for line in projection.lines(event.uid, current_content(event))
        ]

    def starts(self):
        return StartingRating.objects.filter(ladder=self.ladder).order_by("pk")

    def take_back(self, event, number):
        try:
            undo(event, number, by=self.by)
        except (InTheWay, Refused):
            pass  # changed again since; or another event stands on the earlier day by now

    def change(self, event, **changes):
        self.save(event, replace(current_content(event), **changes))

    def save(self, event, content):
        try:
            revising.revise(event, content, action="correct", by=self.by)
        except Refused:
            pass  # another event stands there


class Lists(Evenings):
    """The ladder issues lists from the beginning on, by a system in which newcomers' games wait."""

    @initialize()
    def system_with_lists(self):
        change_rules(
            self.ladder, by=self.by, system="lok", parameters={}, valid_from=FIRST,
            filters=Filters(),
        )  # fmt: skip


class Corrections(Evenings):
    """And whatever was published is changed afterwards."""

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, game=PICK, outcome=RESULTS)
    def correct(self, pick, game, outcome):
        event = self.event(pick)
        if count := event.games.count():
            number = game % count + 1
            self.save(
                event,
                edits.change_game(
                    current_content(event), number, kind=outcome[0], result=outcome[1]
                ),
            )

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, game=PICK, reason=st.sampled_from(["", "odds game"]))
    def unrate(self, pick, game, reason):
        event = self.event(pick)
        if count := event.games.count():
            revising.correct_game(event, game % count + 1, {"unrated": reason}, by=self.by)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, day=DAYS, length=LENGTHS)
    def redate(self, pick, day, length):
        event = self.event(pick)
        last = day + timedelta(days=length)
        games = tuple(replace(g, day=day) for g in current_content(event).games)
        sequence = revising.next_sequence(self.club, last)
        self.change(event, start=day, date=last, games=games, sequence=sequence)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, sequence=st.integers(1, 5))
    def reorder(self, pick, sequence):
        self.change(self.event(pick), sequence=sequence)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, steps=st.sampled_from(Steps), counts=st.booleans())
    def count_otherwise(self, pick, steps, counts):
        self.change(self.event(pick), steps=steps, counts=counts)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, line=st.integers(0, PEOPLE - 1), known=st.booleans())
    def name_unknown_or_resolve(self, pick, line, known):
        event = self.event(pick)
        entries = list(current_content(event).entries)
        line %= len(entries)
        uid = self.players[entries[line].number - 1].uid if known else ""
        entries[line] = replace(entries[line], confirmed=uid)
        self.change(event, entries=tuple(entries))

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK)
    def delete(self, pick):
        revising.delete(self.event(pick), by=self.by)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK)
    def restore(self, pick):
        try:
            revising.restore(self.event(pick), by=self.by)
        except Refused:
            pass  # two of its people are one by now

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, number=PICK)
    def revert(self, pick, number):
        event = self.event(pick)
        try:
            revising.revert(event, number % event.revisions.count() + 1, by=self.by)
        except Refused:
            pass  # its place of the day is taken by now

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK)
    def undo(self, pick):
        event = self.event(pick)
        newest = event.revisions.count()
        if newest > 1:
            self.take_back(event, newest)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, number=PICK)
    def undo_an_older_change(self, pick, number):
        event = self.event(pick)
        newest = event.revisions.count()
        if newest > 1:
            self.take_back(event, number % (newest - 1) + 2)

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, game=PICK)
    def swap_or_remove(self, pick, game):
        event = self.event(pick)
        content = current_content(event)
        edit = (edits.swap_colours, edits.remove_game)[game % 2]
        number = game % max(1, len(content.games)) + 1
        if content.games and (edit is edits.remove_game or content.games[number - 1].black):
            self.save(event, edit(content, number))

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, line=st.integers(1, PEOPLE))
    def take_out(self, pick, line):
        event = self.event(pick)
        content = current_content(event)
        if len(content.entries) > 2:
            self.save(event, edits.take_out(content, content.entries[0].number))

    @precondition(lambda self: self.events().exists())
    @rule(pick=PICK, outcome=RESULTS)
    def add_game(self, pick, outcome):
        event = self.event(pick)
        content = current_content(event)
        one, other = (entry.number for entry in content.entries[:2])
        round_number = max((game.round for game in content.games), default=0) + 1
        kind, result = outcome
        game = GameContent(round_number, one, other, result, kind, day=content.start)
        self.save(event, edits.add_game(content, game))

    @rule(day=DAYS, k=st.sampled_from([10, 20, 32]))
    def other_rules(self, day, k):
        LadderSettings.objects.create(
            club=self.club, ladder=self.ladder, valid_from=day, system="club_elo",
            parameters={"k": k}, by=self.by,
        )  # fmt: skip


class Rules(Evenings):
    """And the rules change, the system among them, and facts about people become known."""

    @rule(
        day=DAYS,
        system=st.sampled_from([system for system, _ in choices()]),
        tempos=st.sampled_from([(), (), ("standard",), ("rapid", "blitz")]),
    )
    def other_system(self, day, system, tempos):
        change_rules(
            self.ladder, by=self.by, system=system, parameters={}, valid_from=day,
            filters=Filters(tempos=tempos),
        )  # fmt: skip

    @rule(pick=PICK)
    def rules_undone(self, pick):
        rows = LadderSettings.objects.filter(ladder=self.ladder).order_by("pk")
        try:
            undo_rules(rows[pick % rows.count()], by=self.by)
        except ValueError:
            pass  # the first ones, or there are newer ones of that day

    @rule(line=st.integers(0, PEOPLE - 1), day=DAYS, fact=FACTS_SAID)
    def fact(self, line, day, fact):
        give_facts(self.players[line], dict([fact]), by=self.by, valid_from=day)

    @precondition(lambda self: self.events().exists())
    @rule(
        pick=PICK,
        kind=st.sampled_from(["swiss", "round-robin"]),
        tempo=st.sampled_from(["standard", "rapid"]),
        listing=st.sampled_from(["", "next", "none"]),
        asked=st.sets(st.integers(1, PEOPLE), max_size=2),
    )
    def details(self, pick, kind, tempo, listing, asked):
        event = self.event(pick)
        content = edits.ask_out(current_content(event), asked)
        said = {"kind": EventKind(kind), "tempo": Tempo(tempo), "listing": listing}
        self.save(event, replace(content, **said))


class Turns(Lists, Rules):
    """A ladder of lists, whose system changes while games wait."""


class Decisions(Evenings):
    """And it is decided who is who."""

    @rule(pair=st.permutations(range(PEOPLE)))
    def merge(self, pair):
        self.decide(identity.merge, *(self.players[n] for n in pair[:2]))

    @rule(pair=st.permutations(range(PEOPLE)))
    def never_same(self, pair):
        self.decide(identity.never_same, *(self.players[n] for n in pair[:2]))

    @precondition(lambda self: self.events().exists())
    @rule(
        pair=st.permutations(range(PEOPLE)), new=st.booleans(), first=PICK, count=st.integers(1, 3)
    )
    def split(self, pair, new, first, count):
        standing = identities(self.club.pk).person
        source, target = (
            self.club.players.get(uid=standing(self.players[n].uid)) for n in pair[:2]
        )
        lines = lines_of_person(self.club, source.uid)
        start = first % len(lines) if lines else 0
        ticked = [(one.event.uid, one.number) for one in lines[start : start + count]]
        self.decide(identity.split, source, ticked, None if new else target)

    @rule(line=st.integers(0, PEOPLE - 1), name=st.sampled_from(["Anna New", "Bea New"]))
    def rename(self, line, name):
        player = self.club.players.get(pk=self.players[line].pk)
        self.decide(identity.rename, player, name)

    @precondition(lambda self: self.club.decisions.exists())
    @rule(pick=PICK)
    def undo_decision(self, pick):
        self.decide(identity.undo, self.club, pick % self.club.decisions.count() + 1)

    def decide(self, decision, *what):
        """Make a decision, or have it refused; then nothing was written."""
        before = (self.club.decisions.count(), self.club.players.count(), self.state())
        try:
            decision(*what, by=self.by)
        except DecisionRefused:
            assert (self.club.decisions.count(), self.club.players.count(), self.state()) == before


class History(Corrections, Decisions, Rules):
    """Everything."""
