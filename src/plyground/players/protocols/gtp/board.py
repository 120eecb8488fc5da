"""The board of a GTP server: a position with its history, and moves out of turn.

In GTP a side may move twice in a row, and play goes on after two passes. Our positions alternate
turns and end, so the position is changed to one with the right side to move: see `turned`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.engine.view import Turn, other
from plyground.players.protocols.gtp.points import PASS, gtp_of


@dataclass(frozen=True)
class Step:
    """A state that `undo` can return to, and the side that moved to reach it."""

    position: Position
    resigned: Turn | None = None
    mover: Turn | None = None


class Board:
    """The state that `boardsize`, `play`, `undo` and similar commands change."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._steps = [Step(game.start())]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._steps[-1].position

    @property
    def resigned(self) -> Turn | None:
        """The side that has just resigned."""
        return self._steps[-1].resigned

    @property
    def steps(self) -> tuple[Step, ...]:
        """All states so far, without those taken back."""
        return tuple(self._steps)

    def is_empty(self) -> bool:
        """Whether no stone is on the board."""
        return not self.position.view()["pieces"]

    def start(self, game: Game) -> None:
        """Begins a game anew."""
        self.game = game
        self._steps = [Step(game.start())]

    def set_up(self, positions: Iterable[Position]) -> None:
        """Takes over these positions in order; the last is the current one."""
        self._steps = [
            Step(position, mover=other(position.turn) if position.played else None)
            for position in positions
        ]
        self.game = self.position.game

    def change(self, **values: object) -> None:
        """Changes options of the game; the moves played stay."""
        self.move_to(changed(self.game, **values))

    def move_to(self, game: Game) -> None:
        """Plays the same moves by other rules; raises ValueError if these refuse one."""
        steps = [replace(step, position=_moved_to(game, step.position)) for step in self._steps]
        self.game, self._steps = game, steps

    def play(self, colour: Turn, move: str) -> None:
        """Plays a move of either side; raises IllegalMove, a ValueError, if it is illegal."""
        here = self.position
        passes = move == PASS and has_passes(self.game)
        # A pass out of turn, or after the end, changes nothing.
        if passes and (here.turn != colour or here.result()):
            self._steps.append(Step(here))
        else:
            self._steps.append(Step(turned(here, colour).play(move), mover=colour))

    def resign(self, colour: Turn) -> None:
        """Notes that this side resigns."""
        self._steps.append(Step(self.position, colour))

    def undo(self) -> bool:
        """Takes the last step back, if there is one."""
        if len(self._steps) == 1:
            return False
        self._steps.pop()
        return True


def changed(game: Game, **values: object) -> Game:
    """The game with some options changed."""
    return registry.game(game.name, **{**game.values, **values})


def has_passes(game: Game) -> bool:
    """Whether the game has passes at all."""
    return gtp_of(game).passes and game.values.get("pass") != "no"


def turned(position: Position, colour: Turn) -> Position:
    """The same board with this side to move, and the game not ended by passes.

    Recent passes are taken back, or a pass is inserted: neither affects superko. If a game has no
    passes, the board is set up again with the other side to move.

    >>> import plyground
    >>> go = plyground.game("go", size=3).start().play("B2")
    >>> turned(go, "black").to_text(), turned(go.play_all("pass pass"), "black").to_text()
    ('3/1x1/3 b passes=1', '3/1x1/3 b passes=1')
    >>> turned(plyground.game("gomoku", size=3).start().play("b2"), "black").to_text()
    '3/1x1/3 b'
    """
    while position.last_move == PASS and (_ended(position) or position.turn != colour):
        position = _shortened(position)
    if position.turn == colour and not _ended(position):
        return position
    if position.turn != colour and position.explain(PASS) is None:
        passed = position.play(PASS)
        if not passed.result():
            return passed
    return position if position.result() and not _ended(position) else flipped(position, colour)


def to_think(position: Position, colour: Turn) -> Position:
    """Like `turned`, but an inserted pass does not look like an offer to end the game.

    >>> import plyground
    >>> to_think(plyground.game("go", size=3).start().play("B2"), "black").to_text()
    '3/1x1/3 b'
    """
    there = turned(position, colour)
    return flipped(position, colour) if there.ply > position.ply else there


def _ended(position: Position) -> bool:
    result = position.result()
    return result is not None and result.code == "two_passes"


def _shortened(position: Position) -> Position:
    """The position before the last move."""
    return replayed(position.game, position.origin, position.played[:-1])


def replayed(game: Game, origin: str | None, moves: Iterable[str]) -> Position:
    """The position after these moves from the game's start, or from a text."""
    position = game.start() if origin is None else game.position(origin)
    for move in moves:
        position = position.play(move)
    return position


def _moved_to(game: Game, position: Position) -> Position:
    return replayed(game, position.origin, position.played)


def flipped(position: Position, colour: Turn) -> Position:
    """The board set up again with this side to move; the history begins here."""
    rows, _, *words = position.to_text().split(" ")
    kept = [word for word in words if word.partition("=")[0] not in ("passes", "ko", "dead")]
    return position.game.position(" ".join([rows, colour[0], *kept]))
