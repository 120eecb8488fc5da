"""Counts of a game's positions by value, to check a new tablebase against.

The known counts of a game are in `tablebase.txt` of its folder, one per line: `over`, the positions
that are over or decided by the next move, then values as bytes (0 a draw, else the plies to the
end; odd: a win).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plyground.engine.game_guide import folder_of


@dataclass(frozen=True)
class Counts:
    """The positions reachable from the start, with mirror images counted once.

    >>> counts = known("dobutsu")
    >>> counts.reachable, counts.over, counts.open, counts.longest
    (246803167, 147317599, 99485568, 173)
    >>> counts.wins, counts.losses, counts.draws
    (56474473, 40328395, 2682700)
    """

    over: int
    by_value: Mapping[int, int]  # without values that no position has

    @property
    def open(self) -> int:
        """Positions where the game goes on and the side to move cannot capture the lion."""
        return sum(self.by_value.values())

    @property
    def reachable(self) -> int:
        """All reachable positions."""
        return self.over + self.open

    @property
    def wins(self) -> int:
        """The open positions that the side to move wins."""
        return sum(count for value, count in self.by_value.items() if value % 2 == 1)

    @property
    def losses(self) -> int:
        """The open positions that the side to move loses."""
        return self.open - self.wins - self.draws

    @property
    def draws(self) -> int:
        """Draws among the undecided positions."""
        return self.by_value.get(0, 0)

    @property
    def longest(self) -> int:
        """The plies of the longest win."""
        return max((value for value in self.by_value if value % 2 == 1), default=0)

    def to_text(self) -> str:
        """The format of the file of known counts."""
        rows = [f"{value} {count}" for value, count in sorted(self.by_value.items())]
        return "\n".join([f"over {self.over}", *rows, ""])


def counted(over: int, by_value: Sequence[int]) -> Counts:
    """The counts from the core's result."""
    return Counts(over, {value: count for value, count in enumerate(by_value) if count})


def known(game: str) -> Counts:
    """The counts of a correct tablebase of the game."""
    folder = folder_of(game)
    if folder is None:
        raise ValueError(f"There are no counts of {game!r}.")
    file = folder / "tablebase.txt"
    rows = [row.split() for row in file.read_text(encoding="ascii").splitlines()]
    counts = {name: int(count) for name, count in rows}
    over = counts.pop("over")
    return Counts(over, {int(value): count for value, count in counts.items()})
