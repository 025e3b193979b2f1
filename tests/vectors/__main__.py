"""`python -m tests.vectors FILE`: check a vectors file against the product.

Prints each failure, how many of them are of systems that are not built yet, and at last `N passed,
M failed`. Exit 0 when all passed, 1 when any failed, 2 when the file cannot be read as vectors.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.vectors import check, is_built


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.vectors", description="Check a vectors file against the product."
    )
    parser.add_argument("file", metavar="FILE", help="a JSON list of vectors")
    file = parser.parse_args(arguments).file
    try:
        vectors = json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        parser.error(f"{file}: {error}")
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        parser.error(f"{file}: a list of vectors is needed")
    failed = [vector for number, vector in enumerate(vectors, 1) if not _passes(number, vector)]
    unbuilt = sum("system" in vector and not is_built(vector) for vector in failed)
    if unbuilt:
        print(f"{unbuilt} of the {len(failed)} failed are of systems that are not built yet")
    print(f"{len(vectors) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _passes(number: int, vector: dict[str, Any]) -> bool:
    """Whether the product agrees; where not, it is printed."""
    problems = check(vector)
    if problems:
        name = f"{vector.get('system', '?')} ({vector.get('source', 'no source')})"
        print(f"FAILED {number}: {name}")
        print("".join(f"    {problem}\n" for problem in problems), end="")
    return not problems


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
