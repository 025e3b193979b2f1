"""Celery: makes things quick where there is a broker, and is needed for nothing.

The database is the queue (a ladder behind its club's history is stale, and a sweep rebuilds it),
so a message is a hint. Losing one, or all of Redis, costs at most the time to the next sweep;
getting one twice costs a look. Hence:

- A task is acknowledged when it is done, and comes back when its worker is lost. Redis gives an
  unacknowledged message out again after `visibility_timeout`. That must be longer than the
  longest task may run (`CELERY_TASK_TIME_LIMIT`), else a long rebuild is started twice; the
  second then finds the ladder's row locked and leaves.
- A message that nobody took before the next one is due is thrown away, not queued up.
"""

import os
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import setup_logging, worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("ladders")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


NICENESS = 5  # of workers and the sweeper: pages come first where processors are few


@setup_logging.connect
def log_as_the_web_server_does(**options: Any) -> None:
    """Celery's own handlers would write what ours cut out (config/logs.py)."""
    from django.conf import settings

    dictConfig(settings.LOGGING)


@worker_process_init.connect
def give_way(**_: Any) -> None:
    """Pages come first where web server and workers share processors."""
    os.nice(NICENESS)


SWEEP_SECONDS = 20
app.conf.beat_schedule = {
    "sweep": {
        "task": "ladder.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
    # Every ladder recomputed from the history and compared row by row, when nobody waits.
    "verify_all": {
        "task": "ladder.tasks.verify_all",
        "schedule": crontab(hour="2", minute="30"),
        "options": {"expires": 3600},
    },
}
