"""Words for people, from modules that know nothing of the web.

A pure module cannot translate: it does not know who reads. It returns a `Message`, an English
template with its parameters; the web layer looks the template up in the reader's language
(`{{ message|say }}` in templates, `say(message)` in code).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal


def gettext_noop(template: str) -> str:
    """Mark an English template for the translators; the text itself is returned unchanged."""
    return template


MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Signed:
    """A change in a sentence, which is read with its sign: +12.3, −2, 0."""

    number: Decimal | int

    @property
    def sign(self) -> str:
        return "+" if self.number > 0 else MINUS if self.number < 0 else ""

    def __str__(self) -> str:
        return f"{self.sign}{abs(self.number)}"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for a person: `template` with `%(name)s` places, and what stands in them."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in an input that a person should look at: where it is and what to do.

    `line` and `column` count from 1, in characters after decoding; None where there is no place.
    """

    message: Message
    line: int | None = None
    column: int | None = None

    def as_dict(self) -> dict[str, object]:
        """The form that commands print: {line, column, text}, in English."""
        return {"line": self.line, "column": self.column, "text": str(self.message)}
