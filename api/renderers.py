"""Which media types are served. Views make their content themselves, as bytes."""

from typing import Any

import orjson
from rest_framework.renderers import BaseRenderer


class JSONRenderer(BaseRenderer):
    """JSON by orjson, for what is not rendered already."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return orjson.dumps(data)


class ProblemRenderer(JSONRenderer):
    """Lets a client accept problems alone; what goes well is JSON all the same."""

    media_type = "application/problem+json"
    format = "problem"
