"""The contract and its products: types of the pages and of the client, and answers."""

import ast
import re
from pathlib import Path

import pytest

import contract
from tests.project import ROOT

WEB = ROOT / "src" / "plyground" / "web"


@pytest.mark.parametrize("path", [contract.PAGES, contract.CLIENT], ids=lambda path: path.name)
def test_committed_types_match_the_contract(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == contract.files()[path], "run `make contract`"


def test_answers_can_be_described_without_pydantic() -> None:
    """Processes of games written in Python use the types of answers, and should start fast."""
    for file in (WEB / "contract").glob("*.py"):
        if file.stem in ("body", "requests", "page_requests"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [name for name in found if "pydantic" in name or name.endswith(".body")], file


UNTYPED = r"(?:dict|Mapping|MutableMapping)\[str, Any\]"
MOST_UNTYPED = 40


def untyped(web: Path) -> list[str]:
    """Every place in the web with an untyped dictionary, also under another name."""
    found = []
    for file in sorted(web.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        names = {"JsonSchemaValue"} if "JsonSchemaValue" in text else set()
        names |= set(re.findall(rf"^(\w+)(?:: TypeAlias)? = {UNTYPED}", text, flags=re.MULTILINE))
        words = "|".join([UNTYPED, *(rf"\b{name}\b" for name in sorted(names))])
        for number, line in enumerate(text.splitlines(), 1):
            found += [f"{file.relative_to(web)}:{number}"] * len(re.findall(words, line))
    return found


def test_few_dictionaries_may_hold_anything() -> None:
    """Only ASGI, settings and JSON Schema are left; the contract has the rest."""
    found = untyped(WEB)
    assert len(found) < MOST_UNTYPED, found


def test_other_names_for_such_a_dictionary_are_counted(tmp_path: Path) -> None:
    code = "Data = dict[str, Any]\ndef f(a: Data, b: Mapping[str, Any]) -> Data: ...\n"
    (tmp_path / "a.py").write_text(code, encoding="utf-8")
    assert untyped(tmp_path) == ["a.py:1", "a.py:1", "a.py:2", "a.py:2", "a.py:2"]
