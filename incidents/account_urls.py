"""Sign-in and one's own account: the parts of allauth that are used, and no others.

Signing up, addresses and forgotten passwords have no page: administrators see to them.
"""

from allauth.account import views as account
from django.urls import include, path

from incidents.views.account import account as own_account
from incidents.views.account import demo_sign_in
from incidents.views.tokens import revoke, tokens

urlpatterns = [
    path("", own_account, name="account"),
    path("tokens/", tokens, name="account_tokens"),
    path("tokens/<int:pk>/revoke/", revoke, name="account_token_revoke"),
    path("demo/<str:token>/", demo_sign_in, name="account_demo"),
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("password/", account.password_change, name="account_change_password"),
    path("second-factor/", include("allauth.mfa.urls")),
]
