"""One change of an event taken back, with everything that was changed later left as it is.

Pure. A version states facts: of the event, of each line, of each game (`events.traced`). What the
change made otherwise is put back where it still stands as the change left it; where it is back
already, nothing is done; and where a later version says something else again, that is an obstacle,
told in a sentence, and nothing is taken back at all.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from clubs.messages import Message
from events import obstacles
from events.revisions import EventContent
from events.traced import (
    Facts,
    Line,
    Pairing,
    Traced,
    entry_of,
    game_of,
    standing,
    trace,
)

# Parts of an event that mean something together only.
_EVENT: Mapping[str, tuple[str, ...]] = {
    "deleted": ("deleted",),
    "name": ("name",),
    "start": ("start",),
    "date": ("date", "sequence"),
    "counts": ("counts", "counts_reason"),
    "kind": ("kind",),
    "tempo": ("tempo",),
    "minutes": ("minutes",),
    "steps": ("steps",),
    "junior": ("junior",),
    "listing": ("listing",),
}

_T = TypeVar("_T")
_Of = Callable[[Traced], Any]


class InTheWay(Exception):
    """The change cannot be taken back alone: `obstacles` say what was changed since, and when."""

    def __init__(self, found: Sequence[Message]) -> None:
        super().__init__(f"{len(found)} obstacles")
        self.obstacles = obstacles.shortened(found)


def without(
    before: EventContent,
    after: EventContent,
    later: Sequence[tuple[int, EventContent]],
    names: Mapping[int, str],
) -> EventContent:
    """The newest content without what changed from `before` to `after`.

    `later` are the versions since, as (number, content), the oldest first: the last one is the
    newest content; where there is none, `after` is. `names` gives the text of each typed name by
    its id. All contents are valid (`events.checks`); what comes out need not be, as other events
    may stand in its place by now. Raises InTheWay.
    """
    return _Inverse.of(before, after, later, names).content()


@dataclass(slots=True)
class _Inverse:
    before: Traced
    after: Traced
    later: Sequence[tuple[int, Traced]]
    say: obstacles.Words
    found: list[Message]

    @classmethod
    def of(
        cls,
        before: EventContent,
        after: EventContent,
        later: Sequence[tuple[int, EventContent]],
        names: Mapping[int, str],
    ) -> "_Inverse":
        first, second, *rest = trace([before, after, *(content for _, content in later)])
        numbered = [(number, traced) for (number, _), traced in zip(later, rest, strict=True)]
        return cls(first, second, numbered, obstacles.Words([first, second, *rest], names), [])

    @property
    def now(self) -> Traced:
        return self.later[-1][1] if self.later else self.after

    def content(self) -> EventContent:
        event = self._event()
        days = self._round_days()
        lines = dict(self._things(lambda traced: traced.lines, self.say.line))
        games = dict(self._things(lambda traced: traced.games, self.say.game))
        rounds = self._rounds(games)
        self._check_pairings(lines, games)
        numbers = self._numbers(lines)
        stated = self._stated(lines, games)
        if self.found:
            raise InTheWay(self.found)
        order = self._order(lambda traced: traced.lines, lines)
        entries = [replace(entry_of(lines[line]), number=numbers[line]) for line in order]
        return replace(
            self.now.content,
            **event,
            rounds=rounds,
            round_days=days,
            entries=tuple(
                replace(entry, place=place, half_points=half_points)
                for entry, (place, half_points) in zip(entries, map(stated, order), strict=True)
            ),
            games=tuple(
                game_of(pairing, games[pairing], numbers)
                for pairing in self._order(lambda traced: traced.games, games)
            ),
        )

    # -- Three contents, and what comes out -----------------------------------------------------

    def _facts(self, of: Callable[[Traced], Facts | None], say: obstacles.Say) -> Facts | None:
        """What is to be stated of one thing; None where it is not to be there."""
        before, after, now = of(self.before), of(self.after), of(self.now)
        if before == after or now == before:
            return now
        if now == after:
            return before
        if before is None or after is None or now is None:
            self.found.append(say("" if now else "gone", self._changed(of)))
            return now
        parts = sorted(before.keys() | after.keys() | now.keys(), key=str)
        return {part: self._part(of, part, say) for part in parts}

    def _part(self, of: Callable[[Traced], Facts | None], part: object, say: obstacles.Say) -> Any:
        def value(traced: Traced) -> Any:
            return (of(traced) or {}).get(part)

        before, after, now = value(self.before), value(self.after), value(self.now)
        if before == after or now == before:
            return now
        if now != after:
            self.found.append(say(part, self._changed(value)))
        return before

    def _changed(self, of: _Of) -> int:
        """The last version that changed this since the change.

        Changes that were put back, by an undo or by hand, cancel out: what stands now was first
        said by the version that is to be undone.
        """
        standing_on, last = [(0, of(self.after))], 0
        for number, traced in self.later:
            said = of(traced)
            if said == standing_on[-1][1]:
                continue
            last, values = number, [value for _, value in standing_on]
            if said in values:
                del standing_on[values.index(said) + 1 :]
            else:
                standing_on.append((number, said))
        return standing_on[-1][0] or last

    def _things(
        self, of: Callable[[Traced], Mapping[Any, Facts]], say: Callable[[Any], obstacles.Say]
    ) -> Iterator[tuple[Any, Facts]]:
        for thing in {**of(self.before), **of(self.after), **of(self.now)}:
            facts = self._facts(lambda traced, thing=thing: of(traced).get(thing), say(thing))  # type: ignore[misc]
            if facts is not None:
                yield thing, facts

    # -- The event ------------------------------------------------------------------------------

    def _event(self) -> dict[str, Any]:
        def of(traced: Traced) -> Facts:
            said = traced.content
            return {
                part: tuple(getattr(said, name) for name in fields)
                for part, fields in _EVENT.items()
            }

        facts = self._facts(of, self.say.event) or {}
        return {
            name: value
            for part, fields in _EVENT.items()
            for name, value in zip(fields, facts[part], strict=True)
        }

    def _round_days(self) -> tuple[Any, ...]:
        def of(traced: Traced) -> Facts:
            return {n: day for n, day in enumerate(traced.content.round_days, 1) if day}

        days = self._facts(of, self.say.round_day) or {}
        before, after, now = (
            len(traced.content.round_days) for traced in (self.before, self.after, self.now)
        )
        length = max([before if now == after else now, *(n for n, day in days.items() if day)])
        return tuple(days.get(n) for n in range(1, length + 1))

    def _rounds(self, games: Collection[Pairing]) -> int:
        """Planned rounds. A game in a further round makes that round, whoever planned what."""
        before, after, now = (
            traced.content.rounds for traced in (self.before, self.after, self.now)
        )
        made = any(t.content.rounds == _most(t.games) for t in (self.after, self.now))
        if before != after and now not in (before, after) and not made:
            version = self._changed(lambda traced: traced.content.rounds)
            self.found.append(self.say.event("rounds", version))
        source = self.before if now == after else self.now
        planned, most = source.content.rounds, _most(games)
        return max(planned, most) if planned and most > _most(source.games) else planned

    # -- Lines and games --------------------------------------------------------------------------

    def _check_pairings(self, lines: Collection[Line], games: Collection[Pairing]) -> None:
        """Nobody who is not in the list is paired, and nobody twice in a round."""
        count = Counter((pairing[0], line) for pairing in games for line in pairing[1:])
        for pairing in games:
            missing = [line for line in pairing[1:] if line not in lines]
            if pairing not in self.now.games:
                for line in missing:
                    version = self._changed(lambda traced, line=line: line in traced.lines)  # type: ignore[misc]
                    self.found.append(self.say.line(line)("gone", version))
            elif missing or any(count[pairing[0], line] > 1 for line in pairing[1:]):
                if pairing in self.before.games:
                    continue  # then the other game is the later one
                version = self._changed(lambda traced, one=pairing: one in traced.games)  # type: ignore[misc]
                self.found.append(self.say.game(pairing)("new", version))

    def _numbers(self, lines: Mapping[Line, Facts]) -> dict[Line, int]:
        """Start numbers. Who comes back to a number that is taken by now gets the next free one."""
        numbers = {line: facts["number"] for line, facts in lines.items()}
        for line in [line for line in lines if line not in self.now.lines]:
            if list(numbers.values()).count(numbers[line]) > 1:
                numbers[line] = max(numbers.values()) + 1
        count = Counter(numbers.values())
        for line, number in numbers.items():
            before = self.before.lines.get(line)
            if count[number] > 1 and not (before and before["number"] == number):
                self.found.append(self._number_taken(line))
        return numbers

    def _number_taken(self, line: Line) -> Message:
        version = self._changed(lambda traced: traced.lines.get(line, {}).get("number"))
        return self.say.line(line)("number" if line in self.before.lines else "new", version)

    def _stated(
        self, lines: Mapping[Line, Facts], games: Mapping[Pairing, Facts]
    ) -> Callable[[Line], tuple[int | None, int | None]]:
        """Places and points as a file stated them: they hold for the results they rest on."""
        nothing = (None, None)

        def of(traced: Traced) -> Mapping[Line, tuple[int | None, int | None]]:
            said = {line: (e.place, e.half_points) for line, e in traced.entries.items()}
            return {line: pair for line, pair in said.items() if pair != nothing}

        before, after, now = of(self.before), of(self.after), of(self.now)
        rest = standing(games)
        if rest == standing(self.before.games) and lines.keys() >= before.keys() and now == after:
            return lambda line: before.get(line, nothing)
        if rest == standing(self.now.games) and lines.keys() >= now.keys():
            if before != after and now and now not in (before, after):
                self.found.append(self.say.event("places", self._changed(of)))
            return lambda line: now.get(line, nothing)
        return lambda line: nothing

    def _order(self, of: Callable[[Traced], Collection[_T]], kept: Collection[_T]) -> list[_T]:
        """What is kept, as it is listed now; what comes back follows what it followed."""
        before, after, now = list(of(self.before)), list(of(self.after)), list(of(self.now))
        base, more = now, before
        moved = _shared(before, after) != _shared(after, before)
        if moved and _shared(now, after) == _shared(after, now):  # and nobody has moved them since
            base, more = before, now
        order = [thing for thing in base if thing in kept]
        at = 0
        for thing in more:
            if thing not in kept:
                continue
            if thing not in order:
                order.insert(at, thing)
            at = order.index(thing) + 1
        return order


def _most(games: Collection[Pairing]) -> int:
    return max((pairing[0] for pairing in games), default=0)


def _shared(one: list[_T], other: list[_T]) -> list[_T]:
    there = set(other)
    return [thing for thing in one if thing in there]
