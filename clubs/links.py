"""Secret links: 256 random bits, found by hash, shown again only with a key from SECRET_KEY."""

import base64
import hashlib
import secrets

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def new_token() -> str:
    """A token that nobody guesses; safe in a path (43 characters of A-Z a-z 0-9 - _)."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """What the database stores to find a link by."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def seal(token: str) -> bytes:
    """The token encrypted, so that a dump of the database alone opens no page."""
    return _box().encrypt(token.encode())


def unseal(sealed: bytes) -> str:
    """The token again. Raises `cryptography.fernet.InvalidToken` under another SECRET_KEY."""
    return _box().decrypt(bytes(sealed)).decode()


def _box() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derive(key)) for key in keys])


def _derive(key: str) -> bytes:
    return base64.urlsafe_b64encode(hashlib.sha256(b"share-link:" + key.encode()).digest())
