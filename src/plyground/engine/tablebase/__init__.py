"""Tablebases: the exact value of every position and every move of a solved game.

Only Dobutsu shogi is small enough. `plyground solve dobutsu --all` builds its tablebase; without
it, Plyground searches instead. docs/explanation/tablebase.md explains the files, and how repetition
affects the values.
"""

import math
import os
import threading
from dataclasses import dataclass
from pathlib import Path

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Position
from plyground.engine.game_guide import guide_of, native_guides
from plyground.engine.report import WON, Line, Report
from plyground.engine.tablebase import file as tablebase_file
from plyground.paths import data_folder

SETTING = "PLYGROUND_TABLEBASE"  # a file named on the command line, also for child processes
_DRAWN_LINE = 12  # plies to show if no side can gain anything


class Tablebase:
    """The tablebase of one game. Values are for the side to move.

    `n` above 0 wins in n plies, below 0 it loses in that many, and 0 is a draw.
    """

    def __init__(self, game: str, path: Path, values: tablebase_file.Values) -> None:
        self.game = game
        self.path = path
        self._table = _core.Tablebase(game, values)

    def value(self, position: Position) -> int | None:
        """The value of a position; None if it is not in the tablebase."""
        if position.game.name != self.game:
            return None
        return self._table.value(core_state(position))

    def moves(self, position: Position) -> tuple[tuple[str, int], ...]:
        """Every legal move with its value: quickest wins, draws, slowest losses; or nothing."""
        if position.game.name != self.game:
            return ()
        known = self._table.moves(core_state(position))
        return tuple(sorted(known, key=lambda move: -rank(move[1])))

    def line(self, position: Position, most: int = 200) -> tuple[str, ...]:
        """The best play of both sides from here on, up to `most` plies."""
        if position.game.name != self.game:
            return ()
        return tuple(self._table.line(core_state(position), most))

    def text(self, number: int) -> str:
        """The text of the position with this number, with Black to move."""
        return self._table.text(number)

    def report(self, position: Position, lines: int = 1) -> Report | None:
        """The tablebase's values as a search report; None if the position is not in it.

        If a position of this game has come twice, a third time could save the losing side, so wins
        and losses are not called exact. Nor is a win through a position that was there before,
        because the losing side may return to it. Draws remain exact.
        """
        moves = self.moves(position)
        if not moves:
            return None
        state = core_state(position)
        repeated = state.has_repeated()
        quickest = moves[0][1] if state.came_before() else math.inf
        best = []
        for move, value in moves[:lines]:
            is_sure = value == 0 or not (repeated or value > quickest)
            best.append(self._line(position, move, value, is_sure))
        return Report(tuple(best), len(best[0].pv), 0, 0.0)

    def _line(self, position: Position, move: str, value: int, exact: bool) -> Line:
        most = abs(value) if value else _DRAWN_LINE
        pv = (move, *self.line(position.play(move), most - 1))
        sign = (value > 0) - (value < 0)
        return Line(move, sign * WON, 0.5 + 0.5 * sign, value or None, exact, pv)

    def __repr__(self) -> str:
        return f"Tablebase({self.game!r}, {str(self.path)!r})"


def rank(value: int) -> int:
    """The sort key of a value: a quick win before a slow one, a slow loss before a quick one.

    >>> sorted([0, -2, 3, -78, 1], key=rank, reverse=True)
    [1, 3, 0, -78, -2]
    """
    return (1000 - value if value > 0 else -1000 - value) if value else 0


@dataclass(frozen=True)
class _Found:
    """The result of looking for a tablebase file: the tablebase, a problem, both, or neither."""

    table: Tablebase | None = None
    problem: str | None = None


_lock = threading.Lock()
_found: dict[str, tuple[object, _Found]] = {}


def games() -> tuple[str, ...]:
    """The games that are small enough, according to their guides.

    >>> games()
    ('dobutsu',)
    """
    return tuple(name for name, guide in native_guides().items() if guide.tablebase)


def folder() -> Path:
    """The folder of the tablebases.

    >>> folder().name
    'tablebases'
    """
    return data_folder() / "tablebases"


def path_of(game: str) -> Path:
    """The path of a game's packed tablebase.

    >>> path_of("dobutsu").name
    'dobutsu.table'
    """
    return folder() / f"{game}.table"


def find(game: str) -> Tablebase | None:
    """The tablebase of a game, if there is one: that of use(), else that of the data folder.

    A packed file is unpacked once, into the same folder. A bad file is skipped, and problem() says
    what is wrong with it. Repeated calls are cheap, and notice new files.

    >>> find("othello") is None
    True
    """
    return _look(game).table


def problem(game: str) -> str | None:
    """What is wrong with the tablebase that find() looks for, as a sentence.

    >>> problem("othello") is None
    True
    """
    return _look(game).problem


def look_again() -> None:
    """Forgets the result of the last search; the next find() opens the files again."""
    with _lock:
        _found.clear()


def use(path: Path | str | None) -> None:
    """Uses the tablebase in this file, packed or not, in this process and its child processes.

    None selects the data folder again. A ValueError says so if the file is not a tablebase.
    """
    if path is None:
        os.environ.pop(SETTING, None)
        return
    path = Path(path).expanduser().absolute()
    tablebase_file.read_head(path)
    loaded = _load(path)
    if loaded.table is None:
        raise ValueError(loaded.problem)
    os.environ[SETTING] = str(path)
    with _lock:
        _found[loaded.table.game] = (_state_of(path), loaded)


def use_none(path: Path) -> None:
    """Selects this file although it is not a tablebase, so that none is used."""
    os.environ[SETTING] = str(path.expanduser().absolute())
    look_again()


def _look(game: str) -> _Found:
    if not guide_of(game).tablebase:
        return _Found()
    chosen = os.environ.get(SETTING)
    path = Path(chosen).expanduser() if chosen else path_of(game)
    state = _state_of(path)
    known = _found.get(game)
    if known is not None and known[0] == state:
        return known[1]
    with _lock:
        known = _found.get(game)
        if known is None or known[0] != _state_of(path):
            known = _found[game] = _looked_at(path, game, wanted=bool(chosen))
    return known[1]


def _looked_at(path: Path, game: str, *, wanted: bool) -> tuple[object, _Found]:
    """The files' state before they were read, and the result. Unpacking is not a change."""
    before = _stamp(path)
    found = _look_at(path, game, wanted=wanted)
    return (path, before, _stamp(unpacked(path))), found


def _look_at(path: Path, game: str, *, wanted: bool) -> _Found:
    if not wanted and _stamp(path) is None and _stamp(unpacked(path)) is None:
        return _Found()
    found = _load(path)
    if found.table is not None and found.table.game != game:
        return _Found()
    return found


def unpacked(path: Path) -> Path:
    """The unpacked file of a packed one.

    >>> unpacked(Path("dobutsu.table")).name
    'dobutsu.values'
    """
    return path.parent / f"{path.stem}.values"


def _state_of(path: Path) -> tuple[object, ...]:
    """A state that changes when one of the two files does."""
    return (path, _stamp(path), _stamp(unpacked(path)))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def _load(path: Path) -> _Found:
    """The tablebase of a file, packed or not; of the unpacked file if the packed one is missing."""
    beside = unpacked(path)
    try:
        if _stamp(path) is None and _stamp(beside) is not None:
            return _mapped(beside)
        head = tablebase_file.read_head(path)
        if head.magic == tablebase_file.UNPACKED:
            return _mapped(path)
        return _mapped_as(head, beside) or _unpack(path, beside)
    except ValueError as error:
        return _Found(None, str(error))
    except MemoryError:
        return _Found(None, f"There is not enough memory to unpack {path}.")


def _mapped(path: Path) -> _Found:
    head, values = tablebase_file.map_unpacked(path)
    return _Found(Tablebase(head.game, path, values))


def _mapped_as(head: tablebase_file.Head, path: Path) -> _Found | None:
    """The unpacked file, if it exists, is complete and has the same values."""
    try:
        has, values = tablebase_file.map_unpacked(path)
    except ValueError:
        return None
    return _Found(Tablebase(has.game, path, values)) if has.sha256 == head.sha256 else None


def _unpack(path: Path, beside: Path) -> _Found:
    """Unpacks a file; into memory only if there is no room beside the packed one."""
    head, values = tablebase_file.unpack(path)
    if beside.parent != folder() and not tablebase_file.may_replace(beside):
        problem = f"{beside} is another kind of file, so the values of {path} are kept in memory."
        return _Found(Tablebase(head.game, path, values), problem)
    try:
        tablebase_file.write_unpacked(beside, head, values)
    except OSError as error:
        problem = f"{beside} can't be written ({error.strerror or error}); it is kept in memory."
        return _Found(Tablebase(head.game, path, values), problem)
    return _mapped(beside)
