"""The project's addresses, and an empty view to measure them against."""

from django.urls import URLPattern, URLResolver, include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.queries import read_query
from api.v1.urls import urlpatterns as version_1
from kbase.urls import urlpatterns as project


class EmptyView(APIView):
    """What Django REST framework costs: it reads the query as the check does, and says nothing."""

    permission_classes = ()

    def get(self, request: Request) -> Response:
        read_query(request)
        return Response({})


urlpatterns: list[URLPattern | URLResolver] = [
    # As deep in the addresses as the check.
    path("api/v1/", include([path("empty/", EmptyView.as_view()), *version_1])),
    *project,
]
