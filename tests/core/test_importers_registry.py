"""The registry of formats, and that nothing of the web comes with the importers."""

import subprocess
import sys

import pytest

from events.importers import ImportedEvent, importers
from events.importers.base import Source, importer


def test_formats_have_a_key_and_a_label_for_the_form() -> None:
    assert {one.key for one in importers()} == {"trf", "csv"}
    assert all(one.label for one in importers())


def test_a_second_reader_under_one_key_is_refused() -> None:
    def read(source: Source) -> ImportedEvent:
        raise NotImplementedError

    before = importers()
    with pytest.raises(ValueError, match="'trf'"):
        importer("trf", "Another", lambda source: False, lambda source: None)(read)
    assert importers() == before


def test_the_importers_bring_no_django() -> None:
    code = (
        "import sys, events.importers, events.standings, events.exporters.csv_pairings,"
        " events.exporters.trf16\n"
        "sys.exit(any(name.split('.')[0] in ('django', 'psycopg', 'celery')"
        " for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
