"""The effect of a draft in words: which verdicts change, about what, and how it is explained."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from incidents.domain.effects import Effect, Flip, FlipGroup, Origin
from incidents.domain.phrasing import attribute_label, listing, verdict_word
from incidents.domain.snapshots import Snapshot
from incidents.domain.wording import subject_heading
from incidents.scope.verdict import Verdict

#: So many questions of a group are written out.
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Question:
    """A question that flips, as it would be asked. `source` is empty for a boundary probe."""

    words: str
    source: str


@dataclass(frozen=True, slots=True)
class ChangedVerdicts:
    """Questions whose verdicts change alike, and about one thing.

    `is_now` is empty where nothing would be answered any more. `key` is what an explanation is
    stored by.
    """

    key: str
    subject: str
    about: str
    was: str
    was_word: str
    is_now: str
    is_word: str
    number: int
    questions: tuple[Question, ...]
    explanation: str


@dataclass(frozen=True, slots=True)
class Asked:
    """How many questions of an origin were asked, what they come to, and how many flip."""

    origin: str
    compared: int
    flipped: int
    verdicts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class EffectWords:
    """The effect, ready to be shown. `unread` are examples that the catalogue cannot read."""

    groups: tuple[ChangedVerdicts, ...]
    asked: tuple[Asked, ...]
    unread: tuple[str, ...]

    @property
    def unexplained(self) -> int:
        return sum(not group.explanation for group in self.groups)


def phrase_effect(
    effect: Effect, explanations: Mapping[str, str], snapshot: Snapshot, language: str
) -> EffectWords:
    """The effect in the language that is active."""
    groups = tuple(
        _group(group, explanations.get(group.key, "").strip(), snapshot, language)
        for group in effect.groups
    )
    return EffectWords(groups, _asked(effect), effect.unread)


def origin_word(origin: Origin) -> str:
    """Where questions come from."""
    return {
        Origin.EXAMPLE: _("Examples of this incident"),
        Origin.PROBE: _("Boundary probes"),
        Origin.CORPUS: _("Examples of all other incidents"),
    }[origin]


def _group(
    group: FlipGroup, explanation: str, snapshot: Snapshot, language: str
) -> ChangedVerdicts:
    return ChangedVerdicts(
        group.key,
        subject_heading(group.subject),
        _about(group, snapshot, language),
        group.was.value,
        verdict_word(group.was),
        group.is_now.value if group.is_now is not None else "",
        verdict_word(group.is_now) if group.is_now is not None else _("no answer at all"),
        len(group.flips),
        tuple(_question(flip) for flip in group.flips[:_SHOWN]),
        explanation,
    )


def _about(group: FlipGroup, snapshot: Snapshot, language: str) -> str:
    if not group.attribute:
        return _("the scope as a whole")
    label = attribute_label(snapshot, group.attribute, language)
    if not group.edge:
        return _("%(attribute)s, where it is not given") % {"attribute": label}
    return _("%(attribute)s: %(edge)s") % {"attribute": label, "edge": group.edge}


def _question(flip: Flip) -> Question:
    pairs = [f"{key} = {_plain(value)}" for key, value in flip.fields.items()]
    return Question(listing(pairs) or _("a question that says nothing"), flip.asked.source)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _asked(effect: Effect) -> tuple[Asked, ...]:
    verdicts: dict[Origin, Counter[Verdict]] = {origin: Counter() for origin in Origin}
    for tally in effect.tallies:
        verdicts[tally.origin].update(tally.counts)
    return tuple(
        Asked(
            origin_word(total.origin),
            total.compared,
            total.flipped,
            tuple((verdict_word(one), verdicts[total.origin][one]) for one in Verdict),
        )
        for total in effect.totals
    )
