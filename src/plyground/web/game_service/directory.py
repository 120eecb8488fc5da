"""Chooses the service of a game: ours, or a separate process for a game written in Python."""

import threading

from plyground.engine import registry
from plyground.web.game_service.commands import refuse
from plyground.web.game_service.game_process import Child
from plyground.web.game_service.remote_service import RemoteGameService, discover
from plyground.web.game_service.service import GameService, LocalGameService
from plyground.web.game_service.stored_game import StoredGame


class _Outside:
    """Games outside the core, which are searched for on first use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, RemoteGameService] | None = None
        self._asked: list[Child] = []

    def services(self, patience: float = -1.0) -> dict[str, RemoteGameService]:
        """All services. After waiting too long for another thread's search, none for now."""
        if not self._lock.acquire(timeout=patience):
            return {}
        try:
            if self._found is None:
                self._asked = [Child(source) for source in registry.outside()]
                self._found = discover(self._asked)
            return self._found
        finally:
            self._lock.release()

    @property
    def is_known(self) -> bool:
        """Whether the search is complete."""
        return self._found is not None

    def close(self) -> None:
        for child in self._asked:  # otherwise a running search would make us wait
            child.close()
        with self._lock:
            found, self._found = self._found or {}, None
        for service in found.values():
            service.close()


_PATIENCE = 3.0  # seconds

_local = LocalGameService()
_installed: list[LocalGameService] = []  # the last one answers for the games of the core
_native = tuple(registry.native())
_outside = _Outside()


def names() -> list[str]:
    """Every game that can be played here; no page waits for one that hangs at its start."""
    return [*_native, *_outside.services(_PATIENCE)]


def has(name: str) -> bool:
    """Whether there is such a game here; Unavailable while games are still being searched for."""
    if name in _native:
        return True
    services = _outside.services(_PATIENCE)
    if name not in services and not _outside.is_known:
        raise refuse("game_starts")
    return name in services


def of(name: str) -> GameService:
    """The service of this game; ValueError if there is no such game."""
    if name in _native:
        return _installed[-1] if _installed else _local
    if (service := _outside.services().get(name)) is not None:
        return service
    raise ValueError(f"There is no game called {name[:40]!r} here.")


def search_with(service: LocalGameService | None) -> None:
    """Sets the service for the games of the core; None: the one of this process."""
    _installed[:] = [] if service is None else [service]


def read(data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
    """The games in a text, of any kind; a ValueError says why there are none."""
    try:
        return _local.read(None, data, file_name)
    except ValueError as error:
        for service in _outside.services().values():
            try:
                return service.read(None, data, file_name)
            except ValueError:
                continue
        raise error from None


def reload() -> None:
    """Ends the processes of all games outside the core; they are searched for anew."""
    _outside.close()


def close() -> None:
    """Ends everything that services have started."""
    _outside.close()
