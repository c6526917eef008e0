"""The environment of the tests, in place before anything reads the settings."""

import os

os.environ.setdefault("SECRET_KEY", "known-to-everybody-and-good-for-tests-only")
# Django's test client and server speak plain HTTP.
os.environ.setdefault("HTTPS", "off")
# Nobody waits for what a test announces.
os.environ.setdefault("CELERY_BROKER_URL", "memory://localhost")
