"""Puzzles for games decided by counting: find the only move that wins an endgame."""

from plyground.engine.game import Game, Position
from plyground.engine.solution import solve
from plyground.puzzles.puzzle_file import Puzzle

CHOICE = 3  # the smallest number of moves
_EFFORT = 3_000_000  # nodes for the value of a move


def suits(game: Game) -> bool:
    """Whether the game is decided by counting.

    >>> import plyground
    >>> suits(plyground.game("othello")), suits(plyground.game("gomoku"))
    (True, False)
    """
    return game.start().counts_margin


def look(position: Position, least: int, most: int) -> Puzzle | None:
    """The puzzle of a position, if this many plies are left and only one move wins."""
    if position.result() is not None or not least <= left(position) <= most:
        return None
    alone = position.game.position(position.to_text())
    moves = alone.moves()
    if len(moves) < CHOICE:
        return None
    right = only_winner(alone)
    if right is None:
        return None
    line = best_line(alone, right)
    if line is None:
        return None
    return Puzzle(
        position.game.name,
        position.turn,
        "count",
        asked(alone, line),
        alone.to_text(),
        line,
        position.played if position.origin is None else (),
        position.game.changed,
    )


def left(position: Position) -> int:
    """The empty points."""
    view = position.view()
    return len(view["columns"]) * len(view["rows"]) - len(view["pieces"])


def margin(position: Position) -> float | None:
    """The margin by which the side to move wins; None if it cannot be shown."""
    result = position.result()
    if result is not None:
        sign = 0 if result.winner is None else 1 if result.winner == position.turn else -1
        return sign * abs(result.margin or 0.0)
    return solve(position, nodes=_EFFORT, memory=128).margin


def only_winner(position: Position) -> str | None:
    """The only winning move; None if there are more, or none, or it cannot be shown."""
    winner = None
    for move in position.moves():
        worth = margin(position.play(move))
        if worth is None or (worth < 0 and winner is not None):
            return None
        if worth < 0:
            winner = move
    return winner


def best_line(position: Position, first: str) -> tuple[str, ...] | None:
    """Best play of both sides to the end, beginning with a move; None if it cannot be shown."""
    line = [first]
    position = position.play(first)
    while position.result() is None:
        solution = solve(position, nodes=_EFFORT, memory=128)
        if not solution.line:
            return None
        line += solution.line
        position = position.play_all(solution.line)
    return tuple(line)


def asked(position: Position, line: tuple[str, ...]) -> int:
    """The plies of the line up to the winner's last turn with a choice and one winning move."""
    count = 1
    for place, move in enumerate(line):
        if place % 2 == 0 and place > 0:
            moves = position.moves()
            if len(moves) > 1 and only_winner(position) == move:
                count = place + 1
            elif len(moves) > 1:
                break
        position = position.play(move)
    return count
