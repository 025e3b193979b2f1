"""`python -m players.matching PAIRS.csv [--json]`: how well does the matcher tell people apart?

Prints the counts by kind; exit 0, or 2 with one line if the file cannot be used.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from players.matching.scoring import PairsRefused, read_pairs, score, table


def main(arguments: list[str] | None = None) -> int:
    """Score the pairs in a file; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m players.matching", description=__doc__)
    parser.add_argument("pairs", type=Path, help="CSV with the columns a, b, same, kind")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    try:
        counts = score(read_pairs(options.pairs))
    except PairsRefused as refused:
        where = f"{options.pairs}, line {refused.problem.line}: " if refused.problem.line else ""
        if options.json:
            sys.stdout.write(json.dumps({"problems": [refused.problem.as_dict()]}) + "\n")
        sys.stderr.write(f"{where}{refused}\n")
        return 2
    found = {kind: asdict(one) for kind, one in counts.items()}
    report = json.dumps(found, ensure_ascii=False) if options.json else table(counts)
    sys.stdout.write(report + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
