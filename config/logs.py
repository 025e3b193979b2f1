"""The logs: nothing secret in them, one line for one thing, as words or as JSON.

Tokens and rows are cut out of everything that is written, whoever writes it.
"""

import json
import logging
import re
from datetime import UTC, datetime

# A link token stands behind /m/; invitations, confirmations and password resets behind their own
# words. In a `next=` the slashes are written as %2F.
_TOKEN = re.compile(r"((?:/|%2F)(?:m|invitation|confirm-email|key)(?:/|%2F))[^/%\s\"'?&]+", re.I)

# A link that was mistyped or cut out of a message badly: a token has 43 letters (clubs.links), and
# whatever is as long as most of one is taken for one, wherever in a path it stands.
_LONG = re.compile(r"[\w-]{40,}", re.ASCII)

# PostgreSQL quotes the row that broke a constraint, and rows hold names.
_ROW = re.compile(r"^(\s*DETAIL:).*$", re.M)

# Whatever ends a line somewhere, or steers a terminal.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def redact(text: str) -> str:
    """The text without the tokens in its paths and without rows of the database."""
    text = _LONG.sub("[token]", _TOKEN.sub(r"\1[token]", text))
    return _ROW.sub(r"\1 [row]", text)


def one_line(text: str) -> str:
    """The text with whatever could begin another line, or hide one, written out."""
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


class RedactTokens(logging.Filter):
    """Rewrite each record before it is formatted; a new line in an argument stays one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = one_line(redact(record.getMessage())), None
        if record.exc_info and record.exc_info[1]:
            text = redact(logging.Formatter().formatException(record.exc_info))
            # Indented: an error whose text looks like a line of the log is not taken for one.
            record.exc_text = "\n".join("  " + one_line(line) for line in text.split("\n"))
        record.stack_info = record.stack_info and redact(record.stack_info)
        return True


class JsonLines(logging.Formatter):
    """One JSON object for each record, for programs that collect logs (LOG_FORMAT=json).

    `time` is ISO 8601 in UTC; `error` is the traceback; what the security log knows of an event
    (clubs/security.py) stands beside as fields of its own.
    """

    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        values |= getattr(record, "security", {})
        if record.exc_text:
            values["error"] = record.exc_text
        return json.dumps(values, default=str)
