"""The table of GTP commands, the session they work on, and the parsing of arguments."""

import math
import re
from collections.abc import Callable
from typing import TypeAlias

from plyground.engine.game import Game
from plyground.engine.stop import Stop
from plyground.engine.view import Turn
from plyground.players.player import Player
from plyground.players.protocols.command_table import Command
from plyground.players.protocols.external import ExternalPlayer
from plyground.players.protocols.gtp.board import Board
from plyground.players.protocols.gtp.points import check_game, read_colour
from plyground.players.protocols.gtp.time import Clocks
from plyground.players.protocols.thinker import Thinker

Say: TypeAlias = Callable[[str], None]
# A long answer is produced after its first line: its function sends lines, and returns the last
# one. None leaves the answer open until the next input ends it.
Talk: TypeAlias = Callable[[Say], str | None]
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")


class Refused(Exception):  # noqa: N818 - an answer of the protocol, nothing is broken
    """An answer that begins with a question mark."""


class GtpSession:
    """The state that the commands work on."""

    def __init__(self, player: Player, game: Game) -> None:
        check_game(game)
        self.player = player
        self.thinker = Thinker(player)
        self.board = Board(game)
        self.clocks = Clocks()
        self.running = True
        self.stop = Stop()  # of the current command
        self.end_stream: Callable[[], None] | None = None  # of an answer that is still open

    def begin(self, game: Game) -> None:
        """Starts a new game on an empty board; raises Unplayable if a program cannot play it."""
        if isinstance(self.player, ExternalPlayer):
            self.player.adopt(game)
        self.board.start(game)
        self.clocks.restart()
        self.thinker.new_game()


Work: TypeAlias = Callable[[GtpSession, list[str]], str | Talk]
COMMANDS: dict[str, Command] = {}


def command(name: str, arguments: str, sentence: str) -> Callable[[Work], Work]:
    """Adds a function to the table."""

    def put(work: Work) -> Work:
        COMMANDS[name] = Command(work, f"{name} {arguments}".strip(), sentence)
        return work

    return put


def exactly(words: list[str], count: int) -> list[str]:
    """The arguments, if there are this many."""
    if len(words) != count:
        raise Refused("syntax error")
    return words


def whole(word: str, most: int = 10**9) -> int:
    """A whole number that is not negative."""
    if not re.fullmatch(r"[0-9]{1,10}", word) or int(word) > most:
        raise Refused("syntax error")
    return int(word)


def number(word: str) -> float:
    """A number, with or without a point."""
    if not _NUMBER.fullmatch(word):
        raise Refused("syntax error")
    return float(word)


def seconds(word: str) -> float:
    """A number of seconds; a negative number counts as no limit."""
    return min(1e9, max(0.0, number(word)))


def colour(word: str) -> Turn:
    """A colour."""
    try:
        return read_colour(word)
    except ValueError:
        raise Refused("syntax error") from None


def points(value: float) -> str:
    """A score without unnecessary zeros.

    >>> points(3.5), points(12.0)
    ('3.5', '12')
    """
    return f"{value:.0f}" if math.isclose(value, round(value)) else f"{value:.1f}"
