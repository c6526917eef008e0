"""Views of incidents: lists, documents, revisions, scopes."""

from datetime import UTC, datetime
from typing import Any

import orjson
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from api.errors import FieldError, Problem
from api.pagination import Cursor, Key, page_json, page_of, page_of_list
from api.responses import json_response
from api.v1 import description
from api.v1.answers import count_json, remembered
from api.v1.filters import INCIDENT_FILTERS, PAGE_PARAMETERS, Parameters, incident_filters
from api.v1.questions import LANGUAGES
from api.views import PublicView, origin_of
from incidents.domain.checking import SUBJECTS
from incidents.domain.phrasing import text_in
from incidents.domain.reading import (
    UnableToRead,
    numbered_revision,
    published_revision,
    revision_history,
)
from incidents.domain.searching import published_incidents
from incidents.domain.snapshots import Snapshot, current_snapshot
from incidents.models import PublishedIncident, Revision
from incidents.scope.document import bundle_to_document, scope_to_document
from incidents.scope.examples import DEFAULT_SUBJECT

Json = dict[str, Any]


class IncidentListView(PublicView):
    """Summaries of the published incidents, newest disclosure first."""

    @description.list_incidents
    def get(self, request: Request) -> HttpResponse:
        parameters = Parameters(request, *INCIDENT_FILTERS, *PAGE_PARAMETERS, "lang")
        now = timezone.now()
        filters, limit = incident_filters(parameters, now=now), parameters.limit()
        cursor = parameters.cursor(2)
        parameters.check()
        found = _beyond(published_incidents(filters, now=now), cursor)
        found = found.select_related("revision").defer(
            "text", "revision__content", "revision__scopes"
        )
        page = page_of(list(found[: limit + 1]), cursor, limit, _key)
        language, origin = parameters.language, origin_of(request)
        results = [_summary_json(one, language, origin) for one in page.items]
        content = orjson.dumps(page_json(page, results, request, parameters.given))
        return json_response(request, content, language=LANGUAGES[language])


def _key(incident: PublishedIncident) -> Key:
    return incident.disclosed_on, incident.public_id


def _beyond(
    found: QuerySet[PublishedIncident], cursor: Cursor | None
) -> QuerySet[PublishedIncident]:
    """The incidents beyond the cursor, nearest first."""
    if cursor is None:
        return found
    day, public_id = cursor.key
    if cursor.is_backward:
        later = Q(disclosed_on__gt=day) | Q(disclosed_on=day, public_id__gt=public_id)
        return found.filter(later).order_by("disclosed_on", "public_id")
    earlier = Q(disclosed_on__lt=day) | Q(disclosed_on=day, public_id__lt=public_id)
    return found.filter(earlier)


def _summary_json(incident: PublishedIncident, language: str, origin: str) -> Json:
    summary = incident.summary
    original = summary["language"]
    return {
        "incident": incident.public_id,
        "url": f"{origin}/api/v1/incidents/{incident.public_id}/",
        "language": original,
        "title": text_in(summary["title"], language, original),
        "summary": text_in(summary["summary"], language, original),
        "kind": incident.kind,
        "status": incident.status,
        "provider": incident.provider or None,
        "disclosed": summary["disclosed"],
        "counts": [count_json(one, language, original) for one in summary.get("counts", [])],
        "revision": incident.revision.number,
        "sha256": incident.revision.sha256,
        "first_published_at": utc(incident.first_published_at),
        "updated_at": utc(incident.updated_at),
    }


def utc(moment: datetime) -> str:
    """RFC 3339 in UTC."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


class IncidentView(PublicView):
    """The disclosure document as published last, or as of a moment of the past."""

    @description.read_incident
    def get(self, request: Request, public_id: str) -> HttpResponse:
        parameters = Parameters(request, "as_of")
        as_of = parameters.moment("as_of", now=timezone.now())
        parameters.check()
        try:
            revision = published_revision(public_id, as_of=as_of)
        except UnableToRead as error:
            raise Problem("not_found", str(error)) from None
        return _document_response(request, public_id, revision)


class RevisionListView(PublicView):
    """The revisions of an incident, newest first, each with its reason."""

    @description.list_revisions
    def get(self, request: Request, public_id: str) -> HttpResponse:
        parameters = Parameters(request, *PAGE_PARAMETERS)
        limit, cursor = parameters.limit(), parameters.cursor()
        parameters.check()
        try:
            revisions = revision_history(public_id)
        except UnableToRead as error:
            raise Problem("not_found", str(error)) from None
        page = page_of_list(revisions, cursor, limit, _newest_first)
        path = f"{origin_of(request)}/api/v1/incidents/{public_id}/revisions"
        results = [_revision_json(one, path) for one in page.items]
        content = orjson.dumps(page_json(page, results, request, parameters.given))
        return json_response(request, content)


def _newest_first(revision: Revision) -> Key:
    return (f"{10**9 - revision.number:010}",)


def _revision_json(revision: Revision, path: str) -> Json:
    return {
        "revision": revision.number,
        "url": f"{path}/{revision.number}/",
        "published_at": utc(revision.published_at),
        "reason": revision.reason,
        "sha256": revision.sha256,
        "catalogue": revision.catalogue.number,
        "withdrawn": revision.is_withdrawal,
    }


class RevisionView(PublicView):
    """One revision, for ever the same bytes: those that were hashed."""

    @description.read_revision
    def get(self, request: Request, public_id: str, number: int) -> HttpResponse:
        Parameters(request).check()
        try:
            revision = numbered_revision(public_id, number)
        except UnableToRead as error:
            raise Problem("not_found", str(error)) from None
        return _document_response(request, public_id, revision)


def _document_response(request: Request, public_id: str, revision: Revision) -> HttpResponse:
    history = f"/api/v1/incidents/{public_id}/revisions/"
    headers = {
        "Kbase-Revision": str(revision.number),
        "Link": f'<{history}>; rel="version-history"',
    }
    if revision.is_withdrawal:
        headers["Kbase-Withdrawn"] = utc(revision.published_at)
    etag = f'"{revision.sha256}-{revision.number}"'
    return json_response(request, revision.content, etag=etag, headers=headers)


class ScopeView(PublicView):
    """The scope of an incident as a `kbase-scope/1` document."""

    @description.read_scope
    def get(self, request: Request, public_id: str) -> HttpResponse:
        parameters = Parameters(request, "subject")
        subject = parameters.choice("subject", SUBJECTS) or DEFAULT_SUBJECT
        parameters.check()
        record = current_snapshot(timezone.now()).records.get(public_id)
        if record is None:
            raise Problem("not_found", f"There is no published incident {public_id}.")
        if record.is_withdrawn:
            raise Problem("withdrawn", f"{public_id} has been withdrawn and is not evaluated.")
        scope = record.scopes.get(subject)
        if scope is None:
            have = ", ".join(record.scopes)
            detail = f"{public_id} has no scope for the subject {subject}; it has: {have}."
            raise Problem("not_found", detail, [FieldError("/subject", "no_such_scope", detail)])
        content = remembered(
            record.memo, ("scope", subject), lambda: orjson.dumps(scope_to_document(scope))
        )
        return json_response(request, content)


class ScopeBundleView(PublicView):
    """All current scopes in one document, with the recognised names once."""

    @description.read_scopes
    def get(self, request: Request) -> HttpResponse:
        Parameters(request).check()
        snapshot = current_snapshot(timezone.now())
        content = remembered(snapshot.memo, ("bundle",), lambda: _bundle_content(snapshot))
        headers = {"Kbase-Data-Version": str(snapshot.sequence)}
        return json_response(request, content, headers=headers)


def _bundle_content(snapshot: Snapshot) -> bytes:
    scopes = [scope for record in snapshot.records.values() for scope in record.scopes.values()]
    return orjson.dumps(bundle_to_document(scopes, snapshot.catalogue.excluding))
