"""The file format of puzzles, one per line.

The columns are separated by tabs: the side to move, the claim, the plies of the puzzle and of the
whole line, the options that differ from the game's own (`size=6,line=4`, or `-`), the position,
best play of both sides, and a game from the start that leads to the position (or `-`). A line that
begins with # is a comment.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal, cast, get_args

from plyground.engine.game_guide import guide_of, native_guides
from plyground.engine.options import Value, show
from plyground.engine.registry import game as find_game
from plyground.engine.view import Turn

Claim = Literal["only", "count", "quickest", "capture"]
NOTHING = "-"
_COLUMNS = ("side", "claim", "plies", "options", "position", "line", "played")
_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")
_PLIES = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")


@dataclass(frozen=True)
class Puzzle:
    """A position in which the side to move wins, with only one winning move at each of its turns.

    `line` is best play of both sides to the end of the game, in which the opponent resists as long
    as possible; its first `asked` plies are the puzzle. If that is the whole line, any winning last
    move is right. `played` leads to the position from the start.

    The claim: `only`, every other move is proven not to win; `count`, the same in a game decided by
    counting; `quickest`, no other move wins in as few plies; `capture`, the line captures the
    stones connected to `target`, and no other move does so in as few plies.
    """

    game: str
    side: Turn
    claim: Claim
    asked: int
    position: str
    line: tuple[str, ...]
    played: tuple[str, ...] = ()
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)
    target: str = ""

    @property
    def plies(self) -> int:
        """The number of plies to the win, or to the capture, by best play of both sides."""
        return len(self.line)

    @property
    def moves(self) -> int:
        """The number of moves to find.

        >>> Puzzle("dobutsu", "black", "only", 3, "gle/1c1/1C1/ELG[-] b", ("x", "y", "z")).moves
        2
        """
        return (self.asked + 1) // 2

    @property
    def id(self) -> str:
        """Eight hexadecimal digits that identify the puzzle until its content changes.

        >>> Puzzle("dobutsu", "black", "only", 1, "gle/1c1/1C1/ELG[-] b", ("x",)).id
        '9d50bf61'
        """
        words = [self.game, write_options(self.options), self.position]
        text = "\n".join([*words, self.target] if self.target else words)
        return sha256(text.encode()).hexdigest()[:8]

    @property
    def rating(self) -> int:
        """The difficulty, from 1 to 5.

        It counts the winner's moves to the end of the game: 1 for at most two, then one more per
        move. In games decided by counting it counts the plies to the end: 1 up to 7, then one more
        for 8, 10, 12 and 14.
        """
        if self.claim == "count":
            return min(max((self.plies - 4) // 2, 1), 5)
        return min(max((self.plies + 1) // 2 - 1, 1), 5)


def read_file(path: Path, game: str) -> list[Puzzle]:
    """The puzzles of a file; a ValueError names the line and what is wrong with it."""
    return [puzzle for _, puzzle in numbered(path, game)]


def numbered(path: Path, game: str) -> list[tuple[int, Puzzle]]:
    """The puzzles with their line numbers."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is not a puzzle file, because it is not text.") from None
    rows = []
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            try:
                rows.append((number, read_line(game, line)))
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
    return rows


def read_line(game: str, line: str) -> Puzzle:
    r"""The puzzle that a line of a file describes.

    >>> one = read_line("gomoku", "black\tquickest\t1/1\tsize=3,line=3\txx1/oo1/3 b\tc3\t-")
    >>> one.options, one.plies, one.rating
    ({'size': 3, 'line': 3}, 1, 1)
    >>> read_line("gomoku", "black")
    Traceback (most recent call last):
        ...
    ValueError: A puzzle has 7 columns separated by tabs, not 1: side, claim, plies, options, ...
    """
    words = line.split("\t")
    if len(words) != len(_COLUMNS):
        raise ValueError(
            f"A puzzle has {len(_COLUMNS)} columns separated by tabs, not {len(words)}:"
            f" {', '.join(_COLUMNS)}."
        )
    side, claimed, plies, options, position, best, played = words
    if side not in get_args(Turn):
        raise ValueError(f"The side to move is black or white, not {side[:20]!r}.")
    claim, target = _read_claim(claimed)
    if target and not guide_of(game).capture_puzzles:
        raise ValueError(f"Only puzzles of {_with_captures()} claim a capture.")
    moves = tuple(best.split())
    asked = _read_plies(plies, len(moves))
    return Puzzle(
        game,
        cast(Turn, side),
        claim,
        asked,
        position,
        moves,
        () if played == NOTHING else tuple(played.split()),
        read_options(options),
        target,
    )


def _with_captures() -> str:
    guides = native_guides()
    return " and ".join(find_game(name).title for name in guides if guides[name].capture_puzzles)


def _read_claim(text: str) -> tuple[Claim, str]:
    """The claim, with the stone to capture if the claim is a capture.

    >>> _read_claim("only"), _read_claim("capture D5")
    (('only', ''), ('capture', 'D5'))
    """
    claim, _, target = text.partition(" ")
    if claim not in get_args(Claim):
        raise ValueError(f"The claim is {', '.join(get_args(Claim))}, not {text[:20]!r}.")
    if (claim == "capture") != bool(target):
        raise ValueError(
            "A capture claim needs a stone, as in capture D5, and other claims have none, not"
            f" {text[:20]!r}."
        )
    return cast(Claim, claim), target


def _read_plies(text: str, plies: int) -> int:
    """The plies of the puzzle; the second number is for readers, and must be right."""
    given = _PLIES.fullmatch(text)
    if given is None or not 1 <= int(given[1]) <= int(given[2]) or int(given[1]) % 2 == 0:
        raise ValueError(
            "The plies are two numbers as 3/5, the first odd and not larger than the second,"
            f" not {text[:20]!r}."
        )
    if int(given[2]) != plies:
        raise ValueError(f"The line has {plies} moves, not {given[2]}.")
    return int(given[1])


def write_line(puzzle: Puzzle) -> str:
    """The line of a file that describes a puzzle."""
    words = (
        puzzle.side,
        f"{puzzle.claim} {puzzle.target}".rstrip(),
        f"{puzzle.asked}/{puzzle.plies}",
        write_options(puzzle.options),
        puzzle.position,
        " ".join(puzzle.line),
        " ".join(puzzle.played) or NOTHING,
    )
    return "\t".join(words)


def read_options(text: str) -> dict[str, Value]:
    """Options in the format of a file.

    >>> read_options("size=6,komi=0.5,ko=simple"), read_options("-")
    ({'size': 6, 'komi': 0.5, 'ko': 'simple'}, {})
    """
    if text == NOTHING:
        return {}
    values: dict[str, Value] = {}
    for pair in text.split(","):
        name, sign, value = pair.partition("=")
        if not name or not sign or not value:
            raise ValueError(f"Options are written as size=6,line=4 or -, not {text[:40]!r}.")
        values[name] = _read_value(value)
    return values


def write_options(options: Mapping[str, Value]) -> str:
    """Options in the format of a file.

    >>> write_options({"size": 6, "komi": 0.0}), write_options({})
    ('size=6,komi=0', '-')
    """
    return ",".join(f"{name}={show(value)}" for name, value in options.items()) or NOTHING


def _read_value(text: str) -> Value:
    if text == "none":
        return None
    if not _NUMBER.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)


def head(title: str) -> str:
    """The comments at the beginning of a file."""
    fields = [
        f"Puzzles of {title}, made by `plyground puzzles make`.",
        "Columns, separated by tabs: side to move, claim, plies of the puzzle and of the line,",
        "options, position, best play of both sides, and a game that reaches the position.",
    ]
    return "".join(f"# {line}\n" for line in fields)
