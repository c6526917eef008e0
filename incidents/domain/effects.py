"""The effect of a correction: which questions would be answered otherwise once it is published.

What is compared are the scopes that readers are answered from now and those of the draft, both
compiled with the same catalogue. The questions are the examples of the incident, boundary probes
of the scopes on both sides, and the examples of other incidents.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any

from incidents.domain.snapshots import PublishedRecord
from incidents.scope.catalogue import Catalogue
from incidents.scope.compiling import compile_disclosure
from incidents.scope.evaluate import ClauseAnswer, Scope
from incidents.scope.examples import flat_fields
from incidents.scope.probes import Probe, probes_by_question
from incidents.scope.question import UnreadableQuestion, read_question
from incidents.scope.reading import NameReading, Question, Reading
from incidents.scope.reasons import Reason
from incidents.scope.tabled import TabledScope
from incidents.scope.trials import Part, Tries
from incidents.scope.verdict import Outcome, Verdict


class Origin(Enum):
    """Where a question comes from."""

    EXAMPLE = "example"
    PROBE = "probe"
    #: The examples of other incidents.
    CORPUS = "corpus"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was read, to be asked of both sides.

    `source` is the incident and the pointer to the example (`KB-2026-0001/examples/3`), and
    empty for a probe, which says itself what it tries.
    """

    subject: str
    question: Question
    origin: Origin
    source: str = ""
    probe: Probe | None = None
    #: What was written; None for a probe, which holds it.
    written: Mapping[str, object] | None = None

    @property
    def fields(self) -> Mapping[str, object]:
        """The question as `read_question` takes it."""
        return self.probe.fields if self.probe is not None else self.written or {}


@dataclass(frozen=True, slots=True)
class Because:
    """A condition that decided: its attribute, the reason, and the pointer to the condition.

    The attribute is empty where the clause as a whole is only possible.
    """

    attribute: str
    reason: Reason
    fact: str


@dataclass(frozen=True)
class Flip:
    """A question whose verdict changes.

    `is_now` is None where the draft has no scope of the subject any more, so that nothing is
    answered.
    """

    asked: Asked
    was: Verdict
    is_now: Verdict | None
    scope_then: Scope = field(repr=False, compare=False)
    scope_now: Scope | None = field(repr=False, compare=False)

    @property
    def subject(self) -> str:
        return self.asked.subject

    @property
    def fields(self) -> Mapping[str, object]:
        """The question as `read_question` takes it."""
        return self.asked.fields

    @property
    def origin(self) -> Origin:
        return self.asked.origin

    @property
    def tries(self) -> Tries | None:
        """What the question tries, where it is a probe."""
        return self.asked.probe.tries if self.asked.probe is not None else None

    @cached_property
    def was_because(self) -> tuple[Because, ...]:
        """What decided the verdict that readers get now."""
        return _because(self.scope_then, self.asked.question)

    @cached_property
    def is_because(self) -> tuple[Because, ...]:
        """What would decide it; nothing where nothing is answered any more."""
        return _because(self.scope_now, self.asked.question) if self.scope_now else ()


@dataclass(frozen=True, slots=True)
class FlipGroup:
    """Flips that one sentence explains: alike in verdicts, and about one edge of one attribute.

    `edge` is an edge, bound or value as text; empty where the field is not given. `key` is stable:
    it depends on the subject, the verdicts, the attribute and the edge, and on nothing else.
    """

    key: str
    subject: str
    was: Verdict
    is_now: Verdict | None
    attribute: str
    edge: str
    flips: tuple[Flip, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many questions of one kind come to each verdict of the draft.

    `tries` is what the probes try, None for the examples and the corpus.
    """

    subject: str
    origin: Origin
    tries: Tries | None
    counts: Mapping[Verdict, int]


@dataclass(frozen=True, slots=True)
class Total:
    """How many questions of one origin were asked of both sides, and how many flip."""

    origin: Origin
    compared: int
    flipped: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What publishing the draft would change.

    A subject that is not published yet has no flips: there is no verdict to flip from, and the
    tallies say what it will answer. `unread` are the sources of examples that cannot be asked.
    """

    groups: tuple[FlipGroup, ...]
    totals: tuple[Total, ...]
    tallies: tuple[Tally, ...]
    unread: tuple[str, ...]

    @property
    def flips(self) -> tuple[Flip, ...]:
        return tuple(flip for group in self.groups for flip in group.flips)


def effect_of(
    draft: Mapping[str, Any],
    published: PublishedRecord | None,
    catalogue: Catalogue,
    *,
    published_examples: Sequence[Mapping[str, Any]] = (),
    corpus: Sequence[Asked] = (),
) -> Effect:
    """The effect of publishing a valid disclosure document in place of the published record.

    `catalogue` is the published one, with which the record was compiled. `published_examples` are
    those of the published document: an example that the draft leaves out is asked all the same.
    `corpus` comes from `corpus_questions`, of which those of this incident are passed over.
    Raises UnableToPublish where the draft has a scope that cannot be compiled.
    """
    after = {
        one.subject: one
        for one in compile_disclosure(
            draft, revision=published.revision + 1 if published else 1, catalogue=catalogue
        )
    }
    # A withdrawn record has no scopes: what takes its place is a first publication once more.
    before = published.scopes if published else {}
    examples, unread = _read_examples(
        {"id": draft["id"], "examples": _joined(draft.get("examples", ()), published_examples)},
        catalogue,
        Origin.EXAMPLE,
    )
    comparison = _Comparison(before, after)
    comparison.ask(Origin.EXAMPLE, examples)
    comparison.ask(Origin.PROBE, _probes(published, after, catalogue))
    own = f"{draft['id']}/"
    comparison.ask(Origin.CORPUS, (one for one in corpus if not one.source.startswith(own)))
    return Effect(
        _grouped(comparison.flips, catalogue),
        tuple(comparison.totals),
        tuple(comparison.tallies),
        tuple(unread),
    )


def corpus_questions(
    documents: Iterable[Mapping[str, Any]], catalogue: Catalogue
) -> tuple[Asked, ...]:
    """The examples of published documents, to be asked of other incidents as well.

    Reading them is what costs, so they are worth keeping for as long as nothing is published.
    Examples that this catalogue cannot read are left out: they fail where they belong.
    """
    return tuple(
        asked
        for document in documents
        for asked in _read_examples(document, catalogue, Origin.CORPUS)[0]
    )


def unexplained(effect: Effect, explanations: Mapping[str, str]) -> list[FlipGroup]:
    """The groups of flips that the author has not explained, in their order.

    `explanations` holds a sentence by the key of a group; a blank one explains nothing.
    """
    return [group for group in effect.groups if not explanations.get(group.key, "").strip()]


class _Comparison:
    """Asks questions of both sides, and keeps the flips and the counts."""

    def __init__(self, before: Mapping[str, Scope], after: Mapping[str, Scope]) -> None:
        self.before = before
        self.after = after
        self.flips: list[Flip] = []
        self.tallies: list[Tally] = []
        self.totals: list[Total] = []

    def ask(self, origin: Origin, questions: Iterable[Asked]) -> None:
        """Asks all questions of one origin."""
        by_subject: dict[str, list[Asked]] = {}
        for asked in questions:
            by_subject.setdefault(asked.subject, []).append(asked)
        compared, flipped = 0, len(self.flips)
        for subject, batch in by_subject.items():
            then, now = self.before.get(subject), self.after.get(subject)
            verdicts: Sequence[Verdict | None] = [None] * len(batch)
            if now is not None:
                verdicts = found = _verdicts(now, batch, origin)
                self._tally(subject, origin, batch, found)
            if then is not None:
                compared += len(batch)
                self._compare(then, now, batch, verdicts, origin)
        self.totals.append(Total(origin, compared, len(self.flips) - flipped))

    def _tally(
        self, subject: str, origin: Origin, batch: Sequence[Asked], verdicts: Sequence[Verdict]
    ) -> None:
        tries = [asked.probe.tries if asked.probe is not None else None for asked in batch]
        counts = Counter(zip(tries, verdicts, strict=True))
        self.tallies += [
            Tally(subject, origin, one, {verdict: counts[one, verdict] for verdict in Verdict})
            for one in dict.fromkeys(tries)
        ]

    def _compare(
        self,
        then: Scope,
        now: Scope | None,
        batch: Sequence[Asked],
        verdicts: Sequence[Verdict | None],
        origin: Origin,
    ) -> None:
        # What does not change at all need not be asked twice.
        if now is not None and _is_alike(then, now):
            return
        for asked, was, is_now in zip(batch, _verdicts(then, batch, origin), verdicts, strict=True):
            if was is not is_now:
                self.flips.append(Flip(asked, was, is_now, then, now))


def _verdicts(scope: Scope, batch: Sequence[Asked], origin: Origin) -> list[Verdict]:
    # The readings of probes are shared, those of other questions are not.
    verdict = TabledScope(scope).verdict if origin is Origin.PROBE else scope.verdict
    return [verdict(asked.question) for asked in batch]


def _is_alike(one: Scope, other: Scope) -> bool:
    """Whether the two have equal clauses and exclusions, and so the same verdicts."""
    return one.clauses == other.clauses and one.exclusions == other.exclusions


# Questions


def _joined(
    first: Sequence[Mapping[str, Any]], then: Sequence[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """The examples of both, each question once."""
    questions = [one["question"] for one in first]
    return [*first, *(one for one in then if one["question"] not in questions)]


def _read_examples(
    document: Mapping[str, Any], catalogue: Catalogue, origin: Origin
) -> tuple[list[Asked], list[str]]:
    """The examples of a document, and the sources of those that cannot be read."""
    found, unread = [], []
    for position, example in enumerate(document.get("examples", ())):
        source = f"{document['id']}/examples/{position}"
        try:
            subject, fields = flat_fields(example["question"])
            question = read_question(fields, catalogue.attributes)
        except UnreadableQuestion:
            unread.append(source)
            continue
        found.append(Asked(subject, question, origin, source, None, fields))
    return found, unread


def _probes(
    published: PublishedRecord | None, after: Mapping[str, Scope], catalogue: Catalogue
) -> Iterator[Asked]:
    """The probes of the scopes on both sides, each question of a subject once."""
    preferred = _canonical_names(catalogue)
    read: dict[Part, Reading] = {}
    merged = {
        subject: probes_by_question(scope, preferred=preferred) for subject, scope in after.items()
    }
    if published is not None:
        for subject, scope in published.scopes.items():
            probes = merged.setdefault(subject, {})
            if subject not in after or not _is_alike(scope, after[subject]):
                for question, probe in _published_probes(published, scope, preferred).items():
                    probes.setdefault(question, probe)
    for subject, probes in merged.items():
        for probe in probes.values():
            yield Asked(subject, _question(probe, read, catalogue), Origin.PROBE, "", probe)


def _published_probes(
    published: PublishedRecord, scope: Scope, preferred: frozenset[str]
) -> Mapping[frozenset[Part], Probe]:
    """The probes of a published scope, made once: each edit of a draft is compared with it."""
    key = ("probes", scope.subject)
    if key not in published.memo:
        published.memo[key] = probes_by_question(scope, preferred=preferred)
    found: Mapping[frozenset[Part], Probe] = published.memo[key]
    return found


def _question(probe: Probe, read: dict[Part, Reading], catalogue: Catalogue) -> Question:
    """The probe's question, of which every attribute is read once for all probes."""
    question: dict[str, Reading] = {}
    for part in probe.parts:
        if part not in read:
            attribute, fields = part
            read[part] = read_question(dict(fields), catalogue.attributes)[attribute]
        question[part[0]] = read[part]
    return question


@lru_cache(maxsize=4)
def _canonical_names(catalogue: Catalogue) -> frozenset[str]:
    return frozenset(entry.canonical for entry in catalogue.entries)


# Reasons and groups


def _because(scope: Scope, question: Question) -> tuple[Because, ...]:
    return _deciding(scope.explain(question).deciding)


def _deciding(answer: ClauseAnswer) -> tuple[Because, ...]:
    """The conditions that made the clause or exclusion come out as it did."""
    deciding = tuple(
        Because(condition.attribute, finding.reason, condition.fact)
        for condition, finding in zip(answer.clause.conditions, answer.findings, strict=True)
        if finding.outcome is answer.outcome
    )
    if answer.outcome is Outcome.UNDETERMINED and answer.clause.open is not None:
        return (*deciding, Because("", answer.clause.open, answer.clause.fact))
    return deciding


def _grouped(flips: Iterable[Flip], catalogue: Catalogue) -> tuple[FlipGroup, ...]:
    """The flips by group, in the order in which the groups were first met."""
    groups: dict[tuple[str, Verdict, Verdict | None, str, str], list[Flip]] = {}
    for flip in flips:
        about = _about(flip, catalogue)
        groups.setdefault((flip.subject, flip.was, flip.is_now, *about), []).append(flip)
    return tuple(FlipGroup(_key(*parts), *parts, tuple(found)) for parts, found in groups.items())


def _key(subject: str, was: Verdict, is_now: Verdict | None, attribute: str, edge: str) -> str:
    parts = [subject, was.value, is_now.value if is_now is not None else None, attribute, edge]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def _about(flip: Flip, catalogue: Catalogue) -> tuple[str, str]:
    """The attribute that turned the verdict, and the edge or the value of it that was tried.

    A probe of a name can flip because the window moved, like all others of its clause: then it
    is about the window, and belongs with them.
    """
    if flip.is_now is None:
        return "", ""
    attribute = _turning_attribute(flip)
    probe = flip.asked.probe
    if probe is not None and probe.attribute == attribute:
        return attribute, _edge(attribute, probe.edge, catalogue)
    reading = flip.asked.question.get(attribute)
    if isinstance(reading, NameReading):
        return attribute, _edge(attribute, reading.folded, catalogue)
    # As it was written: a value, or the ends of a range.
    names = (attribute, f"{attribute}_min", f"{attribute}_max")
    return attribute, " ".join(str(flip.fields[one]) for one in names if one in flip.fields)


def _turning_attribute(flip: Flip) -> str:
    """The attribute that decides the verdict nearer to out of scope, and not the other one.

    What keeps a question out is telling; that everything else holds as well is not.
    """
    then = [one.attribute for one in flip.was_because if one.attribute]
    now = [one.attribute for one in flip.is_because if one.attribute]
    is_narrower = flip.was is Verdict.IN_SCOPE or flip.is_now is Verdict.OUT_OF_SCOPE
    telling, other = (now, then) if is_narrower else (then, now)
    turning = [name for name in telling if name not in other]
    return next(iter([*turning, *telling, *other]), "")


def _edge(attribute: str, edge: str, catalogue: Catalogue) -> str:
    """The edge; for a name that means one entry, the entry, so that its aliases are one group."""
    entries = {entry.canonical for entry, _ in catalogue.by_name.get((attribute, edge), ())}
    return entries.pop() if len(entries) == 1 else edge
