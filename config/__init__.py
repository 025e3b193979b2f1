"""The installation: settings, addresses, servers. Knows every app; no app knows it."""

# Tasks are declared by the apps without naming an application, so it has to be there first.
from config.celery import app as celery_app

__all__ = ["celery_app"]
