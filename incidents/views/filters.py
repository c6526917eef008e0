"""The filters of the list of incidents: what was typed, kept, with an error beside the field."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from incidents.domain.faults import fault_sentence
from incidents.domain.phrasing import kind_word, status_word
from incidents.domain.searching import Filters
from incidents.domain.snapshots import Snapshot
from incidents.forms import Field, Option
from incidents.models import Incident
from incidents.scope.question import Fault
from incidents.scope.reading import UnreadableValue, read_text

_KINDS = tuple(Incident.Kind.values)
_STATUSES = tuple(Incident.Status.values)
_NAMES = ("q", "service", "model", "kind", "status")


@dataclass(frozen=True, slots=True)
class FilterForm:
    """The form as it was sent. `filters` are those of its values that can be used."""

    fields: tuple[Field, ...]
    filters: Filters
    query: str
    has_errors: bool

    @property
    def is_narrowed(self) -> bool:
        return self.filters != Filters()


def make_filter_form(parameters: QueryDict, snapshot: Snapshot) -> FilterForm:
    """The form for the parameters of an address; empty ones are as good as absent."""
    given = {name: parameters.get(name, "") for name in _NAMES}
    given = {name: value for name, value in given.items() if value.strip()}
    errors = {name: error for name in given if (error := _error(name, given[name]))}
    usable = {name: read_text(value) for name, value in given.items() if name not in errors}
    services = tuple(service["name"] for service in snapshot.catalogue_document["services"])
    fields = (
        Field("q", _("Words"), value=given.get("q", "")),
        Field("service", _("Service"), value=given.get("service", ""), suggestions=services),
        Field("model", _("Model"), value=given.get("model", "")),
        _choice("kind", _("Kind"), _KINDS, kind_word, given),
        _choice("status", _("Status"), _STATUSES, status_word, given),
    )
    return FilterForm(
        tuple(_with_error(field, errors) for field in fields),
        Filters(
            service=usable.get("service"),
            model=usable.get("model"),
            status=usable.get("status"),
            kind=usable.get("kind"),
            text=usable.get("q"),
        ),
        urlencode(given),
        bool(errors),
    )


def _error(name: str, value: str) -> str:
    """What is wrong with a value, in a sentence; empty where it can be used."""
    choices = {"kind": _KINDS, "status": _STATUSES}.get(name)
    if choices is not None and value not in choices:
        return _("There is no such choice: take one from the list.")
    try:
        read_text(value)
    except UnreadableValue as error:
        return fault_sentence(Fault(name, error.problem, error.text[:40]))
    return ""


def _choice(
    name: str,
    label: str,
    values: tuple[str, ...],
    word: Callable[[str], str],
    given: Mapping[str, str],
) -> Field:
    chosen = given.get(name, "")
    options = [Option("", _("Any"), not chosen)]
    options += [Option(value, word(value), value == chosen) for value in values]
    if chosen and chosen not in values:
        options.append(Option(chosen, chosen, is_selected=True))  # what was typed stays
    return Field(name, label, value=chosen, options=tuple(options))


def _with_error(field: Field, errors: Mapping[str, str]) -> Field:
    return replace(field, error=errors.get(field.name, ""))
