"""Where a request came from."""

from allauth.core.internal.httpkit import get_client_ip
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address of the client, as far as the settings say whom to believe."""
    return str(get_client_ip(request) or "unknown")
