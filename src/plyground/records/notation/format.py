"""The description of a notation: its games, its reader, its writer."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from plyground.engine.game import Game
from plyground.records.notation.apart import Split, lines_of
from plyground.records.record import Record

Read = Callable[[str, Game | None], list[Record]]
Write = Callable[[Iterable[Record]], str]


@dataclass(frozen=True)
class Format:
    """A notation: its name, its file endings, its games, and its functions."""

    name: str
    extensions: tuple[str, ...]
    games: tuple[str, ...] | None  # None: every game
    sentence: str
    read: Read = field(repr=False)
    write: Write = field(repr=False)
    is_like: Callable[[str], bool] = field(repr=False)  # whether a text looks like this notation
    split: Split = field(default=lines_of, repr=False)  # splits a file of several games
    encoding: str = "cp1252"  # the encoding of files that are not UTF-8 and do not name theirs
    rank: int = 100  # notations with a lower number are tried first if no notation is named

    def holds(self, game: Game) -> bool:
        """Whether the notation can hold this game."""
        return self.games is None or game.name in self.games


def check_main_line(record: Record, what: str) -> None:
    """Refuses a record whose moves alone do not determine the game."""
    if any(node.setup for node in record.main_line()):
        raise ValueError(f"{what} can't hold a position that was set up during a game.")
