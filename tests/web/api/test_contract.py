"""The contract and what is made from it: types of the pages and of the client, and answers."""

import ast
from pathlib import Path

import pytest

import contract
from tests.project import ROOT

WEB = ROOT / "src" / "plyground" / "web"


@pytest.mark.parametrize("path", [contract.PAGES, contract.CLIENT], ids=lambda path: path.name)
def test_committed_types_are_those_of_the_contract(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == contract.files()[path], "run `make contract`"


def test_answers_can_be_described_without_pydantic() -> None:
    """Processes of games written in Python know the types of answers, and are to start quickly."""
    for file in (WEB / "contract").glob("*.py"):
        if file.stem in ("body", "requests", "schema", "operations", "document"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [name for name in found if "pydantic" in name or name.endswith(".body")], file
