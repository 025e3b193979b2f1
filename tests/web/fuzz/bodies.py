"""Fields of a form as the body of a request: well formed, broken, or of another kind."""

import json
from collections.abc import Sequence
from urllib.parse import quote

from tests.web.fuzz.values import Dice, encoded, hostile

Fields = Sequence[tuple[str, bytes]]
Files = Sequence[tuple[str, bytes, bytes]]
"""Name of the field, name of the file, content."""
Body = tuple[bytes, str]
"""The bytes and the content type."""

PLAIN = "application/x-www-form-urlencoded"
BOUNDARY = "boundary7MA4"
_CHARSETS = (
    "utf-16", "utf-7", "cp1250", "rot13", "base64", "idna", "punycode", "zlib", "hex", "undefined",
    "unicode_escape", "raw_unicode_escape", "mbcs", "x", "", "é", "utf-8; charset=cp1250",
)  # fmt: skip
_TYPES = (
    "application/json", "text/plain", "application/xml", "text/csv", "application/octet-stream",
    "", "/", ";", "multipart/form-data", "multipart/mixed; boundary=x",
    "multipart/form-data; boundary=", "multipart/form-data; boundary=é",
    "multipart/form-data; boundary=" + "x" * 300, f"{PLAIN}; a=b; " + "c" * 500,
)  # fmt: skip


def plain(fields: Fields) -> Body:
    return b"&".join(_quoted(name, value) for name, value in fields), PLAIN


def _quoted(name: str, value: bytes) -> bytes:
    return f"{quote(encoded(name))}={quote(value)}".encode()


def multipart(fields: Fields, files: Files = (), charset: str = "") -> Body:
    parts = [
        f'Content-Disposition: form-data; name="{name}"\r\n\r\n'.encode("utf-8", "replace") + value
        for name, value in fields
    ]
    parts += [
        b'Content-Disposition: form-data; name="%s"; filename="%s"\r\n'
        b"Content-Type: text/plain\r\n\r\n%s" % (name.encode(), filename, content)
        for name, filename, content in files
    ]
    mark = f"--{BOUNDARY}\r\n".encode()
    body = b"".join(mark + part + b"\r\n" for part in parts) + f"--{BOUNDARY}--\r\n".encode()
    return body, f"multipart/form-data; boundary={BOUNDARY}" + (charset and f"; charset={charset}")


def any_body(fields: Fields, dice: Dice) -> Body:
    """Mostly what a browser sends, sometimes anything."""
    kind = dice.random()
    if kind < 0.75:
        return plain(fields)
    if kind < 0.87:
        return multipart(fields)
    if kind < 0.93:
        return _broken(multipart(fields, [("file", hostile(dice), hostile(dice))]), dice)
    if kind < 0.96:
        charset = dice.choice(_CHARSETS)
        body, type_ = dice.choice([plain(fields), multipart(fields)])
        return body, f"{type_}; charset={charset}"
    if kind < 0.98:
        return _as_json(fields, dice), "application/json"
    return dice.choice([dice.randbytes(300), plain(fields)[0]]), dice.choice((*_TYPES, PLAIN))


def _as_json(fields: Fields, dice: Dice) -> bytes:
    values = {name: value.decode("utf-8", "replace") for name, value in fields}
    return dice.choice([json.dumps(values), "[" * 5_000, '{"a": 1e999}', "\x00"]).encode()


def _broken(body: Body, dice: Dice) -> Body:
    data, type_ = body
    at = dice.randrange(len(data))
    changes = [
        data[:at],
        data[at:],
        data.replace(b"\r\n", b"\n"),
        data.replace(b"form-data", b"attachment", 1),
        data.replace(b'name="', b"name=", 1),
        data.replace(b'name="', b"name*=utf-8''%ff", 1),
        data.replace(b'filename="', b"filename*=x-none''", 1),
        data.replace(b"Content-Type: text/plain", b"Content-Transfer-Encoding: base64"),
        data.replace(b"Content-Type: text/plain", b"Content-Type: text/plain; charset=rot13"),
        data.replace(b"Content-Type: text/plain", b"X: " + b"y" * 3_000),
        data[:at] + dice.randbytes(5) + data[at + 3 :],
        data + data,
    ]
    return dice.choice(changes), type_
