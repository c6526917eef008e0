"""The project's settings, with the bench's view beside the project's own."""

from kbase.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
