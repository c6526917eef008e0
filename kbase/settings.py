"""The one settings file. Every variable read here is described in .env.example."""

from datetime import timedelta
from pathlib import Path
from zoneinfo import available_timezones

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from kbase import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = env.flag("DEBUG", default=False)

SECRET_KEY = env.text("SECRET_KEY") or env.content_of("SECRET_KEY_FILE")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured(
            "SECRET_KEY or SECRET_KEY_FILE must be set unless DEBUG is on: "
            "without a secret, what the server signs could be forged."
        )
    SECRET_KEY = "known-to-everybody-and-good-for-debugging-only"  # noqa: S105 - it is no secret

ALLOWED_HOSTS = env.listing("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.listing("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "csp",
    "incidents",
    "api",
]

MIDDLEWARE = [
    "api.middleware.ProgramsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "kbase.urls"
WSGI_APPLICATION = "kbase.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

DATABASES = {
    "default": env.database_url("DATABASE_URL", "sqlite:///var/kbase.sqlite3", base=BASE_DIR)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "incidents.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# A cache of the process's own is right for one process. Several share one in Redis.
CACHE_URL = env.text("CACHE_URL")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "incidents" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE", "UTC")
if TIME_ZONE not in available_timezones():
    raise ImproperlyConfigured(f"TIME_ZONE must be an IANA time zone, not {TIME_ZONE!r}.")

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Transport and content security

HTTPS = env.flag("HTTPS", default=True)
SECURE_SSL_REDIRECT = HTTPS
# Probes come from the machine itself, without TLS, and follow no redirect.
SECURE_REDIRECT_EXEMPT = [r"^livez/?$", r"^readyz/?$"]
# Only this host: others under the same domain are not ours to promise for.
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
# Only a proxy that replaces this header may be believed; anybody else could send it.
if env.flag("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [NONE],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# API

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["api.renderers.JSONRenderer", "api.renderers.ProblemRenderer"],
    # Views read their bodies themselves: see api.bodies.
    "DEFAULT_PARSER_CLASSES": [],
    # No cookie signs a caller in, so no page elsewhere can act in a reader's name.
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    # Reading is public; a view that takes more from strangers says so itself.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.errors.respond_to",
    # A parameter of that name is an unknown one, as any other.
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "kbase",
    "DESCRIPTION": "Incident disclosures for AI and LLM services, and what they say of a request.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Choices stay where they are used; names made up for them would change with every addition.
    "POSTPROCESSING_HOOKS": ["api.openapi.add_other_addresses"],
}

# Jobs. The default broker is a folder, so that one machine needs no further server.

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "filesystem://localhost")
if CELERY_BROKER_URL.startswith("filesystem:"):
    JOBS_DIR = VAR_DIR / "jobs"
    # The transport expects its folder to exist.
    JOBS_DIR.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": JOBS_DIR,
        "data_folder_out": JOBS_DIR,
        "control_folder": VAR_DIR / "jobs-control",
    }
CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {
    "verify-what-is-published": {
        "task": "incidents.tasks.verify_what_is_published",
        "schedule": timedelta(hours=6),
    },
}
# Beat remembers when it ran what; that belongs to the data, not to the code.
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")

# Logs go to stderr: whoever runs the process decides where they are kept.

LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # Django's own handlers would write each line twice, or mail it.
    "loggers": {"django": {"handlers": [], "level": LOG_LEVEL, "propagate": True}},
}
