"""The interface of players, and the players that use our own search.

A player is handed a position and answers with a move. It may be asked to answer now (`stop`), to
say what it thinks meanwhile (`on_report`), and whether it agrees to a draw. Where it sits, and
against whom, is none of its business.
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
    """What a player may spend: seconds left and those added for every move, or so many a move.

    >>> Clock(60, 1).limits(), Clock(move=0.5).limits()
    ({'clock': (59.98, 1)}, {'seconds': 0.5})
    """

    left: float = math.inf
    increment: float = 0.0
    move: float | None = None

    def limits(self) -> dict[str, Any]:
        """The clock as limits of a search; a little is kept back, for answers take time too."""
        limits: dict[str, Any] = {}
        if self.move is not None:
            limits["seconds"] = max(0.001, self.move)
        if math.isfinite(self.left):
            limits["clock"] = (max(0.01, self.left - 0.02), max(0, self.increment))
        return limits

    def most(self) -> float:
        """The longest that one move may take, in seconds."""
        return min(self.left, self.move if self.move is not None else math.inf)


@dataclass(frozen=True)
class Answer:
    """A player's answer: a move, or None to resign; and its report, if it gives one."""

    move: str | None
    report: Report | None = None


class Forfeit(Exception):  # noqa: N818 - a game ends by it, nothing is broken here
    """A player that can't go on and so loses: a code for the record, and a sentence.

    Codes: `illegal_move`, `misunderstood`, `no_answer`, `crashed`, `time`.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["Forfeit"], tuple[str, str]]:
        return Forfeit, (self.code, self.sentence)


class Unplayable(ValueError):  # noqa: N818 - the same: nobody did anything wrong
    """A game or position that the player can't play at all; it does not count as a loss."""


class Player:
    """Someone who plays. Subclasses say how; one player plays one game at a time.

    `cpu_seconds` grows by what the player's thinking has cost the processor. A player that can't be
    given a time more exactly than to `time_grain` seconds can't be held to a shorter one either.
    """

    time_grain = 0.0

    def __init__(self, name: str) -> None:
        self.name = name
        self.cpu_seconds = 0.0

    def new_game(self) -> None:
        """Forgets what belonged to the last game."""

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """The move to play here; Forfeit if there is none to be had.

        A `stop` that is set, before or meanwhile, asks for the best move it has by now.
        """
        raise NotImplementedError

    def accepts_draw(self, position: Position) -> bool:  # noqa: ARG002
        """Whether it agrees to a draw that the other side offers here."""
        return False

    def close(self) -> None:
        """Ends the player and whatever it started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Resignation:
    """When to give a game up: no chance to speak of, several times in a row."""

    CHANCE = 0.01
    TIMES = 3
    NEAR = 6  # plies: a loss that a table knows of is played on until then, for people err

    def __init__(self, spec: Spec) -> None:
        self._wanted = spec.settings.get("resign", "on") == "on"
        # The evaluations of the originals know no chances; only a proof tells them that they lose.
        self._knows_chances = spec.algorithm in ("search", "mcts", "level", "maximum")
        self._hopeless = 0

    def is_due(self, report: Report) -> bool:
        """Counts this report, and says whether it is time."""
        knows = self._knows_chances or report.exact
        lost = knows and report.win_chance < self.CHANCE and not self.is_distant_end(report)
        self._hopeless = self._hopeless + 1 if lost else 0
        return self._wanted and self._hopeless >= self.TIMES

    def is_distant_end(self, report: Report) -> bool:
        """Whether a tablebase reports a distant end."""
        return report.nodes == 0 and report.mate is not None and abs(report.mate) > self.NEAR

    def reset(self) -> None:
        """For a new game."""
        self._hopeless = 0


class EnginePlayer(Player):
    """Plays by a spec of ours. It keeps its memory for the length of a game.

    >>> import plyground
    >>> with EnginePlayer("alphabeta:depth=2") as player:
    ...     player.choose(plyground.game("dobutsu").start()).move
    'c1c2'
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lines = 1  # how many moves its reports tell of; most searches pay for each with time
        self.spec = read_spec(limited(text))
        self._memory = Memory()
        self._resignation = Resignation(self.spec)

    def new_game(self) -> None:
        """Forgets table and tree."""
        self._memory = Memory()
        self._resignation.reset()

    def search_for(self, position: Position) -> Spec:  # noqa: ARG002 - a subclass looks at it
        """The search that chooses the move here."""
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
        """Agrees where a short look sees no advantage for itself, which is not on the move."""
        if position.result():
            return False
        searches = self.spec.algorithm in ("search", "maximum")
        knows = searches and self.spec.settings.get("tablebase") != "off"
        spec = f"search:nodes=20000,seconds=0.2,tablebase={'on' if knows else 'off'}"
        return search(position, spec).win_chance >= 0.5
