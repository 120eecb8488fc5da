"""A tablebase's answers in words: a sentence, values on squares, values of moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from plyground.engine import tablebase
from plyground.engine.game import Game, Position
from plyground.engine.game_guide import guide_of
from plyground.engine.tablebase import rank
from plyground.engine.view import FullMoveView, View

Word: TypeAlias = Literal["win", "draw", "loss"]
SIGNS = "+3 wins in 3 plies, -8 loses in 8, = draws"


@dataclass(frozen=True)
class TablebaseEntry:
    """The value of a position and of every move, best first, for the side to move.

    `n` above 0 wins in n plies, below 0 it loses in that many, and 0 is a draw. If not `exact`, a
    position of this game has come twice, and a third time would be a draw.
    """

    value: int
    moves: tuple[tuple[str, int], ...]
    exact: bool


def look_up(position: Position) -> TablebaseEntry | None:
    """The entry of a position; None without a tablebase, or if it lacks the position.

    >>> import plyground
    >>> look_up(plyground.game("othello").start()) is None
    True
    """
    table = tablebase.find(position.game.name)
    report = table.report(position) if table else None
    if table is None or report is None:
        return None
    return TablebaseEntry(report.mate or 0, table.moves(position), report.exact)


def why_none(position: Position) -> str:
    """Why there are no exact values, and how to get them.

    >>> import plyground
    >>> print(why_none(plyground.game("othello").start()))
    Othello is not solved; only Dobutsu shogi has a tablebase.
    """
    game = position.game
    if not is_solved(game):
        return f"{game.title} is not solved; only Dobutsu shogi has a tablebase."
    if tablebase.find(game.name) is None:
        wrong = tablebase.problem(game.name)
        first = f"{wrong} " if wrong else "There is no tablebase here. "
        return f"{first}`make tablebase` or `plyground solve {game.name} --all` builds it."
    if position.result() is not None:
        return "The game is over."
    table = tablebase.find(game.name)
    if table is not None and table.value(position) is not None:  # the moves follow different rules
        return (
            "Under try=entry the tablebase lacks positions with a lion that stays on its far rank."
        )
    return "This position is not in the tablebase, which has only positions with all eight pieces."


def is_solved(game: Game) -> bool:
    """Whether a tablebase of this game can be built."""
    return guide_of(game.name).tablebase


def sign(value: int) -> str:
    """A value in few characters.

    >>> sign(3), sign(-78), sign(0)
    ('+3', '-78', '=')
    """
    return f"{value:+d}" if value else "="


def word(value: int) -> Word:
    """A value as a word.

    >>> word(3), word(-78), word(0)
    ('win', 'loss', 'draw')
    """
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def sentence(turn: str, entry: TablebaseEntry) -> str:
    """The value of a position in a sentence.

    >>> print(sentence("black", TablebaseEntry(-78, (), True)))
    Black loses in 78 plies against best play.
    >>> print(sentence("white", TablebaseEntry(1, (), True)))
    White wins at once.
    """
    side = turn.capitalize()
    if entry.value == 0:
        return f"With best play {turn} and {'white' if turn == 'black' else 'black'} draw."
    plies = abs(entry.value)
    if entry.value > 0:
        outcome = f"{side} wins at once" if plies == 1 else f"{side} wins in {plies} plies"
    else:
        outcome = f"{side} loses in {plies} plies against best play"
    if entry.exact:
        return f"{outcome}."
    return f"{outcome}, unless a third repetition draws: a position has occurred twice already."


def by_value(entry: TablebaseEntry) -> list[tuple[int, list[str]]]:
    """All moves grouped by value, the best first.

    >>> by_value(TablebaseEntry(3, (("a1a2", 3), ("b1b2", 0), ("c1c2", 0)), True))
    [(3, ['a1a2']), (0, ['b1b2', 'c1c2'])]
    """
    groups: dict[int, list[str]] = {}
    for move, value in entry.moves:
        groups.setdefault(value, []).append(move)
    return list(groups.items())


def on_squares(
    view: View, entry: TablebaseEntry, selected: str | None = None, piece: str | None = None
) -> dict[str, int]:
    """The values to show on squares.

    For a picked-up piece, on the board or from the hand, its targets; otherwise the best move of
    every piece on the board.
    """
    values = dict(entry.moves)
    moves = [move for move in view["moves"] if move["text"] in values]
    if piece is not None:
        chosen = [move for move in moves if move["kind"] == "drop" and move["piece"] == piece]
        return _best((move["to"], values[move["text"]]) for move in chosen)
    if selected is not None:
        chosen = [move for move in moves if move["from"] == selected]
        return _best((move["to"], values[move["text"]]) for move in chosen)
    return _best((move["from"], values[move["text"]]) for move in moves)


def why_nothing(view: View, asked: str) -> str:
    """Why there is no value for this square or kind of piece in hand.

    >>> import plyground
    >>> print(why_nothing(plyground.game("dobutsu").start().view(), "zebra"))
    zebra is neither a square nor a piece.
    """
    if asked in {f"{column}{row}" for column in view["columns"] for row in view["rows"]}:
        return f"There is no piece on {asked} that can move."
    if asked in guide_of(view["game"]).piece_order:
        return f"There is no {asked} in your hand."
    return f"{asked} is neither a square nor a piece."


def in_hand(view: View, entry: TablebaseEntry) -> dict[str, int]:
    """The best drop of every kind of piece in the mover's hand."""
    values = dict(entry.moves)
    drops: list[FullMoveView] = [move for move in view["moves"] if move["kind"] == "drop"]
    return _best((move["piece"], values[move["text"]]) for move in drops if move["text"] in values)


def _best(pairs: Iterable[tuple[str | None, int]]) -> dict[str, int]:
    best: dict[str, int] = {}
    for at, value in pairs:
        if at is not None and (at not in best or rank(value) > rank(best[at])):
            best[at] = value
    return best
