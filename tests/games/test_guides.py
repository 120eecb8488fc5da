"""The games' guides: found by name, complete for native games, with defaults for all others."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

import plyground
from plyground.engine import registry
from plyground.engine.game_guide import (
    GameGuide,
    LevelGuide,
    folder_of,
    guide_of,
    load_plugin,
    native_guides,
    protocols,
)
from plyground.players.level.rows import ROWS, levels_of, row_for
from plyground.players.protocols.external import ExternalPlayer
from plyground.records.notation.format import Format

NATIVE = registry.native()


class Coin:
    """Take the coin and win."""

    name = "coin"
    turn = "black"

    def __init__(self, taken: bool = False) -> None:
        self.taken = taken

    def moves(self) -> list[str]:
        return ["take"]

    def play(self, _move: str) -> "Coin":
        return type(self)(taken=True)

    def result(self) -> str | None:
        return "black" if self.taken else None

    def to_text(self) -> str:
        return "taken" if self.taken else "there"

    @classmethod
    def from_text(cls, text: str) -> "Coin":
        return cls(text == "taken")

    def board(self) -> list[str]:
        return ["."]


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A separate registry for this test."""
    monkeypatch.setattr(registry, "_registry", registry.Registry())


@pytest.mark.parametrize("name", NATIVE)
def test_every_native_game_has_a_guide_with_all_that_people_see(name: str) -> None:
    guide, folder = guide_of(name), folder_of(name)
    assert guide.sentence
    assert guide.figures
    assert guide.demo
    assert guide.bench.signature
    assert guide.lesson_place < GameGuide().lesson_place
    assert folder is not None
    assert (folder / "puzzles.txt").is_file()
    assert list((folder / "lessons").glob("*.toml"))
    assert levels_of(plyground.game(name).start()) != LevelGuide()


@pytest.mark.parametrize("name", NATIVE)
def test_a_demo_can_be_played_beyond_what_is_shown_first(name: str) -> None:
    demo = guide_of(name).demo
    assert demo
    end = plyground.game(name, **demo.options).start().play_all(demo.moves)
    assert 0 < demo.shown < end.ply


def plugins(guide: GameGuide) -> Iterator[str]:
    """Every import path of a guide except those of formats and protocols."""
    yield from guide.bench.suites.values()
    yield from filter(None, [guide.bench.strong])


@pytest.mark.parametrize("name", NATIVE)
def test_every_plugin_can_be_imported(name: str) -> None:
    guide = guide_of(name)
    for plugin in guide.formats:
        found = load_plugin(plugin)
        assert isinstance(found, Format)
        assert found.games == (name,)
    for protocol in guide.protocols:
        assert issubclass(load_plugin(protocol.client), ExternalPlayer)
        assert callable(load_plugin(protocol.server))
    ponder = levels_of(plyground.game(name).start()).ponder
    for plugin in [*plugins(guide), *filter(None, [ponder])]:
        assert callable(load_plugin(plugin))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in NATIVE),
        ("go", {"size": 9}),
        ("robogo", {"size": 13}),
        ("robogo", {"size": 19}),
        ("gomoku", {"rule": "renju"}),
    ],
)
def test_changes_of_levels_fit_their_rows(name: str, options: dict[str, object]) -> None:
    position = plyground.game(name, **options).start()
    levels = levels_of(position)
    assert set(levels.changes) <= set(ROWS)
    assert set(levels.efforts) <= {7, 8}
    for level in ROWS:
        row = row_for(level, position)
        for field, value in levels.changes.get(level, {}).items():
            assert getattr(row, field) == value


def test_guides_name_options_that_their_games_have() -> None:
    for name, guide in native_guides().items():
        options = {option.name for option in plyground.game(name).options}
        labels = {*guide.option_labels, *(option for option, _ in guide.value_labels)}
        assert {*labels, *guide.hidden_options, *guide.usual_values, *guide.starter} <= options
        rules = guide.sgf.rules.values() if guide.sgf and guide.sgf.writes_rules else ()
        assert {option for values in rules for option in values} <= options
        plyground.game(name, **guide.starter)


def test_protocols_are_offered_by_one_guide_each() -> None:
    rows = [row.name for guide in native_guides().values() for row in guide.protocols]
    assert sorted(rows) == sorted(protocols())


def test_a_game_without_a_guide_has_the_defaults() -> None:
    assert guide_of("nobody-knows-it") == GameGuide()
    assert folder_of("nobody-knows-it") is None
    assert folder_of("../games/go") is None


@pytest.mark.usefixtures("own_registry")
def test_a_game_in_python_has_the_defaults() -> None:
    plyground.register(Coin)
    assert guide_of("coin") == GameGuide()


@pytest.mark.usefixtures("own_registry")
def test_a_game_in_python_may_bring_a_guide() -> None:
    class Gold(Coin):
        name = "gold"
        guide = GameGuide(
            sentence="Take the gold.", levels=lambda _game: LevelGuide(changes={1: {"width": 9}})
        )

    plyground.register(Coin)
    plyground.register(Gold)
    assert guide_of("gold").sentence == "Take the gold."
    assert row_for(1, plyground.game("gold").start()).width == 9
    assert row_for(2, plyground.game("gold").start()) == row_for(2, plyground.game("coin").start())


@pytest.mark.usefixtures("own_registry")
def test_a_guide_of_another_kind_is_refused_with_a_sentence() -> None:
    class Brass(Coin):
        name = "brass"
        guide = "Take it."

    plyground.register(Brass)
    with pytest.raises(ValueError, match=r"The guide of the game 'brass' must be a .*, not str\."):
        guide_of("brass")


def imported(code: str) -> set[str]:
    """The games whose folders some code has imported when it ends."""
    code += "\nimport sys; print(*[name for name in sys.modules if 'plyground.games.' in name])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    return {name.split(".")[2] for name in done.stdout.splitlines()[-1].split()}


def test_a_guide_is_imported_when_it_is_asked_for() -> None:
    assert imported("import plyground; plyground.make_player") == set()
    player = "plyground.make_player('random', plyground.game('go'))"
    assert imported(f"import plyground; {player}") == set()
    assert imported("from plyground.engine import game_guide; game_guide.guide_of('othello')") == {
        "othello"
    }


def test_the_folder_of_games_does_not_hide_the_function() -> None:
    asked = "import plyground, plyground.games.go; assert 'go' in plyground.all_games()"
    assert "go" in imported(asked)
