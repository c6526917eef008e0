"""The interface speaks Chinese to the last word, and says in it what it says in English."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import gettext, ngettext
from pytest_django import Settings

from incidents.domain.phrasing import date_words, phrase_date
from incidents.management.commands.compile_translations import translation_files
from incidents.management.commands.extract_messages import extracted_messages, updated_text

FILES = list(translation_files())

#: What a translation has to keep: named placeholders and tags of HTML.
_TO_KEEP = re.compile(r"%\(\w+\)[a-z]|</?\w[^>]*>|%%")
#: No answer of ours lets anybody feel safe: 安全, 放心, 无风险, 无须担心.
_REASSURING = re.compile(r"(?<!不)安全|放心|无风险|没有风险|无[须需]担心|不必担心")


def messages_of(file: Path) -> list[Message]:
    with file.open("rb") as source:
        catalog = read_po(source, locale=file.parent.parent.name, abort_invalid=True)
    return [message for message in catalog if message.id]


def pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Every translation of a message with the original that it stands for.

    The last of the plural forms is the one of many, in every language.
    """
    if isinstance(message.string, str):
        yield str(message.id), message.string
        return
    for string in message.string:
        yield message.id[-1], string


MESSAGES = [
    pytest.param(message, id=f"{message.context or ''} {message.id}".strip())
    for file in FILES
    for message in messages_of(file)
]


def test_every_language_but_english_has_its_file() -> None:
    expected = {translation.to_locale(code) for code, _name in settings.LANGUAGES if code != "en"}
    assert {file.parent.parent.name for file in FILES} == expected


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.parent.name)
def test_the_file_holds_the_messages_of_code_and_templates(file: Path) -> None:
    """If this fails, run `make messages` and translate what is new."""
    assert file.read_text(encoding="utf-8") == updated_text(file, extracted_messages())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.parent.name)
def test_nothing_is_obsolete_and_nothing_uncertain(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("#~")] == []
    assert [message.id for message in messages_of(file) if message.fuzzy] == []


@pytest.mark.parametrize("message", MESSAGES)
def test_every_message_is_translated(message: Message) -> None:
    for original, translated in pairs(message):
        assert translated.strip()
        assert Counter(_TO_KEEP.findall(translated)) == Counter(_TO_KEEP.findall(original))
        assert original.endswith("\n") == translated.endswith("\n")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.parent.name)
def test_no_translation_reassures(file: Path) -> None:
    texts = [text for message in messages_of(file) for _original, text in pairs(message)]
    assert [text for text in texts if _REASSURING.search(text)] == []


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("In scope", "在范围内"),
        ("Not in scope", "不在范围内"),
        ("Cannot be determined", "无法判断"),
    ],
)
def test_verdicts_are_called_by_their_names(english: str, chinese: str) -> None:
    with translation.override("zh-hans"):
        assert gettext(english) == chinese


def test_plural_forms_are_translated() -> None:
    template = Template(
        "{% load i18n %}{% blocktranslate count total=total %}{{ total }} incident"
        "{% plural %}{{ total }} incidents{% endblocktranslate %}"
    )
    with translation.override("zh-hans"):
        assert template.render(Context({"total": 1})) == "1 个事件"
        assert template.render(Context({"total": 7})) == "7 个事件"
        assert ngettext("%(number)s source", "%(number)s sources", 3) == "%(number)s 个来源"


@pytest.mark.parametrize(
    ("value", "english", "chinese"),
    [
        ("2026", "2026", "2026年"),
        ("2026-09", "September 2026", "2026年9月"),
        ("2026-09-09", "9 September 2026", "2026年9月9日"),
        ("0987-01-02", "2 January 0987", "0987年1月2日"),
        ("2026-09-09T12:30", "9 September 2026, 12:30", "2026年9月9日 12:30"),
        ("2026-09-09 12", "9 September 2026, 12", "2026年9月9日 12"),
        ("2026-09-09T24:00", "9 September 2026, 24:00", "2026年9月9日 24:00"),
        ("2026-09-09T12:30 +08:00", "9 September 2026, 12:30 +08:00", "2026年9月9日 12:30 +08:00"),
        # Documents may hold these too.
        ("2026-09-09Z", "9 September 2026", "2026年9月9日"),
        ("5 September 2026", "5 September 2026", "2026年9月5日"),
        ("2026年9月5日", "5 September 2026", "2026年9月5日"),
    ],
)
def test_dates_are_written_as_each_language_does(value: str, english: str, chinese: str) -> None:
    with translation.override("en"):
        assert date_words({"value": value}) == english
    with translation.override("zh-hans"):
        assert date_words({"value": value}) == chinese


def test_the_zone_of_a_date_stands_in_chinese_brackets() -> None:
    with translation.override("zh-hans"):
        assert phrase_date({"value": "2026-09-09"}) == "2026年9月9日（未说明具体时刻和时区）"


# The command


HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'

CODE = """
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

LATER = gettext_lazy("later")

def words(number):
    return [
        f"({_('%(name)s') % {}})",
        ngettext("%(number)d thing", "%(number)d things", number),
        pgettext("of a list", ", "),
    ]
"""
TEMPLATE = """{% load i18n %}{# A comment. #}
{% translate "Words" %}{% translate "May" context "a month" as may %}
{% blocktranslate with name=a.name %}By {{ name }}.{% endblocktranslate %}
{% blocktranslate count n=n context "things" %}one{% plural %}{{ n }}{% endblocktranslate %}
"""


@pytest.fixture
def project(tmp_path: Path, settings: Settings) -> Path:
    """A project of its own, with code, a template and a .po file that is not up to date."""
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    texts = {
        "incidents/words.py": CODE,
        "templates/page.html": TEMPLATE,
        "locale/zh_Hans/LC_MESSAGES/django.po": (
            f'{HEADER}#: /home/somebody/templates/page.html:7\nmsgid "Words"\nmsgstr "词语"\n\n'
            'msgid "Gone"\nmsgstr "已不存在"\n'
        ),
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_messages_of_code_and_templates_are_extracted_and_translations_kept(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
    call_command("extract_messages")
    assert capsys.readouterr().out == "updated locale/zh_Hans/LC_MESSAGES/django.po\n"
    found = {(message.context, message.id): message.string for message in messages_of(file)}
    assert found == {
        (None, "later"): "",
        (None, "%(name)s"): "",
        (None, ("%(number)d thing", "%(number)d things")): ("",),
        ("of a list", ", "): "",
        (None, "Words"): "词语",
        ("a month", "May"): "",
        (None, "By %(name)s."): "",
        ("things", ("one", "%(n)s")): ("",),
    }
    text = file.read_text(encoding="utf-8")
    assert '#: templates/page.html\nmsgid "Words"\nmsgstr "词语"\n' in text
    assert str(project) not in text

    call_command("extract_messages")
    assert capsys.readouterr().out == ""
    assert file.read_text(encoding="utf-8") == text


def test_a_message_that_resembles_an_old_one_is_not_translated_by_it(project: Path) -> None:
    page = project / "templates" / "page.html"
    page.write_text(TEMPLATE.replace('"Words"', '"Word"'), encoding="utf-8")
    call_command("extract_messages")

    file = project / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
    [word] = [message for message in messages_of(file) if message.id == "Word"]
    assert (word.string, word.fuzzy) == ("", False)
