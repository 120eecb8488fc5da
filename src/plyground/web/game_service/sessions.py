"""Makes sessions from stored games, for the game service."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.network import find_network
from plyground.players.kinds import make_player
from plyground.records.record import Record
from plyground.session.session import PERSON, SIDES, Session
from plyground.web.contract.games import Mover
from plyground.web.contract.service import Placed
from plyground.web.contract.values import NETWORK_PLAYER
from plyground.web.game_service.commands import refuse
from plyground.web.game_service.stored_game import StoredGame, session_of
from plyground.web.game_service.territory import propose

MOST_PLAYOUTS = 800  # of a network for one move
PLAYOUTS = 100  # the default

_SEAT = re.compile(NETWORK_PLAYER)
_MAXIMUM = re.compile(r"maximum:seconds=(\d{1,2}(?:\.\d{1,2})?)")
LEAST_SECONDS, MOST_SECONDS = 0.5, 30.0  # of a move of the strongest search


def game_of(name: str, options: Mapping[str, object]) -> Game:
    """The game with these options, among those that this process has."""
    with registry.inside():
        return registry.game(name, **options)


def session_on(stored: StoredGame) -> Session:
    """A session of the stored game's game, replayed from its beginning."""
    game = game_of(stored.game, stored.options)
    return session_of(stored, Record(game, stored.start))


def signed(stored: StoredGame, info: dict[str, str]) -> Record:
    """The record of a stored game, with its players and date."""
    record = session_on(stored).record
    record.info.update(info)
    for side in SIDES:
        record.players[side] = stored.name(side) or stored.seat(side)
    return record


def session_at(stored: StoredGame, ply: int) -> Session:
    """The same after this many plies."""
    if not 0 <= ply <= len(stored.moves):
        raise refuse("no_such_ply")
    return session_on(stored if ply == stored.at else stored.cut(ply))


def opened(stored: StoredGame) -> tuple[Session, StoredGame]:
    """A session for a foreign stored game, and that game in our own notation."""
    session = session_on(stored)
    record = session.record
    if session.stage == "over" and record.result is None:  # with given moves or a given position
        session.finish(record.outcome(), stored.dead)
    propose(session, new=not stored.dead)
    return session, replace(stored, options=dict(session.game.changed), start=record.start)


def placed(session: Session) -> Placed:
    """The side to move, the length of the game, and the player to move."""
    turn, stage, people = session.record.current.turn, session.stage, session.people
    mover: Mover = "person" if turn in people else "computer"
    return {
        "turn": turn,
        "stage": stage,
        "people": people,
        "to_move": mover if stage == "playing" else None,
    }


def check_seat(seat: str, game: Game) -> None:
    """Checks that a seat is a person's, a level's, the strongest search's or a network's."""
    if seat == PERSON:
        return
    if (network := network_seat(seat)) is not None:
        _check_network(network, game)
        return
    if seat.partition(":")[0] != "level" and maximum_seat(seat) is None:
        raise refuse("no_such_player")
    make_player(seat, game).close()


def maximum_seat(spec: str) -> float | None:
    """The seconds per move of the strongest search; None for other specs, and for more time.

    >>> maximum_seat("maximum:seconds=2.5"), maximum_seat("maximum:seconds=99")
    (2.5, None)
    """
    match = _MAXIMUM.fullmatch(spec)
    seconds = float(match[1]) if match else 0.0
    return seconds if LEAST_SECONDS <= seconds <= MOST_SECONDS else None


# Networks


@dataclass(frozen=True)
class NetworkSeat:
    """A network, and its playouts per move."""

    network: str
    playouts: int = PLAYOUTS

    @property
    def spec(self) -> str:
        """The player as an ordinary spec.

        >>> NetworkSeat("mine@0012").spec
        'mcts:net=mine@0012,playouts=100'
        """
        return f"mcts:net={self.network},playouts={self.playouts}"


def network_seat(spec: str) -> NetworkSeat | None:
    """The network of such a spec; None for other specs, and for too many playouts.

    >>> network_seat("mcts:net=mine@0012,playouts=50")
    NetworkSeat(network='mine@0012', playouts=50)
    >>> network_seat("mcts:net=mine@0012,playouts=50,threads=64"), network_seat("level:3")
    (None, None)
    """
    match = _SEAT.fullmatch(spec)
    if match is None or int(match[2]) > MOST_PLAYOUTS:
        return None
    return NetworkSeat(match[1], int(match[2]))


def _check_network(seat: NetworkSeat, game: Game) -> None:
    """Refuses a network that is missing, or does not fit this game and board."""
    try:
        find_network(seat.network, game.name).judge(game.start())
    except ValueError:  # the sentence may name a folder
        raise refuse("no_such_network") from None
