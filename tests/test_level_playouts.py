"""Games written in Python: whether playouts or evaluate() search them, and levels by playouts."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.engine import registry
from plyground.engine.favourite import METHODS
from plyground.engine.game import Game
from plyground.engine.game_guide import LevelGuide
from plyground.engine.python_game import PythonSource
from plyground.learn.review.judging import nodes
from plyground.players.level import look
from plyground.players.level.rows import PLAYOUTS, long_search, nodes_for, row_for
from plyground.session.advice import advise

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(scope="module")
def four() -> Game:
    plyground.load(EXAMPLES / "four.py")
    return plyground.game("four")


@pytest.fixture
def remake(monkeypatch: pytest.MonkeyPatch, four: Game) -> Callable[..., Game]:
    """Makes Four in a Row anew, with other members."""

    def make(**members: Any) -> Game:
        cls = four._source.cls  # type: ignore[attr-defined]
        for name, value in members.items():
            monkeypatch.setattr(cls, name, value, raising=False)
        return Game(PythonSource(cls), {})

    return make


def middle(self: Any) -> float:
    """Discs near the middle are good: a fair evaluation of Connect Four."""
    own, other = self.own, self.own ^ self.taken
    worth = [(value, 0x3F << 7 * column) for column, value in enumerate((0, 1, 2, 4, 2, 1, 0))]
    lead = sum(
        value * ((own & bits).bit_count() - (other & bits).bit_count()) for value, bits in worth
    )
    return float(lead if self.turn == "black" else -lead) / 5


def test_game_without_an_evaluation_is_played_out(four: Game) -> None:
    assert four.start().favours_monte_carlo


def test_evaluation_that_loses_to_playouts_is_not_used(remake: Callable[..., Game]) -> None:
    harmful = remake(evaluate=lambda self: -5 * middle(self))
    assert harmful.start().favours_monte_carlo


def test_evaluation_that_beats_playouts_is_used(remake: Callable[..., Game]) -> None:
    assert not remake(evaluate=middle).start().favours_monte_carlo


@pytest.mark.parametrize("method", METHODS)
def test_author_can_decide(method: str, remake: Callable[..., Game]) -> None:
    game = remake(evaluate=middle, method=method)
    assert game.start().favours_monte_carlo == (method == "mcts")


def test_unknown_method_is_refused(remake: Callable[..., Game]) -> None:
    with pytest.raises(ValueError, match="'mcts' or 'alphabeta', not 'luck'"):
        remake(method="luck")


def test_levels_count_playouts(four: Game) -> None:
    start = four.start()
    assert [nodes_for(row_for(level, start), start) for level in range(1, 7)] == [
        PLAYOUTS[level] for level in range(1, 7)
    ]
    assert [long_search(level, start) for level in (7, 8)] == [PLAYOUTS[7], PLAYOUTS[8]]
    assert nodes(7, start) == PLAYOUTS[7]


def test_author_can_change_the_playouts_of_a_level(
    monkeypatch: pytest.MonkeyPatch, four: Game
) -> None:
    start = four.start()
    guide = plyground.GameGuide(levels=lambda _: LevelGuide(playouts={2: 11, 8: 12}))
    monkeypatch.setattr(registry._registry._sources["four"], "guide", guide, raising=False)
    assert nodes_for(row_for(2, start), start) == 11
    assert long_search(8, start) == 12
    assert long_search(7, start) == PLAYOUTS[7]


def test_level_never_overlooks_a_win_with_its_next_move(four: Game) -> None:
    position = four.start().play_all("a g b g c f")
    for seed in range(6):
        found = look(position, row_for(1, position), random.Random(seed), None)
        assert (found.move, found.mate) == ("d", 1)


def test_level_with_a_seed_repeats_its_move(four: Game) -> None:
    position = four.start().play_all("d d c")
    moves = []
    for _ in range(2):
        with plyground.make_player("level:5,seed=3", four) as player:
            moves.append(player.choose(position).move)
    assert moves[0] == moves[1]


def test_hint_sees_a_win_and_repeats_itself(four: Game) -> None:
    position = four.start().play_all("c a d a e g")
    first = advise(position)
    assert first.move in ("b", "f")
    assert first.lines == advise(position).lines


def test_maximum_plays_by_playouts(four: Game) -> None:
    with plyground.make_player("maximum:nodes=600", four) as player:
        report = player.choose(four.start().play_all("c a d a e g")).report
    assert report is not None
    assert report.move in ("b", "f")
