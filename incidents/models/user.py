"""Accounts of staff."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A member of staff. Readers and client programs need no account."""
