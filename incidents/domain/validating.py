"""What a document must hold beyond its schema: that it refers to itself rightly and can be read."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from incidents.domain.documents import Json, Problem, schema_problems
from incidents.scope.dates import UnreadableDate, instants_of, read_local_unit, read_zone
from incidents.scope.names import fold_name
from incidents.scope.published import UnableToPublish, freeze_scope


def disclosure_problems(document: Mapping[str, Any]) -> list[Problem]:
    """Everything wrong in a disclosure document, as far as it shows without a catalogue."""
    problems = schema_problems(document, "disclosure-1")
    if problems:
        return problems
    return [
        *_repeated(document["sources"], "key", "/sources"),
        *_repeated(document.get("protections", []), "key", "/protections"),
        *_repeated(document["scopes"], "subject", "/scopes"),
        *_citation_problems(document),
        *_text_problems(document, document["language"]),
        *_date_problems(document),
        *_scope_problems(document),
        *_relation_problems(document),
        *_decimal_problems(document),
        *_character_problems(document),
    ]


def catalogue_problems(document: Mapping[str, Any]) -> list[Problem]:
    """Everything wrong in a catalogue document."""
    problems = schema_problems(document, "catalogue-1")
    if problems:
        return problems
    problems += _repeated(document["attributes"], "name", "/attributes")
    problems += _repeated(document["services"], "slug", "/services")
    problems += _repeated(document.get("notices", []), "key", "/notices")
    known = {one["name"] for one in document["attributes"] if one["kind"] == "identifier"}
    for pointer, value in _values(document):
        if value["attribute"] not in known:
            detail = f"{value['attribute']!r} is not an identifier among the attributes."
            problems.append(Problem(f"{pointer}/attribute", "unknown_attribute", detail))
    problems += _character_problems(document)
    for position, service in enumerate(document["services"]):
        pointer = f"/services/{position}/models"
        problems += _repeated(service.get("models", []), "id", pointer)
    for pointer, alias in _aliases(document):
        for key in ("from", "until"):
            if key in alias:
                problems += _unreadable({"value": alias[key]}, f"{pointer}/{key}")
    return problems


def _repeated(items: Sequence[Mapping[str, Any]], key: str, pointer: str) -> list[Problem]:
    """Items that have the key of an earlier one."""
    seen: set[str] = set()
    problems = []
    for position, item in enumerate(items):
        folded = fold_name(item[key])
        if folded in seen:
            detail = f"{item[key]!r} occurs twice."
            problems.append(Problem(f"{pointer}/{position}/{key}", "repeated", detail))
        seen.add(folded)
    return problems


def _walk(value: Any, pointer: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every object in the document, with the pointer to it."""
    if isinstance(value, Mapping):
        yield pointer, value
        for key, inner in value.items():
            yield from _walk(inner, f"{pointer}/{key}")
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _walk(inner, f"{pointer}/{position}")


def _citation_problems(document: Mapping[str, Any]) -> Iterator[Problem]:
    known = {source["key"] for source in document["sources"]}
    for pointer, item in _walk(document):
        # The document's own `sources` are the sources; everywhere else the word means citations.
        for position, key in enumerate(item.get("sources", []) if pointer else []):
            if key not in known:
                yield Problem(
                    f"{pointer}/sources/{position}",
                    "unknown_source",
                    f"No source has the key {key!r}.",
                )


def _text_problems(document: Mapping[str, Any], language: str) -> Iterator[Problem]:
    """Texts that lack the language the document was written in."""
    for pointer, item in _walk(document):
        is_text = bool(item) and set(item) <= {"en", "zh-Hans"}
        if is_text and language not in item:
            detail = f"The text is missing in {language}, the language of the document."
            yield Problem(pointer, "missing_language", detail)


def _date_problems(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Unreadable dates outside of the scopes, which are read when they are frozen."""
    yield from _unreadable(document["disclosed"], "/disclosed")
    for position, event in enumerate(document.get("timeline", [])):
        yield from _unreadable(event["at"], f"/timeline/{position}/at")
    for position, protection in enumerate(document.get("protections", [])):
        for cell, coverage in enumerate(protection.get("coverage", [])):
            if "as_of" in coverage:
                pointer = f"/protections/{position}/coverage/{cell}/as_of"
                yield from _unreadable(coverage["as_of"], pointer)


def _unreadable(date: Mapping[str, Any], pointer: str) -> list[Problem]:
    try:
        unit = read_local_unit(date["value"])
        instants_of(unit, read_zone(date["zone"]) if "zone" in date else None, date["value"])
    except UnreadableDate as error:
        detail = f"{error.text!r} cannot be read as a date or a zone."
        return [Problem(pointer, error.problem.value, detail)]
    return []


def _scope_problems(document: Mapping[str, Any]) -> Iterator[Problem]:
    for position, section in enumerate(document["scopes"]):
        try:
            freeze_scope(section, f"/scopes/{position}")
        except UnableToPublish as error:
            yield Problem(error.pointer, error.code, error.detail)


def _relation_problems(document: Mapping[str, Any]) -> Iterator[Problem]:
    seen: set[tuple[str, str]] = set()
    for position, link in enumerate(document.get("related", [])):
        pointer = f"/related/{position}"
        if link["incident"] == document["id"]:
            yield Problem(pointer, "related_to_itself", "An incident is not related to itself.")
        if (link["incident"], link["relation"]) in seen:
            yield Problem(pointer, "repeated", f"The link to {link['incident']} occurs twice.")
        seen.add((link["incident"], link["relation"]))


def _decimal_problems(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Counts with more decimals than a row keeps."""
    for position, count in enumerate(document.get("counts", [])):
        exponent = Decimal(str(count["value"])).as_tuple().exponent
        if isinstance(exponent, int) and exponent < -6:
            detail = "A count has six decimals at most."
            yield Problem(f"/counts/{position}/value", "too_many_decimals", detail)


#: Characters that change how the text around them is shown, and so what a reader reads.
_HIDDEN = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _character_problems(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Texts with control characters, which some databases refuse and no reader sees."""
    for pointer, item in _walk(document):
        for key, value in item.items():
            texts = value if isinstance(value, list) else [value]
            if any(isinstance(one, str) and _has_hidden(one) for one in texts):
                detail = "The text holds a control character or one that turns its direction."
                yield Problem(f"{pointer}/{key}", "control_character", detail)


def _has_hidden(text: str) -> bool:
    return any(
        character in _HIDDEN
        or (unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t")
        for character in text
    )


def _values(document: Json | Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for position, value in enumerate(document.get("values", [])):
        yield f"/values/{position}", value
    for service_position, service in enumerate(document["services"]):
        for position, value in enumerate(service.get("values", [])):
            yield f"/services/{service_position}/values/{position}", value


def _aliases(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for pointer, item in _walk(document):
        for position, alias in enumerate(item.get("aliases", [])):
            yield f"{pointer}/aliases/{position}", alias
