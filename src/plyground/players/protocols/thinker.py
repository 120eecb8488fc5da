"""How a server chooses moves: with the given player, or with a search under the protocol's limits.

A protocol sets the depth, the time and the number of lines, and a player that searches follows
these limits. Other players (a level, an external program) use their own method, within a clock.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.search import Memory, search
from plyground.engine.spec import Spec, read_spec
from plyground.engine.stop import Stop
from plyground.players.player import Answer, Clock, EnginePlayer, OnReport, Player

FOREVER = 86_400.0  # seconds: the longest search that can be requested
_LIMITS = ("depth", "nodes", "seconds", "playouts")
_AT_ONE_DEPTH = ("minimax", "alphabeta")
_BY_EFFORT = ("mcts", "proof")  # these searches have no depth
_OTHERS = "search:seconds=1"  # analyses for players that cannot analyse


class Thinker:
    """Searches for a server, until it has an answer or a stop is set."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._memory = Memory()

    @property
    def searches(self) -> bool:
        """Whether the player is a search that takes limits."""
        spec = self._spec
        return spec is not None and spec.algorithm != "random"

    @property
    def _spec(self) -> Spec | None:
        return self.player.spec if isinstance(self.player, EnginePlayer) else None

    def new_game(self) -> None:
        """Forgets the state of the last game."""
        self._memory = Memory()
        self.player.new_game()

    def choose(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None = None,
        *,
        lines: int = 1,
        stop: Stop | None = None,
    ) -> Answer:
        """The player's own answer; our searches report this many lines meanwhile."""
        player = self.player
        if not isinstance(player, EnginePlayer):
            return player.choose(position, clock=clock, on_report=on_report, stop=stop)
        player.lines = lines
        try:
            return player.choose(position, clock=clock, on_report=on_report, stop=stop)
        finally:
            player.lines = 1

    def analyse(
        self,
        position: Position,
        on_report: Callable[[Report], None] | None = None,
        *,
        lines: int = 1,
        settings: dict[str, Any] | None = None,
        stop: Stop | None = None,
        **limits: Any,
    ) -> Report:
        """The last report of a search under these limits, which override the player's own."""
        given = {name: value for name, value in limits.items() if value is not None}
        spec = read_spec(_OTHERS)
        if self.searches and isinstance(self.player, EnginePlayer):
            spec = self.player.search_for(position)
        spec = under(spec, given, settings or {})
        return search(
            position,
            spec,
            lines=lines,
            memory=self._memory,
            on_report=on_report,
            stop=stop,
            **given,
        )


def under(spec: Spec, limits: dict[str, Any], settings: dict[str, Any]) -> Spec:
    """The spec with the given limits instead of its own, and with the protocol's settings.

    >>> under(read_spec("search:seconds=1,threads=2"), {"depth": 8}, {"table": 16}).settings
    {'threads': 2, 'table': 16}
    >>> under(read_spec("alphabeta:depth=2"), {"seconds": 8}, {}).settings
    {'depth': 2}
    """
    too_vague = spec.algorithm in _BY_EFFORT and not {"nodes", "seconds", "clock"} & set(limits)
    keeps = not limits or spec.algorithm in _AT_ONE_DEPTH or too_vague
    own = {name: value for name, value in spec.settings.items() if keeps or name not in _LIMITS}
    return replace(spec, settings={**own, **_understood(spec.algorithm, settings)})


def _understood(algorithm: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Threads and megabytes, as far as this search supports them."""
    known: dict[str, Any] = {}
    if algorithm in ("maximum", "search", "mcts") and "threads" in settings:
        known["threads"] = settings["threads"]
    if "table" in settings and algorithm in ("maximum", "search", "mcts", "proof"):
        known["table" if algorithm in ("maximum", "search") else "memory"] = settings["table"]
    return known


def move_of(position: Position, answer: Answer) -> str:
    """The answer's move for a protocol without resignation: a player that resigned plays on."""
    if answer.move is not None:
        return answer.move
    move = answer.report.move if answer.report else search(position, "search:nodes=2000").move
    if move is None:
        raise ValueError("The game is over; there is nothing to play.")
    return move
