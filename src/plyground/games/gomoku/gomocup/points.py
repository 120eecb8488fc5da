"""Gomocup's points and boards: `x,y` from zero, y from the top. Ours are h8, from the bottom."""

import re

from plyground.engine.game import Game, Position

_POINT = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")

RULES = {"freestyle": 0, "exact": 1, "renju": 4}  # the numbers of INFO rule


def check_game(game: Game) -> None:
    """Raises ValueError unless the protocol supports the game."""
    if game.name != "gomoku":
        raise ValueError(f"Gomocup is a protocol for gomoku, not for {game.name}.")
    if game.values["line"] != 5:
        raise ValueError(f"Gomocup knows five in a row only, not line={game.values['line']}.")


def size_of(game: Game) -> int:
    """How many rows and columns the board has."""
    return int(str(game.values["size"]))


def write_point(move: str, size: int) -> str:
    """Our point in the protocol's format.

    >>> write_point("a15", 15), write_point("h8", 15)
    ('0,0', '7,7')
    """
    return f"{ord(move[0]) - ord('a')},{size - int(move[1:])}"


def read_point(text: str, size: int) -> str:
    """The protocol's point in our format; ValueError if it is not on this board.

    >>> read_point("0,14", 15)
    'a1'
    """
    match = _POINT.fullmatch(text)
    if match is None or int(match[1]) >= size or int(match[2]) >= size:
        raise ValueError(
            f"A point is X,Y with numbers from 0 to {size - 1}, not {text.strip()[:40]!r}."
        )
    return f"{chr(ord('a') + int(match[1]))}{size - int(match[2])}"


def set_up(game: Game, black: list[str], white: list[str]) -> Position:
    """The position with these stones; the side with fewer stones, or black, is to move.

    If these stones can be played in this order, they are, so that the last move is known.

    >>> import plyground
    >>> set_up(plyground.game("gomoku", size=5), ["a1", "b2"], ["c3"]).to_text()
    '5/5/2o2/1x3/x4 w'
    """
    if not 0 <= len(black) - len(white) <= 1:
        raise ValueError(
            f"Black has {len(black)} stones and White {len(white)}; Black must have the same"
            " number or one more."
        )
    moves = [(black, white)[ply % 2][ply // 2] for ply in range(len(black) + len(white))]
    if len(set(moves)) < len(moves):
        raise ValueError("Two stones can't stand on one point.")
    try:
        return game.start().play_all(moves)
    except ValueError:  # another order may be possible, but then only the board is known
        return game.position(_board(game, black, white))


def _board(game: Game, black: list[str], white: list[str]) -> str:
    size = size_of(game)
    stones = dict.fromkeys(black, "x") | dict.fromkeys(white, "o")
    rows = [
        "".join(stones.get(f"{chr(ord('a') + x)}{size - y}", ".") for x in range(size))
        for y in range(size)
    ]
    packed = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return f"{packed} {'b' if len(black) == len(white) else 'w'}"


def stones_of(position: Position) -> tuple[list[str], list[str]]:
    """Black's and White's stones; in playing order, if it is known."""
    if position.origin is None:
        return list(position.played[::2]), list(position.played[1::2])
    pieces = position.view()["pieces"]
    black = [piece["at"] for piece in pieces if piece["owner"] == "black"]
    white = [piece["at"] for piece in pieces if piece["owner"] == "white"]
    return black, white
