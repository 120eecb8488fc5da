"""Names are unambiguous: no function hides a module, and only the engine uses the core's objects.

Each rule is also tested on a small tree that breaks it, to prove that it can fail.
"""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from tests.project import ROOT

PACKAGE = ROOT / "src" / "plyground"


def bound_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that a module binds at its top level, each with the module it imports, if any."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, ""
        elif isinstance(node, ast.Assign):
            yield from ((one.id, "") for one in node.targets if isinstance(one, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, ""


def hidden_modules(package: Path) -> Iterator[str]:
    """Every module whose dotted name means something else, because its package binds it."""
    for file in sorted(package.rglob("__init__.py")):
        folder = file.parent
        own = ".".join([package.name, *folder.relative_to(package).parts])
        modules = {one.stem for one in folder.glob("*.py*") if one.suffix in (".py", ".pyi")}
        modules |= {one.parent.name for one in folder.glob("*/__init__.py")}
        for name, source in bound_names(ast.parse(file.read_text(encoding="utf-8"))):
            if name in modules and source != f"{own}.{name}":
                yield f"{own}.{name}"


def reaching_into_positions(package: Path) -> Iterator[str]:
    """Every module outside the engine that takes the core's object out of a position."""
    for file in sorted(package.rglob("*.py")):
        path = file.relative_to(package)
        if path.parts[0] == "engine":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            is_own = isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"
            is_state = isinstance(node, ast.Attribute) and node.attr == "_state" and not is_own
            if is_state or (isinstance(node, ast.alias) and node.name == "core_state"):
                yield path.as_posix()


def test_no_name_hides_a_module() -> None:
    assert list(hidden_modules(PACKAGE)) == [], "rename the function or the module"


def test_public_functions_do_not_share_names_with_modules() -> None:
    for name in plyground.__all__:
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(f"plyground.{name}")


def test_the_folder_of_games_is_a_module() -> None:
    package = importlib.import_module("plyground.games")
    assert vars(plyground)["games"] is package


@pytest.mark.parametrize("folder", ["src/plyground", "bench", "examples", "tools"])
def test_only_the_engine_takes_the_core_out_of_a_position(folder: str) -> None:
    assert list(reaching_into_positions(ROOT / folder)) == [], "use a public name of Position"


@pytest.mark.parametrize(
    ("code", "hidden"),
    [
        ("def rows(): pass", True),
        ("rows = 1", True),
        ("rows: int = 1", True),
        ("class rows: pass", True),
        ("from package.rows import rows", True),
        ("from package.rows import table as rows", True),
        ("from package import rows", False),
        ("from package.rows import table", False),
        ("def table(): rows = 1", False),
    ],
)
def test_a_name_that_hides_a_module_is_found(tmp_path: Path, code: str, hidden: bool) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "rows.py").touch()
    (package / "__init__.py").write_text(code, encoding="utf-8")
    assert list(hidden_modules(package)) == (["package.rows"] if hidden else [])


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("position._state.turn", True),
        ("game.start()._state", True),
        ("from plyground.engine.base_position import core_state", True),
        ("self._state", False),
        ("position.turn", False),
    ],
)
def test_reaching_into_a_position_is_found(tmp_path: Path, code: str, found: bool) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "search.py").write_text("position._state", encoding="utf-8")
    (tmp_path / "play.py").write_text(code, encoding="utf-8")
    assert list(reaching_into_positions(tmp_path)) == (["play.py"] if found else [])
