"""No module of the package imports itself, not even inside a function.

`test_doors.py` orders folders; this checks single modules, also within one folder. Imports only for
mypy count too.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project import ROOT
from tests.project.test_doors import ORDER

NATIVE = ORDER[0]  # compiled modules, which import none of ours
Graph = dict[str, set[str]]


def modules(package: Path) -> dict[str, Path]:
    """Every module by its dotted name; a package has the name of its folder."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        parts = (package.name, *file.relative_to(package).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imported(tree: ast.AST, own: str) -> Iterator[tuple[str, str]]:
    """The imports of a module: a module, and a name from it or nothing; `own` is the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = own.split(".")[: len(own.split(".")) - node.level + 1] if node.level else []
            base = ".".join(filter(None, (*parts, node.module)))
            yield from ((base, alias.name) for alias in node.names)


def graph(package: Path) -> Graph:
    """The modules that each module imports, anywhere in it."""
    known = modules(package)
    found: Graph = {}
    for name, file in known.items():
        own = name if file.name == "__init__.py" else name.rpartition(".")[0]
        pairs = imported(ast.parse(file.read_text(encoding="utf-8")), own)
        pairs = (pair for pair in pairs if pair[1] not in NATIVE)
        targets = {part if (part := f"{base}.{one}") in known else base for base, one in pairs}
        found[name] = targets & set(known) - {name}
    return found


def cycles(found: Graph) -> list[list[str]]:
    """Groups of modules that import each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for target in sorted(found[name]):
            if target not in index:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in stack:
                low[name] = min(low[name], index[target])
        if low[name] == index[name]:
            at = stack.index(name)
            group, stack[at:] = sorted(stack[at:]), []
            groups.append(group)

    for name in sorted(found):
        if name not in index:
            visit(name)
    return sorted(group for group in groups if len(group) > 1)


def test_no_module_imports_itself() -> None:
    assert cycles(graph(ROOT / "src" / "plyground")) == []


@pytest.mark.parametrize(
    ("code", "group"),
    [
        ("from house.b import c", ["house.a", "house.b"]),
        ("import house.b", ["house.a", "house.b"]),
        ("def late():\n    from house import b", ["house.a", "house.b"]),
        ("from . import b", ["house.a", "house.b"]),
        ("from .deep import far", ["house.a", "house.b", "house.deep.far"]),
        ("from house import deep", None),
    ],
)
def test_import_cycle_is_detected(tmp_path: Path, code: str, group: list[str] | None) -> None:
    files = {
        "__init__.py": "from house.a import x",
        "a.py": code,
        "b.py": "from house.a import x\nimport os",
        "deep/__init__.py": "",
        "deep/far.py": "from ..b import c",
    }
    for name, text in files.items():
        file = tmp_path / "house" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert cycles(graph(tmp_path / "house")) == ([group] if group else [])
