"""How staff sign in. allauth asks this adapter where the product decides otherwise than it does."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest


class StaffAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are made by administrators, and a second factor outranks the password."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_reauthentication_methods(
        self, user: AbstractBaseUser | AnonymousUser
    ) -> list[dict[str, Any]]:
        """The second factor where there is one: a password that leaked must not change it."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        factors = [method for method in methods if method["id"].startswith("mfa_")]
        return factors or methods
