"""Public ids: random, made once, never a database id."""

import secrets

LENGTH = 12
# No vowels (no words come out), nothing that looks like something else.
_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"


def new_uid() -> str:
    """A random id of 12 characters (57 bits: unguessable enough inside one club's pages)."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(LENGTH))
