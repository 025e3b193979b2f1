"""Every page, test and module that code and documents name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(
    path
    for folder in ("clubs", "config", "events", "ladder", "players", "tests", "tools", "templates",
                   "static", "docker")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".html", ".css", ".js", ".md", ".txt"}
    and "data" not in path.parts
    and path != Path(__file__)
)  # fmt: skip
ABOVE = sorted(path for path in ROOT.iterdir() if path.suffix in {".md", ".toml", ".yml", ".py"})
PAGES = sorted((ROOT / "docs").rglob("*.md"))

# A path of this repository inside a text, up to its suffix, a final slash, or the word's end.
_CITED = re.compile(
    r"(?<![\w/.-])(?P<path>(?:docs|tests|clubs|players|events|ladder|config|tools)/[\w/.-]*[\w/])"
)
_LINK = re.compile(r"\]\((?P<target>[^)#\s]+)(?:#[^)]*)?\)")
# Places to fill in, and what only a build makes.
_EXAMPLES = re.compile(r"NAME|locale/")


def cited(text: str, top: str = "") -> set[str]:
    """The paths that a text names, those below `top` only."""
    found = {match["path"] for match in _CITED.finditer(text)}
    return {path for path in found if path.startswith(top) and not _EXAMPLES.search(path)}


def missing(path: Path, top: str = "") -> list[str]:
    return sorted(one for one in cited(path.read_text(), top) if not (ROOT / one).exists())


def test_pages_that_code_names_are_there() -> None:
    assert {
        str(p.relative_to(ROOT)): m for p in [*CODE, *ABOVE] if (m := missing(p, "docs/"))
    } == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    assert missing(page) == []
    links = {match["target"] for match in _LINK.finditer(page.read_text())}
    inside = {link for link in links if not link.startswith(("http://", "https://", "mailto:"))}
    assert sorted(link for link in inside if not (page.parent / link).exists()) == []


def test_the_first_page_leads_to_all_others() -> None:
    """Who follows links from the README gets to every page."""
    seen, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in seen or page.suffix != ".md" or not page.exists():
            continue
        seen.add(page)
        for match in _LINK.finditer(page.read_text()):
            target = (page.parent / match["target"]).resolve()
            ahead += [target / "README.md"] if target.is_dir() else [target]
    assert sorted(str(p.relative_to(ROOT)) for p in set(PAGES) - seen) == []


def test_documents_name_nothing_that_is_not_part_of_the_project() -> None:
    """Specifications that lie elsewhere are of no use to whoever reads the code."""
    outside = re.compile(r"\b(?:DESIGN|RATINGS|GLOSSARY|SAFETY|BUGS)(?:\.md\b|,? section|, idea)")
    found = [p for p in [*CODE, *ABOVE, *PAGES] if outside.search(p.read_text())]
    assert found == []


def test_a_path_that_is_not_there_is_found() -> None:
    """The control."""
    text = 'See docs/rules/club_elo.md, "Rounding", (docs/nowhere.md) and `tests/core/`.'
    assert cited(text) == {"docs/rules/club_elo.md", "docs/nowhere.md", "tests/core/"}
    assert cited(text, "docs/") == {"docs/rules/club_elo.md", "docs/nowhere.md"}
    assert cited("https://example.org/docs/x and docs/rules/NAME.md") == set()


# The requirements, by their ids; D13 was never given.
REQUIRED = {"T": 11, "R": 8, "L": 14, "S": 11, "I": 13, "O": 8, "J": 10, "D": 17, "P": 16, "X": 14}
# What may be open: left for later. Whatever else is open stands in the page with its reason.
_STATUS = re.compile(r"held: .{10,}|(?:not applicable|open) \(.{10,}\)")


def requirements() -> list[tuple[str, str, str]]:
    text = (ROOT / "docs/safety.md").read_text()
    return re.findall(r"^\| ([A-Z]\d+) \| (.+) \| (.+) \|$", text, re.M)


def test_every_requirement_stands_there_once() -> None:
    ids = [one for one, _, _ in requirements()]
    wanted = [f"{s}{n}" for s, last in REQUIRED.items() for n in range(1, last + 1)]
    assert ids == [one for one in wanted if one != "D13"]


def test_every_requirement_is_held_or_not_or_open_and_says_where_it_is_tested() -> None:
    for one, status, where in requirements():
        assert _STATUS.fullmatch(status), f"{one}: {status}"
        tests = re.findall(r"`([^`]+)`", where)
        assert where == (", ".join(f"`{test}`" for test in tests) or "none"), one
        assert all((ROOT / test).is_file() and test.startswith("tests/") for test in tests), one
        assert tests or status.startswith("open ("), f"{one} is held by no test"
