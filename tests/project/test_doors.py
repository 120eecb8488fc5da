"""Includes and imports go one way: no room is entered by a wrong door.

Each rule is also tried on a small tree with one wrong door in it, to prove that it can fail.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project import ROOT

# Python: a module may import those of earlier lines and its own.
ORDER = (
    {"_cpu", "_core_baseline", "_core_avx2"},
    {"_core"},
    {"options", "words", "view", "home", "client", "stop"},
    {"verdicts"},
    {"game"},
    {"python_game"},
    {"registry"},
    {"spec"},
    {"report"},
    {"request"},
    {"solution", "tablebase"},
    {"search"},
    {"simulate", "counting", "tracing"},
    {"record", "actions"},
    {"journal"},
    {"notation"},
    {"player"},
    {"level"},
    {"protocols"},
    {"roster"},
    {"stats"},
    {"match"},
    {"__init__"},
    {"check", "bench", "sitting", "adapters", "puzzles"},
    {"lab"},
    {"learn"},
    {"terminal"},
    {"web"},
    {"cli"},
    {"__main__"},
)

# C++: which rooms a room may include. Every room may use the standard library and, inside a guard,
# the processor's intrinsics; Python is for the bindings alone.
ROOMS = {
    "core": {"core"},
    "games": {"core", "games"},
    "search": {"core", "search"},
    "bind": {"core", "games", "search", "bind", "python"},
}
INTRINSICS = {"immintrin.h", "intrin.h", "cpuid.h", "sys/mman.h"}  # behind an #if


def room_of(path: str) -> str:
    """The room of an included or including file, given from cpp/ on."""
    if re.fullmatch(r"games/\w+/bind\.cpp", path):
        return "bind"
    return path.partition("/")[0]


def included(path: str, line: str) -> str | None:
    """What a line of C++ includes, as a room's file; None for what anyone may include."""
    if not (match := re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)):
        return None
    kind, target = match.groups()
    if kind == '"':
        return target if "/" in target else f"{Path(path).parent.as_posix()}/{target}"
    return None if re.fullmatch(r"[a-z_]+", target) or target in INTRINSICS else f"python/{target}"


def wrong_includes(cpp: Path) -> Iterator[str]:
    """Every include that goes through a wrong door."""
    for file in sorted(cpp.rglob("*.[ch]pp")):
        path = file.relative_to(cpp).as_posix()
        for line in file.read_text(encoding="utf-8").splitlines():
            if target := included(path, line):
                other_game = (
                    room_of(path) == "games"
                    and target.count("/") > 1
                    and Path(target).parent != Path(path).parent
                )
                if other_game or room_of(target) not in ROOMS[room_of(path)]:
                    yield f"{path} includes {target}"


def words_of_python(cpp: Path) -> Iterator[str]:
    """Every file outside the bindings that speaks of Python's interface at all."""
    for file in sorted(cpp.rglob("*.[ch]pp")):
        path = file.relative_to(cpp).as_posix()
        if room_of(path) != "bind" and re.search(
            r"nanobind|Python\.h|\bPy[A-Z]\w*", file.read_text(encoding="utf-8")
        ):
            yield f"{path} knows Python"


def imported(package: Path, tree: ast.AST, own: str = "plyground") -> Iterator[str]:
    """The package's modules that a module imports, wherever in it the import stands.

    `own` is the package that the module itself is in, where relative imports begin.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{own}.{node.module or alias.name}" for alias in node.names]
        else:
            continue
        for top, _, rest in (name.partition(".") for name in names):
            if top == "plyground":
                first = rest.partition(".")[0]
                yield first if is_module(package, first) else "__init__"


def is_module(package: Path, name: str) -> bool:
    return bool(name) and (
        name in ORDER[0] or (package / name).is_dir() or (package / f"{name}.py").exists()
    )


def place(module: str) -> int:
    """Where a module stands in the order; -1 if nobody has placed it."""
    return next((i for i, names in enumerate(ORDER) if module in names), -1)


def wrong_imports(package: Path) -> Iterator[str]:
    """Every import that goes through a wrong door."""
    for file in sorted(package.rglob("*.py")):
        module = file.relative_to(package).with_suffix("").parts[0]
        if place(module) < 0:
            yield f"{module} has no place in the order"
            continue
        own = ".".join(("plyground", *file.relative_to(package).parts[:-1]))
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for target in sorted(set(imported(package, tree, own))):
            if place(target) > place(module):
                yield f"{module} imports {target}"


def test_includes() -> None:
    assert list(wrong_includes(ROOT / "cpp")) == []


def test_only_the_bindings_know_python() -> None:
    assert list(words_of_python(ROOT / "cpp")) == []


def test_imports() -> None:
    assert list(wrong_imports(ROOT / "src" / "plyground")) == []


@pytest.mark.parametrize(
    ("path", "include", "target"),
    [
        ("core/grid.hpp", '"games/stones.hpp"', "games/stones.hpp"),
        ("core/grid.hpp", '"search/perft.hpp"', "search/perft.hpp"),
        ("core/grid.hpp", "<nanobind/nanobind.h>", "python/nanobind/nanobind.h"),
        ("core/grid.hpp", "<boost/any.hpp>", "python/boost/any.hpp"),
        ("games/stones.hpp", '"search/perft.hpp"', "search/perft.hpp"),
        ("games/go/rules.hpp", '"games/robogo/rules.hpp"', "games/robogo/rules.hpp"),
        ("games/go/rules.hpp", '"bind/state.hpp"', "bind/state.hpp"),
        ("search/perft.hpp", '"games/stones.hpp"', "games/stones.hpp"),
        ("search/perft.hpp", "<Python.h>", "python/Python.h"),
    ],
)
def test_a_wrong_include_is_found(tmp_path: Path, path: str, include: str, target: str) -> None:
    write(tmp_path, path, f"#include <vector>\n#include {include}\n")
    assert list(wrong_includes(tmp_path)) == [f"{path} includes {target}"]


def test_right_includes_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "core/bits.hpp", "#include <bit>\n#include <immintrin.h>\n")
    write(tmp_path, "games/go/rules.hpp", '#include "games/stones.hpp"\n#include "count.hpp"\n')
    write(
        tmp_path, "games/go/bind.cpp", '#include "bind/state.hpp"\n#include "games/go/rules.hpp"\n'
    )
    write(tmp_path, "bind/module.cpp", '#include <nanobind/nanobind.h>\n#include "core/game.hpp"\n')
    assert list(wrong_includes(tmp_path)) == []


@pytest.mark.parametrize("word", ["nanobind::object", "PyObject*", "// see Python.h"])
def test_knowing_python_is_found(tmp_path: Path, word: str) -> None:
    write(tmp_path, "games/go/rules.hpp", word)
    write(tmp_path, "games/go/bind.cpp", word)
    assert list(words_of_python(tmp_path)) == ["games/go/rules.hpp knows Python"]


@pytest.mark.parametrize(
    ("module", "code", "target"),
    [
        ("options", "from plyground.game import Game", "game"),
        ("view", "def late():\n    from plyground import cli", "cli"),
        ("words", "import plyground.registry", "registry"),
        ("game", "import plyground", "__init__"),
        ("game", "from plyground import perft", "__init__"),
        ("registry", "from . import terminal", "terminal"),
        ("_core", "from .words import sentence", "words"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, module: str, code: str, target: str) -> None:
    write(tmp_path, f"{target}.py", "")
    write(tmp_path, f"{module}.py", code)
    assert list(wrong_imports(tmp_path)) == [f"{module} imports {target}"]


def test_a_module_without_a_place_is_found(tmp_path: Path) -> None:
    write(tmp_path, "utils.py", "")
    assert list(wrong_imports(tmp_path)) == ["utils has no place in the order"]


def test_right_imports_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "_core.py", "from plyground import _cpu")
    write(tmp_path, "python_game.py", "from plyground import _core")
    write(tmp_path, "registry.py", "import os\nfrom plyground.python_game import PythonSource")
    assert list(wrong_imports(tmp_path)) == []


def write(folder: Path, path: str, text: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, encoding="utf-8")
