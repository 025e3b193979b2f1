"""`python -m tests.vectors FILE`: check a vectors file against the product.

Prints each failure and then `N passed, M failed`. Exit 0 when all passed, 1 when any failed, 2 when
the file cannot be read as vectors.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.vectors import check


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tests.vectors FILE", file=sys.stderr)
        return 2
    try:
        vectors = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 2
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        print(f"{arguments[0]}: a list of vectors is needed", file=sys.stderr)
        return 2
    failed = 0
    for number, vector in enumerate(vectors, 1):
        problems = check(vector)
        if problems:
            failed += 1
            name = f"{vector.get('system', '?')} ({vector.get('source', 'no source')})"
            print(f"FAILED {number}: {name}")
            print("".join(f"    {problem}\n" for problem in problems), end="")
    print(f"{len(vectors) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
