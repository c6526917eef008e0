"""An answer as plain text, for the command line and for "copy as text"."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from incidents.domain.checking import Answer, Result
from incidents.domain.phrasing import (
    attribute_label,
    count_phrase,
    given_phrase,
    listing,
    outcome_word,
    published_phrase,
    reason_phrase,
    text_in,
    verdict_word,
)
from incidents.scope.verdict import Verdict


def report_text(answer: Answer, language: str) -> str:
    """The whole answer, one incident after the other, in the active language."""
    return "\n".join(_lines(answer, language)) + "\n"


def _lines(answer: Answer, language: str) -> Iterator[str]:
    yield ngettext(
        "%(considered)d incident considered: %(in_scope)d in scope, "
        "%(undetermined)d undetermined, %(out_of_scope)d out of scope",
        "%(considered)d incidents considered: %(in_scope)d in scope, "
        "%(undetermined)d undetermined, %(out_of_scope)d out of scope",
        answer.considered,
    ) % {
        "considered": answer.considered,
        "in_scope": answer.tally[Verdict.IN_SCOPE],
        "undetermined": answer.tally[Verdict.UNDETERMINED],
        "out_of_scope": answer.tally[Verdict.OUT_OF_SCOPE],
    }
    for suggestion in answer.suggestions:
        yield _("“%(name)s” is not a recognised name. Near it: %(near)s") % {
            "name": suggestion.given,
            "near": listing(suggestion.near) or _("none"),
        }
    for result in answer.results:
        yield ""
        yield from result_lines(result, answer, language)


def result_lines(result: Result, answer: Answer, language: str) -> Iterator[str]:
    """One incident's answer, line by line."""
    record = result.record
    title = text_in(record.facts["title"], language, record.facts["language"])
    yield _("%(incident)s: %(verdict)s") % {
        "incident": record.public_id,
        "verdict": verdict_word(result.verdict),
    }
    yield "  " + _("%(title)s (revision %(number)d)") % {"title": title, "number": record.revision}
    if result.is_withdrawn:
        yield "  " + _("This incident has been withdrawn since.")
    deciding = result.answer.deciding
    for condition, finding in zip(deciding.clause.conditions, deciding.findings, strict=True):
        line = _(
            "%(label)s: %(outcome)s. Published: %(published)s. Yours: %(given)s. %(reason)s"
        ) % {
            "label": attribute_label(answer.snapshot, condition.attribute, language),
            "outcome": outcome_word(finding.outcome),
            "published": published_phrase(record, condition, language),
            "given": given_phrase(answer.question.get(condition.attribute)) or _("not given"),
            "reason": reason_phrase(finding),
        }
        yield f"  - {line.rstrip()}"
    if result.verdict is Verdict.UNDETERMINED:
        yield "  " + settling_phrase(result, answer, language)
    for count in record.facts.get("counts", []):
        yield "  " + count_phrase(count, language, record.facts["language"])
    for statement in record.facts.get("statements", []):
        if statement["kind"] == "do_not_infer":
            parts = (statement[key] for key in ("question", "text") if key in statement)
            words = " ".join(text_in(one, language, record.facts["language"]) for one in parts)
            yield "  " + _("Do not infer: %(text)s") % {"text": words}


def settling_phrase(result: Result, answer: Answer, language: str) -> str:
    """What would settle an undetermined verdict, or that nothing the asker knows will."""
    fields = result.answer.settle_with
    if not fields:
        return _("Nothing that you could add would settle this: it was not published.")
    labels = [attribute_label(answer.snapshot, field, language) for field in fields]
    return _("This would settle it: %(fields)s.") % {"fields": listing(labels)}
