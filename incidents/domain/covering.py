"""Which incidents concern a service or a served model, by the scopes that answer questions."""

from collections.abc import Iterable, Iterator
from enum import Enum

from incidents.domain.snapshots import Snapshot
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.names import fold_name
from incidents.scope.reading import NameReading, Question
from incidents.scope.verdict import Outcome, conjunction


class Standing(Enum):
    """How a scope stands to a name, whatever its other conditions are."""

    COVERED = "covered"
    LEFT_OPEN = "left_open"


def incidents_concerning(
    snapshot: Snapshot, *, service: str | None = None, model: str | None = None
) -> dict[str, Standing]:
    """The incidents whose scopes cover the service or the model, or leave open whether they do.

    A name that is recognised and that a scope does not name is ruled out by it, as in answers. A
    scope without a condition on either concerns no service in particular, and is left out.
    """
    question = _question(service, model)
    found: dict[str, Standing] = {}
    for index in snapshot.indexes.values():
        for scope in index.candidates(question):
            standing = _standing(scope, question)
            if standing is not None and found.get(scope.incident) is not Standing.COVERED:
                found[scope.incident] = standing
    return found


def incidents_to_list(
    snapshot: Snapshot, *, service: str | None, model: str | None
) -> frozenset[str]:
    """The incidents that a list narrowed to these names shows.

    A model without a service stands for that model on every service that has it: an incident of a
    whole service concerns its models, too.
    """
    services = {service}
    if model is not None and service is None:
        entries = snapshot.catalogue.by_name.get(("model", fold_name(model)), [])
        services = {entry.service for entry, _alias in entries}
    return frozenset(
        public_id
        for place in services
        for public_id in incidents_concerning(snapshot, service=place, model=model)
    )


def _question(service: str | None, model: str | None) -> Question:
    given = {"service": service, "model": model}
    return {
        attribute: NameReading(name, fold_name(name))
        for attribute, name in given.items()
        if name is not None
    }


def _standing(scope: Scope, question: Question) -> Standing | None:
    if any(_outcome(one, question) is Outcome.MET for one in _narrowed(scope.exclusions, question)):
        return None
    standing = None
    for clause in scope.clauses:
        if all(one.attribute not in question for one in clause.conditions):
            continue
        outcome = _outcome(clause, question)
        if outcome is Outcome.MET and clause.open is None:
            return Standing.COVERED
        if outcome is not Outcome.NOT_MET:
            standing = Standing.LEFT_OPEN
    return standing


def _outcome(clause: Clause, question: Question) -> Outcome:
    """The outcome of the conditions that the question is about."""
    asked = [one for one in clause.conditions if one.attribute in question]
    return conjunction(one.find(question).outcome for one in asked)


def _narrowed(exclusions: Iterable[Clause], question: Question) -> Iterator[Clause]:
    """The exclusions that depend on nothing but what the question says."""
    for exclusion in exclusions:
        if all(one.attribute in question for one in exclusion.conditions):
            yield exclusion
