"""Puzzles that end the game: win in a number of plies, with one right move at every turn."""

from collections.abc import Callable
from dataclasses import replace

from plyground.engine.game import Position
from plyground.engine.search import search
from plyground.engine.solution import solve
from plyground.puzzles.judges import Judge
from plyground.puzzles.puzzle_file import Puzzle

CHOICE = 5  # the smallest number of moves that do not lose at once: otherwise the puzzle is trivial
_LOOK = "search:nodes=3000,tablebase=off"  # whether there is anything to prove at all
_REPLY = "search:nodes=2000,tablebase=off"  # the natural reply among equal replies
_EFFORT = 20_000  # nodes to show that another move never wins
_TRIED = 7  # the longest-resisting replies to check; one must again leave a single winning move


def look(
    position: Position, judge: Judge, most: int, wanted: Callable[[int], bool]
) -> Puzzle | None:
    """The puzzle of a position, if it is one of suitable length."""
    if position.result() is not None:
        return None
    alone = position.game.position(position.to_text())  # without its history
    plies = _plies(alone, judge, most)
    if plies is None or plies < 3 or not wanted(plies) or not has_choice(alone):
        return None
    line = forced(alone, judge, plies)
    if line is None:
        return None
    puzzle = Puzzle(
        position.game.name,
        position.turn,
        "only" if judge.sees_all else "quickest",
        plies,
        alone.to_text(),
        line,
        position.played if position.origin is None else (),
        position.game.changed,
    )
    wins_never = puzzle.claim == "only" or all_others_fail(alone, puzzle)
    return replace(puzzle, claim="only") if wins_never else puzzle


def _plies(position: Position, judge: Judge, most: int) -> int | None:
    """The number of plies of the win; a quick check saves most of the work."""
    if judge.sees_all:
        return judge.plies(position, most)
    mate = search(position, _LOOK).mate
    if mate is None or mate <= 0 or mate > most + 4:  # it may only know a longer win
        return None
    return judge.plies(position, min(mate, most))


def has_choice(position: Position) -> bool:
    """Whether enough moves do not lose at once; then the right one is not just the last resort."""
    fair = 0
    for move in position.moves():
        after = position.play(move)
        result = after.result()
        if result is not None:
            fair += result.winner in (None, position.turn)
        elif not any(_ends(after, reply) for reply in after.moves()):
            fair += 1
        if fair >= CHOICE:
            return True
    return False


def _ends(position: Position, move: str) -> bool:
    result = position.play(move).result()
    return result is not None and result.winner == position.turn


def forced(position: Position, judge: Judge, plies: int) -> tuple[str, ...] | None:
    """Best play to the end with one winning move at every turn except the last; or None."""
    wins = judge.winning(position, plies)
    if plies == 1:
        return next(((move,) for move, within in wins.items() if within == 1), None)
    if len(wins) != 1 or plies not in wins.values():
        return None
    (move,) = wins
    after = position.play(move)
    for reply in _longest(after, judge, plies - 2)[:_TRIED]:
        rest = forced(after.play(reply), judge, plies - 2)
        if rest is not None:
            return (move, reply, *rest)
    return None


def _longest(position: Position, judge: Judge, left: int) -> list[str]:
    """The replies after which the win takes this many plies, fewest winning moves first."""
    usual = search(position, _REPLY).move
    rows = []
    for reply in position.moves():
        after = position.play(reply)
        if after.result() is None and judge.plies(after, left) == left:
            ways = sum(_ends(after, move) for move in after.moves()) if left == 1 else 1
            rows.append((ways, reply != usual, reply))
    rows.sort(key=lambda row: row[:2])
    return [row[-1] for row in rows]


def all_others_fail(position: Position, puzzle: Puzzle) -> bool:
    """Whether every other move at every turn except the last is proven not to win at all."""
    for place, right in enumerate(puzzle.line[: puzzle.asked - 1]):
        if place % 2 == 0:
            for move in position.moves():
                if move != right and not never_wins(position.play(move)):
                    return False
        position = position.play(right)
    return True


def never_wins(after: Position, *, specialist: bool = True) -> bool:
    """Whether the side that has just moved is proven not to win, with or without a specialist.

    >>> import plyground
    >>> never_wins(plyground.game("gomoku", size=3, line=3).position("x1o/1o1/3 b"))
    True
    """
    result = after.result()
    if result is not None:
        return result.winner in (None, after.turn)
    solution = solve(after, nodes=_EFFORT, memory=16, trust=specialist, specialist=specialist)
    return solution.verdict in ("win", "draw")
