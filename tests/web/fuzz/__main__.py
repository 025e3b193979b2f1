"""Many hostile inputs, in a process of their own: `python -m tests.web.fuzz --count 20000`.

Everything is undone. Prints how far it is and what broke, then the counts by route; ends with 1
where anything broke. A run that was stopped goes on with --from; one input is --from N --count 1.
"""

import argparse
import sys
from contextlib import ExitStack
from os import environ

import django
from django.test.utils import setup_test_environment

from tests import services

BLOCK = 2_000  # inputs for one world: its logins are to be fresh all the time
MOST_MEMORY = 512_000_000  # bytes


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.web.fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--count", type=int, default=BLOCK)
    options = parser.parse_args()
    with ExitStack() as stack:
        stack.enter_context(services.postgresql())
        environ["DATABASE_URL"] = stack.enter_context(services.database())
        environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        django.setup()
        setup_test_environment()
        sys.exit(_run(options.seed, options.first, options.first + options.count))


def _run(seed: int, first: int, end: int) -> int:
    # These read Django's settings.
    from django.db import connection

    from tests.web.fuzz.engine import Report, quiet
    from tests.web.fuzz.worlds import fuzzing

    report, told = Report(), 0
    with quiet():
        for begin in range(first, end, BLOCK):
            with fuzzing(seed, report) as fuzzer:
                fuzzer.run(range(begin, min(begin + BLOCK, end)))
            for one in report.found[told:]:
                print(one, file=sys.stderr)
            told = len(report.found)
            numbers = ", ".join(str(one.number) for one in report.found)
            print(f"from {begin}: broke {numbers or 'nothing'}", file=sys.stderr, flush=True)
    connection.close()
    print(report)
    if report.most_memory > MOST_MEMORY:
        print(f"more memory than {MOST_MEMORY} bytes")
    return int(bool(report.found) or report.most_memory > MOST_MEMORY)


if __name__ == "__main__":
    main()
