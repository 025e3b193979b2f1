"""How much of a draft will enter the ladder, before it does."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from clubs.messages import Message, gettext_noop
from events.drafts import Answer, DraftEvent
from events.results import BYES, UNFINISHED, unrated_reason

_UNKNOWN = gettext_noop("a player who is not known yet")
_TAKEN_OUT = gettext_noop("taken out by an arbiter")


@dataclass(frozen=True, slots=True)
class Counted:
    """Figures of a draft. `unrated`: games between two players, by reason."""

    players: int
    rounds: int  # with pairings
    finished: int  # the last round with a result
    games: int  # between two players
    byes: int
    rated: int
    unrated: Sequence[tuple[Message, int]]  # the commonest first


def counted(draft: DraftEvent) -> Counted:
    """Count players, rounds and games, and say why games are not rated."""
    unknown = {entry.number for entry in draft.entries if entry.answer is Answer.UNKNOWN}
    games = [game for game in draft.games if game.black is not None]
    reasons: Counter[str] = Counter()
    rated = 0
    for game in games:
        reason = unrated_reason(game.kind, game.result, game.board_result)
        if reason:
            reasons[reason.template] += 1
        elif game.unrated:
            reasons[_TAKEN_OUT] += 1
        elif unknown & {game.white, game.black}:
            reasons[_UNKNOWN] += 1
        else:
            rated += 1
    return Counted(
        players=len(draft.entries),
        rounds=len({game.round for game in draft.games}),
        finished=max((g.round for g in draft.games if g.kind not in UNFINISHED), default=0),
        games=len(games),
        byes=sum(1 for game in draft.games if game.kind in BYES),
        rated=rated,
        unrated=[(Message(template), count) for template, count in reasons.most_common()],
    )
