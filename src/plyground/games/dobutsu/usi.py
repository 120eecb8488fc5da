"""Positions and moves of Dobutsu shogi in the formats of Fairy-Stockfish and USI.

Fairy-Stockfish calls the first player white, `w`; here, as in USI, the first player is black. The
letters of the pieces are the same in all three: capitals for the first player. Boards are written
like the output of Fairy-Stockfish's `d`, including counters, and a captured lion is in a hand.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from plyground.engine.game import Game, Position
from plyground.engine.registry import game as find_game
from plyground.records.notation.format import Format, check_main_line
from plyground.records.record import Malformed, Record

_HANDS = "LGCElgce"  # in Fairy-Stockfish's order
_OUR_FILES, _USI_FILES = "abc", "321"
_OUR_RANKS, _USI_RANKS = "4321", "abcd"
_SQUARE = re.compile(r"([abc])([1-4])")
_USI_SQUARE = re.compile(r"([123])([a-d])")
_COUNT = re.compile(r"[0-9]{1,6}")
_COUNTERS = "counters"  # in `extra` of a record's root, if they differ from the usual ones


class Counters(NamedTuple):
    """The counters of a FEN or SFEN, at the first position of a history.

    `quiet` is the number of plies without a capture, drop or promotion, and `ply` the number of all
    plies.
    """

    quiet: int
    ply: int


class Board(NamedTuple):
    """A board in one line: the text of our position, and its counters."""

    text: str
    counters: Counters


def usual_counters(turn: str) -> Counters:
    """The counters of a board that does not state them."""
    return Counters(0, int(turn == "white"))


def _counters_now(position: Position, first: Counters | None) -> Counters:
    """The counters after the moves of a history with these initial counters."""
    game, origin = position.game, position.origin
    at = game.start() if origin is None else game.position(origin)
    quiet, ply = first or usual_counters(at.turn)
    for move in position.played:
        after = at.play(move)
        is_quiet = _pieces(at) == _pieces(after) and not move.endswith("+")
        quiet, at = quiet + 1 if is_quiet else 0, after
    return Counters(quiet, ply + position.ply)


def _pieces(position: Position) -> int:
    """The number of pieces on the board, which captures and drops change."""
    return len(re.findall("[A-Za-z]", position.to_text().partition("[")[0]))


def _rows_and_hands(position: Position) -> tuple[str, str]:
    rows, _, held = position.to_text().split(" ")[0].rstrip("]").partition("[")
    held += "" if "l" in rows else "L"
    held += "" if "L" in rows else "l"
    return rows, "".join(held.count(letter) * letter for letter in _HANDS)


def to_fairy(position: Position, first: Counters | None = None) -> str:
    """The position as Fairy-Stockfish's FEN; its history began with these counters.

    >>> to_fairy(find_game("dobutsu").start().play("b2b3"))
    'gle/1C1/3/ELG[C] b - - 0 1'
    """
    rows, hands = _rows_and_hands(position)
    quiet, ply = _counters_now(position, first)
    second = position.turn == "white"
    return f"{rows}[{hands}] {'wb'[second]} - - {quiet} {max(0, ply - second) // 2 + 1}"


def from_fairy(fen: str) -> str:
    """The position text for a FEN of Fairy-Stockfish.

    >>> from_fairy("gle/1C1/3/ELG[C] b - - 0 1"), from_fairy("gle/1c1/1C1/ELG w")
    ('gle/1C1/3/ELG[C] w', 'gle/1c1/1C1/ELG[-] b')
    """
    return read_fen(fen).text


def read_fen(fen: str) -> Board:
    """The same with the counters; the counters and the hands may be missing.

    >>> read_fen("gle/1C1/3/ELG[C] b - - 0 7").counters
    Counters(quiet=0, ply=13)
    """
    words = fen.split()
    match = re.fullmatch(r"([^\[\]]+)(?:\[([^\[\]]*)\])?", words[0]) if words else None
    numbers = words[4:] if words[2:4] == ["-", "-"] else words[2:]
    if (
        match is None
        or words[1:2] not in (["w"], ["b"])
        or len(numbers) > 2
        or not all(map(_COUNT.fullmatch, numbers))
    ):
        raise ValueError(
            "A board of Fairy-Stockfish looks like 'gle/1c1/1C1/ELG[] w - - 0 1',"
            f" not {fen[:60]!r}."
        )
    second = words[1] == "b"
    quiet, number = [int(word) for word in numbers] + [0, 1][len(numbers) :]
    text = _text(match.group(1), match.group(2) or "-", "bw"[second])
    return Board(text, Counters(quiet, 2 * max(0, number - 1) + second))


def to_sfen(position: Position, first: Counters | None = None) -> str:
    """The position in USI's format; its history began with these counters.

    >>> to_sfen(find_game("dobutsu").start().play("b2b3"))
    'gle/1C1/3/ELG w C 2'
    """
    rows, hands = _rows_and_hands(position)
    packed = re.sub(r"(.)\1+", lambda run: f"{len(run[0])}{run[1]}", hands)
    number = _counters_now(position, first).ply + 1
    return f"{rows} {'bw'[position.turn == 'white']} {packed or '-'} {number}"


def from_sfen(sfen: str) -> str:
    """The position text for a board of USI.

    >>> from_sfen("gle/1C1/3/ELG w C 2")
    'gle/1C1/3/ELG[C] w'
    """
    return read_sfen(sfen).text


def read_sfen(sfen: str) -> Board:
    """The same with the counters; the number may be missing.

    >>> read_sfen("gle/1C1/3/ELG w C 8").counters
    Counters(quiet=0, ply=7)
    """
    words = sfen.split()
    numbers = words[3:]
    if (
        len(words) not in (3, 4)
        or words[1] not in ("b", "w")
        or len(words[2]) > 24
        or not all(map(_COUNT.fullmatch, numbers))
    ):
        raise ValueError(f"A board of USI looks like 'gle/1c1/1C1/ELG b - 1', not {sfen[:60]!r}.")
    many = re.sub(r"([1-6])([A-Za-z])", lambda m: int(m.group(1)) * m.group(2), words[2])
    text = _text(words[0], many, words[1])
    ply = max(0, int(numbers[0]) - 1) if numbers else int(words[1] == "w")
    return Board(text, Counters(0, ply))


def _text(rows: str, hands: str, turn: str) -> str:
    # Some programs use a separate letter for the hen.
    rows = rows.replace("H", "+C").replace("h", "+c")
    for held, taken in ("Ll", "lL"):
        if held in hands and (taken in rows or hands.count(held) > 1):
            raise ValueError("A lion in a hand was captured, so it can't be on the board.")
        hands = hands.replace(held, "")  # its absence from the board means the same
    held = "".join(sorted(hands.replace("-", ""), key=lambda letter: letter.islower()))
    return find_game("dobutsu").position(f"{rows}[{held or '-'}] {turn}").to_text()


def to_uci(move: str) -> str:
    """A move in Fairy-Stockfish's notation.

    >>> to_uci("C*b3"), to_uci("b3b4+")
    ('C@b3', 'b3b4+')
    """
    return move.replace("*", "@")


def from_uci(word: str) -> str:
    """The inverse; it does not check whether the move is legal."""
    return word.replace("@", "*")


def to_usi(move: str) -> str:
    """A move in USI's squares: files 1 to 3 from the right, ranks a to d from the top.

    >>> to_usi("b2b3"), to_usi("C*a1")
    ('2c2b', 'C*3d')
    """
    return _SQUARE.sub(
        lambda m: _USI_FILES[_OUR_FILES.index(m[1])] + _USI_RANKS[_OUR_RANKS.index(m[2])], move
    )


def from_usi(word: str) -> str:
    """The inverse.

    >>> from_usi("2c2b"), from_usi("C*3d")
    ('b2b3', 'C*a1')
    """
    return _USI_SQUARE.sub(
        lambda m: _OUR_FILES[_USI_FILES.index(m[1])] + _OUR_RANKS[_USI_RANKS.index(m[2])], word
    )


def read_fairy(text: str, game: Game | None = None) -> list[Record]:
    """Games of one line each: like UCI's `position`, or only a FEN, or only moves.

    >>> read_fairy("position startpos moves b2b3 c4b3")[0].moves
    ('b2b3', 'c4b3')
    """
    return _read(text, game, "fen", read_fen, from_uci)


def read_usi(text: str, game: Game | None = None) -> list[Record]:
    """The same in USI's format.

    >>> read_usi("position sfen gle/1C1/3/ELG w C 2 moves 1a2b")[0].moves
    ('c4b3',)
    """
    return _read(text, game, "sfen", read_sfen, from_usi)


def _read(
    text: str,
    given: Game | None,
    keyword: str,
    board: Callable[[str], Board],
    move: Callable[[str], str],
) -> list[Record]:
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            start, moves = read_position(line, keyword, board)
            record = Record(given or find_game("dobutsu"), start.text if start else None)
            if start and start.counters != usual_counters(record.root.position.turn):
                record.root.extra[_COUNTERS] = list(start.counters)
            for word in moves:
                record.play(move(word))
        except ValueError as error:
            raise Malformed(f"line {number}", str(error)) from None
        records.append(record)
    if not records:
        raise Malformed("line 1", "There is no game here; one looks like 'startpos moves ...'.")
    return records


def read_position(
    line: str, keyword: str, board: Callable[[str], Board]
) -> tuple[Board | None, list[str]]:
    """The board (None: the start) and the moves of a `position` command.

    >>> read_position("position startpos moves b2b3", "fen", read_fen)
    (None, ['b2b3'])
    """
    words = line.split()
    if words and words[0] == "position":
        del words[0]
    at = words.index("moves") if "moves" in words else len(words)
    named, moves = words[:at], words[at + 1 :]
    if not named or named == ["startpos"]:
        return None, moves
    if named[0] == keyword:
        return board(" ".join(named[1:])), moves
    if "/" in named[0]:
        return board(" ".join(named)), moves
    if at == len(words) and named[0] != "startpos":
        return None, named  # only moves
    raise ValueError(f"A position is 'startpos' or '{keyword} ...', then 'moves ...'.")


def write_fairy(records: Iterable[Record]) -> str:
    """The games without variations and remarks, in the format of UCI's `position`."""
    return "".join(f"{_line(record, 'fen', to_fairy, to_uci)}\n" for record in records)


def write_usi(records: Iterable[Record]) -> str:
    """The same in USI's format."""
    return "".join(f"{_line(record, 'sfen', to_sfen, to_usi)}\n" for record in records)


def _line(
    record: Record,
    keyword: str,
    board: Callable[[Position, Counters | None], str],
    move: Callable[[str], str],
) -> str:
    check_main_line(record, "A list of moves")
    start = "startpos"
    if record.start is not None:
        counters = _kept_counters(record.root.extra.get(_COUNTERS))
        start = f"{keyword} {board(record.root.position, counters)}"
    moves = ["moves", *(move(played) for played in record.moves)] if record.moves else []
    return " ".join(["position", start, *moves])


def _kept_counters(kept: Any) -> Counters | None:
    """The counters in a record; None if they are invalid, because a file may contain anything."""
    if not isinstance(kept, list) or len(kept) != 2:
        return None
    is_right = all(type(count) is int and 0 <= count < 2_000_000 for count in kept)
    return Counters(*kept) if is_right else None


_FAIRY_WORD = re.compile(r"[a-c][1-4][a-c][1-4]\+?|[CEGceg][@*][a-c][1-4]")
_USI_WORD = re.compile(r"[1-3][a-d][1-3][a-d]\+?|[CEG]\*[1-3][a-d]")


_BOARD = re.compile(r"[^/|]+(/[^/|]+){3}")
_USI_HANDS = re.compile(r"-|([1-6]?[CEGLcegl])+")


def is_fairy(text: str) -> bool:
    """Whether the text looks like `position` commands or boards of Fairy-Stockfish."""
    words = text.split()[:40]
    is_board = len(words) > 1 and _BOARD.fullmatch(words[0]) and words[1] in ("w", "b")
    return bool(is_board) or "fen" in words or any(_FAIRY_WORD.fullmatch(word) for word in words)


def is_usi(text: str) -> bool:
    """Whether the text looks like USI's format."""
    words = text.split()[:40]
    is_board = len(words) > 2 and _BOARD.fullmatch(words[0]) and _USI_HANDS.fullmatch(words[2])
    if is_board and "[" not in words[0] and "-" not in words[3:4]:
        return True
    return "sfen" in words or any(_USI_WORD.fullmatch(word) for word in words)


USI_FORMAT = Format(
    "usi",
    ("usi", "sfen"),
    ("dobutsu",),
    "Dobutsu shogi in USI notation: 'position sfen ... moves ...', one line for each game.",
    read_usi,
    write_usi,
    is_usi,
    rank=7,
)
FAIRY_FORMAT = Format(
    "fairy",
    ("fen", "uci"),
    ("dobutsu",),
    "Dobutsu shogi in Fairy-Stockfish's notation: 'position fen ... moves ...', one line for"
    " each game.",
    read_fairy,
    write_fairy,
    is_fairy,
    rank=8,
)
