"""Draw the samples: python -m tests.web.design OUT [page ...]

Writes OUT/<page>.html, OUT/<page>-{360,1440}-{light,dark}.png and OUT/ladder.pdf.
"""

import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests import services  # noqa: E402
from tests.web.design import pages  # noqa: E402


def draw(browser: Browser, base: str, out: Path, names: list[str]) -> None:
    """Each page in both widths and both schemes."""
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        for name in names:
            page.goto(f"{base}/{name}.html")
            for width in (360, 1440):
                page.set_viewport_size({"width": width, "height": 900})
                page.screenshot(path=out / f"{name}-{width}-{scheme}.png", full_page=True)
        page.close()


def main(arguments: list[str]) -> None:
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    pages.write(out)
    with sync_playwright() as playwright, pages.serving(out) as base:
        browser = playwright.chromium.launch(
            executable_path=services.chromium(), args=services.chromium_flags()
        )
        draw(browser, base, out, arguments[1:] or pages.names())
        page = browser.new_page()
        page.goto(f"{base}/print.html")
        page.pdf(path=out / "ladder.pdf", prefer_css_page_size=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
