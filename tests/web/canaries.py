"""Words that must not get out, and finding any part of them however it is written."""

import html
import re
from collections.abc import Iterable
from urllib.parse import unquote_plus

from anyascii import anyascii
from django.http import HttpResponse

from players.names import without_marks

LEAST = 5  # letters: shorter parts stand in other words by chance
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|csrf=\w+|/m/[\w-]{43}/')


def parts(words: Iterable[str]) -> set[str]:
    """Every run of LEAST characters of the words, as they are, without accents, in Latin letters."""
    found = set()
    for word in words:
        for form in (word, without_marks(word), anyascii(word)):
            plain = form.casefold()
            found |= {plain[i : i + LEAST] for i in range(max(1, len(plain) - LEAST + 1))}
            found.add(form.encode().hex()[: 2 * len(form)])
    return found


def readings(text: str) -> str:
    """A text as it is, with its entities, percent signs and escapes read, and in Latin letters."""
    read = html.unescape(unquote_plus(html.unescape(text)))
    read = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), read)
    return "\n".join([text.casefold(), read.casefold(), anyascii(read).casefold()])


def said(answer: HttpResponse) -> str:
    """Everything that an answer says: status line, headers, cookies, body; but not random letters."""
    body = b"".join(answer) if answer.streaming else answer.content
    lines = [str(answer.status_code), answer.reason_phrase, answer.cookies.output()]
    lines += [f"{name}: {value}" for name, value in answer.items()]
    return _TOKEN.sub("", "\n".join([*lines, body.decode(errors="replace")]))


def leaks(answer: HttpResponse, needles: Iterable[str]) -> set[str]:
    """Which of the needles (`parts`) an answer gives away."""
    everything = readings(said(answer))
    return {needle for needle in needles if needle in everything}
