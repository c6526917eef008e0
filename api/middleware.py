"""What holds for every answer to programs, whatever part of the server gave it."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from api.errors import problem_of_status

_PREFIXES = ("/api/", "/schemas/")
_OTHERS = ("/api", "/livez", "/readyz", "/livez/", "/readyz/")

_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "ETag, Link, Retry-After, Kbase-Revision, Kbase-Withdrawn, Kbase-Data-Version"
    ),
}
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class ProgramsMiddleware:
    """Keeps pages away from programs: no redirect to a slash or a language, no error in HTML.

    It stands outside of all others, which know readers only. Any page may read public answers
    (CORS); what is sent to the server is another matter.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if not path.startswith(_PREFIXES) and path not in _OTHERS:
            return self.get_response(request)
        if path.startswith("/api") and path[-1] != "/":
            # An address without its last slash is the same address: answered, not redirected.
            request.path_info = f"{path}/"
        response = self.get_response(request)
        if response.status_code >= 400 and _is_html(response):
            response = problem_of_status(response.status_code).response()
        # Answers follow `lang` and no header, so caches may share them.
        response.headers.pop("Vary", None)
        if request.method != "POST":
            _add(response, _CORS)
        if request.method == "OPTIONS":
            _add(response, _PREFLIGHT)
        return response


def _add(response: HttpResponse, headers: Mapping[str, str]) -> None:
    for name, value in headers.items():
        response.headers[name] = value


def _is_html(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")
