"""The catalogue's editor: a service, a served model, another name; and its publication."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from incidents.domain.catalogue_editing import (
    NearDuplicate,
    Owner,
    add_alias,
    add_model,
    add_service,
    catalogue_editors,
    publish_edited_catalogue,
)
from incidents.domain.cataloguing import export_catalogue, latest_catalogue_revision
from incidents.domain.documents import Json, Problem, UnableToImport
from incidents.domain.permissions import Actor, Right
from incidents.domain.problems import UnableToPublishRevision
from incidents.views.staff import staff_required
from incidents.views.typed import typed

_REFUSED = 400
_FIELDS = {
    "service": ("slug", "name", "provider", "url"),
    "model": ("service", "id", "name", "weights", "source"),
    "alias": ("owner", "name", "source", "standing", "from", "until"),
}
_SEPARATOR = "|"


@dataclass(frozen=True)
class CataloguePage:
    """The catalogue as it is edited, and what was refused."""

    document: Json
    owners: tuple[tuple[str, str], ...]
    is_published: bool
    is_own: bool
    may_edit: bool
    may_publish: bool
    refused: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    near: tuple[str, ...] = ()
    near_to: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.READ_DRAFTS)
def catalogue(request: HttpRequest, *, actor: Actor) -> HttpResponse:
    """The names that the catalogue holds, with a form to add one."""
    now = timezone.now()
    if request.method != "POST":
        return render(request, "editing/catalogue.html", {"page": _page(actor)})
    what = request.POST.get("what", "")
    what = what if what in _FIELDS else "service"
    given = {name: typed(request, name, 1000) for name in _FIELDS[what]}
    try:
        _add(what, given, request.POST.get("confirmed") == "yes", actor, now)
    except NearDuplicate as error:
        page = _page(actor, refused=what, given=given, near=error.near, near_to=error.name)
    except UnableToImport as error:
        page = _page(actor, refused=what, given=given, problems=tuple(error.problems))
    else:
        return redirect("staff-catalogue")
    return render(request, "editing/catalogue.html", {"page": page}, status=_REFUSED)


@require_POST
@staff_required(Right.PUBLISH)
def publish(request: HttpRequest, *, actor: Actor) -> HttpResponse:
    """Publish the catalogue, with a reason."""
    now = timezone.now()
    reason = typed(request, "reason")
    try:
        publish_edited_catalogue(actor=actor, now=now, reason=reason)
    except UnableToPublishRevision as error:
        given = {"reason": reason}
        page = _page(actor, refused="publish", given=given, problems=tuple(error.problems))
        return render(request, "editing/catalogue.html", {"page": page}, status=_REFUSED)
    return redirect("staff-catalogue")


def _add(what: str, given: Mapping[str, str], confirmed: bool, actor: Actor, now: datetime) -> None:
    if what == "service":
        add_service(given, confirmed=confirmed, actor=actor, now=now)
    elif what == "model":
        add_model(given["service"], given, confirmed=confirmed, actor=actor, now=now)
    else:
        service, _separator, model = given["owner"].partition(_SEPARATOR)
        add_alias(Owner(service, model), given, confirmed=confirmed, actor=actor, now=now)


def _page(
    actor: Actor,
    *,
    refused: str = "",
    given: Mapping[str, str] | None = None,
    problems: tuple[Problem, ...] = (),
    near: tuple[str, ...] = (),
    near_to: str = "",
) -> CataloguePage:
    document = export_catalogue()
    published = latest_catalogue_revision()
    return CataloguePage(
        document,
        _owners(document),
        published is not None and published.document == document,
        actor.user is not None and actor.user.pk in catalogue_editors(),
        actor.may(Right.EDIT),
        actor.may(Right.PUBLISH),
        refused,
        given or {},
        problems,
        near,
        near_to,
    )


def _owners(document: Json) -> tuple[tuple[str, str], ...]:
    """What a name can be of: each service, then its models."""
    owners = []
    for service in document["services"]:
        owners.append((service["slug"], service["name"]))
        owners += [
            (
                f"{service['slug']}{_SEPARATOR}{model['id']}",
                _("%(model)s on %(service)s") % {"model": model["id"], "service": service["name"]},
            )
            for model in service.get("models", [])
        ]
    return tuple(owners)
