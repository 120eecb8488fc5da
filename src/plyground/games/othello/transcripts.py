"""Othello as plain text: transcripts such as `f5d6c3`, and boards of 64 characters.

A line is a game: a board with the side to move, if the game does not begin at the start; then the
moves. Passes may be written or left out.
"""

import re
from collections.abc import Iterable

from plyground.engine.game import Game, Position
from plyground.engine.registry import game as find_game
from plyground.engine.view import Turn
from plyground.records.notation.format import Format, check_main_line
from plyground.records.notation.grid import EMPTY, Grid
from plyground.records.record import Malformed, Record

_SIZES = {16: 4, 36: 6, 64: 8}
_SIGNS = {"-": EMPTY, ".": EMPTY, "_": EMPTY, "*": "x", "x": "x", "b": "x", "o": "o", "w": "o"}
_TURNS: dict[str, Turn] = {
    "x": "black",
    "*": "black",
    "b": "black",
    "black": "black",
    "o": "white",
    "w": "white",
    "white": "white",
}
_BOARD = re.compile(r"[-._*xXoObBwW]{16,}")
_MOVE = re.compile(r"[a-h][1-8]|pass|pas|pa|ps|--|\.\.|@@|[\s,;]+|\d+\.", re.IGNORECASE)
_PASSES = ("pass", "pas", "pa", "ps", "--", "..", "@@")


def read(text: str, game: Game | None = None) -> list[Record]:
    """The games of a text, one per line; after `#` or `%` the rest of a line is a comment.

    >>> read("F5 d6 C3")[0].moves
    ('f5', 'd6', 'c3')
    >>> read("---------------------------OX------XO--------------------------- O")[0].start
    '8/8/8/3ox3/3xo3/8/8/8 w'
    """
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        moves_text, sign, comment = _parted(line)
        if not moves_text.strip():
            continue
        try:
            record = _read_line(moves_text, game)
        except ValueError as error:
            raise Malformed(f"line {number}", str(error)) from None
        if sign:
            record.root.comment = comment.strip()
        records.append(record)
    if not records:
        raise Malformed("line 1", "There is no game here; a line of moves looks like f5d6c3.")
    return records


def _parted(line: str) -> tuple[str, str, str]:
    match = re.search(r"[#%]", line)
    if match is None:
        return line, "", ""
    return line[: match.start()], match.group(), line[match.end() :]


def _read_line(line: str, given: Game | None) -> Record:
    words = line.split()
    if _BOARD.fullmatch(words[0]) is None:
        return _play(Record(given or find_game("othello")), line)
    turn = _TURNS.get(words[1].lower()) if len(words) > 1 else None
    if turn is None:
        raise ValueError("The side to move, X or O, must follow the board.")
    text = board_text(words[0], turn)
    game = find_game("othello", size=_SIZES[len(words[0])])
    start = None if text == game.start().to_text() else text
    return _play(Record(game, start), " ".join(words[2:]))


def _play(record: Record, text: str) -> Record:
    """Plays a transcript."""
    at = 0
    while at < len(text):
        match = _MOVE.match(text, at)
        if match is None:
            raise ValueError(
                f"A transcript holds moves such as f5 and --, not {text[at : at + 10]!r}."
            )
        at = match.end()
        word = match.group().lower().strip()
        if re.fullmatch(r"[a-h][1-8]", word):
            add_move(record, word)
        elif word in _PASSES:
            add_move(record, "pass")
    return record


def add_move(record: Record, move: str) -> None:
    """Plays a move, with the pass before it that a text may leave out.

    Passes after the end of the game, which some programs write, are ignored.
    """
    position = record.current.position
    if move == "pass" and position.result() is not None:
        return
    if move != "pass" and position.moves() == ["pass"]:
        record.play("pass")
    record.play(move)


def board_text(squares: str, turn: Turn) -> str:
    """The position text of a board whose squares are in one row.

    >>> board_text("-----OX--XO-----", "black")
    '4/1ox1/1xo1/4 b'
    """
    size = _SIZES.get(len(squares))
    if size is None:
        raise ValueError(f"A board has 64 squares (or 36 or 16), not {len(squares)}.")
    signs = "".join(_SIGNS.get(sign.lower(), "?") for sign in squares)
    if "?" in signs:
        wrong = squares[signs.index("?")]
        raise ValueError(f"A square is '-' or '.', 'X' or '*', or 'O', not {wrong!r}.")
    rows = [signs[i : i + size] for i in range(0, len(signs), size)]
    return Grid(rows, turn, []).to_text()


def board_of(position: Position, signs: str = "-XO") -> str:
    """The squares in one row, with these signs for empty, Black and White.

    >>> board_of(find_game("othello", size=4).start())
    '-----OX--XO-----'
    """
    squares = "".join(Grid.of(position.to_text()).rows)
    return squares.translate(str.maketrans(f"{EMPTY}xo", signs))


def write(records: Iterable[Record]) -> str:
    """The games without variations and remarks, one per line, without passes."""
    return "".join(f"{_line(record)}\n" for record in records)


def _line(record: Record) -> str:
    check_main_line(record, "A transcript")
    moves = "".join("" if move == "pass" else move for move in record.moves)
    if record.moves and record.moves[-1] == "pass":
        moves += "--"  # no later move implies it
    if moves and record.start is None and record.game.values["size"] == 8:
        return moves  # without one the line would be blank, which is not a game
    start = record.root.position
    turn = {"black": "X", "white": "O"}[start.turn]
    return f"{board_of(start)} {turn} {moves}".rstrip()


def is_like(text: str) -> bool:
    """Whether its first line is a transcript or a board."""
    lines = [line for line in (_parted(line)[0].strip() for line in text.splitlines()) if line]
    if not lines:
        return False
    first = lines[0].split()[0]
    if _BOARD.fullmatch(first) and len(first) in _SIZES:
        return True
    whole = re.compile(rf"({_MOVE.pattern})+", re.IGNORECASE)
    return whole.fullmatch(lines[0]) is not None


def side_of(sign: str) -> Turn | None:
    """The side that a sign such as `X`, `*` or `O` stands for."""
    return _TURNS.get(sign.lower())


FORMAT = Format(
    "othello",
    ("oth", "transcript"),
    ("othello",),
    "Plain Othello transcripts, optionally with a starting board of 64 characters.",
    read,
    write,
    is_like,
    rank=5,
)
