"""Backups: one file with the database and what it should add up to, and the way back.

`dumping` makes one, `archive` is the file, `restoring` brings it back in one transaction. Used by
`manage.py backup` and `manage.py restore`; docs/operations.md has the drill.
"""


class BackupError(Exception):
    """It cannot be done; the text says why and what to do. Nothing was changed."""
