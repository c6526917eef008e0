import gettext
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.fixture
def messages(tmp_path: Path, settings: Settings) -> Path:
    """The Chinese .po file of a project of its own."""
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path]
    file = tmp_path / "zh_Hans" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    return file


def translations(messages: Path) -> gettext.GNUTranslations:
    with messages.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_a_translation_is_compiled(messages: Path) -> None:
    messages.write_text(f'{HEADER}msgid "in scope"\nmsgstr "在范围内"\n', encoding="utf-8")
    call_command("compile_translations")

    assert translations(messages).gettext("in scope") == "在范围内"
    assert [file.name for file in messages.parent.iterdir() if "partial" in file.name] == []


def test_only_what_is_newer_is_compiled(messages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    messages.write_text(HEADER, encoding="utf-8")
    call_command("compile_translations")
    call_command("compile_translations")
    assert capsys.readouterr().out == "compiled zh_Hans/LC_MESSAGES/django.po\n"

    later = messages.with_suffix(".mo").stat().st_mtime + 1
    os.utime(messages, (later, later))
    call_command("compile_translations")
    assert capsys.readouterr().out == "compiled zh_Hans/LC_MESSAGES/django.po\n"


def test_a_fuzzy_translation_is_not_shown(messages: Path) -> None:
    text = f'{HEADER}#, fuzzy\nmsgid "in scope"\nmsgstr "不在范围内"\n'
    messages.write_text(text, encoding="utf-8")
    call_command("compile_translations")

    assert translations(messages).gettext("in scope") == "in scope"


def test_a_placeholder_that_was_mistyped_is_refused(messages: Path) -> None:
    text = f'{HEADER}#, python-format\nmsgid "%(count)s of them"\nmsgstr "其中%(conut)s个"\n'
    messages.write_text(text, encoding="utf-8")

    with pytest.raises(CommandError, match=r"django\.po, line 5: .*placeholder"):
        call_command("compile_translations")
    assert not messages.with_suffix(".mo").exists()


def test_a_file_that_cannot_be_read_is_refused(messages: Path) -> None:
    messages.write_text('msgid "half\n', encoding="utf-8")

    with pytest.raises(CommandError, match=r"django\.po cannot be read"):
        call_command("compile_translations")
