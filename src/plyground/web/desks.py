"""Which desk to ask about a game: ours, or a process of its own for a game written in Python."""

import threading

from plyground import registry
from plyground.web.child import Child
from plyground.web.desk import Desk, LocalDesk
from plyground.web.remote import RemoteDesk, discover
from plyground.web.sheet import Sheet


class _Outside:
    """Games that are not of the core, looked for when they are first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, RemoteDesk] | None = None
        self._asked: list[Child] = []

    def desks(self, patience: float = -1.0) -> dict[str, RemoteDesk]:
        """All of them; who has waited so long for another who looks gets none for now."""
        if not self._lock.acquire(timeout=patience):
            return {}
        try:
            if self._found is None:
                self._asked = [Child(source) for source in registry.outside()]
                self._found = discover(self._asked)
            return self._found
        finally:
            self._lock.release()

    def close(self) -> None:
        for child in self._asked:  # or who still looks would keep us waiting
            child.close()
        with self._lock:
            found, self._found = self._found or {}, None
        for desk in found.values():
            desk.close()


_PATIENCE = 3.0  # seconds

_local = LocalDesk()
_native = tuple(registry.native())
_outside = _Outside()


def names() -> list[str]:
    """Every game that can be played here; but for one that hangs at the start no page waits."""
    return [*_native, *_outside.desks(_PATIENCE)]


def of(name: str) -> Desk:
    """The desk for this game; ValueError if there is no such game."""
    if name in _native:
        return _local
    if (desk := _outside.desks().get(name)) is not None:
        return desk
    raise ValueError(f"There is no game called {name[:40]!r} here.")


def read(data: bytes, file_name: str) -> list[tuple[Sheet, str]]:
    """The games that a text holds, whatever they are; ValueError says why there are none."""
    try:
        return _local.read(None, data, file_name)
    except ValueError as error:
        for desk in _outside.desks().values():
            try:
                return desk.read(None, data, file_name)
            except ValueError:
                continue
        raise error from None


def close() -> None:
    """Ends what desks have started."""
    _outside.close()
