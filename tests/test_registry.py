"""Where games come from: files, the setting, installed packages; and errors in them."""

import os
import pickle
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground import _core
from plyground.engine import registry
from tests.project import ROOT

NATIVE = [game.name for game in _core.games()]
EXAMPLES = [ROOT / "examples" / "tictactoe.py", ROOT / "examples" / "domineering.py"]
GAME = """
import plyground

@plyground.register
class Walk:
    "A stone that walks away."

    name = "{name}"
    turn = "black"

    def __init__(self, steps=0):
        self.steps = steps

    def moves(self):
        return ["a1"]

    def play(self, move):
        return Walk(self.steps + 1)

    def result(self):
        return "draw" if self.steps else None

    def to_text(self):
        return str(self.steps)

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def board(self):
        return ["x"]
"""


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A separate list of games for every test, without this machine's additions."""
    monkeypatch.delenv(registry.SETTING, raising=False)
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    yield
    for name in [name for name in sys.modules if name.startswith("plyground_game_")]:
        if not name.endswith(("tictactoe", "domineering")):
            del sys.modules[name]


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    return file


def python(code: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a separate process, where warnings are shown but are not errors."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | settings,
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_a_whole_game_in_under_60_lines(example: Path) -> None:
    assert len(example.read_text(encoding="utf-8").splitlines()) < 60
    assert registry.load(example) == [example.stem]
    end = plyground.random_game(plyground.game(example.stem).start(), seed=1)
    assert end.result() is not None


def test_a_game_of_a_file_is_a_game_like_any_other(tmp_path: Path) -> None:
    assert plyground.load(write(tmp_path, "walk.py", GAME.format(name="walk"))) == ["walk"]
    assert list(plyground.all_games())[-1] == "walk"
    game = plyground.game("walk")
    assert (game.title, game.rules) == ("Walk", "A stone that walks away.")
    after = game.start().play("a1")
    assert str(after.result()) == "draw: the game is over"
    assert pickle.loads(pickle.dumps(after)) == after


def test_a_file_is_loaded_once(tmp_path: Path) -> None:
    file = write(tmp_path, "walk.py", GAME.format(name="walk"))
    assert plyground.load(file) == ["walk"]
    assert plyground.load(str(file)) == ["walk"]
    assert plyground.load(tmp_path / "." / "walk.py") == ["walk"]


def test_a_file_may_register_several(tmp_path: Path) -> None:
    two = GAME.format(name="walk") + GAME.format(name="run")
    assert plyground.load(write(tmp_path, "two.py", two)) == ["walk", "run"]


@pytest.mark.parametrize("taken", ["go", "walk"])
def test_a_name_can_be_taken_only_once(tmp_path: Path, taken: str) -> None:
    plyground.load(write(tmp_path, "walk.py", GAME.format(name="walk")))
    other = write(tmp_path, "other.py", GAME.format(name=taken))
    with pytest.raises(
        ValueError,
        match=rf"^other.py, line 4: ValueError: There is already a game called '{taken}'",
    ):
        plyground.load(other)
    assert list(plyground.all_games()) == [*NATIVE, "walk"]


@pytest.mark.parametrize(
    "name", ["Walk", "two words", "", "9", "x" * 32, "\N{GREEK SMALL LETTER PI}"]
)
def test_a_bad_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        ValueError, match=r"^walk.py, line 4: ValueError: (A game's name is|The class)"
    ):
        plyground.load(write(tmp_path, "walk.py", GAME.format(name=name)))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("x = 1\ndef f(:\n", "bad.py, line 2: SyntaxError: invalid syntax"),
        ("x = 1\n\0", "bad.py is not a Python file: it has null bytes."),
        ("x = 1\n\n1 / 0\n", "bad.py, line 3: ZeroDivisionError: division by zero"),
        ("import os\nos.listdir('\\0')\n", "bad.py, line 2: ValueError: embedded null byte"),
        ("import sys\nsys.exit('enough')\n", "bad.py, line 2: SystemExit: enough"),
        ("import no_such_module\n", "bad.py, line 1: ModuleNotFoundError: No module named "),
        ("x = 1\n", "bad.py registers no game; it needs a class with @plyground.register."),
        (
            "import plyground\n\n@plyground.register\nclass Half:\n    name = 'half'\n",
            "bad.py, line 3: ValueError: The game 'half' lacks the method moves().",
        ),
        (
            "import plyground\n\n@plyground.register\nclass Nameless:\n    pass\n",
            "bad.py, line 3: ValueError: The class Nameless needs an attribute name, a str.",
        ),
    ],
)
def test_a_bad_file_says_what_is_wrong_and_where(tmp_path: Path, code: str, sentence: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(code, encoding="utf-8")
    with pytest.raises(ValueError, match="^" + re.escape(sentence)):
        plyground.load(file)
    assert list(plyground.all_games()) == NATIVE


def test_a_syntax_error_in_an_imported_file_blames_the_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "helper_with_an_error.py", "x = (")
    monkeypatch.syspath_prepend(tmp_path)
    file = write(tmp_path, "bad.py", "\nimport helper_with_an_error\n")
    with pytest.raises(ValueError, match=r"^bad.py, line 2: SyntaxError: '\(' was never closed"):
        plyground.load(file)


def test_a_game_that_can_not_start_is_refused_with_all_of_its_file(tmp_path: Path) -> None:
    broken = GAME.format(name="run").replace("self.steps = steps", "self.steps = steps + None")
    file = write(tmp_path, "two.py", GAME.format(name="walk") + broken)
    with pytest.raises(ValueError, match=r"^two.py, line \d+: TypeError: unsupported operand"):
        plyground.load(file)
    assert list(plyground.all_games()) == NATIVE
    write(tmp_path, "two.py", GAME.format(name="walk"))  # once corrected, it can be loaded
    assert plyground.load(file) == ["walk"]


@pytest.mark.parametrize("name", ["missing.py", "."])
def test_a_missing_file_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="There is no file"):
        plyground.load(tmp_path / name)


def test_a_file_that_is_not_python_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^game.txt is not a Python file.$"):
        plyground.load(write(tmp_path, "game.txt", "hello"))


def test_blame_names_the_line_of_a_loaded_file(tmp_path: Path) -> None:
    late = GAME.format(name="walk").replace('["a1"]', '["a1"][self.steps - 1 :][9]')
    plyground.load(write(tmp_path, "walk.py", late))
    with pytest.raises(IndexError) as caught:
        plyground.game("walk").start().moves()
    line = 1 + late.splitlines().index('        return ["a1"][self.steps - 1 :][9]')
    assert (
        registry.blame(caught.value) == f"walk.py, line {line}: IndexError: list index out of range"
    )
    assert registry.blame(ValueError()) is None


def test_the_setting_names_files(tmp_path: Path) -> None:
    files = [
        write(tmp_path, "walk.py", GAME.format(name="walk")),
        write(tmp_path, "run.py", GAME.format(name="run")),
    ]
    done = python(
        "import plyground; print(*plyground.all_games(), plyground.game('run').start().turn)",
        PLYGROUND_GAMES=os.pathsep.join(map(str, files)),
    )
    assert (done.stdout.split(), done.stderr) == ([*NATIVE, "walk", "run", "black"], "")


def test_a_bad_file_in_the_setting_is_reported_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = write(tmp_path, "walk.py", GAME.format(name="walk"))
    bad = write(tmp_path, "bad.py", "1 / 0")
    monkeypatch.setenv(registry.SETTING, os.pathsep.join(map(str, [good, bad])))
    for _ in range(2):
        with pytest.raises(ValueError, match=r"^bad.py, line 1: ZeroDivisionError"):
            plyground.all_games()
    monkeypatch.setenv(registry.SETTING, str(good))
    assert plyground.game("walk").name == "walk"


def test_asking_for_a_known_game_runs_no_other_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path, "walk.py", GAME.format(name="walk"))
    monkeypatch.setenv(registry.SETTING, os.pathsep.join([str(file), "gone.py"]))
    assert plyground.game("go").name == "go"
    assert registry.native() == NATIVE
    assert registry.outside() == [str(file), str(Path.cwd() / "gone.py")]
    with registry.inside(), pytest.raises(ValueError, match=rf"the games are: .*{NATIVE[-1]}\.$"):
        plyground.game("walk")
    assert not registry._registry.loaded
    assert registry.fetch(str(file)) == ["walk"]
    with registry.inside():
        assert plyground.game("walk").name == "walk"


def test_a_file_may_ask_for_games_while_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = "import plyground\nplyground.all_games()\n" + GAME.format(name="walk")
    monkeypatch.setenv(registry.SETTING, str(write(tmp_path, "asks.py", asks)))
    assert "walk" in plyground.all_games()


def install(site: Path, package: str, module: str, code: str) -> None:
    """A package as an installer leaves it: a module, and metadata with an entry point."""
    write(site, f"{module}.py", code)
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    write(info, "METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    write(info, "entry_points.txt", f"[plyground.games]\n{package} = {module}\n")


def test_an_installed_package_brings_its_games(tmp_path: Path) -> None:
    install(tmp_path, "walking", "walking_games", GAME.format(name="walk"))
    done = python(
        "import plyground; print(plyground.game('walk').start().play('a1').result().winner)",
        PYTHONPATH=str(tmp_path),
    )
    assert (done.stdout, done.stderr) == ("None\n", "")


def test_a_broken_package_does_not_take_the_others_away(tmp_path: Path) -> None:
    install(tmp_path, "aaa-broken", "broken_games", "1 / 0")
    no_start = GAME.format(name="still").replace("self.steps = steps", "self.steps = steps.no")
    install(tmp_path, "bbb-stuck", "stuck_games", no_start)
    install(tmp_path, "walking", "walking_games", GAME.format(name="walk"))
    done = python("import plyground; print(*plyground.all_games())", PYTHONPATH=str(tmp_path))
    assert done.stdout.split() == [*NATIVE, "walk"]
    assert "The games of broken_games can't be loaded: division by zero" in done.stderr
    assert "The games of stuck_games can't be loaded: 'int' object has no attribute" in done.stderr


def test_an_unknown_game_lists_those_there_are(tmp_path: Path) -> None:
    plyground.load(write(tmp_path, "walk.py", GAME.format(name="walk")))
    known = ", ".join([*NATIVE, "walk"])
    with pytest.raises(ValueError, match=f"no game called 'chess'; the games are: {known}."):
        plyground.game("chess")


def test_a_failed_file_takes_back_what_it_loaded(tmp_path: Path) -> None:
    walk = write(tmp_path, "walk.py", GAME.format(name="walk"))
    outer = write(tmp_path, "outer.py", f"import plyground\nplyground.load({str(walk)!r})\n1 / 0")
    with pytest.raises(ValueError, match=r"^outer.py, line 3: ZeroDivisionError"):
        plyground.load(outer)
    assert list(plyground.all_games()) == NATIVE
    assert plyground.load(walk) == ["walk"]
    assert plyground.game("walk").name == "walk"
