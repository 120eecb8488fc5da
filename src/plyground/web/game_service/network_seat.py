"""Networks as opponents: beside levels, the only players that a visitor may choose by a spec."""

import re
from dataclasses import dataclass

from plyground.engine.game import Game
from plyground.engine.network import find_network
from plyground.web.game_service.commands import refuse

MOST_PLAYOUTS = 800
PLAYOUTS = 100  # unless somebody says otherwise

_SEAT = re.compile(r"mcts:net=([A-Za-z0-9][A-Za-z0-9_.@-]{0,79}),playouts=([1-9][0-9]{0,3})")


@dataclass(frozen=True)
class NetworkSeat:
    """A network, and how many playouts it has for a move."""

    network: str
    playouts: int = PLAYOUTS

    @property
    def spec(self) -> str:
        """The player as everybody else writes it.

        >>> NetworkSeat("mine@0012").spec
        'mcts:net=mine@0012,playouts=100'
        """
        return f"mcts:net={self.network},playouts={self.playouts}"


def read(spec: str) -> NetworkSeat | None:
    """The network of a spec of this kind; None for any other, and for too many playouts.

    >>> read("mcts:net=mine@0012,playouts=50")
    NetworkSeat(network='mine@0012', playouts=50)
    >>> read("mcts:net=mine@0012,playouts=50,threads=64"), read("level:3")
    (None, None)
    """
    match = _SEAT.fullmatch(spec)
    if match is None or int(match[2]) > MOST_PLAYOUTS:
        return None
    return NetworkSeat(match[1], int(match[2]))


def check(seat: NetworkSeat, game: Game) -> None:
    """Refuses a network that is not here, or does not play this game on this board."""
    try:
        find_network(seat.network, game.name).judge(game.start())
    except ValueError:  # the sentence may name a folder
        raise refuse("no_such_network") from None
