"""The words of documents for readers: texts in their language, and the terms of closed lists."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from incidents.domain.phrasing import document_language

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wording:
    """A text of a document.

    `lang` is its language where that is not the language of the page, and empty otherwise;
    `is_labelled` says that the text then carries a label, since it is not translated yet.
    """

    text: str
    lang: str = ""
    is_labelled: bool = True


def wording(text: Json, language: str, original: str) -> Wording:
    """The text in the language, or in its original one where it is not translated."""
    wanted = document_language(language)
    if wanted in text:
        return Wording(text[wanted])
    lang = original if original in text else next(iter(text))
    return Wording(text[lang], lang)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one document for a page: its texts in the language of the page, and what it cites."""

    document: Json
    language: str

    @property
    def original(self) -> str:
        """The language the document was first written in."""
        tag: str = self.document["language"]
        return tag

    @property
    def is_untranslated(self) -> bool:
        """Whether the document, going by its title, is not translated into the page's language."""
        return document_language(self.language) not in self.document["title"]

    def words(self, text: Json) -> Wording:
        """The text. Where nothing is translated, the page says so once, and labels no text."""
        found = wording(text, self.language, self.original)
        return replace(found, is_labelled=False) if self.is_untranslated else found

    def quotation(self, text: str) -> Wording:
        """Words of the disclosure itself, which are never translated."""
        lang = "" if self.original == document_language(self.language) else self.original
        return Wording(text, lang, is_labelled=False)

    def optional_words(self, item: Json, key: str) -> Wording | None:
        """The text under the key; None where the document has none."""
        return self.words(item[key]) if key in item else None

    def cites(self, item: Json) -> tuple[int, ...]:
        """The numbers of the sources that a fact rests on, as the page numbers them."""
        keys = [source["key"] for source in self.document["sources"]]
        return tuple(sorted(keys.index(key) + 1 for key in item.get("sources", [])))


def language_name(tag: str) -> str:
    """A language by its name; tags of languages that nobody translated stay as they are."""
    return {"en": _("English"), "zh-Hans": _("Simplified Chinese")}.get(tag, tag)


def subject_heading(subject: str) -> str:
    """What a scope is about."""
    return {
        "affected": _("Requests"),
        "deployment": _("Deployments: an engine that you run"),
        "exposure": _("Exposure of data"),
        "remedy": _("Remedy"),
    }[subject]


def role_word(role: str) -> str:
    return {
        "first_fix": _("First fix"),
        "follow_up": _("Follow-up"),
        "recommended_minimum": _("Recommended minimum"),
    }[role]


def standing_word(status: str) -> str:
    """How well a fixed version is known."""
    return {
        "stated": _("as stated"),
        "confirmed": _("confirmed"),
        "disputed": _("disputed"),
    }[status]


def coverage_word(state: str) -> str:
    return {
        "covered": _("covered"),
        "not_covered": _("not covered"),
        "in_progress": _("in progress"),
        "not_published": _("not published"),
    }[state]


def statement_word(kind: str) -> str:
    return {
        "reported": _("Reported"),
        "recommended": _("Recommended"),
        "unknown": _("Not known"),
        "do_not_infer": _("Do not infer"),
        "not_affected": _("Stated as not affected"),
        "workaround": _("Workaround"),
        "correction": _("Correction"),
    }[kind]


def relation_word(relation: str) -> str:
    return {
        "distinct_from": _("Another incident, not to be confused with this one"),
        "same_root_cause": _("Same root cause"),
        "follow_up_of": _("Follow-up of"),
        "superseded_by": _("Superseded by"),
    }[relation]


def source_type_word(source_type: str) -> str:
    return {"primary": _("primary source"), "secondary": _("secondary source")}[source_type]
