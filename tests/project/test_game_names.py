"""Outside the games' folders no module names a game: it uses the game's guide.

Doctests and other docstrings may name games; so may a text that only mentions one.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.engine import registry
from tests.project import ROOT

PACKAGE = ROOT / "src" / "plyground"

# Modules that name a game without depending on which it is, and why.
EXCEPTIONS = {
    "adapters/pettingzoo.py": {"othello": "the default of an argument"},
    "bench/__init__.py": {"othello": "what OpenSpiel calls its own game"},
    "web/contract/requests.py": {"othello": "an example in the API's description"},
    "web/lab/machine.py": {
        "connect_four": "positions of the lesson",
        "gomoku": "positions of the lesson: tic-tac-toe",
    },
    "web/study/watch_setup.py": {"gomoku": "what the page shows first: tic-tac-toe"},
    "web/study/watch_tour.py": {
        "gomoku": "positions of the tour",
        "robogo": "positions of the tour",
    },
}


def names_in(source: str, games: set[str]) -> Iterator[tuple[int, str]]:
    """Every line of a module with a string that is a game's name, and that name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in games:
            yield node.lineno, node.value


def found_in(package: Path, games: set[str]) -> set[tuple[str, str]]:
    """The modules outside `games/` that name a game, and the game."""
    found = set()
    for file in sorted(package.rglob("*.py")):
        path = file.relative_to(package)
        if path.parts[0] != "games":
            source = file.read_text(encoding="utf-8")
            found |= {(path.as_posix(), name) for _, name in names_in(source, games)}
    return found


def test_no_module_outside_the_folders_names_a_game() -> None:
    allowed = {(path, name) for path, names in EXCEPTIONS.items() for name in names}
    found = found_in(PACKAGE, set(registry.native()))
    assert found - allowed == set(), "ask plyground.engine.game_guide.guide_of instead"
    assert allowed - found == set(), "an exception is no longer needed"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('if game.name == "go":\n    pass', True),
        ('KNOWN = {"go": 1}', True),
        ('def play(name="go"): pass', True),
        ('match name:\n    case "go":\n        pass', True),
        ('"""Go. >>> game("go")"""', False),
        ('words = "let it go"', False),
        ("go = 1", False),
    ],
)
def test_named_game_is_detected(tmp_path: Path, code: str, found: bool) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "go.py").write_text('NAME = "go"', encoding="utf-8")
    (tmp_path / "rooms.py").write_text(code, encoding="utf-8")
    assert found_in(tmp_path, {"go"}) == ({("rooms.py", "go")} if found else set())
