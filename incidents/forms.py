"""The check form: what was typed, kept as typed, with a hint and the error beside each field."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from incidents.domain.checking import CONTROL_FIELDS, SUBJECTS
from incidents.domain.documents import Json
from incidents.domain.faults import fault_sentence
from incidents.domain.phrasing import text_in
from incidents.domain.snapshots import Snapshot
from incidents.domain.wording import subject_heading
from incidents.scope.examples import DEFAULT_SUBJECT
from incidents.scope.names import fold_name
from incidents.scope.question import COUNTED_BY, ZONE_FIELD, Fault

#: The attributes that stand in an address under their own name; others as `attr.NAME`.
NAMED = (
    "service",
    "model",
    "at",
    "prompt_tokens",
    "region",
    "feature",
    "engine",
    "engine_version",
)
ATTRIBUTE_PREFIX = "attr."

#: The fields that everybody sees first.
_FIRST = ("service", "model", "at", "prompt_tokens")
_NUMBER_SUFFIXES = ("_min", "_max", "_counted_by")
_MOST_SUGGESTIONS = 400

#: Offered beside free text, since most readers know their zone by a city.
COMMON_ZONES = (
    "UTC",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Istanbul",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Hong_Kong",
    "Asia/Shanghai",
    "Asia/Taipei",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Australia/Sydney",
    "Pacific/Auckland",
)


class QueryProblem(Enum):
    """Why an address cannot be read, before any field is."""

    REPEATED = "repeated"


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it stands in an address: by parameter, and by field of the question."""

    parameters: Mapping[str, str]
    faults: tuple[Fault, ...]
    as_text: bool

    @property
    def fields(self) -> dict[str, object]:
        return {
            name.removeprefix(ATTRIBUTE_PREFIX): value for name, value in self.parameters.items()
        }

    def address(self, *without: str, **changed: str) -> str:
        """The query of the same question, with parameters left out or put in."""
        kept = {name: one for name, one in self.parameters.items() if name not in without}
        return urlencode(kept | changed)


def read_query(parameters: QueryDict) -> Query:
    """The question of an address. A form sends what was left empty, which is as good as absent."""
    given: dict[str, str] = {}
    faults = []
    for name, values in parameters.lists():
        filled = [value for value in values if value.strip()]
        if name == "format" or not filled:
            continue
        given[name] = filled[0]
        if len(filled) > 1:
            faults.append(Fault(name.removeprefix(ATTRIBUTE_PREFIX), QueryProblem.REPEATED, ""))
    return Query(given, tuple(faults), parameters.get("format") == "text")


def error_sentence(fault: Fault) -> str:
    """The sentence for a fault, in the active language."""
    if fault.problem is QueryProblem.REPEATED:
        return _("%(field)s is given more than once: give it once.") % {"field": fault.field}
    return fault_sentence(fault)


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class Field:
    """One field. `options` make it a choice; `suggestions` stand beside free text."""

    name: str
    label: str
    hints: tuple[str, ...] = ()
    value: str = ""
    error: str = ""
    options: tuple[Option, ...] = ()
    suggestions: tuple[str, ...] = ()
    is_number: bool = False

    @property
    def id(self) -> str:
        return field_id(self.name)

    @property
    def described_by(self) -> str:
        """The ids of the error and the hint."""
        parts = [("error", self.error), ("hint", self.hints)]
        return " ".join(f"{self.id}-{name}" for name, is_there in parts if is_there)


def field_id(parameter: str) -> str:
    """The id of the element in which a parameter is typed."""
    return f"field-{parameter}"


def parameter_of(attribute: str) -> str:
    """How an attribute is called in an address."""
    return attribute if attribute in NAMED else ATTRIBUTE_PREFIX + attribute


@dataclass(frozen=True, slots=True)
class FormError:
    """An error for the summary. `id` is the field's, empty where no field is shown for it."""

    id: str
    sentence: str


@dataclass(frozen=True, slots=True)
class CheckForm:
    """The form, with the fields in the order in which they are shown."""

    first: tuple[Field, ...]
    more: tuple[Field, ...]
    hidden: tuple[Field, ...]
    errors: tuple[FormError, ...]
    is_more_open: bool
    zones: tuple[str, ...] = field(default=COMMON_ZONES)


def make_form(
    query: Query,
    snapshot: Snapshot,
    language: str,
    *,
    faults: Sequence[Fault] = (),
    wanted: Iterable[str] = (),
    is_answered: bool = False,
) -> CheckForm:
    """The form with what was typed. `wanted` are attributes that would settle an answer.

    Above an answer the form is short: fields that are filled in go without their hints, and of
    the further fields only those are shown that are filled in or wanted.
    """
    maker = _Maker(query, snapshot, language, faults, is_answered)
    first = [maker.attribute(name) for name in _FIRST if name in maker.attributes]
    if "at" in maker.attributes:
        place = next(n for n, one in enumerate(first) if one.name == "at")
        first.insert(place + 1, maker.zone())
    rest = [name for name in maker.attributes if name not in _FIRST]
    more = [
        *maker.parts_of_number("prompt_tokens"),
        *(one for name in rest for one in (maker.attribute(name), *maker.given_parts(name))),
        maker.subject(),
    ]
    if is_answered:
        names = {parameter_of(name) for name in wanted}
        first += [one for one in more if one.name in names or one.value]
        more = [one for one in more if one not in first]
    hidden = [maker.hidden(name) for name in CONTROL_FIELDS if name != "subject"]
    shown = {one.name: one.id for one in (*first, *more)}
    return CheckForm(
        tuple(first),
        tuple(more),
        tuple(one for one in hidden if one.value),
        tuple(
            FormError(shown.get(maker.parameter(fault.field), ""), error_sentence(fault))
            for fault in faults
        ),
        any(one.value or one.error for one in more),
    )


class _Maker:
    """Makes fields of the attributes that can be asked, with what the query holds of them."""

    def __init__(
        self,
        query: Query,
        snapshot: Snapshot,
        language: str,
        faults: Sequence[Fault],
        is_answered: bool,
    ) -> None:
        self.is_answered = is_answered
        self.query = query
        self.document = snapshot.catalogue_document
        self.language = language
        self.attributes: dict[str, Json] = {one["name"]: one for one in self.document["attributes"]}
        self.errors = {self.parameter(fault.field): error_sentence(fault) for fault in faults}

    def parameter(self, name: str) -> str:
        """How a field of the question is called in an address."""
        for suffix in _NUMBER_SUFFIXES:
            attribute = name.removesuffix(suffix)
            if attribute != name and attribute in self.attributes:
                return parameter_of(attribute) + suffix
        return parameter_of(name) if name in self.attributes else name

    def attribute(self, name: str) -> Field:
        item = self.attributes[name]
        kind = item["kind"]
        parameter = parameter_of(name)
        hints = [text_in(item["help"], self.language, "en")] if "help" in item else []
        if name == "at":
            hints.append(_("A day can also be written in words, such as 1 September 2026."))
        return self._field(
            parameter,
            text_in(item["label"], self.language, "en"),
            hints,
            choices=(
                (("true", _("Yes (true)")), ("false", _("No (false)"))) if kind == "flag" else ()
            ),
            suggestions=self._names(name) if kind == "identifier" else (),
            is_number=kind == "number",
        )

    def zone(self) -> Field:
        return self._field(
            ZONE_FIELD,
            _("Time zone"),
            [
                _(
                    "The zone of the time that you wrote, such as Europe/Berlin. "
                    "Leave it empty if you do not know it, or if the time ends in Z or an offset."
                )
            ],
            suggestions=COMMON_ZONES,
        )

    def subject(self) -> Field:
        # Requests are the default, and a default stays out of the address.
        choices = [(one, subject_heading(one)) for one in SUBJECTS if one != DEFAULT_SUBJECT]
        return self._field(
            "subject",
            _("What you ask about"),
            [],
            choices=choices,
            empty=lambda: subject_heading(DEFAULT_SUBJECT),
        )

    def parts_of_number(self, name: str) -> list[Field]:
        """The fields of a number that is not known exactly."""
        if name not in self.attributes:
            return []
        label = text_in(self.attributes[name]["label"], self.language, "en")
        parameter = parameter_of(name)
        return [
            self._field(
                f"{parameter}_min", _("%(label)s, at least") % {"label": label}, [], is_number=True
            ),
            self._field(
                f"{parameter}_max", _("%(label)s, at most") % {"label": label}, [], is_number=True
            ),
            self._field(
                f"{parameter}_counted_by",
                _("%(label)s, counted by") % {"label": label},
                [],
                choices=tuple(
                    zip(COUNTED_BY, (_("the provider"), _("somebody else")), strict=True)
                ),
            ),
        ]

    def given_parts(self, name: str) -> list[Field]:
        """The same for another number, as far as the address holds them."""
        if self.attributes[name]["kind"] != "number":
            return []
        return [one for one in self.parts_of_number(name) if one.value]

    def hidden(self, name: str) -> Field:
        return Field(name, "", value=self.query.parameters.get(name, ""))

    def _field(
        self,
        parameter: str,
        label: str,
        hints: Sequence[str],
        *,
        choices: Iterable[tuple[str, str]] = (),
        empty: Callable[[], str] = lambda: _("Not known"),
        suggestions: tuple[str, ...] = (),
        is_number: bool = False,
    ) -> Field:
        value = self.query.parameters.get(parameter, "")
        if parameter == "subject" and value == DEFAULT_SUBJECT:
            value = ""
        options = [Option(one, words, one == value) for one, words in choices]
        if options and value and not any(one.is_selected for one in options):
            options.append(Option(value, value, is_selected=True))  # what was typed stays
        if options:
            options.insert(0, Option("", empty(), is_selected=not value))
        return Field(
            parameter,
            label,
            () if self.is_answered and value else tuple(hints),
            value,
            self.errors.get(parameter, ""),
            tuple(options),
            suggestions,
            is_number,
        )

    def _names(self, attribute: str) -> tuple[str, ...]:
        """Names to offer: of the service that is asked about, or else of all."""
        if attribute == "service":
            return tuple(service["name"] for service in self.document["services"])
        services = self.document["services"]
        asked = fold_name(self.query.parameters.get("service", ""))
        chosen = [one for one in services if asked in _names_of(one)]
        if attribute == "model":
            key = "id" if chosen else "name"
            names = [model[key] for one in chosen or services for model in one.get("models", [])]
        else:
            values = [value for one in chosen or services for value in one.get("values", [])]
            values += self.document.get("values", [])
            names = [value["name"] for value in values if value["attribute"] == attribute]
        return tuple(dict.fromkeys(names))[:_MOST_SUGGESTIONS]


def _names_of(service: Json) -> set[str]:
    aliases = [alias["name"] for alias in service.get("aliases", [])]
    return {fold_name(name) for name in (service["slug"], service["name"], *aliases)}
