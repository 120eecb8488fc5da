"""The viewers of a game; with PostgreSQL across all processes.

The rows of a process that ends are deleted with it. With SQLite there is one process, which keeps
them in memory.
"""

import logging
import threading
from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db import Error, IntegrityError

from plyground.web.base import event_bus, logs, processes
from plyground.web.contract.games import Presence as Watching
from plyground.web.games.models import Presence

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Ticket:
    """A viewer of a game: a player on a side, or a spectator on none; `row` with PostgreSQL."""

    game: str
    side: str
    row: int | None = None


_lock = threading.Lock()
_closed = threading.Event()
_here: defaultdict[str, set[Ticket]] = defaultdict(set)  # the tickets of this process, by game
_late: dict[int, str] = {}  # rows of departed viewers, and their games, until they are deleted


def enter(game: str, side: str) -> Ticket:
    """A viewer opens the game; its followers get an event."""
    ticket = Ticket(game, side)
    if event_bus.is_shared():
        _write(ticket)
    with _lock:
        _here[game].add(ticket)
    _tell(ticket)
    return ticket


def leave(ticket: Ticket) -> None:
    """A viewer leaves. If the database does not answer, it is updated later."""
    if _closed.is_set():
        return
    with _lock:
        _here[ticket.game].discard(ticket)
        if not _here[ticket.game]:
            del _here[ticket.game]
        row, ticket.row = ticket.row, None
        if row is not None:
            _late[row] = ticket.game
    if row is None:
        _tell(ticket)
        return
    try:
        _delete_late()
    except Error as error:
        _log.info("A closed connection is still recorded: %s", logs.kind(error))


def _tell(ticket: Ticket) -> None:
    """Followers of the game get an event; the lobby too, because it shows who is here."""
    event_bus.publish(f"game:{ticket.game}", "presence")
    if ticket.side:
        event_bus.publish("lobby")


def close() -> None:
    """The process ends: the rows are deleted with that of the process."""
    _closed.set()


def of(game: str) -> Watching:
    """Whether each side is present, and the number of spectators."""
    if event_bus.is_shared():
        sides = Counter(Presence.objects.filter(game=game).values_list("side", flat=True))
    else:
        with _lock:
            sides = Counter(ticket.side for ticket in _here.get(game, ()))
    return {"black": sides["black"] > 0, "white": sides["white"] > 0, "watchers": sides[""]}


def _write(ticket: Ticket) -> None:
    try:
        row = Presence.objects.create(
            game_id=ticket.game, side=ticket.side, process_id=processes.me()
        )
    except IntegrityError:  # the game has just been deleted, or others declared this process dead
        ticket.row = None
    else:
        ticket.row = int(row.pk)


def _see_off(ticket: Ticket) -> None:
    """A viewer who left while the row was being written would otherwise stay forever."""
    with _lock:
        if ticket not in _here.get(ticket.game, ()) and ticket.row is not None:
            _late[ticket.row], ticket.row = ticket.game, None


def _delete_late() -> None:
    """Deletes the rows of departed viewers, and notifies; retried with each heartbeat."""
    with _lock:
        late = dict(_late)
    if not late:
        return
    Presence.objects.filter(pk__in=late).delete()
    for game in set(late.values()):
        event_bus.publish(f"game:{game}", "presence")
    with _lock:
        for row in late:
            _late.pop(row, None)


def _come_back() -> None:
    """This process was declared dead, and its rows were deleted: they are written again."""
    with _lock:
        tickets = [ticket for there in _here.values() for ticket in there]
    for ticket in tickets:
        _write(ticket)
        _see_off(ticket)
    for game in {ticket.game for ticket in tickets}:
        event_bus.publish(f"game:{game}", "presence")


def _bury(gone: list[str]) -> None:
    """Removes the presence of dead processes; followers of their games get an event."""
    rows = Presence.objects.filter(process__in=gone)
    games = set(rows.values_list("game", flat=True))
    rows.delete()
    for game in games:
        event_bus.publish(f"game:{game}", "presence")


processes.when_back(_come_back)
processes.before_burial(_bury)
processes.each_beat(_delete_late)
