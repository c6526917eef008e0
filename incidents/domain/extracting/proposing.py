"""A pasted text, and all that it says in a form that a record could take."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from incidents.domain.extracting.claims import Claims
from incidents.domain.extracting.languages import Languages
from incidents.domain.extracting.naming import find_names
from incidents.domain.extracting.numbers import find_numbers
from incidents.domain.extracting.phrases import find_phrases
from incidents.domain.extracting.proposal import Find, Form, Kind, Proposal, UnableToReadText
from incidents.domain.extracting.references import find_references
from incidents.domain.extracting.sentences import Sentences, passage_of, sentences_of
from incidents.domain.extracting.versions import find_versions
from incidents.domain.extracting.view import View, view_of
from incidents.domain.extracting.windows import find_dates
from incidents.scope.catalogue import Catalogue

#: Characters. A long incident report has a tenth of them.
LONGEST_TEXT = 200_000

_LANGUAGES = ("en", "zh-Hans")
#: What is proposed once, however often the text says it.
_ONCE = frozenset({Kind.MODEL, Kind.SERVICE, Kind.SOURCE_URL, Kind.CVE, Kind.ZONE})


def propose(text: str, *, catalogue: Catalogue, language: str | None = None) -> list[Proposal]:
    """All that the text says, in the order in which it says it.

    Names are those of the catalogue. `language` (`en`, `zh-Hans`) is the language that units and
    statements are tagged with; where it is not given, their script tells. Raises UnableToReadText.
    """
    if len(text) > LONGEST_TEXT:
        raise UnableToReadText(
            f"The text has {len(text):,} characters; at most {LONGEST_TEXT:,} can be read at once."
        )
    if language is not None and language not in _LANGUAGES:
        raise UnableToReadText(f"{language!r} is not a language of disclosures: en or zh-Hans.")
    view = view_of(text)
    sentences = sentences_of(view)
    finds = _finds(view, sentences, catalogue, Languages(view, sentences, language))
    ordered = sorted(finds, key=lambda one: (one.start, one.end, one.kind.value))
    return list(_once(_proposal(view, sentences, one) for one in ordered))


def _finds(
    view: View, sentences: Sentences, catalogue: Catalogue, languages: Languages
) -> Iterator[Find]:
    """What each reader finds; a word that one has read, the later ones leave alone."""
    claims = Claims(len(view.plain))
    references = list(find_references(view.plain))
    _claim(claims, references)
    names = [one for one in find_names(view, catalogue) if claims.are_free(one.start, one.end)]
    _claim(claims, names)
    dates = list(find_dates(view, sentences, claims))
    _claim(claims, dates)
    yield from (*references, *names, *dates)
    yield from find_versions(view, sentences, claims, catalogue)
    yield from find_numbers(view, claims, languages)
    yield from find_phrases(view, sentences, languages)


def _claim(claims: Claims, finds: Iterable[Find]) -> None:
    for find in finds:
        claims.claim(find.start, find.end)


def _proposal(view: View, sentences: Sentences, find: Find) -> Proposal:
    return Proposal(
        kind=find.kind,
        form=find.form,
        readings=find.readings,
        written=passage_of(view, find.start, find.end),
        passage=sentences.around(find.start, find.end),
        doubts=tuple(dict.fromkeys(find.doubts)),
        unfinished=find.unfinished,
    )


def _once(proposals: Iterable[Proposal]) -> Iterator[Proposal]:
    """The proposals, those of names and addresses at their first mention with the others noted."""
    kept: list[Proposal] = []
    firsts: dict[tuple[Kind, str], int] = {}
    others: dict[int, list[tuple[int, int]]] = {}
    for proposal in proposals:
        key = (proposal.kind, _meaning(proposal))
        if proposal.kind in _ONCE and key in firsts:
            span = (proposal.written.start, proposal.written.end)
            others.setdefault(firsts[key], []).append(span)
            continue
        firsts[key] = len(kept)
        kept.append(proposal)
    for place, proposal in enumerate(kept):
        yield replace(proposal, also_at=tuple(others.get(place, ())))


def _meaning(proposal: Proposal) -> str:
    """What a proposal says, apart from how it is written."""
    if proposal.form is not Form.CATALOGUE_NAME:
        return repr(proposal.readings)
    return repr([(one["name"], one.get("service")) for one in proposal.readings])
