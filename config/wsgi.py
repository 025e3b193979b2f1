"""The entry point of a WSGI server: `gunicorn -c python:config.gunicorn config.wsgi`."""

import os
from typing import Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Request(WSGIRequest):
    """Django looks the charset of a request up before any middleware can refuse it, and fails on a
    name with a NUL in it (`charset*=utf-8''%00`): here it is one that nobody knows."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]
        except ValueError:
            self.content_params = {**(self.content_params or {}), "charset": "unknown"}


application: WSGIHandler = get_wsgi_application()
application.request_class = Request
