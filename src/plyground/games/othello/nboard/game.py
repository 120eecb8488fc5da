"""Othello games in NBoard's format: one GGF line, with moves such as `F5/1.25/3.1`."""

import math
import re
from dataclasses import dataclass

from plyground.engine.game import Game, Position
from plyground.games.othello import ggf
from plyground.games.othello.transcripts import board_of
from plyground.players.player import Clock
from plyground.players.protocols.thinker import FOREVER
from plyground.records.record import Record

_TIME = re.compile(r"(?:([0-9]{1,3}):)?(?:([0-9]{1,4}):)?([0-9]{1,6}(?:\.[0-9]{1,6})?)")
_PASSES = ("PA", "PASS", "PS", "--", "@@")


@dataclass(frozen=True)
class Setup:
    """A received game: its position, and each side's clock if it has one."""

    position: Position
    clocks: dict[str, Clock]


def check_game(game: Game) -> None:
    """Raises ValueError unless the protocol supports the game."""
    if game.name != "othello" or game.values["size"] != 8:
        raise ValueError(f"NBoard is a protocol for othello on 8x8, not for {game!r}.")


def write_move(move: str) -> str:
    """Our move in the format of NBoard programs.

    >>> write_move("f5"), write_move("pass")
    ('F5', 'PA')
    """
    return "PA" if move == "pass" else move.upper()


def read_move(text: str) -> str:
    """The move at the beginning of `F5/1.25/3.1`, in our notation.

    >>> read_move("PA//1"), read_move("F5")
    ('pass', 'f5')
    """
    word = text.partition("/")[0].strip().upper()
    if word in _PASSES:
        return "pass"
    if not re.fullmatch(r"[A-H][1-8]", word):
        raise ValueError(f"{text[:40]!r} is not a move; moves look like F5, or PA to pass.")
    return word.lower()


def play(position: Position, text: str) -> Position:
    """The position after a move; a pass that was left out is inserted."""
    return position.play_all([read_move(text)])


def read_game(game: Game, text: str) -> Setup:
    """Reads a GGF line; a ValueError says what is wrong with it.

    >>> import plyground
    >>> board = "-" * 27 + "O*------*O" + "-" * 27
    >>> line = f"(;GM[Othello]TI[05:00]TY[8]BO[8 {board} *]B[F5//2.5]W[d6];)"
    >>> setup = read_game(plyground.game("othello"), line)
    >>> setup.position.played, setup.clocks["black"].left
    (('f5', 'd6'), 297.5)
    """
    record = ggf.read(text, game)[0]
    if record.game != game:
        raise ValueError("NBoard is a protocol for othello on 8x8, and this is another board.")
    return Setup(record.end.position, _clocks(record))


def _clocks(record: Record) -> dict[str, Clock]:
    """Each side's remaining time, if the game has a clock."""
    spent = {"black": 0.0, "white": 0.0}
    at = record.root.position
    for node in record.main_line():
        spent[at.turn] += node.seconds or 0.0
        at = node.position
    clocks: dict[str, Clock] = {}
    for side, name in (("black", "TB"), ("white", "TW")):
        own = record.root.extra.get(name)
        text = str(own[0]) if isinstance(own, list) and own else str(record.info.get("time", ""))
        parts = text.split("/")
        total = _read_time(parts[0])
        if total is not None:
            left = min(max(0.05, total - spent[side]), FOREVER)
            clocks[side] = Clock(left, (_read_time(parts[1]) or 0.0) if parts[1:] else 0.0)
    return clocks


def _read_time(text: str) -> float | None:
    """`mm:ss` or `hh:mm:ss` in seconds; None for other texts."""
    match = _TIME.fullmatch(text.split(",", maxsplit=1)[0].strip())
    if match is None:
        return None
    hours, minutes = (match[1], match[2]) if match[2] else (None, match[1])
    return 3600 * int(hours or 0) + 60 * int(minutes or 0) + float(match[3])


def write_game(position: Position, clock: Clock | None) -> str:
    """The game so far as one GGF line; the clock is the time left for both sides.

    >>> import plyground
    >>> write_game(plyground.game("othello").start().play("f5"), Clock(90)).partition("BO")[0]
    '(;GM[Othello]PC[Plyground]PB[black]PW[white]RE[?]TI[01:30]TY[8]'
    """
    game = position.game
    first = game.start() if position.origin is None else game.position(position.origin)
    time = ""
    if clock is not None and math.isfinite(clock.most()):
        time = f"TI[{_write_time(clock.most())}" + (
            f"/{_write_time(clock.increment)}]" if clock.increment >= 1 else "]"
        )
    moves, at = "", first
    for move in position.played:
        moves += f"{'B' if at.turn == 'black' else 'W'}[{write_move(move)}]"
        at = at.play(move)
    head = f"GM[Othello]PC[Plyground]PB[black]PW[white]RE[?]{time}TY[8]"
    return f"(;{head}BO[8 {_write_board(first)}]{moves};)"


def _write_board(position: Position) -> str:
    return f"{board_of(position, '-*O')} {'*' if position.turn == 'black' else 'O'}"


def _write_time(seconds: float) -> str:
    whole = max(1, int(seconds))
    return f"{whole // 60:02}:{whole % 60:02}"
