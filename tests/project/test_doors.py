"""Includes and imports follow the order of the map in CONTRIBUTING.md.

Each rule is also tested on a small tree with one wrong import, to prove that it can fail.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project import ROOT

# Python: a module may import modules of earlier lines and of its own line. A name stands for all
# modules in its folder without their own line.
ORDER = (
    {"_cpu", "_core_baseline", "_core_avx2"},
    {"_core"},
    {
        "extras",
        "paths",
        "client",
        "engine",
        "engine.options",
        "engine.messages",
        "engine.checked_file",
        "engine.pattern_shapes",
        "engine.planes",
        "engine.sampling",
        "engine.view",
        "engine.stop",
    },
    {"engine.results"},
    {"engine.base_position"},
    {"engine.game"},
    {"engine.python_game"},
    {"engine.registry"},
    {"engine.game_guide"},
    {"games"},
    {"engine.spec"},
    {"engine.report"},
    {"engine.actions", "engine.network_file"},
    {"engine.symmetry", "engine.policy_layout"},
    {"engine.pattern_layout"},
    {"engine.pattern_file"},
    {"engine.network", "engine.onnx_export"},
    {"engine.patterns"},
    {"engine.request"},
    {"engine.solution", "engine.tablebase"},
    {"engine.search"},
    {"engine.simulate", "engine.counting", "engine.tracing"},
    {"books.boards", "books.book_file"},
    {"books"},
    {"records", "records.record"},
    {"records.journal"},
    {"records.notation"},
    {"players", "players.player"},
    {"players.level"},
    {"players.maximum", "players.protocols"},
    {"players.kinds"},
    {"matches.stats"},
    {"matches"},
    {"__init__"},
    {"check", "bench", "session", "adapters", "puzzles", "solved"},
    {"lab"},
    {"train"},
    {"learn"},
    {"games plug-ins"},
    {"terminal"},
    {"web"},
    {"web.contract"},
    {"web.base"},
    {"web.games.models", "web.visitors.models", "web.learn.models"},
    {"web.engine.models"},
    {"web.game_service"},
    {"web.engine"},
    {"web.visitors"},
    {"web.games"},
    {"web.pages"},
    {"web.play"},
    {"web.learn"},
    {"web.api"},
    {"web.study"},
    {"web.community"},
    {"web.accounts"},
    {"web.lab"},
    {"web.home"},
    {"web.server"},
    {"web.settings", "web.urls"},
    {"web.asgi"},
    {"web.server.http_server"},
    {"web.server.supervisor", "web.server.worker_process"},
    {"web.server.serve"},
    {"web.server.engine_worker", "web.server.backup_schedule"},
    {"cli"},
    {"__main__"},
)

# A game's folder has two parts. Its guide, `__init__.py` and its imports from the folder, belongs
# to `games`. Every other module is a plug-in: the guide names it by import path, and only modules
# of its own folder import it, so it may use everything up to its place.

# C++: the rooms that a room may include. Every room may use the standard library and, inside a
# guard, the processor's intrinsics; only the bindings use Python.
ROOMS = {
    "core": {"core"},
    "games": {"core", "games"},
    "search": {"core", "search"},
    "net": {"core", "net"},
    "patterns": {"core", "patterns"},
    "bind": {"core", "games", "search", "net", "patterns", "bind", "python"},
}
# Rooms with subfolders, one for each game or kind of search: a subfolder includes its own files and
# the files beside the subfolders, never another subfolder.
DIVIDED = {"games", "search"}
INTRINSICS = {"immintrin.h", "intrin.h", "cpuid.h", "sys/mman.h"}  # behind an #if


def room_of(path: str) -> str:
    """The room of an included or including file, given relative to cpp/."""
    if re.fullmatch(r"games/\w+/bind\.cpp", path):
        return "bind"
    return path.partition("/")[0]


def included(path: str, line: str) -> str | None:
    """The file that a line of C++ includes, if it is in a room; None for common headers."""
    if not (match := re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)):
        return None
    kind, target = match.groups()
    if kind == '"':
        return target if "/" in target else f"{Path(path).parent.as_posix()}/{target}"
    return None if re.fullmatch(r"[a-z_]+", target) or target in INTRINSICS else f"python/{target}"


def wrong_includes(cpp: Path) -> Iterator[str]:
    """Every include that breaks the order."""
    for file in sorted(cpp.rglob("*.[ch]pp")):
        path = file.relative_to(cpp).as_posix()
        for line in file.read_text(encoding="utf-8").splitlines():
            if target := included(path, line):
                other_folder = (
                    room_of(path) in DIVIDED
                    and target.count("/") > 1
                    and Path(target).parent != Path(path).parent
                )
                if other_folder or room_of(target) not in ROOMS[room_of(path)]:
                    yield f"{path} includes {target}"


def words_of_python(cpp: Path) -> Iterator[str]:
    """Every file outside the bindings that mentions Python's interface."""
    for file in sorted(cpp.rglob("*.[ch]pp")):
        path = file.relative_to(cpp).as_posix()
        if room_of(path) != "bind" and re.search(
            r"nanobind|Python\.h|\bPy[A-Z]\w*", file.read_text(encoding="utf-8")
        ):
            yield f"{path} knows Python"


def imported(package: Path, tree: ast.AST, own: str = "plyground") -> Iterator[str]:
    """The package's modules that a module imports, anywhere in it.

    `own` is the package of the module itself, for relative imports.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = own.split(".")[: len(own.split(".")) - node.level + 1] if node.level else []
            base = ".".join(filter(None, (*parts, node.module)))
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for top, _, rest in (name.partition(".") for name in names):
            if top == "plyground":
                yield module_of(package, rest)


def module_of(package: Path, name: str) -> str:
    """The module of a dotted name; `__init__` for names of the package itself."""
    while name and not is_module(package, name):
        name = name.rpartition(".")[0]
    return name or "__init__"


def is_module(package: Path, name: str) -> bool:
    path = package.joinpath(*name.split("."))
    return name in ORDER[0] or path.is_dir() or path.with_suffix(".py").exists()


def place(module: str) -> int:
    """The place of a module in the order, by itself or by its folder; -1 if it has none."""
    while module:
        for index, names in enumerate(ORDER):
            if module in names:
                return index
        module = module.rpartition(".")[0]
    return -1


def wrong_imports(package: Path) -> Iterator[str]:
    """Every import that breaks the order."""
    guides = guide_modules(package)
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" and parts[1:] else parts)
        if place(module) < 0:
            yield f"{module} has no place in the order"
            continue
        if parts[0] == "games" and file not in guides:
            module = "games plug-ins"
        own = ".".join(("plyground", *file.relative_to(package).parts[:-1]))
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for target in sorted(set(imported(package, tree, own))):
            if place(target) > place(module):
                yield f"{module} imports {target}"
        yield from wrong_imports_of_games(package, file, tree, own)


def folder_of(package: Path, file: Path) -> str:
    """The game of a file's folder; "" for other files."""
    parts = file.relative_to(package).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


def wrong_imports_of_games(package: Path, file: Path, tree: ast.AST, own: str) -> Iterator[str]:
    """Imports of a game's folder from elsewhere: these should use `game_guide` instead."""
    for target in sorted(imported_files(package, tree, own)):
        game = folder_of(package, target)
        if game and game != folder_of(package, file):
            place = file.relative_to(package).as_posix()
            yield f"{place} imports {target.relative_to(package).as_posix()}"


def imported_files(package: Path, tree: ast.AST, own: str = "plyground") -> set[Path]:
    """The files of `games/` that a module imports."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(filter(None, (own if node.level else "", node.module)))
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            path = package.joinpath(*name.split(".")[1:])
            candidates = (path.with_suffix(".py"), path / "__init__.py")
            found |= {
                one for one in candidates if one.exists() and (package / "games") in one.parents
            }
    return found


def guide_modules(package: Path) -> set[Path]:
    """The modules of `games/` that belong to a guide."""
    found = {package / "games" / "__init__.py", *(package / "games").glob("*/__init__.py")}
    waiting = sorted(found)
    while waiting:
        file = waiting.pop()
        if file.exists():
            new = imported_files(package, ast.parse(file.read_text(encoding="utf-8"))) - found
            found |= new
            waiting += new
    return found


def test_includes_follow_the_order_of_folders() -> None:
    assert list(wrong_includes(ROOT / "cpp")) == []


def test_only_the_bindings_use_python() -> None:
    assert list(words_of_python(ROOT / "cpp")) == []


def test_imports_follow_the_order_of_packages() -> None:
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
        ("search/mcts/tree.hpp", '"games/stones.hpp"', "games/stones.hpp"),
        ("search/mcts/tree.hpp", '"games/go/rules.hpp"', "games/go/rules.hpp"),
        ("search/mcts/tree.hpp", '"search/proof/table.hpp"', "search/proof/table.hpp"),
        ("search/mcts/tree.hpp", '"../proof/table.hpp"', "../proof/table.hpp"),
        ("search/value.hpp", '"search/mcts/tree.hpp"', "search/mcts/tree.hpp"),
        ("search/value.hpp", '"mcts/tree.hpp"', "mcts/tree.hpp"),
        ("games/stones.hpp", '"games/go/rules.hpp"', "games/go/rules.hpp"),
        ("games/go/rules.hpp", '"search/mcts/tree.hpp"', "search/mcts/tree.hpp"),
        ("core/grid.hpp", '"search/mcts/tree.hpp"', "search/mcts/tree.hpp"),
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
    write(tmp_path, "bind/search.hpp", '#include "search/mcts/search.hpp"\n')
    includes = ("core/game.hpp", "search/limits.hpp", "search/mcts/tree.hpp", "plan.hpp")
    write(tmp_path, "search/mcts/search.hpp", "".join(f'#include "{name}"\n' for name in includes))
    assert list(wrong_includes(tmp_path)) == []


@pytest.mark.parametrize("word", ["nanobind::object", "PyObject*", "// see Python.h"])
def test_use_of_python_outside_the_bindings_is_detected(tmp_path: Path, word: str) -> None:
    write(tmp_path, "games/go/rules.hpp", word)
    write(tmp_path, "games/go/bind.cpp", word)
    assert list(words_of_python(tmp_path)) == ["games/go/rules.hpp knows Python"]


@pytest.mark.parametrize(
    ("module", "code", "target"),
    [
        ("engine.options", "from plyground.engine.game import Game", "engine.game"),
        ("engine.view", "def late():\n    from plyground import cli", "cli"),
        ("engine.messages", "import plyground.engine.registry", "engine.registry"),
        ("engine.game", "import plyground", "__init__"),
        ("engine.game", "from plyground import perft", "__init__"),
        ("engine.registry", "from .. import terminal", "terminal"),
        ("_core", "from .engine.messages import sentence", "engine.messages"),
        ("web.games.state", "from plyground.web.play import views", "web.play.views"),
        ("web.base.logs", "from ..games.state import build", "web.games.state"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, module: str, code: str, target: str) -> None:
    write(tmp_path, f"{target.replace('.', '/')}.py", "")
    write(tmp_path, f"{module.replace('.', '/')}.py", code)
    assert list(wrong_imports(tmp_path)) == [f"{module} imports {target}"]


@pytest.mark.parametrize(
    ("path", "code", "message"),
    [
        ("games/go/__init__.py", "from plyground.web import pages", "games.go imports web"),
        (
            "games/go/figures.py",
            "import plyground.records.notation",
            "games.go.figures imports records.notation",
        ),
        ("games/go/bench.py", "from plyground import web", "games plug-ins imports web"),
        (
            "games/go/bench.py",
            "from plyground.games.chess import words",
            "games/go/bench.py imports games/chess/__init__.py",
        ),
        ("web.py", "import plyground.games.go", "web.py imports games/go/__init__.py"),
        ("web.py", "from plyground.games.go.bench import x", "web.py imports games/go/bench.py"),
    ],
)
def test_a_wrong_door_to_a_game_is_found(
    tmp_path: Path, path: str, code: str, message: str
) -> None:
    write(tmp_path, "web.py", "")
    write(tmp_path, "records/notation.py", "")
    write(tmp_path, "games/__init__.py", "")
    write(tmp_path, "games/chess/__init__.py", "")
    write(tmp_path, "games/go/__init__.py", "from plyground.games.go.figures import FIGURES")
    write(tmp_path, "games/go/figures.py", "")
    write(tmp_path, "games/go/bench.py", "import plyground.records.notation")
    assert list(wrong_imports(tmp_path)) == []
    write(tmp_path, path, code)
    assert message in list(wrong_imports(tmp_path))


def test_a_module_without_a_place_is_found(tmp_path: Path) -> None:
    write(tmp_path, "utils.py", "")
    assert list(wrong_imports(tmp_path)) == ["utils has no place in the order"]


def test_right_imports_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "_core.py", "from plyground import _cpu")
    write(tmp_path, "engine/python_game.py", "from plyground import _core")
    write(
        tmp_path,
        "engine/registry.py",
        "import os\nfrom plyground.engine.python_game import PythonSource",
    )
    assert list(wrong_imports(tmp_path)) == []


def write(folder: Path, path: str, text: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, encoding="utf-8")
