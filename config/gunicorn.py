"""How gunicorn serves the site, on a laptop and for real.

One process with threads: a page is mostly waiting for the database. Without a broker it keeps a
sweeper beside it that rebuilds what is stale; with one (REDIS_URL) Celery beat does.
"""

import os
import threading
from typing import Any

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = 8
# The answer to a large upload may take a while; the thread pool's heart beats meanwhile.
timeout = 60
graceful_timeout = 20
# As far as gunicorn goes: its own error pages have none of the headers that Django's have.
limit_request_line = 8190
# No access log: the path of a member's page holds the club's secret link.
accesslog = None
errorlog = "-"
loglevel = "warning"
if os.environ.get("LOG_FORMAT") == "json":
    # What gunicorn itself says, as the product's own log has it (config/settings.py).
    logconfig_dict = {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"redact": {"()": "config.logs.RedactTokens"}},
        "formatters": {"json": {"()": "config.logs.JsonLines"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "filters": ["redact"],
            }
        },
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            "gunicorn.error": {"handlers": ["stderr"], "level": "WARNING", "propagate": False}
        },
    }
control_socket_disable = True
# Heartbeats in memory where there is a RAM disk: a slow disk must not look like a dead worker.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None

_stop = threading.Event()


def post_worker_init(worker: Any) -> None:
    """Django is loaded in this worker: have a sweeper, if that is this process's business."""
    from django.conf import settings

    from config.sweeper import keep_sweeping

    if not settings.REDIS_URL:
        threading.Thread(target=keep_sweeping, args=[_stop], name="sweeper", daemon=True).start()


def worker_exit(server: Any, worker: Any) -> None:
    _stop.set()
