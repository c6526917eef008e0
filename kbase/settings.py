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
# Only a proxy that replaces these headers may be believed; anybody else could send them.
BEHIND_PROXY = env.flag("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# The last address in X-Forwarded-For is the one that the proxy itself has seen.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
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
    # Sessions are read by pages of staff alone: see tests/account/test_readers.py.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "incidents.second_factor.SecondFactorMiddleware",
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
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": env.database_url("DATABASE_URL", "sqlite:///var/kbase.sqlite3", base=BASE_DIR)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts of staff. Readers and programs that ask questions have none.

AUTH_USER_MODEL = "incidents.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account"
ACCOUNT_ADAPTER = "incidents.views.signing_in.StaffAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# Nobody signs up: administrators make the accounts, and know whose address is whose.
ACCOUNT_SIGNUP_ENABLED = False
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
# A session ends with the browser, and 12 hours after it began at the latest.
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_RATE_LIMITS = {"login": "30/m/ip", "login_failed": "10/m/ip,5/5m/key"}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "kbase"
MFA_RECOVERY_CODES_SHOW_ONCE = True
# Addresses are those that administrators have entered.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Lets the command `demo_sign_in` open an account without a password: for a trial on one's own
# machine, and impossible on a server for others.
DEMO = env.flag("DEMO", default=False)
if DEMO and (
    DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3"
    or not set(ALLOWED_HOSTS) <= {"127.0.0.1", "localhost", "[::1]"}
    or BEHIND_PROXY
):
    raise ImproperlyConfigured(
        "DEMO is for a trial on one's own machine: it needs the embedded SQLite, ALLOWED_HOSTS "
        "of the machine itself, and no proxy."
    )

# Whether readers see who wrote, reviewed and published a revision.
SHOW_STAFF_NAMES = env.flag("SHOW_STAFF_NAMES", default=False)

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
# Browsers take a cookie with this prefix from this very host alone, and over TLS.
_COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{_COOKIE_PREFIX}kbase-session"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_NAME = f"{_COOKIE_PREFIX}kbase-csrf"
CSRF_COOKIE_AGE = None
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"

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

# A draft with every row opened has some thousand fields; the usual limit of 1,000 would lose them.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 8_000

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
    "APPEND_COMPONENTS": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
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
    "publish-what-is-due": {
        "task": "incidents.tasks.publish_what_is_due",
        "schedule": timedelta(minutes=1),
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
