"""The openings of a match: random, none, or from a file. Each is played twice."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.engine.game import Game, Position
from plyground.engine.search import search
from plyground.records import notation
from plyground.records.journal import load_records
from plyground.records.record import Malformed, Record

NONE = "none"
PLIES = 8  # plies of a recorded game, by default
MAX_FILE = 50_000_000  # bytes

_TRIES = 200  # random openings tried to find a new one
_DOUBTS = 20  # searches for an undecided one
_MOST = 1000  # plies


@dataclass(frozen=True)
class Opening:
    """Moves, and the position they start from if it is not the game's start."""

    moves: tuple[str, ...] = ()
    position: str | None = None

    def play(self, game: Game) -> Position:
        """The position after the opening."""
        start = game.start() if self.position is None else game.position(self.position)
        return start.play_all(self.moves)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"moves": list(self.moves), "position": self.position}

    @classmethod
    def of_json(cls, given: Mapping[str, Any]) -> "Opening":
        """The inverse of as_json()."""
        return cls(tuple(given["moves"]), given["position"])

    @classmethod
    def at(cls, position: Position) -> "Opening":
        """The opening that leads to this position."""
        return cls(position.played, position.origin)


class Openings:
    """The opening of every pair of games. The same text and seed give the same openings.

    >>> import plyground
    >>> gomoku = plyground.game("gomoku", size=9)
    >>> Openings(gomoku, "random:2", seed=1)[0] == Openings(gomoku, "random:2", seed=1)[0]
    True
    >>> Openings(gomoku, "none")[5]
    Opening(moves=(), position=None)
    """

    def __init__(
        self,
        game: Game,
        text: str,
        seed: int = 1,
        known: Mapping[int, Opening] | None = None,
    ) -> None:
        self._found: list[Opening] = []
        self._known = known or {}  # openings of a continued match, which must not change
        self._source: _Random | list[Opening]
        if text == NONE:
            self._source = [Opening()]
        elif (plies := read_plies(text)) is not None:
            self._source = (
                _Random(game, plies, seed, self._known.values()) if plies else [Opening()]
            )
        else:
            self._source = read_openings(game, text)

    def __getitem__(self, pair: int) -> Opening:
        while len(self._found) <= pair:
            self._found.append(self._next(len(self._found)))
        return self._found[pair]

    def _next(self, pair: int) -> Opening:
        if pair in self._known:
            return self._known[pair]
        if isinstance(self._source, list):
            return self._source[pair % len(self._source)]
        return self._source.draw(pair, self._found)


def read_plies(text: str) -> int | None:
    """The plies of `random:4`; None for other texts.

    >>> read_plies("random:4"), read_plies("book.txt")
    (4, None)
    """
    if text != "random" and not text.startswith("random:"):
        return None
    match = re.fullmatch(r"random:([0-9]{1,4})", text)
    if match is None or int(match[1]) > _MOST:
        raise ValueError(
            f"Random openings are random:PLIES with 0 to {_MOST} plies, such as random:4,"
            f" not {text[:40]!r}."
        )
    return int(match[1])


class _Random:
    """Random moves from the start. As far as possible, each opening is new and undecided.

    A draw depends only on the openings before it.
    """

    def __init__(self, game: Game, plies: int, seed: int, known: Iterable[Opening]) -> None:
        self._game, self._plies, self._seed = game, plies, seed
        self._used = {opening.play(game).to_text() for opening in known}
        self._hopeless: bool | None = None  # whether even the first one had to be a decided one

    def draw(self, pair: int, earlier: Sequence[Opening]) -> Opening:
        """The opening that follows these earlier ones."""
        if earlier and self._hopeless is None:
            self._hopeless = is_decided(earlier[0].play(self._game))
        doubtful: list[Position] = []
        for attempt in range(_TRIES):
            dice = random.Random(f"{self._seed} {pair} {attempt}")  # noqa: S311 - for games
            position = random_position(self._game, self._plies, dice)
            if position is None or position.to_text() in self._used:
                continue
            if self._hopeless or not is_decided(position):
                return self._use(position)
            doubtful.append(position)
            if len(doubtful) >= _DOUBTS:
                break
        if earlier:  # repeats the earlier openings in turn
            different = list(dict.fromkeys(earlier))
            return different[(pair - len(different)) % len(different)]
        self._hopeless = True
        if not doubtful:
            raise ValueError(
                f"After {self._plies} random plies the game is over; use fewer, as in random:2."
            )
        return self._use(doubtful[0])

    def _use(self, position: Position) -> Opening:
        self._used.add(position.to_text())
        return Opening.at(position)


def random_position(game: Game, plies: int, dice: random.Random) -> Position | None:
    """A position after this many random moves; None if the game ended before."""
    position = game.start()
    for _ in range(plies):
        moves = [move for move in position.moves() if move != "pass"] or position.moves()
        if not moves:
            return None
        position = position.play(dice.choice(moves))
    return None if position.result() else position


def is_decided(position: Position) -> bool:
    """Whether a short search already sees the winner, so that the opening is useless.

    >>> import plyground
    >>> start = plyground.game("gomoku", size=9).start()
    >>> is_decided(start), is_decided(start.play_all("e5 a1 e6 a2 e7 a3"))
    (False, True)
    """
    nodes = 2_000 if position.runs_python else 100_000
    return search(position, f"search:nodes={nodes},method=alphabeta").mate is not None


def read_openings(game: Game, text: str) -> list[Opening]:
    """The openings in a file without duplicates: one per line, or the starts of recorded games.

    The text is a file name, followed for recorded games by `:` and the number of plies.
    """
    path, plies = _read_name(text)
    if path.stat().st_size > MAX_FILE:
        raise ValueError(f"A file of openings has at most {MAX_FILE} bytes.")
    found: dict[str, Opening] = {}
    lines = path.suffix in (".txt", ".epd", "")
    try:
        for opening in _of_lines(game, path) if lines else _of_records(game, path, plies):
            position = opening.play(game)
            if not position.result():
                found.setdefault(position.to_text(), opening)
    except OSError as error:
        raise ValueError(f"{path} can't be read: {(error.strerror or '').lower()}.") from None
    except ValueError as error:
        raise ValueError(f"{path.name}, {error}") from None
    if not found:
        raise ValueError(f"{path.name} has no opening with an unfinished game.")
    return list(found.values())


def _read_name(text: str) -> tuple[Path, int]:
    match = re.fullmatch(r"(.+):([0-9]{1,4})", text)
    name, plies = (match[1], int(match[2])) if match and not Path(text).exists() else (text, PLIES)
    path = Path(name)
    if not path.is_file():
        raise ValueError(
            f"Openings are {NONE}, random:PLIES, or a file; there is no file {name[:80]!r}."
        )
    return path, plies


def _of_lines(game: Game, path: Path) -> Iterator[Opening]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise Malformed("the whole file", "This is not text in UTF-8.") from None
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].strip()
        if words:
            yield _read_line(game, words, f"line {number}")


def _read_line(game: Game, words: str, place: str) -> Opening:
    """A line holds moves from the start, or the text of a position."""
    try:
        return Opening.at(game.start().play_all(words))
    except ValueError as error:
        refused = str(error)
    try:
        return Opening.at(game.position(words))
    except ValueError as error:
        raise Malformed(place, f"Neither moves ({refused}) nor a position ({error})") from None


def _of_records(game: Game, path: Path, plies: int) -> Iterator[Opening]:
    for number, record in enumerate(_records(game, path), 1):
        size = record.game.values.get("size")
        if record.game.name != game.name or size != game.values.get("size"):
            raise Malformed(
                f"game {number}", f"This opening is for {record.game!r}, not for {game!r}."
            )
        line = record.main_line()[:plies]
        yield Opening.at((line[-1] if line else record.root).position)


def _records(game: Game, path: Path) -> list[Record]:
    if path.suffix == ".jsonl":  # may be as long as a match
        return load_records(path)
    return notation.read(path.read_bytes(), name=path.name, game=game)
