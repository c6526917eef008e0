"""Links between incidents: made by a person, with a reason, and undone in the same way.

A link is a fact of the record. It enters the draft and is published with it, by four eyes.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from incidents.domain.acting import append_log
from incidents.domain.editing import Saved, save_draft, working_copy_of
from incidents.domain.permissions import Actor, Right, UnableToAct, require
from incidents.models import Incident, LogEntry, RelatedIncident, WorkingCopy


class UnableToLink(ValueError):
    """A link that cannot be made or undone. Says why in a sentence."""


@transaction.atomic
def link_incident(
    public_id: str, other: str, relation: str, *, reason: str, actor: Actor, now: datetime
) -> Saved:
    """Add a link to the draft, with its reason for readers in the language of the record.

    Raises UnableToLink, UnableToEdit, UnableToAct.
    """
    copy = _copy_of(public_id, actor)
    document = copy.document
    if relation not in RelatedIncident.Relation.values:
        raise UnableToLink(_("There is no such relation: take one from the list."))
    if other == public_id:
        raise UnableToLink(_("An incident is not related to itself."))
    if not _is_known(other):
        raise UnableToLink(_("There is no incident %(id)s.") % {"id": other})
    if any(_is_link(link, other, relation) for link in document.get("related", [])):
        raise UnableToLink(_("There is such a link to %(id)s already.") % {"id": other})
    text = {document.get("language", "en"): _said(reason)}
    link = {"incident": other, "relation": relation, "reason": text}
    related = [*document.get("related", []), link]
    return _save(copy, related, LogEntry.Act.LINKED, f"{relation} {other}: {reason}", actor, now)


@transaction.atomic
def unlink_incident(
    public_id: str, other: str, relation: str, *, reason: str, actor: Actor, now: datetime
) -> Saved:
    """Take a link out of the draft; the log keeps why. Raises as `link_incident` does."""
    copy = _copy_of(public_id, actor)
    related = copy.document.get("related", [])
    kept = [link for link in related if not _is_link(link, other, relation)]
    if len(kept) == len(related):
        raise UnableToLink(_("There is no such link to %(id)s.") % {"id": other})
    said = f"{relation} {other}: {_said(reason)}"
    return _save(copy, kept, LogEntry.Act.UNLINKED, said, actor, now)


def _copy_of(public_id: str, actor: Actor) -> WorkingCopy:
    require(actor, Right.EDIT)
    if actor.user is None:
        raise UnableToAct("A person has to do this, signed in.")
    return working_copy_of(public_id, actor=actor)


def _save(
    copy: WorkingCopy,
    related: list[Any],
    act: LogEntry.Act,
    reason: str,
    actor: Actor,
    now: datetime,
) -> Saved:
    document = {key: value for key, value in copy.document.items() if key != "related"}
    if related:
        document["related"] = related
    saved = save_draft(copy.public_id, document, expected=copy.sha256, actor=actor, now=now)
    incident = Incident.objects.filter(public_id=copy.public_id).first()
    append_log(actor, act, now=now, incident=incident, reason=reason)
    return saved


def _is_known(public_id: str) -> bool:
    """Whether somebody has entered it: a typing error must not lead readers nowhere."""
    models = (Incident, WorkingCopy)
    return any(model._default_manager.filter(public_id=public_id).exists() for model in models)


def _is_link(link: Mapping[str, Any], other: str, relation: str) -> bool:
    return link.get("incident") == other and link.get("relation") == relation


def _said(reason: str) -> str:
    if not reason.strip():
        raise UnableToLink(_("Say in a sentence why the two are linked, or no longer."))
    return reason.strip()
