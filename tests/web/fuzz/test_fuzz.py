"""Whatever is sent, to whatever address: never an error of ours (docs/safety.md, I1, I5).

`make test` gives 2,500 inputs, `make test-long` a hundred thousand, in a process of its
own whose memory is watched. A failure says the number of the input; `python -m tests.web.fuzz
--from N --count 1` gives that one alone.
"""

import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import clear_url_caches, path

from clubs.access import everybody
from config import urls
from tests import services
from tests.web.access_table import ROLES, rows
from tests.web.fuzz import engine
from tests.web.fuzz.__main__ import MOST_MEMORY
from tests.web.fuzz.engine import Fuzzer, Report, quiet
from tests.web.fuzz.targets import Page, Target, Targets
from tests.web.fuzz.worlds import fuzzing

pytestmark = pytest.mark.django_db

SEED, COUNT, FILES = 5, 1_000, 1_500
MANY = 100_000
# Forms that no walk finds, as they stand behind a mail, a press or a second factor, get all names.
HIDDEN, MANY_FIELDS = 40, 80


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[Fuzzer]:
    with django_db_blocker.unblock(), quiet(), fuzzing(SEED, Report()) as fuzzer:
        yield fuzzer


@pytest.fixture
def fuzzer(built: Fuzzer, db: None) -> Fuzzer:
    built.report = Report()
    return built


def test_nothing_breaks(fuzzer: Fuzzer) -> None:
    with quiet():
        report = fuzzer.run(range(COUNT))
    assert report.found == [], str(report)
    assert sum(report.routes.values()) == COUNT
    assert report.most_memory < MOST_MEMORY * 2, "other tests ran in this process"


def test_no_file_breaks_an_importer(fuzzer: Fuzzer) -> None:
    fuzzer.kinds, kinds = [fuzzer._file] * 4, fuzzer.kinds
    report = fuzzer.run(range(MANY, MANY + FILES))
    fuzzer.kinds = kinds
    assert report.found == [], str(report)
    assert report.routes["(importers)"] == FILES


@pytest.mark.long
def test_nothing_breaks_in_a_hundred_thousand(postgresql: None) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.fuzz", "--count", str(MANY), "--seed", str(SEED)],
        cwd=services.ROOT,
        env=services.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout[-50_000:])
    assert done.returncode == 0, done.stderr[-2_000:]


def test_every_route_that_takes_a_form_is_fuzzed(fuzzer: Fuzzer) -> None:
    """And nearly all of them with the fields that their page has."""
    forms = fuzzer.targets.forms
    owner = ROLES.index("owner")
    taking = {route for route, (_, _, post) in rows().items() if post[owner] in (200, 302, 422)}
    assert len(taking) > 80
    assert taking <= {target.route for target in forms}
    guessed = sorted(target.route for target in forms if len(target.fields) > MANY_FIELDS)
    assert len(guessed) < HIDDEN, guessed
    assert {name for target in forms for name in target.files} == {"file"}


# -- The controls: what would be wrong is found -----------------------------------------------


@everybody
def _planted(request: HttpRequest) -> HttpResponse:
    """A view that forgot what text may be."""
    asked = request.POST.get("name", "") + request.GET.get("page", "")
    if "\x00" in asked:
        raise ValueError("a NUL")
    return HttpResponse(int(asked) if asked.isdigit() else 0)  # "²" is a digit, and no number


@pytest.fixture
def planted(fuzzer: Fuzzer) -> Iterator[Fuzzer]:
    """The same world, with that view and its form."""
    route = "planted/"
    targets = Targets(
        pages=[Page("anonymous", route, f"/{route}")],
        forms=[Target("anonymous", route, f"/{route}", (("name", "Anna"), ("x", "1")))],
        names=["page"],
    )
    with patch.object(urls, "urlpatterns", [*urls.urlpatterns, path(route, _planted)]):
        clear_url_caches()
        one = Fuzzer(fuzzer.world, targets, SEED, Report())
        one.kinds = [one._form, one._page, one._form, one._page]
        yield one
    clear_url_caches()


def test_a_view_that_fails_on_a_nul_is_found(planted: Fuzzer) -> None:
    with quiet():
        report = planted.run(range(400))
    found = "\n".join(one.why for one in report.found)
    assert "ValueError: a NUL" in found
    assert "ValueError: invalid literal for int()" in found
    assert all("answered 500" in one.why and "/planted/" in one.what for one in report.found)


def test_an_importer_that_fails_is_found(fuzzer: Fuzzer) -> None:
    one = Fuzzer(fuzzer.world, fuzzer.targets, SEED, Report())

    def careless(data: bytes, **_: object) -> None:
        data.decode("utf-8")

    with patch.object(engine, "read_event", careless), patch.object(engine, "scrubbed"):
        one.kinds = [one._file] * 4
        report = one.run(range(100))
    assert any("UnicodeDecodeError" in found.why for found in report.found)


def test_an_input_is_the_same_in_every_run(fuzzer: Fuzzer) -> None:
    """So a failure can be given again."""
    said = []
    for _ in range(2):
        one = Fuzzer(fuzzer.world, fuzzer.targets, SEED, Report())
        with quiet():
            for number in (7, 8, 9):
                one.one(number)
                said.append(one.what)
    assert said[:3] == said[3:]


def test_a_slow_input_is_found(fuzzer: Fuzzer) -> None:
    with patch.object(engine, "SLOWEST", 0.0):
        fuzzer.one(1)
    assert [found.why.split()[0] for found in fuzzer.report.found] == ["took"]
