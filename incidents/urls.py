from django.urls import include, path, register_converter

from incidents.views import (
    catalogue,
    checking,
    history,
    incidents,
    reports,
    reviewing,
    reviewing_incident,
    reviewing_log,
)
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
    path("incidents/<incident:public_id>/report/", reports.report, name="report"),
    path(
        "incidents/<incident:public_id>/report/received/",
        reports.report_received,
        name="report-received",
    ),
    # Work, review, publication and the log, for staff.
    path("staff/", reviewing.queue, name="staff"),
    path("staff/drafts/<incident:public_id>/submit/", reviewing.submit, name="draft-submit"),
    path("staff/submissions/<int:key>/", reviewing.submission, name="submission"),
    path("staff/submissions/<int:key>/<slug:act>/", reviewing.decide, name="submission-act"),
    path(
        "staff/incidents/<incident:public_id>/", reviewing_incident.steward, name="staff-incident"
    ),
    path("staff/incidents/<incident:public_id>/log/", reviewing_log.log, name="staff-incident-log"),
    path(
        "staff/incidents/<incident:public_id>/<slug:act>/",
        reviewing_incident.act_on,
        name="staff-incident-act",
    ),
    path("staff/reports/<int:key>/", reports.handle, name="staff-report"),
    path("staff/log/", reviewing_log.log, name="staff-log"),
    path("staff/", include("incidents.editing_urls")),
]
