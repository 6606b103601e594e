"""Settings: for production by default, from the environment alone. `config/local/installation.py`
relaxes them.

Every variable is read through `config/env.py`, which refuses invalid values.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import django_stubs_ext
from jinja2 import ChainableUndefined

from accounts.allauth.settings import *  # noqa: F403 - what settings files are for
from config import database, env, process, schedules
from config.logs.formatters import logging_config
from config.safety import *  # noqa: F403 - what settings files are for
from config.safety import SITE
from config.serving import memory
from config.version import read_version

memory.begin_to_load()

# `ModelAdmin[User]` has a meaning for mypy only; this makes Python accept it.
django_stubs_ext.monkeypatch()

ROOT = Path(__file__).resolve().parents[2]
PLATFORM = ROOT / "platform"
VAR = Path(env.text("NIGHTCAP_VAR", str(ROOT / "var")))

# --- identity -------------------------------------------------------------------------------

VERSION = read_version()
"""The version of this server. The API has a version of its own: `api.endpoints.API_VERSION`."""

DEBUG = env.flag("NIGHTCAP_DEBUG", default=False)
SECRET_KEY = env.secret("NIGHTCAP_SECRET_KEY", shortest=50)
ALLOWED_HOSTS = SITE.hosts
ORIGIN = SITE.origin
"""The address for links in mails and pushes."""

HUMAN_DELAY_SCALE = env.number("NIGHTCAP_DELAY_SCALE", 1, least=0, most=100)
"""A factor on every delay that is made for people; browser tests reduce it."""

SOURCE_URL = env.address("NIGHTCAP_SOURCE_URL")
"""The address of the source code of this release, for the foot of each page."""

SECURITY_CONTACT = env.contact("NIGHTCAP_SECURITY_CONTACT")
"""The contact for reports of security holes, as a URI for `/.well-known/security.txt`; "" for none.
"""

# --- apps -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    # `config.serving.web_server` uses daphne; its app would only add `runserver`, and load Twisted
    # in each process.
    *(["daphne"] if sys.argv[1:2] == ["runserver"] else []),
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "channels",
    "servestatic",
    # Without `allauth` itself: its pages, mails and texts must never replace ours.
    "allauth.account",
    "allauth.mfa",
    "core",
    "accounts",
    "realtime",
    "matches",
    "bots",
    "lobby",
    "ratings",
    "leagues",
    "moderation",
    "court",
    "daily",
    "friends",
    "notifications",
    "api",
    "clubs",
    "pages",
    "lessons",
    "texts",
    "operations",
    "config",
]

MIDDLEWARE = [
    # Every one of them must be async-capable: a sync-only one makes daphne hang when it is told
    # to stop in the middle of a request. tests/architecture checks this.
    "config.serving.middleware.probes_by_any_name",
    # Static files are stored compressed, and need no browser policies. A first visit loads thirty
    # files, so each extra header would be sent thirty times. Their headers are added once, at the
    # start.
    "config.serving.middleware.static_files",
    # Around SecurityMiddleware, which redirects to TLS and refuses a foreign host name by itself.
    "config.serving.middleware.browser_policies",
    # Around all that may refuse, because pages of other sites must be able to read the reason.
    "api.middleware.open_to_any_site",
    "config.serving.middleware.kept_by_no_cache",
    "config.serving.middleware.says_when_again",
    "django.middleware.security.SecurityMiddleware",
    "config.serving.middleware.no_pages_among_files",
    # The length of a compressed page must not reveal its content (BREACH). Each is padded by random
    # bytes and has its tokens masked again. Invitations, and a user's own keys, may be on a page
    # beside text of other users. But an attack needs thousands of such pages fetched with the
    # user's session, and SameSite keeps that session from requests by other sites.
    "django.middleware.gzip.GZipMiddleware",
    "config.serving.middleware.no_cookies_for_programs",
    "config.serving.middleware.refuse_nul",
    "config.serving.middleware.refuse_in_a_crowd",
    # Around the session and the CSRF token: it identifies a form by both before the view changes
    # them.
    "core.double_submit.taken_once",
    "accounts.middleware.BoundedSessions",
    "django.middleware.common.CommonMiddleware",
    "core.csrf.SecretsBefore",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferenceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.serving.middleware.refuse_other_methods",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.serving.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "pages:landing"
SHUT_OUT_URL = "moderation:decisions"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "accounts.backends.ShutOut",
]
LOGOUT_REDIRECT_URL = "pages:landing"

# --- storage --------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        **env.database("DATABASE_URL"),
        "CONN_MAX_AGE": 0,
        # After a restart of PostgreSQL no request fails on a lost connection.
        "CONN_HEALTH_CHECKS": True,
    }
}
DB_POOLER = env.choice("NIGHTCAP_DB_POOLER", "none", ("none", "session", "transaction"))
"""The mode of a pooler in front of the database, if there is one."""
shared = DB_POOLER == "transaction"
# The queries of a move are prepared on each connection, at the third use
# (`matches.store.rows.prepared`).
DATABASES["default"]["OPTIONS"] = database.NOTICES_DEATH | DATABASES["default"]["OPTIONS"]
DATABASES["default"]["OPTIONS"]["prepare_threshold"] = None if shared else 2
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = shared
# Only a web process has a pool: a worker gains nothing by one, and `restore` refuses to run
# beside connections that are not its own.
pool = env.integer("NIGHTCAP_DB_POOL", 10, least=0, most=200)
if process.serves_pages:
    DATABASES["default"]["OPTIONS"] = database.of_pages(
        DATABASES["default"]["OPTIONS"], pool, bounded=DB_POOLER == "none"
    )
    if DB_POOLER == "session":
        database.bound_once_connected()

REDIS_URL = env.redis("REDIS_URL")

# The address of this process's metrics for Prometheus, as host:port; none by default.
METRICS = env.listening("NIGHTCAP_METRICS")

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "nightcap",
        # A hanging Valkey counts as unavailable; a page does not wait for it.
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
}

# --- the worker (read by config/celery.py) --------------------------------------------------

SIZE = env.choice("NIGHTCAP_SIZE", "normal", ("small", "normal"))
"""How many processes `config.workers` starts."""

# kombu writes the address of a unix socket in its own way.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": "nightcap:celery:",
    "visibility_timeout": 3600,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    # The polling interval of an idle worker, in seconds; an arriving task wakes it at once.
    "polling_interval": 10,
    "client_name": process.name_at_valkey,
    # Publishers get an error at once if the broker is unavailable; a worker waits for it anyway.
    "max_retries": 0,
}
CELERY_RESULT_BACKEND = "disabled://"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# A killed task runs again; tasks are idempotent.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker's processes keep their connections to the database (config/celery.py).
CELERY_DB_REUSE_MAX = 10_000
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_TIME_LIMIT = 60
# A move must not wait for an unavailable broker: the sweep repairs a lost task.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
# Each worker would listen to commands, and nothing of ours sends any.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TASK_ROUTES = {
    name: {"queue": "slow"}
    for name in (
        "notifications.tasks.deliver",
        # It rates a finished match and, after a correction, all later matches of the game.
        "ratings.tasks.catch_up",
        # It collects all data of a user.
        "accounts.tasks.make_export",
        # It computes for seconds, and no player's clock runs.
        "bots.tasks.advise",
        "accounts.tasks.maintain_exports",
        # The evidence of a case: the disputes of years.
        "court.tasks.gather",
        # Cleaning up may take long.
        "accounts.tasks.clear_sessions",
        "accounts.tasks.forget_devices",
        "moderation.tasks.forget_pictures",
        "matches.tasks.forget_guests",
        "notifications.tasks.forget",
    )
}
"""Slow tasks call external servers or take long; they have their own workers, so that no table
waits for an external server.
"""
CELERY_TASK_ROUTES |= {
    name: {"queue": "bots"} for name in ("bots.tasks.think", "bots.tasks.play_turn")
}
"""Bots use much CPU. They have their own queue, so that no task for people waits behind a bot."""


CELERY_BEAT_SCHEDULE = schedules.BEAT

# --- pages ----------------------------------------------------------------------------------

TEMPLATES: list[dict[str, Any]] = [
    {
        # Asked first: it loads only the boards' templates.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "environment": "core.rendering.environment.environment",
            # As in Django's templates: an undefined value has no attributes and prints nothing.
            "undefined": ChainableUndefined,
        },
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "core.rendering.minify.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "core.template_context.site",
                "pages.waiting_matches.waiting_context",
            ],
            "builtins": [
                "core.templatetags.board",
                "core.templatetags.people",
                "core.templatetags.pictures",
                "core.templatetags.ways",
            ],
        },
    },
]

# The root of the API; no cookie gives access there.
API_ROOT = "/api/v1/"
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("NIGHTCAP_STATIC_ROOT", str(VAR / "static")))
# The static files of games; they are published under games/<slug>/.
STATICFILES_DIRS = [
    (f"games/{folder.parent.name}", str(folder))
    for folder in sorted((ROOT / "templates" / "games").glob("*/static"))
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.serving.storage.StaticFiles"},
}
# Brotli saves a few bytes more and makes every first start ten seconds longer.
SERVESTATIC_USE_BROTLI = False
SERVESTATIC_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
LANGUAGES = [("de", "Deutsch"), ("en", "English"), ("fr", "Français"), ("it", "Italiano")]
# The catalogues of the platform and of each game.
LOCALE_PATHS = [PLATFORM / "locale", *sorted((ROOT / "games").glob("*/locale"))]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
# The cookie in which a script of ours stores the browser's time zone.
ZONE_COOKIE_NAME = "zone"

# --- safety (the settings for browsers are in config/safety.py) ------------------------------

PROXIES = env.integer("NIGHTCAP_PROXIES", 0, least=0, most=9)
"""The number of our own proxies in front; `config/serving/proxies.py` trusts no more entries."""

if PROXIES:
    # Only for proxies of ours that always set this header themselves.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SESSION_ENGINE = "accounts.session_store"

# All input is short.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# scrypt costs an attacker memory as well as time, and Python includes it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "accounts.password_rules.LongEnough",
        "OPTIONS": {"min_length": 10},
    },
    {
        "NAME": "accounts.password_rules.UnlikeItsUser",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "accounts.password_rules.Rare"},
    {"NAME": "accounts.password_rules.NotOnlyDigits"},
]

# --- accounts (the settings of django-allauth are in accounts/allauth/settings.py) -----------

PASSWORD_RESET_TIMEOUT = 24 * 3600

VACATION_DAYS = env.integer("NIGHTCAP_VACATION_DAYS", 28, least=0, most=366)
"""Vacation days in a calendar year for matches by correspondence."""
PICTURES_AFTER_DAYS = (
    env.integer("NIGHTCAP_PICTURES_AFTER_DAYS", 3, least=0, most=3650)
    if env.flag("NIGHTCAP_PICTURES", True)
    else None
)
"""Age in days of an account that may upload a picture of its own; None: no account may."""
LEAGUES_BY_PLAYERS = env.flag("NIGHTCAP_LEAGUES_BY_PLAYERS", True)
"""True if every account may create a league, and not only organisers."""
_api = env.choice("NIGHTCAP_API", "yes", ("yes", "read", "no"))
API, API_ACTS = _api != "no", _api == "yes"
"""Whether programs may use /api/, and whether they may do more than read."""
GUEST_DAYS = env.integer("NIGHTCAP_GUEST_DAYS", 60, least=1, most=3650)
"""Days after a guest's last visit until `forget_guests` deletes them."""

# --- mail -----------------------------------------------------------------------------------

MAIL = env.mail("NIGHTCAP_EMAIL_URL")
CAN_MAIL = bool(MAIL.server or MAIL.folder)
"""Without mail people can still sign up, but nobody can reset a password by mail."""
EMAIL_BACKEND = f"django.core.mail.backends.{'filebased' if MAIL.folder else 'smtp'}.EmailBackend"
EMAIL_FILE_PATH = MAIL.folder
EMAIL_HOST, EMAIL_PORT = MAIL.server, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_SSL = MAIL.security == "ssl"
EMAIL_USE_TLS = MAIL.security == "starttls"
EMAIL_TIMEOUT = 10
# A mail server would refuse a mail without a sender.
DEFAULT_FROM_EMAIL = env.text(
    "NIGHTCAP_EMAIL_FROM", None if MAIL.server else "Nightcap <nightcap@localhost>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- notices --------------------------------------------------------------------------------

PUSH_KEY = env.push_key("NIGHTCAP_PUSH_KEY")
"""The key by which browsers' push services identify us (RFC 8292); by default derived from the
secret key.
"""

NOTIFY_NEAR = env.networks("NIGHTCAP_NOTIFY_NEAR")
"""Private addresses that are allowed for webhooks and push services; over plain HTTP, too."""

# --- the log --------------------------------------------------------------------------------

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logging_config(
    env.choice("NIGHTCAP_LOG", "json", ("json", "text")),
    env.choice("NIGHTCAP_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
)

# --- the variables ---------------------------------------------------------------------------

READ_NAMES = env.NAMES
"""The names of all variables that these settings read: any other name of ours is misspelt."""
