"""`make bench`: the hot paths as multiples of the least they could cost, side by side in one run.

    python -m tests.bench [--quick] [--json] [--only NAME ...] [--forget]

The first run builds the histories (some minutes) and keeps them in .data-bench; --forget throws
them away. --quick measures short ones: it shows that the measurements run, not what the product
can do. docs/performance.md says what each measurement is.
"""

import argparse
import json
import sys

import django

from tests.bench import report, server

NAMES = tuple(report.WRITERS)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--forget", action="store_true")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES)
    options = parser.parse_args()
    with server.running():
        django.setup()
        # These read Django's settings.
        from tests.bench import databases, suite

        databases.clean_up(everything=options.forget)
        found = suite.run(options.only, quick=options.quick, say=_say)
    print(json.dumps(found, indent=2) if options.json else report.table(found))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
