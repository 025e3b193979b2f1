"""Reading a page as its reader does: words and rows instead of markup."""

import html
import re

from django.http import HttpResponse
from django.test import Client

from clubs.models import Club
from ladder.queries import list_days
from players.models import Status

_TAG = re.compile(r"<[^>]*>")


def words(markup: str) -> str:
    """The text of some markup, blanks folded."""
    return " ".join(html.unescape(_TAG.sub(" ", markup)).split())


def page(client: Client, path: str, status: int = 200) -> HttpResponse:
    """The answer to a GET, with the status it must have."""
    response = client.get(path)
    assert response.status_code == status, f"{path}: {response.status_code}"
    return response


def main_part(response: HttpResponse) -> str:
    """The markup of the page without its frame."""
    body = response.content.decode()
    return body[body.index('<main id="main"') : body.index("</main>")]


def text(client: Client, path: str) -> str:
    """The words of the page's main part."""
    return words(main_part(page(client, path)))


def rows(client: Client, path: str, table: int = 0) -> list[list[str]]:
    """The cells of each row in the body of a table of the page, as text."""
    tables = re.findall(r"<tbody>(.*?)</tbody>", main_part(page(client, path)), re.DOTALL)
    return [
        [words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", tables[table], re.DOTALL)
    ]


def every_file(root: str, club: Club) -> list[str]:
    """The address of each table file of the members' side below `root`."""
    people = club.players.exclude(status=Status.HIDDEN).order_by("pk")
    found = ["l/main/table.csv", "l/main/table.csv?on=2026-03-05"]
    found += [f"player/{person.uid}/table.csv" for person in people]
    found += [f"event/{event.uid}/table.csv" for event in club.events.order_by("pk")]
    return [root + path for path in found]


def every_page(root: str, club: Club) -> list[str]:
    """The address of each page of the members' side below `root`."""
    people = club.players.exclude(status=Status.HIDDEN).order_by("pk")
    events = club.events.order_by("pk")
    found = ["", "l/main/", "players/", "events/", "events/?season=2025"]
    found += [f"player/{person.uid}/" for person in people]
    for event in events:
        found += [f"event/{event.uid}/", f"event/{event.uid}/performance/"]
        uids = event.entries.filter(player__isnull=False).values_list("player__uid", flat=True)
        found += [f"event/{event.uid}/player/{uid}/" for uid in uids]
    for day in list_days(club.ladders.get(slug="main").pk):
        found.append(f"l/main/list/{day.day}/")
        found += [f"l/main/list/{day.day}/player/{person.uid}/" for person in people]
    return [root + path for path in found]
