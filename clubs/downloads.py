"""Files that a browser saves and never shows as a page."""

from urllib.parse import quote

from django.http import HttpResponse

CSV = "text/csv; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
JSON = "application/json; charset=utf-8"


def download(
    content: bytes | str, content_type: str, name: str, *, shown: str = ""
) -> HttpResponse:
    """The answer with a file. `name` is ASCII and names no person; `shown` is the same in the
    reader's language, for browsers that can (RFC 6266, section 4.3).

    Search engines keep away from it also where pages may be found, and should a browser show it
    after all, it runs nothing.
    """
    disposition = f'attachment; filename="{name}"'
    if shown and shown != name:
        disposition += f"; filename*=UTF-8''{quote(shown, safe='')}"
    response = HttpResponse(
        content,
        content_type=content_type,
        headers={
            "Content-Disposition": disposition,
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "private, no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        },
    )
    response.indexable = False  # type: ignore[attr-defined]
    return response
