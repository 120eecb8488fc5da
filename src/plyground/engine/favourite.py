"""Decides whether playouts or an evaluation play a game written in Python better.

A game without `evaluate()` is played by playouts. For one with `evaluate()`, alpha-beta with this
evaluation and Monte Carlo search with random playouts play a few games against each other, with
about the same number of positions for each move. The games are the same on every machine, unless
the game is so slow that the time limit ends them.
"""

import itertools
import time
from collections.abc import Iterable

from plyground import _core

METHODS = ("mcts", "alphabeta")

_GAMES = 8
_NODES = 600  # positions for a move
_PLIES = 150_000  # the largest number of positions in all
_SECONDS = 2.0  # a limit for slow games
_OPENING = 2  # random plies, so that the games differ
_LONGEST = 300  # plies of a game
_SAMPLES = 8  # random games
_FEWEST = 20  # playouts for a move


def check_method(method: object) -> str | None:
    """The method that an author names, if any; a ValueError says which methods there are.

    >>> check_method("minimax")
    Traceback (most recent call last):
        ...
    ValueError: method can be 'mcts' or 'alphabeta', not 'minimax'.
    """
    if method is not None and method not in METHODS:
        known = " or ".join(map(repr, METHODS))
        raise ValueError(f"method can be {known}, not {str(method)[:40]!r}.")
    return None if method is None else str(method)


def favours_playouts(start: _core.State, *, has_evaluation: bool, method: str | None) -> bool:
    """Whether playouts are better; `method` is the author's decision, if there is one."""
    if method is not None or not has_evaluation:
        return method != "alphabeta"
    if moves_again(start):  # the strong alpha-beta search assumes that the sides take turns
        return True
    return _playouts_win(start)


def moves_again(start: _core.State) -> bool:
    """Whether a side moves twice in a row in one of some random games."""
    for seed in range(_SAMPLES):
        state = start
        for move in start.random_game(seed, _LONGEST).played():
            after = _after(state, move)
            if after.turn == state.turn:
                return True
            state = after
    return False


def _playouts_win(start: _core.State) -> bool:
    """Whether Monte Carlo search gets more than half of the points."""
    begin = time.process_time()
    playouts, points, nodes = max(_FEWEST, _NODES // _length(start)), 0.0, 0
    played = 0
    for number in range(_GAMES):
        if nodes > _PLIES or time.process_time() - begin > _SECONDS:
            break
        side = ("black", "white")[number % 2]
        winner, plies = _game(start, side, playouts, number // 2)
        points += 0.5 if winner is None else float(winner == side)
        nodes += plies * _NODES
        played += 1
    return points > played / 2


def _length(start: _core.State) -> int:
    """The mean length of a few random games."""
    games = [start.random_game(seed, _LONGEST).ply for seed in range(4)]
    return max(1, sum(games) // len(games))


def _game(start: _core.State, side: str, playouts: int, seed: int) -> tuple[str | None, int]:
    """The winner of a game in which Monte Carlo search has this side, and its plies."""
    state = _opening(start, seed)
    for ply in itertools.count():
        result = state.result()
        if result is not None or ply >= _LONGEST:
            return None if result is None else result.winner, ply
        request = _by_playouts(playouts, seed) if state.turn == side else _by_evaluation()
        report = state.search(request, None, _core.Stop(), None, _core.Memory(), None)
        state = _after(state, report.lines[0].moves[0])
    raise AssertionError("unreachable")


def _opening(start: _core.State, seed: int) -> _core.State:
    """A position after some random plies, in which the game goes on."""
    state = start
    for move in start.random_game(seed, _OPENING).played():
        after = _after(state, move)
        if after.result() is not None:
            break
        state = after
    return state


def _after(state: _core.State, move: str) -> _core.State:
    after = state.play(move)
    assert not isinstance(after, _core.Refusal), "a search plays legal moves"
    return after


def _by_evaluation() -> _core.SearchRequest:
    request = _request(_core.Engine.strong)
    request.depth, request.nodes, request.table_megabytes = 64, _NODES, 1
    for name in _STRENGTHS:
        setattr(request, name, True)
    return request


def _by_playouts(playouts: int, seed: int) -> _core.SearchRequest:
    request = _request(_core.Engine.monte_carlo)
    plan = request.monte_carlo
    plan.playouts, plan.seed, plan.memory_mb, plan.mix, plan.bias = playouts, seed, 8, 0, False
    return request


def _request(engine: _core.Engine) -> _core.SearchRequest:
    request = _core.SearchRequest()
    request.engine, request.lines, request.threads, request.unit = engine, 1, 1, 1.0
    return request


_STRENGTHS: Iterable[str] = (
    "killers",
    "history",
    "aspiration",
    "reductions",
    "extensions",
    "quiescence",
)
