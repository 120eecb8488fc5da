"""GGF, the format of the Generic Game Server, and of NBoard, for Othello.

All properties of a game are in one node, including the moves: `B[d3/1.5/12]` is a move, its
player's evaluation (discs, from its own side) and its time in seconds.
"""

import re
from collections.abc import Iterable, Iterator

from plyground.engine.game import Game, Position
from plyground.engine.registry import game as find_game
from plyground.engine.report import chance_of
from plyground.engine.results import Result
from plyground.engine.view import Turn, other
from plyground.games.othello.transcripts import board_of, board_text, side_of
from plyground.records.notation.apart import Piece
from plyground.records.notation.format import Format, check_main_line
from plyground.records.notation.sgf.text import Blamed, SgfText, blaming, in_game
from plyground.records.record import Evaluation, Malformed, Node, Record, outside_result

INFO = {"PC": "place", "DT": "date", "RB": "black_rank", "RW": "white_rank", "TI": "time"}

_START = re.compile(r"\(\s*;")
_END = re.compile(r"\s*;?\s*\)")
_PROPERTY = re.compile(r"\s*([A-Z]{1,8})\s*\[([^\]]*)\]")
_NUMBER = re.compile(r"[+-]?\d{1,9}(\.\d{0,9})?")
_SIDES: dict[str, Turn] = {"B": "black", "W": "white"}

Found = tuple[int, str, str]  # a property: its place, its name, its value


def read(text: str, game: Game | None = None) -> list[Record]:
    """All games of a text; the server's count before a match is ignored.

    >>> read("1 (;GM[Othello]PB[Ada]TY[8]B[f5//1.2]W[d6/-0.5/2];)")[0].main_line()[1].seconds
    2.0
    """
    file = SgfText(text)
    games = list(_games(file))
    if not games:
        raise Malformed("line 1", "There is no game here; one begins with '(;GM[Othello]'.")
    records = []
    for number, found in enumerate(games, 1):
        try:
            records.append(_read_game(file, found, game))
        except Malformed as wrong:
            raise in_game(wrong, number, len(games)) from None
    return records


def split(text: str) -> Iterator[Piece]:
    """The games of a text, one by one."""
    return SgfText(text).pieces()


def _games(file: SgfText) -> Iterator[list[Found]]:
    at = 0
    while start := _START.search(file.text, at):
        at = start.end()
        found: list[Found] = []
        while match := _PROPERTY.match(file.text, at):
            found.append((match.start(1), match.group(1), match.group(2).strip()))
            at = match.end()
        end = _END.match(file.text, at)
        if end is None:
            raise file.wrong(at, "Expected a property such as B[f5] or the end ';)'.")
        at = end.end()
        yield found


def _read_game(file: SgfText, found: list[Found], given: Game | None) -> Record:
    head = {name: value for _, name, value in found if name not in _SIDES}
    try:
        record = _start(head, given)
    except ValueError as error:
        places = {name: place for place, name, _ in reversed(found)}
        blamed = error.name if isinstance(error, Blamed) else "GM"
        first = found[0][0] if found else 0
        raise file.wrong(places.get(blamed, first), str(error)) from None
    for place, name, value in found:
        if name in _SIDES:
            try:
                _read_move(record, _SIDES[name], value)
            except ValueError as error:
                raise file.wrong(place, str(error)) from None
    record.players = {"black": head.get("PB", ""), "white": head.get("PW", "")}
    record.info = {key: head[name] for name, key in INFO.items() if head.get(name)}
    known = {"GM", "PB", "PW", "BO", "RE", *INFO}
    record.root.extra = {
        name: [value]
        for name, value in head.items()
        if name not in known and (name, value) != ("TY", str(record.game.values["size"]))
    }
    record.finish(_read_result(head.get("RE", "?"), record))
    return record


def _start(head: dict[str, str], given: Game | None) -> Record:
    if head.get("GM", "othello").lower() not in ("othello", "reversi"):
        raise ValueError(f"This is a game of {head['GM'][:20]!r}; GGF is read for Othello only.")
    flags = re.sub(r"r\d+", "", head.get("TY", ""))
    with blaming("TY"):
        if "a" in flags:
            raise ValueError("This is anti-Othello, which is another game.")
        size = re.search(r"\d+", flags)
        if "BO" not in head:
            return Record(given or find_game("othello", size=int(size.group()[:3]) if size else 8))
    with blaming("BO"):
        return _start_on(head["BO"])


def _start_on(board: str) -> Record:
    match = re.fullmatch(r"(\d{1,2})\s+(.*?)\s*([*OXox])", board, re.DOTALL)
    turn = side_of(match.group(3)) if match else None
    if match is None or turn is None:
        raise ValueError("BO has the size, the squares, and * or O for the side to move.")
    game = find_game("othello", size=int(match.group(1)))
    squares = "".join(match.group(2).split())
    if len(squares) != int(match.group(1)) ** 2:
        raise ValueError(f"BO has {len(squares)} squares, which does not match its size.")
    text = board_text(squares, turn)
    return Record(game, None if text == game.start().to_text() else text)


def _read_move(record: Record, side: Turn, value: str) -> None:
    square, thought, took = (part.strip() for part in f"{value}//".split("/")[:3])
    move = "pass" if square.lower() in ("pa", "pass", "--", "") else square
    before = record.current
    if move == "pass" and before.position.result() is not None:
        return
    if before.position.turn != side and before.position.moves() == ["pass"]:
        record.play("pass")
    position = record.current.position
    if position.turn != side and position.result() is None:
        raise ValueError(f"It is {position.turn}'s turn, but this is a move of {side}'s.")
    record.play(move)
    node = record.current
    if _NUMBER.fullmatch(thought):
        node.evaluation = _evaluation(position, float(thought))
    elif thought:
        node.extra["evaluation"] = thought
    seconds = _seconds(took)
    if seconds is not None:
        node.seconds = seconds


def _evaluation(position: Position, score: float) -> Evaluation:
    """GGF only has discs; the chance is computed with our own scale."""
    return Evaluation(score, chance_of(position, score))


def _seconds(text: str) -> float | None:
    if not re.fullmatch(r"(\d{1,4}:)?(\d{1,4}:)?\d{1,9}(\.\d{0,9})?", text):
        return None
    total = 0.0
    for part in text.split(":"):
        total = 60 * total + float(part)
    return total


def _read_result(text: str, record: Record) -> Result | None:
    """The rules' result, if it agrees with the text."""
    number, _, flag = (part.strip() for part in text.partition(":"))
    if not _NUMBER.fullmatch(number):
        return None
    margin = float(number)
    winner: Turn | None = None if margin == 0 else "black" if margin > 0 else "white"
    if flag in _FLAGS and winner:
        return outside_result(winner, _FLAGS[flag])
    by_rules = record.position.result()
    if by_rules and by_rules.winner == winner and (by_rules.margin or 0) == abs(margin):
        return by_rules
    if flag == "s" and winner is None:
        return outside_result(None, "agreement")
    if abs(margin) > record.game.values["size"] ** 2:  # type: ignore[operator]
        return None  # programs that do not know the result write impossible ones
    reason = f"{winner} by {abs(margin):g}, as the file says" if winner else "as the file says"
    return Result(winner, abs(margin), "stated", reason)


_FLAGS = {"r": "resign", "t": "time", "l": "no_answer"}


def write(records: Iterable[Record]) -> str:
    """The games without variations and comments, one a line.

    >>> record = Record(find_game("othello"), players={"black": "Ada", "white": "Bob"})
    >>> node = record.play("f5", seconds=1.5)
    >>> print(write([record]), end="")
    (;GM[Othello]PB[Ada]PW[Bob]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O---\
 -------- -------- -------- *]B[f5//1.5];)
    """
    return "".join(f"{write_game(record)}\n" for record in records)


def write_game(record: Record) -> str:
    """One game, also in the format of NBoard's `set game`."""
    check_main_line(record, "GGF")
    head = {"GM": "Othello"}
    head |= {name: str(record.info[key]) for name, key in INFO.items() if record.info.get(key)}
    head |= {"PB": record.players["black"], "PW": record.players["white"]}
    size = record.game.values["size"]
    head |= {"RE": _written_result(record), "TY": str(size)}
    for name, values in record.root.extra.items():
        if re.fullmatch(r"K[BWM]|T[BWY]", name) and isinstance(values, list) and values:
            head[name] = str(values[0])
    start = record.root.position
    squares = board_of(start, "-*O")
    rows = [squares[i : i + int(str(size))] for i in range(0, len(squares), int(str(size)))]
    head["BO"] = " ".join([str(size), *rows, "*" if start.turn == "black" else "O"])
    parts = [f"{name}[{_plain(value)}]" for name, value in head.items()]
    turn = start.turn
    for node in record.main_line():
        if node.move is not None:
            parts.append(f"{'B' if turn == 'black' else 'W'}[{_written_move(node)}]")
            turn = other(turn)
    return f"(;{''.join(parts)};)"


def _plain(text: str) -> str:
    """GGF has no escapes."""
    return " ".join(text.translate(str.maketrans("[]", "()")).split())


def _written_move(node: Node) -> str:
    move = "PA" if node.move == "pass" else str(node.move)
    kept = node.extra.get("evaluation", "")  # a value that was not a number when it was read
    thought = _plain(str(kept)) if node.evaluation is None else _number(node.evaluation.score)
    took = "" if node.seconds is None else _number(node.seconds)
    return f"{move}/{thought}/{took}".rstrip("/")


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _written_result(record: Record) -> str:
    result = record.outcome()
    if result is None or result.code == "unfinished":
        return "?"
    flag = {"resign": ":r", "time": ":t", "no_answer": ":l", "agreement": ":s"}.get(result.code, "")
    if result.winner is None:
        return f"+0.000{flag}"
    margin = record.game.values["size"] ** 2 if result.margin is None else result.margin  # type: ignore[operator]
    return f"{'+' if result.winner == 'black' else '-'}{margin:.3f}{flag}"


def is_like(text: str) -> bool:
    """Whether the text contains a game of Othello in this format."""
    return (
        re.search(r"\(\s*;[^()]{0,400}?GM\s*\[\s*othello", text[:5000], re.IGNORECASE) is not None
    )


FORMAT = Format(
    "ggf",
    ("ggf",),
    ("othello",),
    "Generic Game Format of Othello servers: moves, evaluations and times.",
    read,
    write,
    is_like,
    split,
    rank=2,
)
