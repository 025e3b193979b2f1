"""The bill of materials is that of what is installed (X10)."""

import subprocess
import sys
from importlib.metadata import version

import pytest

from tests import services
from tools.sbom import bill

LOCK = services.ROOT / "requirements" / "base.txt"


def test_it_names_what_is_installed_with_hashes() -> None:
    found = {one["name"]: one for one in bill(LOCK.read_text())["components"]}
    assert {"django", "psycopg", "celery", "django-htmx", "openpyxl"} <= found.keys()
    assert found["django"]["version"] == version("django")
    assert all(one["hashes"] for one in found.values())
    assert len(found) == sum(
        "==" in line for line in LOCK.read_text().splitlines() if line[:1].isalnum()
    )


def test_a_package_without_a_hash_is_refused() -> None:
    with pytest.raises(ValueError, match=r"thing 1\.0 has no hash"):
        bill("other==2.0 \\\n    --hash=sha256:" + "0" * 64 + "\nthing==1.0\n")


def test_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.sbom", str(LOCK)], cwd=services.ROOT, capture_output=True
    )
    assert done.returncode == 0 and b'"bomFormat": "CycloneDX"' in done.stdout
