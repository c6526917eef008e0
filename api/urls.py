from django.urls import include, path, re_path

from api.errors import NothingHere
from api.health import Livez, Readyz
from api.openapi import DocsView, SchemaView
from api.schemas import SchemaFile

urlpatterns = [
    path("api/v1/", include("api.v1.urls")),
    path("api/schema/", SchemaView.as_view(), name="api-schema"),
    path("api/docs/", DocsView.as_view(), name="api-docs"),
    re_path(r"^api/", NothingHere.as_view()),
    re_path(r"^schemas/(?P<name>[a-z]+-[0-9]+)\.json$", SchemaFile.as_view(), name="schema-file"),
    re_path(r"^livez/?$", Livez.as_view(), name="livez"),
    re_path(r"^readyz/?$", Readyz.as_view(), name="readyz"),
]
