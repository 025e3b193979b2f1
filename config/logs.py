"""Nothing secret in the logs: tokens and rows are cut out of everything that is written."""

import logging
import re

# A link token stands behind /m/; invitations, confirmations and password resets behind their own
# words. In a `next=` the slashes are written as %2F.
_TOKEN = re.compile(r"((?:/|%2F)(?:m|invitation|confirm-email|key)(?:/|%2F))[^/%\s\"'?&]+", re.I)

# PostgreSQL quotes the row that broke a constraint, and rows hold names.
_ROW = re.compile(r"^(\s*DETAIL:).*$", re.M)


def redact(text: str) -> str:
    """The text without the tokens in its paths and without rows of the database."""
    return _ROW.sub(r"\1 [row]", _TOKEN.sub(r"\1[token]", text))


class RedactTokens(logging.Filter):
    """Rewrite each record before it is formatted; a new line in an argument stays one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = redact(record.getMessage()).replace("\r", "\\r").replace("\n", "\\n")
        record.msg, record.args = message, None
        if record.exc_info and record.exc_info[1]:
            record.exc_text = redact(logging.Formatter().formatException(record.exc_info))
        return True
