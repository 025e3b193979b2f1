"""The settings of the tests: those of the product, with a database and a key of the tests' own."""

import os

from tests import services

# Read before anything may use it: only the tests that start processes get a broker.
REDIS_OF_THE_ENVIRONMENT = os.environ.pop("REDIS_URL", "")
os.environ.setdefault("DATABASE_URL", services.database_url())
os.environ["SECRET_KEY"] = "a-key-for-the-tests-which-guards-nothing-at-all"
os.environ["BASE_URL"] = "http://localhost:8000"
os.environ["DATA_DIR"] = str(services.DATA_DIR)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

(services.DATA_DIR / "static").mkdir(parents=True, exist_ok=True)
# A copy of a migrated template, one for each process that runs tests.
DATABASES["default"]["TEST"] = services.test_database()
DATABASES["default"]["CONN_MAX_AGE"] = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Erasures of tests are nobody's.
ERASURES_FILE = services.DATA_DIR / f"erasures-{os.getpid()}.jsonl"
# Tests that send thousands of files are no attack; tests/clubs/test_limits.py sets its own.
EXPENSIVE_IN_TEN_MINUTES = {"import": 1_000_000, "export": 1_000_000, "replay": 1_000_000}
