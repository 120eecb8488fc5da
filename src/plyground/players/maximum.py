"""The strongest search of a game, above the levels: `maximum:seconds=5`."""

from plyground.engine.game import Position
from plyground.engine.spec import Spec, read_spec
from plyground.players.level.rows import levels_of
from plyground.players.player import EnginePlayer


class MaximumPlayer(EnginePlayer):
    """Plays each game with the search of levels 7 and 8, and uses all its time.

    >>> import plyground
    >>> with MaximumPlayer("maximum:seconds=0.01") as player:
    ...     player.choose(plyground.game("gomoku", size=9).start()).move
    'e5'
    """

    def search_for(self, position: Position) -> Spec:
        """The game's own search, within this player's limits."""
        search = levels_of(position).search or "search"
        limits = ",".join(
            f"{name}={value}" for name, value in self.spec.settings.items() if name != "resign"
        )
        return read_spec(f"{search}{',' if ':' in search else ':'}{limits}")
