"""Which desk to ask about a game: ours, or a process of its own for a game written in Python."""

from plyground.web.desk import Desk, LocalDesk

_local = LocalDesk()


def names() -> list[str]:
    """Every game that can be played here."""
    from plyground import registry

    return list(registry.games())


def of(name: str) -> Desk:
    """The desk for this game; ValueError if there is no such game."""
    if name not in names():
        raise ValueError(f"There is no game called {name[:40]!r} here.")
    return _local


def close() -> None:
    """Ends what desks have started."""
