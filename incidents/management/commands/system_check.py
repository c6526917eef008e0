"""Django's own system checks, under another name: here `check` asks whether a request was hit."""

from django.core.management.commands.check import Command

__all__ = ["Command"]
