"""Proves puzzles a second time, by a different method from the one that found them.

| game | found by | proven again by |
| --- | --- | --- |
| Gomoku | the search by threats | a full search of every move |
| Dobutsu | the table | plain alpha-beta as far as it sees, and a proof that longer wins are wins |
| Othello | the solver | plain alpha-beta to the end |
| Go | the search for captures | every move of both sides, whatever liberties there are |
| others | a full search with a table | plain alpha-beta without one |
"""

from plyground.engine import registry
from plyground.engine.game import Position
from plyground.engine.search import search
from plyground.engine.solution import solve
from plyground.puzzles import counts
from plyground.puzzles.captures import Hunt
from plyground.puzzles.judges import second
from plyground.puzzles.mates import never_wins
from plyground.puzzles.puzzle_file import Puzzle

_PATIENCE = 7  # plies to search with every move; beyond that, the strong search is used
_BEYOND = "search:nodes=3000000,tablebase=off"
_PROOF = 3_000_000  # nodes for the proof that a long win is a win


class Fault(ValueError):  # noqa: N818 - an error of the puzzle, not of the program
    """The error in a puzzle, in a sentence."""


def prove(puzzle: Puzzle) -> str:
    """Proves a puzzle again and returns the method; raises Fault if it is wrong.

    >>> import dataclasses
    >>> from plyground.puzzles import puzzles
    >>> one = puzzles("dobutsu")[0]
    >>> prove(one)
    'proven: no other move wins within the same number of plies'
    >>> prove(dataclasses.replace(one, line=(*one.line[:-1], "pass")))
    Traceback (most recent call last):
        ...
    plyground.puzzles.again.Fault: The line can't be played: You may not pass here.
    """
    position = follow(puzzle)
    if puzzle.claim == "capture":
        return _prove_capture(puzzle, position)
    if puzzle.claim == "count":
        return _prove_count(puzzle, position)
    return _prove_mate(puzzle, position)


def follow(puzzle: Puzzle) -> Position:
    """The position, after checking what the rules alone decide: the line, and the game."""
    try:
        game = registry.game(puzzle.game, **puzzle.options)
        position = game.position(puzzle.position)
    except ValueError as error:
        raise Fault(str(error)) from None
    if position.to_text() != puzzle.position or position.turn != puzzle.side:
        raise Fault(f"The position is {position.to_text()!r}, with {position.turn} to move.")
    try:
        end = position.play_all(puzzle.line)
    except ValueError as error:
        raise Fault(f"The line can't be played: {error}") from None
    if puzzle.claim == "capture":
        _follow_capture(puzzle, position)
    elif (result := end.result()) is None or result.winner != puzzle.side:
        raise Fault(f"The line does not end as a win of {puzzle.side}.")
    if puzzle.played:
        try:
            reached = game.start().play_all(puzzle.played).to_text()
        except ValueError as error:
            raise Fault(f"The given game can't be played: {error}") from None
        if reached != puzzle.position:
            raise Fault(f"The given game leads to {reached!r}.")
    return position


def _follow_capture(puzzle: Puzzle, position: Position) -> None:
    """Checks that the stones exist, and that the last move of the line captures them.

    The whole line must be part of the puzzle.
    """
    try:
        hunt = Hunt(position, puzzle.target)
    except ValueError as error:
        raise Fault(str(error)) from None
    before = position.play_all(puzzle.line[:-1])
    if not hunt.stands(before) or hunt.stands(before.play(puzzle.line[-1])):
        raise Fault(f"The line does not end with the capture of {puzzle.target}.")
    if puzzle.asked != puzzle.plies:
        raise Fault("A capture puzzle must include its whole line.")


def _prove_mate(puzzle: Puzzle, position: Position) -> str:
    judge = second(position.game)
    only, is_won = puzzle.claim == "only", True
    for place, move in enumerate(puzzle.line[: puzzle.asked]):
        left = puzzle.plies - place
        if place % 2 == 0 and left > _PATIENCE:
            _ask_search(position, move, left)
            is_won = is_won and _loses(position.play(move))
        elif place % 2 == 0:
            wins = judge.winning(position, left)
            if wins.get(move) != left:
                raise Fault(f"{move} does not win in {left} plies.")
            if left > 1 and len(wins) > 1:
                raise Fault(f"{' and '.join(wins)} win in {left} plies.")
            only = only and (left == 1 or _others_fail(position, move))
        position = position.play(move)
    if puzzle.plies > _PATIENCE:
        win = "that it wins, and " if is_won else ""
        return (
            f"proven: {win}its last {_PATIENCE} plies; before these, a search finds no better move"
        )
    ways = "at all" if only else "within the same number of plies"
    return f"proven: no other move wins {ways}"


def _others_fail(position: Position, right: str) -> bool:
    """Checks by a full proof that no other move ever wins."""
    others = (position.play(move) for move in position.moves() if move != right)
    return all(never_wins(after, specialist=False) for after in others)


def _ask_search(position: Position, move: str, left: int) -> None:
    """Checks a win that is too long for a full search: the strong search must find none better."""
    report = search(position, _BEYOND)
    if report.mate is not None and (report.move != move or not left <= report.mate):
        found = f"{report.move} in {report.mate} plies"
        raise Fault(f"A search finds {found}, where {move} should win in {left}.")


def _loses(after: Position) -> bool:
    """Whether the side to move is proven to lose, by a search without a tablebase."""
    verdict = solve(after, nodes=_PROOF).verdict
    if verdict in ("win", "draw"):
        raise Fault(f"{after.played[-1]} does not win: it leaves the other side a {verdict}.")
    return verdict == "loss"


def _prove_count(puzzle: Puzzle, position: Position) -> str:
    for place, move in enumerate(puzzle.line[: puzzle.asked]):
        if place % 2 == 0:
            wins = [one for one in position.moves() if _wins_count(position.play(one))]
            if wins != [move]:
                raise Fault(f"The winning moves are {' and '.join(wins) or 'none'}, not {move}.")
        position = position.play(move)
    return "proven: no other move wins"


def _wins_count(after: Position) -> bool:
    """Whether the side that has just moved wins, by alpha-beta to the end of the game."""
    result = after.result()
    if result is not None:
        return result.winner not in (None, after.turn)
    report = search(after, f"alphabeta:depth={2 * counts.left(after) + 2}")
    if not report.exact:
        raise Fault("The end of the game is too far away for a plain search.")
    return report.score < 0


def _prove_capture(puzzle: Puzzle, position: Position) -> str:
    """Tries every move of both sides at every turn, regardless of the number of liberties."""
    plain = _Plain(Hunt(position, puzzle.target))
    for place, move in enumerate(puzzle.line):
        left = puzzle.plies - place
        if place % 2 == 0 and left > 1:
            right = [one for one in position.moves() if plain.takes(position.play(one), left)]
            if right != [move]:
                found = " and ".join(right) or "no move"
                raise Fault(f"In {left} plies {found} captures, not {move}.")
            if plain.takes(position.play(move), left - 2):
                raise Fault(f"{move} captures in fewer than {left} plies.")
        position = position.play(move)
    return "proven: no other move captures within the same number of plies"


class _Plain:
    """Tries everything; the last successful move first, which changes no answer."""

    def __init__(self, hunt: Hunt) -> None:
        self._hunt = hunt
        self._last: dict[int, str] = {}

    def takes(self, after: Position, plies: int) -> bool:
        """Whether the side that has just moved captures within this many plies (inclusive)."""
        if not self._hunt.stands(after):
            return True
        if plies < 3:
            return False
        replies = self._ordered(after, plies - 1)
        for reply in replies:
            if not self._takes_now(after.play(reply), plies - 2):
                self._last[plies - 1] = reply
                return False
        return bool(replies)

    def _takes_now(self, position: Position, plies: int) -> bool:
        for move in self._ordered(position, plies):
            if self.takes(position.play(move), plies):
                self._last[plies] = move
                return True
        return False

    def _ordered(self, position: Position, plies: int) -> list[str]:
        moves, last = position.moves(), self._last.get(plies)
        return sorted(moves, key=lambda move: move != last) if last in moves else moves
