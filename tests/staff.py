"""People with accounts, for tests of pages."""

import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.login import _AUTHENTICATION_METHODS_USER_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from incidents.domain.permissions import Role, grant_role
from incidents.models import User

PASSWORD = "correct horse battery staple"


def make_staff(name: str, *roles: Role) -> User:
    """An account with a password and these roles."""
    user = User.objects.create_user(name, f"{name}@kbase.example", PASSWORD)
    for role in roles:
        grant_role(user, role)
    return user


def add_totp(user: User) -> Authenticator:
    """A second factor."""
    return TOTP.activate(user, generate_totp_secret()).instance


def sign_in(client: Client, user: User) -> None:
    """Sign in with password and second factor, without the pages for it."""
    factor = Authenticator.objects.filter(user=user).first() or add_totp(user)
    client.force_login(user)
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": "mfa", "at": time.time(), "id": factor.pk, "type": factor.type}
    ]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
    session.save()
