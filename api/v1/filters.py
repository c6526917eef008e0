"""The parameters of reads."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import TypeVar

from django.utils import translation
from rest_framework.request import Request

from api.errors import FieldError, invalid, pointer_to
from api.pagination import DEFAULT_PAGE, LARGEST_PAGE, Cursor, read_cursor
from api.queries import read_query, unknown_parameters
from api.v1.questions import LANGUAGES, fault_detail, read_language
from incidents.domain.checking import ControlProblem, read_moment
from incidents.domain.searching import Filters, unrecognised_names
from incidents.models import Incident
from incidents.scope.dates import UnreadableDate
from incidents.scope.question import Fault
from incidents.scope.reading import UnreadableValue, read_number, read_text

T = TypeVar("T")

PAGE_PARAMETERS = ("limit", "cursor")
INCIDENT_FILTERS = ("service", "model", "status", "kind", "q", "updated_since")


class Parameters:
    """The parameters of a read, each taken by name. What is wrong is gathered and told at once."""

    def __init__(self, request: Request, *known: str) -> None:
        self.given: Mapping[str, str] = read_query(request)
        self.errors: list[FieldError] = unknown_parameters(self.given, known)
        self.language = read_language(self.given.get("lang"), "/lang", self.errors)

    def check(self) -> None:
        """Raise Problem if anything is wrong."""
        if self.errors:
            raise invalid(self.errors, LANGUAGES[self.language])

    def text(self, name: str) -> str | None:
        return self._read(name, read_text)

    def number(self, name: str) -> int | None:
        return self._read(name, read_number)

    def choice(self, name: str, choices: Collection[str]) -> str | None:
        given = self.given.get(name)
        if given is not None and given not in choices:
            detail = f"{name} is one of: {', '.join(choices)}."
            self.errors.append(FieldError(pointer_to(name), "unknown_value", detail))
        return given

    def moment(self, name: str, *, now: datetime | None = None) -> datetime | None:
        """An instant with its offset; not after `now`, where that is given."""

        def read(text: str) -> datetime:
            moment = read_moment(text)
            if moment is None:
                raise _Unusable(ControlProblem.NOT_AN_INSTANT)
            if now is not None and moment > now:
                raise _Unusable(ControlProblem.IN_THE_FUTURE)
            return moment

        return self._read(name, read)

    def limit(self) -> int:
        limit = self.number("limit")
        if limit is not None and not 1 <= limit <= LARGEST_PAGE:
            detail = f"limit is a number from 1 to {LARGEST_PAGE}."
            self.errors.append(FieldError("/limit", "limit_out_of_range", detail))
        return limit or DEFAULT_PAGE

    def cursor(self, length: int = 1) -> Cursor | None:
        return read_cursor(self.given.get("cursor"), length, self.errors)

    def _read(self, name: str, read: Callable[[str], T]) -> T | None:
        given = self.given.get(name)
        if given is None:
            return None
        try:
            return read(given)
        except (UnreadableValue, UnreadableDate, _Unusable) as error:
            fault = Fault(name, error.problem, given[:40])
            with translation.override(self.language):
                detail = fault_detail(fault, given)
            self.errors.append(FieldError(pointer_to(name), str(error.problem.value), detail))
        return None


class _Unusable(ValueError):
    """A value that can be read and not be used."""

    def __init__(self, problem: ControlProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


def incident_filters(parameters: Parameters, *, now: datetime) -> Filters:
    """What a list of incidents is narrowed to. A name that is not recognised narrows to nothing
    that could be told, so it is an error and not an empty list."""
    filters = Filters(
        service=parameters.text("service"),
        model=parameters.text("model"),
        status=parameters.choice("status", Incident.Status.values),
        kind=parameters.choice("kind", Incident.Kind.values),
        text=parameters.text("q"),
        updated_since=parameters.moment("updated_since"),
    )
    for one in unrecognised_names(filters, now=now):
        near = f" Near names: {', '.join(one.near)}." if one.near else ""
        detail = f"“{one.given}” is not a recognised {one.attribute}.{near}"
        parameters.errors.append(FieldError(pointer_to(one.attribute), "not_recognised", detail))
    return filters
