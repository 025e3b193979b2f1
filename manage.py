#!/usr/bin/env python
"""Run a command. Without DATABASE_URL the embedded database is started for it and stopped after."""

import os
import signal
import sys
from contextlib import nullcontext

# These read no database, so none is started for them.
WITHOUT_DATABASE = {"help", "--help", "-h", "version", "--version", "check", "collectstatic"}
WITHOUT_DATABASE |= {"makemessages", "compilemessages"}


def main() -> None:
    from django.core.management import execute_from_command_line
    from environs import EnvError

    from config import embedded, local

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # Without this a `kill` would end the command and leave its server behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with_server = len(sys.argv) > 1 and sys.argv[1] not in WITHOUT_DATABASE
    try:
        if local.is_local() and not with_server:
            local.prepare()
        with local.database() if local.is_local() else nullcontext():
            execute_from_command_line(sys.argv)
    except embedded.EmbeddedError as error:
        sys.exit(str(error))
    except EnvError as error:
        local.refuse_setting(error)


if __name__ == "__main__":
    main()
