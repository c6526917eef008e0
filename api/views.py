"""What the views of the API have in common."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import NotAcceptable
from rest_framework.request import Request
from rest_framework.views import APIView

from api.errors import Problem


class PublicView(APIView):
    """A view that anybody may use: reads, and questions, which change nothing."""

    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What has to be right before a method is called.

        There is nobody to authenticate, and one media type: choosing among several would read the
        query in the framework's lenient way beside the strict one.
        """
        if not accepts_json(request.META.get("HTTP_ACCEPT", "*/*")):
            raise NotAcceptable
        self.check_throttles(request)

    def options(  # type: ignore[override]
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Which methods there are, without a body."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})


# No cookie signs anybody in here, so that there is no request to forge.
@method_decorator(csrf_exempt, name="dispatch")
class PlainView(View):
    """A view of something that is no answer of version 1. All of them can only be read."""

    http_method_names = ("get", "head", "options")

    def http_method_not_allowed(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        headers = {"Allow": "GET, HEAD, OPTIONS"}
        detail = f'Method "{request.method}" not allowed.'
        return Problem("method_not_allowed", detail, headers=headers).response()

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Which methods there are, without a body."""
        return HttpResponse(status=204, headers={"Allow": "GET, HEAD, OPTIONS"})


_ACCEPTED = ("application/json", "application/problem+json", "application/*", "*/*")


def accepts_json(accept: str) -> bool:
    """Whether an Accept header lets JSON through."""
    if "*/*" in accept or accept == "application/json":
        return True
    return any(part.partition(";")[0].strip().lower() in _ACCEPTED for part in accept.split(","))


def origin_of(request: Request | HttpRequest) -> str:
    """The scheme and host that addresses in an answer begin with."""
    return f"{request.scheme}://{request.get_host()}"
