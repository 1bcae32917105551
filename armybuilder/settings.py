"""Settings of the site; everything that differs between machines comes from the environment.

The variables and their defaults are listed in ``docs/running.md``.
"""

import os
import re
import sqlite3

import dj_database_url
from corsheaders.defaults import default_headers
from django.contrib.messages import constants as message_levels

from armybuilder.site import folders
from armybuilder.site.checks import SAFE_SQLITE
from armybuilder.site.extras import require
from armybuilder.site.parts import all_parts

BASE_DIR = folders.BASE_DIR
VAR = folders.data_dir()


def _switched_on(name: str) -> bool:
    return os.environ.get(name, "0") == "1"


def _secret_key() -> str:
    """The secret key from the environment or the data folder; empty without either, and then Django refuses to sign."""
    file = VAR / "secret-key"
    return os.environ.get("ARMYBUILDER_SECRET_KEY") or (file.read_text().strip() if file.exists() else "")


SECRET_KEY = _secret_key()
DEBUG = _switched_on("ARMYBUILDER_DEBUG")
_HOSTS = os.environ.get("ARMYBUILDER_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
ALLOWED_HOSTS = [re.sub(r":\d+$", "", host) for host in _HOSTS]
HOST_PORTS = {port for host in _HOSTS for port in re.findall(r":(\d+)$", host)}
PROXIES = int(os.environ.get("ARMYBUILDER_PROXIES", "0"))
# Threads of each process that answer pages.
THREADS = int(os.environ.get("THREADS", "4"))

INSTALLED_APPS = [
    "armybuilder",
    "armybuilder.armies",
    "armybuilder.drawing",
    "armybuilder.interchange",
    "armybuilder.catalogue",
    "armybuilder.printing",
    "armybuilder.sharing",
    "armybuilder.submissions",
    "armybuilder.guide",
    *(part.app for part in all_parts()),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_tasks",
    "corsheaders",
    "crispy_forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "armybuilder.accounts",
    "armybuilder.api",
]

MIDDLEWARE = [
    "armybuilder.site.health.Live",
    "armybuilder.site.logs.RequestLog",
    "armybuilder.site.metrics.CountRequests",
    "armybuilder.site.traces.TraceRequests",
    "armybuilder.site.security.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "armybuilder.submissions.answers.keep_answers",
    "armybuilder.site.version.SiteVersion",
    "corsheaders.middleware.CorsMiddleware",
    "armybuilder.site.security.HostPort",
    "armybuilder.site.localhost.Localhost",
    "armybuilder.site.limits.BodyLimit",
    "armybuilder.site.security.NoNul",
    "armybuilder.site.time_zones.TimeZones",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "armybuilder.offline.forgetting.ForgetUsers",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "armybuilder.site.htmx.vary_by_htmx",
    "allauth.account.middleware.AccountMiddleware",
    "armybuilder.accounts.storage_limits.StorageLimits",
    "armybuilder.site.errors.StorageErrors",
    "armybuilder.site.lanes.Refusals",
]

ROOT_URLCONF = "armybuilder.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [folders.SHARED_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "armybuilder.site.pages.site_context",
                "armybuilder.submissions.answers.form_context",
            ],
        },
    }
]

if os.environ.get("DATABASE_URL"):
    DATABASES = {"default": dj_database_url.config(conn_max_age=None, conn_health_checks=True)}
    if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
        require("postgresql", "DATABASE_URL")
else:
    # The other journal is slower, and readers wait for a writer.
    _JOURNAL = "WAL" if sqlite3.sqlite_version_info >= SAFE_SQLITE else "DELETE"
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(VAR / "armybuilder.sqlite3"),
            # One lasting connection per thread: opening and closing the last one is when WAL files are
            # recovered and removed, and mmap_size stays unset; together they have lost commits.
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # SQLite lets writers overtake each other, so one of many waits longer than all others.
                "timeout": 60,
                "transaction_mode": "IMMEDIATE",
                "init_command": f"PRAGMA journal_mode={_JOURNAL}; PRAGMA synchronous=FULL;",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# All processes must share the counts of rate limits, which no other entries may push out.
_LOCAL_CACHE: dict[str, object] = {
    "BACKEND": "armybuilder.site.table_cache.TableCache",
    "LOCATION": VAR / "cache",
    "OPTIONS": {"MAX_ENTRIES": 5000},
}
CACHES: dict[str, dict[str, object]] = {
    "default": _LOCAL_CACHE,
    "counts": {**_LOCAL_CACHE, "LOCATION": VAR / "counts", "OPTIONS": {"MAX_ENTRIES": 20_000}},
}
TASKS = {"default": {"BACKEND": "armybuilder.site.tasks.LocalBackend", "QUEUES": ["pages", "prints"]}}
if REDIS_URL := os.environ.get("REDIS_URL", ""):
    require("redis", "REDIS_URL")
    # A working server responds far sooner; a missing one must not hold up requests.
    _REDIS = f"{REDIS_URL}{'&' if '?' in REDIS_URL else '?'}socket_connect_timeout=1&socket_timeout=5"
    _SHARED_CACHE: dict[str, object] = {
        "BACKEND": "armybuilder.site.redis_services.RedisOrLocalCache",
        "LOCATION": _REDIS,
    }
    CACHES = {"default": _SHARED_CACHE, "counts": _SHARED_CACHE, "local": _LOCAL_CACHE}
    if _switched_on("ARMYBUILDER_WORKERS"):
        INSTALLED_APPS += ["django_rq"]
        TASKS["default"]["BACKEND"] = "armybuilder.site.redis_services.RedisBackend"
        RQ_QUEUES = {queue: {"URL": _REDIS, "DEFAULT_TIMEOUT": 3600} for queue in TASKS["default"]["QUEUES"]}

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [folders.SHARED_DIR / "static"]
_FILES = os.environ.get("ARMYBUILDER_FILES") or str(VAR)
if _FILES.startswith("s3://"):
    require("s3", "ARMYBUILDER_FILES")
_BUCKET, _, _FOLDER = _FILES.removeprefix("s3://").partition("/")
STORAGES = {
    "default": (
        {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {"bucket_name": _BUCKET, "location": _FOLDER}}
        if _FILES.startswith("s3://")
        else {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": _FILES}}
    ),
    "staticfiles": {"BACKEND": "armybuilder.site.staticfiles.HashedFiles"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# The largest request, including files, which Django's own limits ignore.
REQUEST_MAX_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# Thousands of requests may arrive at a time; more than this of a request, or of one of its files, is kept on the disk.
FILE_UPLOAD_MAX_MEMORY_SIZE = 128 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

HTTPS = _switched_on("ARMYBUILDER_HTTPS")
SECURITY_CONTACT = os.environ.get("ARMYBUILDER_SECURITY_CONTACT", "")
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Browsers take cookies with this prefix only from this very host, over HTTPS, for the whole site.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
MESSAGE_STORAGE = "armybuilder.site.message_storage.MessageStorage"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
# Pages of other sites may ask the API, which heeds no cookies.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_HEADERS = [*default_headers, "if-match", "if-none-match", "prefer", "idempotency-key"]
CORS_EXPOSE_HEADERS = ["ETag", "Link", "Location", "Retry-After"]
CORS_EXPOSE_HEADERS += ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
# Health checks come from the proxy or from the same machine.
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# We cannot decide that other sites of the domain are for HTTPS only.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and PROXIES else None

# Errors go to the server's output; an unknown address is none, nor is a busy moment.
_LOGS = os.environ.get("ARMYBUILDER_LOGS") or "text"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "armybuilder.site.logs.TextFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "armybuilder.site.logs.JsonFormatter"},
    },
    "handlers": {"output": {"class": "logging.StreamHandler", "formatter": _LOGS}},
    "root": {"handlers": ["output"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["output"], "level": "WARNING", "propagate": False},
        "django.request": {"level": "ERROR"},
        "armybuilder.site.logs": {"level": "INFO" if _LOGS == "json" else "WARNING"},
        "_granian": {"level": "ERROR"},
    },
}

# When off, browsers delete the pages that they kept for use offline.
OFFLINE = os.environ.get("ARMYBUILDER_OFFLINE", "1") == "1"
METRICS_TOKEN = os.environ.get("ARMYBUILDER_METRICS_TOKEN", "")
# Nobody can read them without the token.
METRICS = METRICS_TOKEN and os.environ.get("ARMYBUILDER_METRICS", "")
if METRICS:
    require("metrics", "ARMYBUILDER_METRICS")
# OpenTelemetry's own variables configure how spans are sent; without this one there are none.
TRACES = bool(os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"))
if TRACES:
    require("traces", "OTEL_EXPORTER_OTLP_ENDPOINT")

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "armies:list"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_FORMS = {
    "login": "armybuilder.accounts.forms.LoginForm",
    "signup": "armybuilder.accounts.forms.SignupForm",
    "add_email": "armybuilder.accounts.forms.AddEmailForm",
    "change_password": "armybuilder.accounts.forms.ChangePasswordForm",
    "reset_password": "armybuilder.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "armybuilder.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "armybuilder.accounts.forms.ReauthenticateForm",
}
ACCOUNT_ADAPTER = "armybuilder.accounts.adapters.AccountAdapter"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_USER_DISPLAY = lambda user: user.email or user.get_username()  # noqa: E731
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Armybuilder: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "armybuilder.accounts.forms.AddPasskeyForm",
    "authenticate_webauthn": "armybuilder.accounts.forms.PasskeyForm",
    "login_webauthn": "armybuilder.accounts.forms.PasskeyLoginForm",
    "reauthenticate_webauthn": "armybuilder.accounts.forms.PasskeyReauthenticateForm",
}
MFA_ADAPTER = "armybuilder.accounts.passkeys.PasskeyAdapter"
# Browsers allow passkeys without HTTPS on the local machine only.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

_MAIL_HOST = os.environ.get("ARMYBUILDER_SMTP_HOST", "")
# Only if each new account is confirmed by e-mail can signing up keep secret which addresses have accounts. Armies stay
# with the browser until then.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if _MAIL_HOST else "optional"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# By network address alone: a limit by account would let strangers lock its owner out.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,50/h/ip"}
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if _MAIL_HOST else 'console'}.EmailBackend"
EMAIL_HOST = _MAIL_HOST
EMAIL_PORT = int(os.environ.get("ARMYBUILDER_SMTP_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("ARMYBUILDER_SMTP_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("ARMYBUILDER_SMTP_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("ARMYBUILDER_MAIL_FROM", "armybuilder@localhost")

CSRF_FAILURE_VIEW = "armybuilder.site.errors.csrf_failure"

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
CRISPY_TEMPLATE_PACK = "forms"
CRISPY_ALLOWED_TEMPLATE_PACKS = [CRISPY_TEMPLATE_PACK]
CRISPY_FAIL_SILENTLY = False
MESSAGE_TAGS = {message_levels.DEBUG: "secondary", message_levels.ERROR: "danger"}
