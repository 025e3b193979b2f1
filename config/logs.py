"""Nothing secret in the logs: tokens are cut out of every line that is written."""

import logging
import re

# A link token stands behind /m/; invitations, confirmations and password resets behind their own
# words. In a `next=` the slashes are written as %2F.
_TOKEN = re.compile(r"((?:/|%2F)(?:m|invitation|confirm-email|key)(?:/|%2F))[^/%\s\"'?&]+", re.I)


def redact(text: str) -> str:
    """The text with the tokens in its paths replaced."""
    return _TOKEN.sub(r"\1[token]", text)


class RedactTokens(logging.Filter):
    """Rewrite each record before it is formatted; a new line in an argument stays one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = redact(record.getMessage()).replace("\r", "\\r").replace("\n", "\\n")
        record.msg, record.args = message, None
        if record.exc_info and record.exc_info[1]:
            record.exc_text = redact(logging.Formatter().formatException(record.exc_info))
        return True
