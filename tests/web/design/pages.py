"""The sample pages as files, and a server that shows them under the product's own policy."""

import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django_htmx
from csp.utils import build_policy
from django.conf import settings
from django.template.backends.django import DjangoTemplates

from tests.web.design.sample import context

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = Path(__file__).resolve().parent / "templates"
# Pages of the product that need no data.
PRODUCT_PAGES = {"404": "404.html", "500": "500.html", "landing": "clubs/landing.html"}


def names() -> list[str]:
    """Every page there is to look at."""
    samples = (TEMPLATES / "design").glob("[!_]*.html")
    return sorted(path.stem for path in samples) + list(PRODUCT_PAGES)


def write(out: Path) -> None:
    """Render all pages into the folder, with the static files that they ask for."""
    shutil.copytree(ROOT / "static", out / "static", dirs_exist_ok=True)
    htmx = Path(django_htmx.__file__).parent / "static" / "django_htmx"
    shutil.copytree(htmx, out / "static" / "django_htmx", dirs_exist_ok=True)
    engine = _engine()
    for name in names():
        template = engine.get_template(PRODUCT_PAGES.get(name, f"design/{name}.html"))
        data = {} if name in PRODUCT_PAGES else context()
        (out / f"{name}.html").write_text(template.render(data), encoding="utf-8")


def _engine() -> DjangoTemplates:
    """The product's templates, with the samples beside them."""
    product = settings.TEMPLATES[0]
    options = {**product["OPTIONS"], "context_processors": []}
    dirs = [*product["DIRS"], TEMPLATES]
    return DjangoTemplates({"NAME": "samples", "DIRS": dirs, "APP_DIRS": False, "OPTIONS": options})


class _Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", build_policy())
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address under which the folder is served."""
    handler = functools.partial(_Handler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
