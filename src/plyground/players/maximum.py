"""The strongest search of a game, above the levels: `maximum:seconds=5`."""

import random
import time

from plyground.books.finding import look_into_book
from plyground.engine.game import Position
from plyground.engine.spec import Spec, read_spec
from plyground.engine.stop import Stop
from plyground.players.level.rows import levels_of
from plyground.players.player import Answer, Clock, EnginePlayer, OnReport

_NOT_LIMITS = ("resign", "book")


class MaximumPlayer(EnginePlayer):
    """Plays each game with the search of levels 7 and 8, and uses all its time.

    If the game has a book, it plays from it first (`book=off` does not).

    >>> import plyground
    >>> with MaximumPlayer("maximum:seconds=0.01") as player:
    ...     player.choose(plyground.game("gomoku", size=9).start()).move
    'e5'
    """

    def search_for(self, position: Position) -> Spec:
        """The game's own search, within this player's limits."""
        search = levels_of(position).search or "search"
        names = {"table": "memory"} if search.startswith("mcts") else {}  # megabytes
        limits = ",".join(
            f"{names.get(name, name)}={value}"
            for name, value in self.spec.settings.items()
            if name not in _NOT_LIMITS
        )
        return read_spec(f"{search}{',' if ':' in search else ':'}{limits}")

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """A move of the book, at once, or else that of the search."""
        begin = time.process_time()
        report = None
        if self.spec.settings.get("book") != "off":
            report = look_into_book(position, random.Random())  # noqa: S311 - for games
        self.cpu_seconds += time.process_time() - begin
        if report is None:
            return super().choose(position, clock=clock, on_report=on_report, stop=stop)
        if on_report:
            on_report(report)
        return Answer(report.move, report)
