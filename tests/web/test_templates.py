"""What holds for every template: nothing inline, nothing marked safe, errors need no context."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from tests.web.design import pages

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORBIDDEN = {
    "a style in an attribute": r"\sstyle\s*=",
    "a style sheet in the page": r"<style\b",
    # Data for a script is not run; allauth reads some from such an element.
    "a script with text": r"<script(?![^>]*\b(?:src=|type=\"application/json\"))",
    "an event handler": r"<[^>]*\son[a-z]+\s*=",
    "htmx that runs code": r"hx-on|js:|javascript:",
    "text marked as safe": r"\|\s*safe\b|safeseq|autoescape\s+off",
    "something from elsewhere": r"(?:src|href|action)\s*=\s*[\"']?(?:https?:)?//",
}
ERRORS = ["400", "403", "403_csrf", "404", "405", "413", "429", "500"]
CLASSES = re.compile(r"class=\"([^\"]*)\"")


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_that_the_policy_would_block(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    scripts = sorted((ROOT / "static" / "js").glob("*.js"))
    found = [path.name for path in TEMPLATES if pattern.search(path.read_text())]
    assert found == []
    assert not any(re.search(r"\beval\(|innerHTML|\.style\b", s.read_text()) for s in scripts)


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_search_finds_it(what: str) -> None:
    bad = {
        "a style in an attribute": '<p style="x">',
        "a style sheet in the page": "<style>",
        "a script with text": "<script>x</script>",
        "an event handler": '<a onclick="x">',
        "htmx that runs code": "<a hx-vals='js:{}'>",
        "text marked as safe": "{{ x|safe }}",
        "something from elsewhere": '<img src="//cdn.example">',
    }
    assert re.search(FORBIDDEN[what], bad[what])


@pytest.mark.parametrize("name", ERRORS)
def test_errors_render_without_any_context(name: str) -> None:
    page = render_to_string(f"{name}.html")
    assert '<meta name="robots" content="noindex,nofollow,noarchive">' in page
    assert "<script" not in page
    assert "<h1>" in page


def test_an_error_names_its_reference() -> None:
    assert "<code>a1b2</code>" in render_to_string("500.html", {"reference": "a1b2"})


def test_the_style_sheet_knows_every_class_of_the_guide() -> None:
    """docs/design.md and the samples use no class that nothing draws."""
    css = "".join(path.read_text() for path in (ROOT / "static" / "css").glob("*.css"))
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", css))
    texts = [ROOT / "docs" / "design.md", *pages.TEMPLATES.rglob("*.html")]
    used = {
        name
        for path in texts
        for value in CLASSES.findall(re.sub(r"\{[{%].*?[%}]\}", " ", path.read_text()))
        for name in value.split()
    }
    assert len(used) > 60
    assert used - known == set()
