"""What differs between two revisions of an event, in sentences."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from clubs.messages import Message, gettext_noop
from events.outcomes import outcome
from events.revisions import EntryContent, EventContent, GameContent

MOST: Final = 40  # sentences; a longer list helps nobody

_FIELDS: Final = {
    "name": gettext_noop("The name is changed."),
    "tempo": gettext_noop("The tempo is changed."),
    "minutes": gettext_noop("The minutes are changed."),
    "kind": gettext_noop("The kind of event is changed."),
    "steps": gettext_noop("The way it enters the history is changed."),
    "round_days": gettext_noop("The days of the rounds are changed."),
}
_DAYS = gettext_noop("Days: %(old)s becomes %(new)s.")
_FROM_TO: Final = "%(first)s – %(last)s"  # nothing in it to translate
_ORDER = gettext_noop("Order on the day: %(old)s becomes %(new)s.")
_COUNTS = gettext_noop("It now counts for the ladder.")
_COUNTS_NOT = gettext_noop("It no longer counts for the ladder.")
_DELETED = gettext_noop("The event is deleted.")
_RESTORED = gettext_noop("The event is restored.")
_PLAYER_IN = gettext_noop("%(name)s (no. %(number)s) is added.")
_PLAYER_OUT = gettext_noop("%(name)s (no. %(number)s) is taken out.")
_RENAMED = gettext_noop("No. %(number)s: %(old)s becomes %(new)s.")
_IDENTITY = gettext_noop("%(name)s (no. %(number)s): who it is has been changed.")
_RESULT = gettext_noop("Round %(round)s, %(white)s – %(black)s: %(old)s becomes %(new)s.")
_GAME = gettext_noop("Round %(round)s, %(white)s – %(black)s: changed beside the result.")
_GAME_IN = gettext_noop("Round %(round)s, %(white)s – %(black)s: added.")
_GAME_OUT = gettext_noop("Round %(round)s, %(white)s – %(black)s: taken out.")
_GAMES_IN = gettext_noop("Round %(round)s is added; games: %(count)s.")
_BYE = gettext_noop("no opponent")
_MORE = gettext_noop("… and %(count)s more changes.")

_Pair = tuple[int, frozenset[int | None]]


def changes(old: EventContent, new: EventContent, names: Mapping[int, str]) -> list[Message]:
    """Sentences, the weightiest first; `names` gives the text of each typed name by its id."""
    found = [
        *_of_event(old, new),
        *_of_players(old, new, names),
        *_of_games(old, new, names),
    ]
    if len(found) > MOST:
        return [*found[:MOST], Message(_MORE, {"count": len(found) - MOST})]
    return found


def _of_event(old: EventContent, new: EventContent) -> Iterator[Message]:
    if old.deleted != new.deleted:
        yield Message(_DELETED if new.deleted else _RESTORED)
    if (old.start, old.date) != (new.start, new.date):
        yield Message(_DAYS, {"old": _days(old), "new": _days(new)})
    if old.sequence != new.sequence:
        yield Message(_ORDER, {"old": old.sequence, "new": new.sequence})
    if old.counts != new.counts:
        yield Message(_COUNTS if new.counts else _COUNTS_NOT)
    for name, template in _FIELDS.items():
        if getattr(old, name) != getattr(new, name):
            yield Message(template)


def _days(content: EventContent) -> date | Message:
    if content.start == content.date:
        return content.date
    return Message(_FROM_TO, {"first": content.start, "last": content.date})


def _of_players(
    old: EventContent, new: EventContent, names: Mapping[int, str]
) -> Iterator[Message]:
    before = {entry.number: entry for entry in old.entries}
    after = {entry.number: entry for entry in new.entries}
    for number in sorted(before.keys() | after.keys()):
        was, now = before.get(number), after.get(number)
        if was is None or now is None:
            entry = now or was
            assert entry
            params = {"name": _name(entry, names), "number": number}
            yield Message(_PLAYER_IN if now else _PLAYER_OUT, params)
        elif was.typed_name != now.typed_name:
            params = {"number": number, "old": _name(was, names), "new": _name(now, names)}
            yield Message(_RENAMED, params)
        elif was.confirmed != now.confirmed:
            yield Message(_IDENTITY, {"name": _name(now, names), "number": number})


def _name(entry: EntryContent | None, names: Mapping[int, str]) -> str:
    return names.get(entry.typed_name, "?") if entry else "?"


def _of_games(old: EventContent, new: EventContent, names: Mapping[int, str]) -> Iterator[Message]:
    before, after = _by_pair(old), _by_pair(new)
    people = {e.number: _name(e, names) for e in (*old.entries, *new.entries)}
    yield from _new_rounds(before, after)
    whole = {game.round for game in new.games} - {game.round for game in old.games}
    for pair in sorted(
        before.keys() | after.keys(), key=lambda one: (one[0], str(sorted(map(str, one[1]))))
    ):
        was, now = before.get(pair), after.get(pair)
        game = now or was
        assert game
        if was == now or (was is None and game.round in whole):
            continue
        params = _params(game, people)
        if was is None or now is None:
            yield Message(_GAME_IN if now else _GAME_OUT, params)
        elif (was.result, was.kind) != (now.result, now.kind) and was.white == now.white:
            shown = {"old": outcome(was.result, was.kind), "new": outcome(now.result, now.kind)}
            yield Message(_RESULT, params | shown)
        else:
            yield Message(_GAME, params)


def _by_pair(content: EventContent) -> dict[_Pair, GameContent]:
    return {(game.round, frozenset((game.white, game.black))): game for game in content.games}


def _new_rounds(
    before: Mapping[_Pair, GameContent], after: Mapping[_Pair, GameContent]
) -> Iterator[Message]:
    for number in sorted({pair[0] for pair in after} - {pair[0] for pair in before}):
        count = sum(pair[0] == number for pair in after)
        yield Message(_GAMES_IN, {"round": number, "count": count})


def _params(game: GameContent, people: Mapping[int, str]) -> dict[str, object]:
    return {
        "round": game.round,
        "white": people.get(game.white, "?"),
        "black": people.get(game.black, "?") if game.black is not None else Message(_BYE),
    }
