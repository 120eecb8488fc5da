"""Every text in the browser has a Japanese translation, and the compiled files are current."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import system_part
from tests.project import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import messages


@pytest.fixture(autouse=True)
def _gettext() -> None:
    system_part("xgettext")


def test_all_texts_are_translated_and_compiled() -> None:
    assert messages.problems() == []


def unseen(source: str) -> Iterator[int]:
    """The lines of texts within f-strings, which xgettext does not find."""
    for outer in ast.walk(ast.parse(source)):
        if isinstance(outer, ast.JoinedStr):
            for call in ast.walk(outer):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                    is_text = bool(call.args) and isinstance(call.args[0], ast.Constant)
                    if is_text and call.func.id in ("_", "gettext"):
                        yield call.lineno


def test_no_text_is_within_an_f_string() -> None:
    assert list(unseen("f\"{_('A game') % {}}\"")) == [1]
    files = sorted(messages.WEB.rglob("*.py"))
    assert len(files) > 100
    assert [(str(file), line) for file in files for line in unseen(file.read_text())] == []


def test_unknown_arguments_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "update", lambda: pytest.fail("it was not asked to"))
    for word, status in (("--help", 0), ("--chek", 2), ("check", 2)):
        monkeypatch.setattr(sys, "argv", ["messages.py", word])
        with pytest.raises(SystemExit) as ended:
            messages.main()
        assert ended.value.code == status


def test_a_text_without_translation_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "texts_of_views", lambda: iter(["a griffin nobody knows"]))
    messages.gather(tmp_path / "web")
    file = tmp_path / "web" / "locale" / "ja" / "LC_MESSAGES" / "djangojs.po"
    assert messages.untranslated(file) == ["a griffin nobody knows"]


def test_translation_with_a_wrong_placeholder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "django.po"
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    wrong = '#, python-format\nmsgid "%(side)s won"\nmsgstr "%(seite)s hat gewonnen"\n'
    file.write_text(head + wrong, encoding="utf-8")
    with pytest.raises(Exception, match="msgfmt"):
        messages.compile_messages(file)
