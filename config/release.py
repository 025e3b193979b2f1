"""The version of the product: the first heading of a release in CHANGELOG.md."""

import re
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def version() -> str:
    found = re.search(r"^## (\d+\.\d+\.\d+)", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"{CHANGELOG} names no release: a heading such as '## 1.2.3' is missing.")
    return found[1]
