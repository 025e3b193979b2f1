"""All settings, read from the environment and nowhere else; every bad value is reported at once."""

from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import environs
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from events.importers.base import MAX_SIZE

BASE_DIR = Path(__file__).resolve().parent.parent

env = environs.Env(eager=False)


def strong_key(key: str) -> None:
    """Refuse a key that somebody may guess: short, of few characters, repeated, in order.

    Random keys are far from each limit, also in hexadecimal digits (docs/operations.md).
    """
    pairs = [(ord(one), ord(next_one)) for one, next_one in pairwise(key)]
    threes = [key[at : at + 3] for at in range(len(key) - 2)]
    in_order = sum(abs(one - next_one) <= 1 for one, next_one in pairs)
    if (
        len(key) < 40
        or len(set(key)) < 10
        or len(set(threes)) < 0.75 * len(threes)
        or in_order > len(pairs) / 2
        or key.startswith("django-insecure-")
    ):
        raise environs.ValidationError(
            "a key of at least 40 random characters is needed, without repetitions and rows like "
            "abcdef: openssl rand -base64 48"
        )


def strong_keys(keys: list[str]) -> None:
    for key in keys:
        strong_key(key)


# -- What an installation may set (each stands in .env.example and docs/operations.md) ---------

DATA_DIR = env.path("DATA_DIR", BASE_DIR / ".data")
DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", validate=strong_key)
# Earlier keys: links and sessions made under them keep working while a new key takes over.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [], validate=strong_keys)
BASE_URL = env.str("BASE_URL", "http://localhost:8000")
DATABASE_URL = env.dj_db_url("DATABASE_URL")
REDIS_URL = env.str("REDIS_URL", "")
EMAIL = env.dj_email_url("EMAIL_URL", "console://")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "ladder@localhost")
# Files and grids up to this size are read; a proxy in front should refuse more by itself.
MAX_UPLOAD_BYTES = env.int("MAX_UPLOAD_BYTES", MAX_SIZE)
# A rebuild of at most this many games is done at once, in the request that made it necessary.
INLINE_REBUILD_GAMES = env.int("INLINE_REBUILD_GAMES", 20_000)
INACTIVE_MONTHS = env.int("INACTIVE_MONTHS", 24, validate=environs.validate.Range(min=1, max=600))
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0)
# Who was erased, kept apart from backups (players/ledger.py).
ERASURES_FILE = env.path("ERASURES_FILE", DATA_DIR / "erasures.jsonl")
LOG_FORMAT = env.str("LOG_FORMAT", "line", validate=environs.validate.OneOf(["line", "json"]))

env.seal()

_base = urlsplit(BASE_URL)
HTTPS = _base.scheme == "https"

# -- Django ------------------------------------------------------------------------------------

ALLOWED_HOSTS = sorted({_base.hostname or "localhost"} | ({"127.0.0.1"} if not HTTPS else set()))
CSRF_TRUSTED_ORIGINS = [f"{_base.scheme}://{_base.netloc}"]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "clubs.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": {
        **DATABASE_URL,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
}

INSTALLED_APPS = [
    "config",  # for the demo, which needs all of them
    "clubs",
    "players",
    "events",
    "ladder",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "pgtrigger",
    "csp",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.forms",  # its widgets' templates, beside ours (FORM_RENDERER)
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    # Outermost, so that no answer leaves without its headers, whatever went wrong inside.
    "config.middleware.SafetyHeadersMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.LimitsMiddleware",
    "config.middleware.SecurityLogMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clubs.sessions.SessionsMiddleware",
    "config.again.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.MethodsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "clubs.context.of_club",
            ],
            "builtins": [
                "template_partials.templatetags.partials",
                "django.templatetags.i18n",
                "clubs.templatetags.words",
            ],
        },
    }
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# -- Languages and time ------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# Only languages whose catalogue in locale/ is complete: a page never mixes two. Nothing else lists
# them; tests/web/test_catalogues.py holds each to its texts.
LANGUAGES = [("en", _("English")), ("cs", _("Czech"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# -- Static files ------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# -- Accounts ----------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_REDIRECT_URL = "clubs:home"
ACCOUNT_ADAPTER = "clubs.adapter.AccountAdapter"
ACCOUNT_REAUTHENTICATION_TIMEOUT = 30 * 60
# Not by e-mail: who sits at an open browser may have the mail open in it, too.
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
ACCOUNT_LOGOUT_REDIRECT_URL = "clubs:landing"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
# Where mail is sent for real, an account begins with a confirmed address: else signing up would
# tell whether an address has one. A trial without mail goes on without.
ACCOUNT_EMAIL_VERIFICATION = (
    "optional" if EMAIL["EMAIL_BACKEND"].endswith("console.EmailBackend") else "mandatory"
)
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _base.scheme
# A school is one address, and on a club evening many log in there, some of them wrongly: the limit
# that stops guessing is the one of each account, the one of an address only stops machines.
ACCOUNT_RATE_LIMITS = {"login": "240/m/ip", "login_failed": "240/m/ip,5/300s/key"}
ACCOUNT_SESSION_REMEMBER = None  # whoever logs in chooses
ACCOUNT_FORMS = {
    "login": "clubs.account_forms.LoginForm",
    "reset_password": "clubs.account_forms.ResetPasswordForm",
}
# Addresses, password, second factor: the main address hears of every change.
ACCOUNT_EMAIL_NOTIFICATIONS = True
MFA_FORMS = {
    "add_webauthn": "clubs.account_forms.AddWebAuthnForm",
    "edit_webauthn": "clubs.account_forms.EditWebAuthnForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_TOTP_ISSUER = "Club ladder"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

# -- Mail --------------------------------------------------------------------------------------

EMAIL_BACKEND = EMAIL["EMAIL_BACKEND"]
EMAIL_HOST = EMAIL["EMAIL_HOST"]
EMAIL_PORT = EMAIL["EMAIL_PORT"]
EMAIL_HOST_USER = EMAIL["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = EMAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = EMAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL.get("EMAIL_USE_SSL", False)

# -- Cache and worker: Redis when there is one, else the database and the sweeper --------------

CACHES = {
    "default": (
        {
            "BACKEND": "config.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache",
        }
    ),
    # Pieces of members' pages (clubs.pages), some 25 kB each.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 3600,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
# Of a login that stays on its computer; how long others last: clubs/sessions.py.
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True

CELERY_BROKER_URL = REDIS_URL or None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A message is only a hint to be quick, so it never waits for a broker that is away.
CELERY_BROKER_CONNECTION_TIMEOUT = 0.5
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 0.5,
    "socket_timeout": 30,
    "max_retries": 0,
}

# -- Safety ------------------------------------------------------------------------------------

SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.again.csrf_failure"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
X_FRAME_OPTIONS = "DENY"
# A grid of 60 boards and 11 rounds has some 3,000 fields; 5,000 and more are refused in words.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_UPLOAD_BYTES
# Of a club; three times as many of an address (clubs/limits.py).
EXPENSIVE_IN_TEN_MINUTES = {"import": 120, "export": 60, "replay": 120}
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# -- Logs: no name and no token ever (config/logs.py cuts tokens out of paths) -----------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"redact": {"()": "config.logs.RedactTokens"}},
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "config.logs.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["redact"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
