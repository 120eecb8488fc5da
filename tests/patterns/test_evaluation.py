"""The values of tables of patterns in the core are those of a slow reference."""

from array import array
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import plyground
from plyground import Game
from plyground.engine.actions import Actions
from plyground.engine.base_position import core_state
from plyground.engine.pattern_file import PatternHeader
from plyground.engine.pattern_layout import layout_for
from plyground.engine.patterns import Patterns, load_patterns
from plyground.engine.symmetry import images
from plyground.train.pattern_run import PatternRun
from plyground.train.pattern_settings import PatternSettings
from plyground.train.pattern_training import PatternTrainer
from tests.games.cases import NATIVE, WRITTEN_IN_PYTHON, games, sample
from tests.patterns.reference import codes_of, random_table, slow_sum

every_game = pytest.mark.parametrize("game", games(NATIVE + WRITTEN_IN_PYTHON))


def table(folder: Path, game: Game) -> "tuple[Patterns, PatternHeader, array[int]]":
    header, weights = random_table(folder / "some.plypat", game)
    return load_patterns(folder / "some.plypat"), header, weights


@every_game
def test_squares_hold_what_the_view_shows(game: Game) -> None:
    layout = layout_for(game)
    for position in sample(game):
        assert core_state(position).squares() == codes_of(position, layout), position


@every_game
def test_core_and_slow_reference_agree(game: Game, tmp_path: Path) -> None:
    patterns, header, weights = table(tmp_path, game)
    scale = game.start().win_scale
    for position in sample(game):
        own = slow_sum(position, header, weights) * scale
        wanted = own if position.turn == "black" else -own
        assert patterns.evaluate(position) == pytest.approx(wanted, abs=1e-9), position


@pytest.mark.parametrize(
    ("name", "options"),
    [("connect_four", {}), ("gomoku", {"size": 6, "line": 4}), ("go", {"size": 4})],
)
def test_learned_values_of_images_are_equal(
    name: str, options: dict[str, int], tmp_path: Path
) -> None:
    game = plyground.game(name, **options)
    run = PatternRun.open(tmp_path / "run", PatternSettings.for_game(game, {"games": 30}))
    PatternTrainer(run).run(generations=1)
    patterns = load_patterns(run.network_path(1))
    actions = Actions(game)
    for seed in range(5):
        moves = plyground.random_game(game.start(), seed).played[:6]
        values = set()
        for image in images(actions):
            turned = [actions.move(image.actions[actions.number(move)]) for move in moves]
            values.add(patterns.evaluate(game.start().play_all(" ".join(turned))))
        assert len(values) == 1


def test_value_does_not_depend_on_what_was_looked_at_before(tmp_path: Path) -> None:
    game = plyground.game("othello")
    patterns, _, _ = table(tmp_path, game)
    positions = sample(game)
    alone = [load_patterns(tmp_path / "some.plypat").evaluate(each) for each in positions]
    assert [patterns.evaluate(each) for each in reversed(positions)] == alone[::-1]
    assert [patterns.evaluate(each) for each in positions] == alone


def test_threads_that_share_a_table_get_identical_values(tmp_path: Path) -> None:
    game = plyground.game("connect_four")
    patterns, _, _ = table(tmp_path, game)
    positions = sample(game)
    alone = [patterns.evaluate(each) for each in positions]
    with ThreadPoolExecutor(4) as threads:
        rows = threads.map(lambda _: [patterns.evaluate(each) for each in positions], range(16))
        assert all(row == alone for row in rows)


@pytest.mark.parametrize(
    "spec",
    [
        "minimax:depth=2",
        "alphabeta:depth=3",
        "deepening:depth=3",
        "search:depth=4",
        "search:nodes=500,threads=2",
        "mcts:playouts=50",
    ],
)
@pytest.mark.parametrize("name", ["othello", "dobutsu", "tictactoe"])
def test_every_search_takes_patterns(
    name: str, spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    games(WRITTEN_IN_PYTHON)
    game = plyground.game(name)
    random_table(tmp_path / "some.plypat", game)
    report = plyground.search(game.start(), f"{spec},eval=patterns:some")
    assert report.move in game.start().moves()


def test_depth_one_takes_the_best_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    game = plyground.game("dobutsu")
    patterns, _, _ = table(tmp_path, game)
    for position in sample(game):
        after = [position.play(move) for move in position.moves()]
        if not after or any(each.result() for each in after):
            continue
        side = 1 if position.turn == "black" else -1
        best = max(side * patterns.evaluate(each) for each in after)
        for settings in ("", ",list=original"):
            spec = f"alphabeta:depth=1,eval=patterns:some{settings}"
            assert plyground.search(position, spec).score == pytest.approx(best)


def test_heuristic_of_the_same_name_is_still_a_heuristic() -> None:
    start = plyground.game("othello").start()
    usual = plyground.search(start, "alphabeta:depth=4").score
    assert plyground.search(start, "alphabeta:depth=4,eval=patterns").score == usual
