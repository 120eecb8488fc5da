"""The differences between UCI and USI, and their common parts."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from plyground.engine.game import Game, Position
from plyground.engine.report import Line
from plyground.engine.spec import MAX_DEPTH
from plyground.games.dobutsu import usi as words
from plyground.players.player import Clock
from plyground.players.protocols.thinker import FOREVER

CHICK = 2.0  # the value of a chick in our evaluation, which is a hundred centipawns in the protocol
_MOST_NODES = 10**12


class WritesPosition(Protocol):
    """Writes a position whose history began with these counters."""

    def __call__(self, position: Position, first: words.Counters | None = None) -> str:
        """The position in one line."""


@dataclass(frozen=True)
class Dialect:
    """The parts in which the protocols of this family differ."""

    name: str
    setup: str  # the word before a position that is not the start
    first: str  # the letter of the first player
    plies: bool  # whether a mate is counted in plies instead of moves
    move: re.Pattern[str]  # the format of its moves
    example: str
    write_move: Callable[[str], str]
    from_move: Callable[[str], str]
    write_position: WritesPosition
    from_position: Callable[[str], words.Board]

    def read_move(self, word: str) -> str:
        """The move in our notation; ValueError if it is invalid in this dialect.

        >>> USI.read_move("G*2b"), UCI.read_move("C@b3")
        ('G*b3', 'C*b3')
        """
        if not self.move.fullmatch(word):
            raise ValueError(f"{word[:40]!r} is not a move; moves look like {self.example}.")
        return self.from_move(word)

    def letter(self, turn: str) -> str:
        """The letter of the side to move, as in `wtime`."""
        return self.first if turn == "black" else {"w": "b", "b": "w"}[self.first]

    def score(self, line: Line) -> str:
        """The score of a line: `cp 120`, or `mate 3`, negative for a loss.

        >>> UCI.score(Line("b2b3", 1.0, 0.5, None, exact=False, pv=("b2b3",)))
        'cp 50'
        >>> lost = Line("b2b3", -10_000.0, 0.0, -4, exact=True, pv=("b2b3",))
        >>> UCI.score(lost), USI.score(lost)
        ('mate -2', 'mate -4')
        """
        if line.mate is None:
            return f"cp {round(100 * line.score / CHICK)}"
        if self.plies:
            return f"mate {line.mate}"
        return f"mate {int(math.copysign((abs(line.mate) + 1) // 2, line.mate))}"

    def read_mate(self, count: int) -> int:
        """The plies of a mate, as this dialect counts them."""
        if self.plies:
            return count
        return 2 * count - 1 if count > 0 else 2 * count


UCI = Dialect(
    name="uci",
    setup="fen",
    first="w",
    plies=False,
    move=re.compile(r"[a-c][1-4][a-c][1-4]\+?|[CEGceg][@*][a-c][1-4]"),
    example="b2b3 or C@b3",
    write_move=words.to_uci,
    from_move=words.from_uci,
    write_position=words.to_fairy,
    from_position=words.read_fen,
)
USI = Dialect(
    name="usi",
    setup="sfen",
    first="b",
    plies=True,
    move=re.compile(r"[1-3][a-d][1-3][a-d]\+?|[CEGceg]\*[1-3][a-d]"),
    example="2c2b or C*2b",
    write_move=words.to_usi,
    from_move=words.from_usi,
    write_position=words.to_sfen,
    from_position=words.read_sfen,
)


def check_game(game: Game, protocol: str) -> None:
    """Raises ValueError unless the game is one that these protocols support here."""
    if game.name != "dobutsu":
        raise ValueError(f"{protocol.upper()} is supported for dobutsu, not for {game.name}.")


def place(position: Position, dialect: Dialect) -> str:
    """The command for a position, with its moves so that repetition counts.

    >>> import plyground
    >>> place(plyground.game("dobutsu").start().play("b2b3"), USI)
    'position startpos moves 2c2b'
    """
    origin = position.origin
    begin = "startpos"
    if origin is not None:
        first = position.game.position(origin)
        begin = f"{dialect.setup} {dialect.write_position(first)}"
    moves = " ".join(map(dialect.write_move, position.played))
    return f"position {begin}" + (f" moves {moves}" if moves else "")


class Place(NamedTuple):
    """A position, and the counters at the start of its history (None: the usual ones)."""

    position: Position
    counters: words.Counters | None


def read_place(game: Game, text: str, dialect: Dialect) -> Place:
    """The position of a `position` command; a ValueError says what is wrong with it."""
    begin, _, moves = f" {' '.join(text.split())} ".partition(" moves ")
    keyword, _, rest = begin.strip().partition(" ")
    counters = None
    if begin.strip() == "startpos":
        position = game.start()
    elif keyword == dialect.setup:
        board = dialect.from_position(rest)
        position, counters = game.position(board.text), board.counters
    else:
        raise ValueError(f"A position is 'startpos' or '{dialect.setup} ...', then 'moves ...'.")
    for word in moves.split():
        try:
            position = position.play(dialect.read_move(word))
        except ValueError as error:
            raise ValueError(f"After {position.ply} moves, {word[:20]}: {error}") from None
    return Place(position, counters)


# --- go -------------------------------------------------------------------------------------

_NUMBERS = {
    *("wtime", "btime", "winc", "binc", "byoyomi", "movestogo"),
    *("movetime", "depth", "nodes", "mate"),
}
_FLAGS = {"infinite", "ponder"}
_WHOLE = re.compile(r"-?[0-9]{1,18}")


@dataclass
class Go:
    """A `go` command: numbers by their names, flags, and the moves it is limited to."""

    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    moves: list[str] = field(default_factory=list)

    def clock(self, letter: str) -> Clock | None:
        """The clock of the side with this letter, if the command has times."""
        left = self._seconds(f"{letter}time")
        increment, extra = self._seconds(f"{letter}inc") or 0.0, self._seconds("byoyomi") or 0.0
        move = self._seconds("movetime")
        if move is not None:
            return Clock(move=max(0.001, move))
        if extra:
            return Clock(move=max(0.01, 0.9 * extra + (left or 0.0) / 25))
        if left is None:
            return None
        if to_go := self.numbers.get("movestogo", 0):
            share = left / (max(1, to_go) + 0.5) + 0.75 * increment
            return Clock(move=max(0.01, min(share, 0.8 * left)))
        return Clock(max(0.03, left), increment)

    def limits(self, letter: str) -> dict[str, Any]:
        """The limits of a search; empty if there are none, as in `go infinite`."""
        clock = self.clock(letter)
        limits: dict[str, Any] = clock.limits() if clock else {}
        if "depth" in self.numbers:
            limits["depth"] = min(max(1, self.numbers["depth"]), MAX_DEPTH)
        if "nodes" in self.numbers:
            limits["nodes"] = min(max(1, self.numbers["nodes"]), _MOST_NODES)
        return limits

    def _seconds(self, name: str) -> float | None:
        milliseconds = self.numbers.get(name)
        return None if milliseconds is None else min(max(0.0, milliseconds / 1000), FOREVER)


def read_go(words: Sequence[str], dialect: Dialect) -> Go:
    """Reads a `go`; unknown parts are ignored, as the protocol requires.

    >>> read_go("depth 3 wtime 1000 searchmoves b2b3 C@a1 infinite".split(), UCI)
    Go(numbers={'depth': 3, 'wtime': 1000}, flags={'infinite'}, moves=['b2b3', 'C*a1'])
    """
    go = Go()
    name = ""
    for word in words:
        if word in _NUMBERS or word == "searchmoves":
            name = word
        elif word in _FLAGS:
            go.flags.add(word)  # USI: `mate infinite` is a mate without a limit
        elif name == "searchmoves":
            _add_move(go, word, dialect)
        elif name and _WHOLE.fullmatch(word):
            go.numbers[name] = int(word)
            name = ""
    if "mate" in words and "mate" not in go.numbers:
        go.numbers["mate"] = 0
    return go


def _add_move(go: Go, word: str, dialect: Dialect) -> None:
    try:
        go.moves.append(dialect.read_move(word))
    except ValueError:
        return
