"""Draw the samples: python -m tests.web.design OUT [page ...]

Writes OUT/<page>.html and, with Chromium, OUT/<page>-{360,1440}-{light,dark}.png and ladder.pdf.
"""

import functools
import http.server
import shutil
import sys
import tempfile
import threading
from pathlib import Path

import django
import django_htmx
from django.conf import settings
from django.template.loader import render_to_string

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
# Pages of the product that need no data.
PRODUCT_PAGES = {"404": "404.html", "500": "500.html", "landing": "clubs/landing.html"}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def configure() -> None:
    """Just enough of Django for templates: no database, no addresses."""
    settings.configure(
        DEBUG=False,
        SECRET_KEY="only for drawing",
        STATIC_URL="/static/",
        USE_I18N=True,
        INSTALLED_APPS=[
            "django.contrib.staticfiles",
            "django_htmx",
            "template_partials.apps.SimpleAppConfig",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [ROOT / "templates", HERE / "templates"],
                "OPTIONS": {
                    "builtins": [
                        "template_partials.templatetags.partials",
                        "django.templatetags.i18n",
                    ],
                    "string_if_invalid": "",
                },
            }
        ],
        ROOT_URLCONF="tests.web.design.urls",
    )
    django.setup()


def pages() -> list[str]:
    return sorted(path.stem for path in (HERE / "templates" / "design").glob("[!_]*.html"))


def write(out: Path, names: list[str]) -> None:
    """The pages and the static files they ask for."""
    from tests.web.design.sample import context

    shutil.copytree(ROOT / "static", out / "static", dirs_exist_ok=True)
    htmx = Path(django_htmx.__file__).parent / "static" / "django_htmx"
    shutil.copytree(htmx, out / "static" / "django_htmx", dirs_exist_ok=True)
    for name in names:
        (out / f"{name}.html").write_text(render_to_string(f"design/{name}.html", context()))
    for page, template in PRODUCT_PAGES.items():
        (out / f"{page}.html").write_text(render_to_string(template))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


def serve(out: Path) -> str:
    """Where the pages are served until the program ends."""
    handler = functools.partial(Quiet, directory=str(out))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def draw(out: Path, names: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    base = serve(out)
    with sync_playwright() as play, tempfile.TemporaryDirectory() as profile:
        for scheme in ("light", "dark"):
            browser = play.chromium.launch_persistent_context(
                f"{profile}/{scheme}",
                executable_path=shutil.which("chromium"),
                args=FLAGS,
                color_scheme=scheme,
            )
            page = browser.new_page()
            for name in names:
                page.goto(f"{base}/{name}.html")
                for width in (360, 1440):
                    page.set_viewport_size({"width": width, "height": 900})
                    wide = page.evaluate("document.documentElement.scrollWidth")
                    if wide > width:
                        print(f"{name}: {wide} px wide at {width}")
                    page.screenshot(path=out / f"{name}-{width}-{scheme}.png", full_page=True)
                if name == "print" and scheme == "light":
                    page.pdf(path=out / "ladder.pdf", prefer_css_page_size=True)
            browser.close()


def main(arguments: list[str]) -> None:
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    configure()
    names = arguments[1:] or pages()
    write(out, names)
    draw(out, [*names, *PRODUCT_PAGES] if not arguments[1:] else names)


if __name__ == "__main__":
    main(sys.argv[1:])
