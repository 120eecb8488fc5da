"""The interface of players, and the players that use our own search.

A player receives a position and answers with a move. A `stop` asks it to answer now, `on_report`
receives its interim reports, and it may accept or refuse a draw. It does not depend on its opponent
or on the kind of game session.
"""

import math
import time
from dataclasses import dataclass
from typing import Any, Self

from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.search import Memory, OnReport, search
from plyground.engine.spec import Spec, limited, read_spec
from plyground.engine.stop import Stop

__all__ = [
    "Answer",
    "Clock",
    "EnginePlayer",
    "Forfeit",
    "OnReport",
    "Player",
    "Resignation",
    "Unplayable",
]


@dataclass(frozen=True)
class Clock:
    """A player's time: seconds left and an increment per move, or seconds per move.

    >>> Clock(60, 1).limits(), Clock(move=0.5).limits()
    ({'clock': (59.98, 1)}, {'seconds': 0.5})
    """

    left: float = math.inf
    increment: float = 0.0
    move: float | None = None

    def limits(self) -> dict[str, Any]:
        """The clock as limits of a search; a little is kept back, because answers take time too."""
        limits: dict[str, Any] = {}
        if self.move is not None:
            limits["seconds"] = max(0.001, self.move)
        if math.isfinite(self.left):
            limits["clock"] = (max(0.01, self.left - 0.02), max(0, self.increment))
        return limits

    def most(self) -> float:
        """The longest time for one move, in seconds."""
        return min(self.left, self.move if self.move is not None else math.inf)


@dataclass(frozen=True)
class Answer:
    """A player's answer: a move, or None to resign; and its report, if it gives one."""

    move: str | None
    report: Report | None = None


class Forfeit(Exception):  # noqa: N818 - a game ends by it, nothing is broken here
    """A player that cannot go on and so loses: a code for the record, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["Forfeit"], tuple[str, str]]:
        return Forfeit, (self.code, self.sentence)


class Unplayable(ValueError):  # noqa: N818 - not an error either
    """A game or position that the player does not support; it does not count as a loss."""


class Player:
    """The base class of players. One player plays one game at a time.

    `cpu_seconds` accumulates the processor time of the player's thinking. `time_grain` is the
    precision in seconds with which a player can be given a time limit; a shorter limit cannot be
    enforced either.
    """

    time_grain = 0.0

    def __init__(self, name: str) -> None:
        self.name = name
        self.cpu_seconds = 0.0

    def new_game(self) -> None:
        """Forgets the state of the last game."""

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """The move to play here; raises Forfeit if there is none.

        A `stop` that is set, before or during the call, asks for the best move so far.
        """
        raise NotImplementedError

    def accepts_draw(self, position: Position) -> bool:  # noqa: ARG002
        """Whether it accepts a draw that the other side offers here."""
        return False

    def close(self) -> None:
        """Ends the player and everything it started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Resignation:
    """When to resign: after several hopeless reports in a row."""

    CHANCE = 0.01
    TIMES = 3
    NEAR = 6  # plies: a longer loss in the tablebase is played on until then, because people err

    def __init__(self, spec: Spec) -> None:
        self._wanted = spec.settings.get("resign", "on") == "on"
        # The evaluations of the originals are not chances; only a proof of a loss counts.
        self._knows_chances = spec.algorithm in ("search", "mcts", "level", "maximum")
        self._hopeless = 0

    def is_due(self, report: Report) -> bool:
        """Counts this report, and returns whether to resign."""
        knows = self._knows_chances or report.exact
        lost = knows and report.win_chance < self.CHANCE and not self.is_distant_end(report)
        self._hopeless = self._hopeless + 1 if lost else 0
        return self._wanted and self._hopeless >= self.TIMES

    def is_distant_end(self, report: Report) -> bool:
        """Whether a tablebase reports a distant end."""
        return report.nodes == 0 and report.mate is not None and abs(report.mate) > self.NEAR

    def reset(self) -> None:
        """Starts a new game."""
        self._hopeless = 0


class EnginePlayer(Player):
    """Plays by one of our specs. It keeps its memory for the length of a game.

    >>> import plyground
    >>> with EnginePlayer("alphabeta:depth=2") as player:
    ...     player.choose(plyground.game("dobutsu").start()).move
    'c1c2'
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lines = 1  # the number of lines in its reports; most searches slow down with more
        self.spec = read_spec(limited(text))
        self._memory = Memory()
        self._resignation = Resignation(self.spec)

    def new_game(self) -> None:
        """Clears the transposition table and the tree."""
        self._memory = Memory()
        self._resignation.reset()

    def search_for(self, position: Position) -> Spec:  # noqa: ARG002 - a subclass uses it
        """The search for the move in this position."""
        return self.spec

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """The move of the search; with a clock, within its share of the time left."""
        begin = time.process_time()
        report = self._think(position, clock, on_report, stop)
        self.cpu_seconds += time.process_time() - begin
        if report.move is None:
            raise ValueError("The game is over; there is nothing to play.")
        return Answer(None if self._resignation.is_due(report) else report.move, report)

    def _think(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,
        stop: Stop | None,
    ) -> Report:
        if self.spec.algorithm == "random":
            return search(position, self.spec)
        return search(
            position,
            self.search_for(position),
            lines=self.lines,
            memory=self._memory,
            on_report=on_report,
            stop=stop,
            **(clock.limits() if clock else {}),
        )

    def accepts_draw(self, position: Position) -> bool:
        """Accepts if a short search sees no advantage for itself; it is not on the move."""
        if position.result():
            return False
        searches = self.spec.algorithm in ("search", "maximum")
        knows = searches and self.spec.settings.get("tablebase") != "off"
        spec = f"search:nodes=20000,seconds=0.2,tablebase={'on' if knows else 'off'}"
        return search(position, spec).win_chance >= 0.5
