from django.urls import path, register_converter

from incidents.views import catalogue, checking, history, incidents
from incidents.views.addresses import IncidentId

register_converter(IncidentId, "incident")

urlpatterns = [
    path("", checking.home, name="home"),
    path("check/", checking.check, name="check"),
    path("incidents/", incidents.incident_list, name="incidents"),
    path("incidents/<incident:public_id>/", incidents.incident, name="incident"),
    path("incidents/<incident:public_id>/history/", history.history, name="incident-history"),
    path(
        "incidents/<incident:public_id>/revisions/<int:number>/",
        incidents.revision,
        name="incident-revision",
    ),
    path("services/", catalogue.service_list, name="services"),
    path("services/<slug:slug>/", catalogue.service, name="service"),
    path("services/<slug:slug>/models/<path:model_id>/", catalogue.model, name="model"),
]
