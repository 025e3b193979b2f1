"""What the tests of the arbiters' pages share: reading pages, filling forms."""

import html
import re
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from clubs.models import Club
from events.drafts import DraftEvent
from events.models import Draft
from events.services import drafts

CSV = (
    "round;white;black;result\n"
    "1;Alfa Ada;Bravo Bo;1-0\n"
    "1;Charlie Cyril;Delta Dana;½-½\n"
    "2;Bravo Bo;Charlie Cyril;0-1\n"
)
DETAILS = {
    "name": "Evening",
    "start": "",
    "date": "2026-03-12",
    "kind": "swiss",
    "tempo": "rapid",
    "counts": "yes",
    "steps": "event",
}


def text(page: HttpResponse) -> str:
    """The words of the main part of a page, as somebody reads them."""
    return text_of(page.content.decode().split("<main")[1].split("</main>")[0])


def text_of(markup: str) -> str:
    """The words of a piece of a page."""
    isolated = re.sub(r"</bdi>(?=:)", "", markup)  # nothing stands between a name and its colon
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", isolated)).split())


def hidden(page: HttpResponse, name: str) -> str:
    """The value of the first hidden field of that name."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())
    assert found, f"no field {name}"
    return html.unescape(found[1])


def upload(
    client: Client, club: Club, data: bytes | str, name: str = "evening.csv", **more: Any
) -> Any:
    """Bring in a file; the answer."""
    data = data.encode() if isinstance(data, str) else data
    file = SimpleUploadedFile(name, data)
    return client.post(f"/c/{club.slug}/events/new/file/", {"file": file, **more})


def brought_in(client: Client, club: Club, data: bytes | str = CSV) -> Draft:
    """The draft that a file gives."""
    answer = upload(client, club, data)
    assert answer.status_code == 302, text(answer)
    return club.drafts.get(uid=answer["Location"].rstrip("/").split("/")[-1])


def at(draft: Draft, page: str = "") -> str:
    return f"/c/{draft.club.slug}/drafts/{draft.uid}/{page}"


def said(draft: Draft) -> DraftEvent:
    """The content as it is stored now."""
    draft.refresh_from_db()
    return drafts.content_of(draft)


def save_details(client: Client, draft: Draft, **changes: Any) -> Any:
    draft.refresh_from_db()
    return client.post(at(draft, "save/"), {**DETAILS, "version": draft.version, **changes})


def answer(client: Client, draft: Draft, number: int, answer: str, **more: Any) -> Any:
    return client.post(at(draft, "review/answer/"), {"number": number, "answer": answer, **more})


def write(client: Client, draft: Draft, page: str = "now") -> Any:
    """Press the button "Write into the ladder"."""
    draft.refresh_from_db()
    return client.post(at(draft, f"publish/{page}/"), {"version": draft.version})
