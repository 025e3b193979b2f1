"""The matcher: which members a typed name may be, with reasons, and never a decision.

    matcher = Matcher(Candidate(player.uid, player.name, spellings) for player in ...)
    proposals = matcher.propose("Novak J.")

It looks past case, blanks, commas, order of the parts, initials, missing middle names, hyphens,
titles and marks, one or two wrong letters, lost accents, transliteration and cut ends. What two
different people often share (short forms, given names one letter apart, the marks of father and
son, a man's and a woman's form of a surname) is offered with a warning or not at all.

`likely_pairs` looks for people who stand in a roster twice.

Not done here: decisions that two are never the same, who met whom, who is erased. The caller leaves
such candidates out.
"""

from players.matching.duplicates import LikelyPair, likely_pairs, ranked
from players.matching.index import Candidate, Matcher, Proposal

__all__ = ["Candidate", "LikelyPair", "Matcher", "Proposal", "likely_pairs", "ranked"]
