# Tasks bind to the project's Celery app only if it is made before they are.
from kbase.celery import app as celery_app

__all__ = ["celery_app"]
