from django.urls import path, register_converter

from api.v1 import catalogue, checks, drafts, incidents


class IncidentIdConverter:
    """A public ID. Whatever else stands in its place is no address."""

    regex = r"KB-[0-9]{4}-[0-9]{4,8}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class NumberConverter:
    """The number of a revision."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(IncidentIdConverter, "incident_id")
register_converter(NumberConverter, "number")

_INCIDENT = "incidents/<incident_id:public_id>/"

urlpatterns = [
    # What is asked most is found first.
    path("check/", checks.CheckView.as_view(), name="api-check"),
    path("check/batch/", checks.BatchView.as_view(), name="api-check-batch"),
    path("incidents/", incidents.IncidentListView.as_view(), name="api-incidents"),
    path(_INCIDENT, incidents.IncidentView.as_view(), name="api-incident"),
    path(f"{_INCIDENT}revisions/", incidents.RevisionListView.as_view(), name="api-revisions"),
    path(
        f"{_INCIDENT}revisions/<number:number>/",
        incidents.RevisionView.as_view(),
        name="api-revision",
    ),
    path(f"{_INCIDENT}scope/", incidents.ScopeView.as_view(), name="api-scope"),
    path("scopes/", incidents.ScopeBundleView.as_view(), name="api-scopes"),
    path("services/", catalogue.ServiceListView.as_view(), name="api-services"),
    path("services/<slug:slug>/models/", catalogue.ModelListView.as_view(), name="api-models"),
    path("catalogue/", catalogue.CatalogueView.as_view(), name="api-catalogue"),
    path("drafts/validate/", drafts.ValidationView.as_view(), name="api-draft-validation"),
    path("drafts/<incident_id:public_id>/", drafts.DraftView.as_view(), name="api-draft"),
    path(
        "drafts/<incident_id:public_id>/submissions/",
        drafts.SubmissionView.as_view(),
        name="api-draft-submissions",
    ),
    path("notices/", catalogue.NoticeListView.as_view(), name="api-notices"),
]
