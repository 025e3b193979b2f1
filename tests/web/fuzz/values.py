"""Values that no form expects, as bytes; and near misses of those it does expect."""

import random
import string
from collections.abc import Callable

Dice = random.Random

LONG, VERY_LONG = 5_000, 1_000_000

_TEXTS = (
    "", " ", "\t\r\n", "\x00", "a\x00b", "\x1b[31m", "\x7f", "\x85", "\u2028",
    "\ud800", "\udfff", "a\ud83d", "\ufffe", "\uffff", "\U0010ffff", "\U000e0001",
    "No\u200bvák", "\u202eNovák", "\u2066x", "\ufeff", "\u00ad", "\u034f", "\u2800", "\u3164",
    "e\u0301", "e" + "\u0301" * 300, "ﬁ", "İ", "ß", "Ǆ", "كاتب", "עברית", "👨‍👩‍👧", "Ⅷ", "①",
    "1\u0661", "\u0661\u0662", "१२", "²", "½", "1/2", "1٫5", "−5", "+5", "1_000", "0x10", "1e3",
    "0", "-0", "-1", "00", "1.", ".5", "1,5", "1e400", "-1e400", "NaN", "nan", "inf", "-Infinity",
    "2147483647", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "99999999999999999999999", "1" * 400, "9" * 5_000, "0." + "9" * 400,
    "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "2026-13-01", "2026-3-3",
    "2026-03-29", "2026-03-29T02:30", "1582-10-10", "-2026-01-01", "2026-W10", "31.12.9999",
    "today", "null", "None", "undefined", "true", "[]", "{}", "[object Object]", "on", "off",
    "<script>alert(1)</script>", "'\"><img src=x onerror=1>", "{{ 7*7 }}", "{% now 'Y' %}", "%s%n",
    "%(name)s", "{0.__class__}", "${7*7}", "' OR 1=1 --", "\\", "\\u0000", "../../etc/passwd",
    "//evil.example", "javascript:alert(1)", "https://evil.example/", "\r\nSet-Cookie: x=1",
    "=1+1", "@SUM(1)", "a" * 255, "a" * 256, "a@b", "a@" + "b" * 300 + ".cz", "a@b.cz\n", "@",
    "owner@example.org", "OWNER@EXAMPLE.ORG", "zzzzzzzzzzzz", "rooks", "bishops", "member-", "new",
    "Anna 1-0 Bob", "Anna;1500", "round,white,black,result\n1,A,B,1-0\n", "A\n" * 400, ",;\t|" * 50,
)  # fmt: skip
# Bytes that are no UTF-8.
_BYTES = (b"\xff", b"\xff\xfe", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc5", b"\x80")
_ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "cp1250", "cp1251", "iso-8859-2", "utf-7")


def hostile(dice: Dice) -> bytes:
    """One value; hardly ever a very long one."""
    kind = dice.random()
    if kind < 0.70:
        return encoded(dice.choice(_TEXTS))
    if kind < 0.78:
        return dice.choice(_BYTES) + encoded(dice.choice(_TEXTS))
    if kind < 0.86:
        return encoded(dice.choice(_TEXTS) + dice.choice(_TEXTS))
    if kind < 0.92:
        return encoded("".join(chr(dice.randrange(0x3000)) for _ in range(dice.randrange(1, 30))))
    if kind < 0.95:
        return dice.choice(_TEXTS).encode(dice.choice(_ENCODINGS), "replace")
    if kind < 0.97:
        return dice.randbytes(dice.randrange(1, 200))
    if kind < 0.998:
        return encoded(dice.choice("a\u0301 \n9,é\u200b")) * dice.randrange(300, LONG)
    return encoded(dice.choice("a\n9é ")) * dice.randrange(LONG, VERY_LONG)


def near(value: str, dice: Dice) -> bytes:
    """The value that stood in the form, with one small change."""
    changes: list[Callable[[], str]] = [
        lambda: value + dice.choice(_TEXTS),
        lambda: dice.choice(_TEXTS) + value,
        lambda: value[:-1],
        lambda: value * 2,
        value.upper,
        lambda: "-" + value,
        lambda: _with_another_character(value, dice),
    ]
    return encoded(dice.choice(changes)()[:LONG])


def _with_another_character(value: str, dice: Dice) -> str:
    at = dice.randrange(len(value) + 1)
    return value[:at] + dice.choice(string.printable + "é٣\u200b\x00") + value[at + 1 :]


def header(dice: Dice) -> str:
    """A value as a server hands it on: no line ends, no NUL, each byte a character."""
    value = hostile(dice)[:8_000]
    return value.translate(None, b"\x00\r\n").decode("latin-1")


def encoded(text: str) -> bytes:
    """UTF-8, lone surrogates as a careless program would write them."""
    return text.encode("utf-8", "surrogatepass")
