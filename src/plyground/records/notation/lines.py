"""Our own formats for every game: a record as JSON lines, and a game as one line of moves."""

from collections.abc import Iterable

from plyground.engine.game import Game
from plyground.engine.options import show
from plyground.engine.registry import game as find_game
from plyground.records import journal
from plyground.records.record import Malformed, Record


def read_json(text: str, _game: Game | None = None) -> list[Record]:
    """The records of a journal, each of which names its game."""
    return journal.read_records(text.split("\n"))  # the text may have other line ends


def write_json(records: Iterable[Record]) -> str:
    """The records in the format of a journal."""
    return "".join(f"{line}\n" for record in records for line in journal.lines_of(record))


def is_json(text: str) -> bool:
    """Whether the text begins like a journal."""
    return text.lstrip().startswith("{")


def read_moves(text: str, given: Game | None = None) -> list[Record]:
    r"""Games of one line each: game and options, position if it is not the start, moves.

    >>> read_moves("othello | f5d6c3\ndobutsu try=entry | gl1/3/3/1L1[CE] b | C*b3")[1].moves
    ('C*b3',)
    """
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            records.append(_read_line(line, given))
        except ValueError as error:
            raise Malformed(f"line {number}", str(error)) from None
    return records


def _read_line(line: str, given: Game | None) -> Record:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) not in (2, 3) or not parts[0]:
        raise ValueError("A line is 'GAME OPTIONS | MOVES' or 'GAME OPTIONS | POSITION | MOVES'.")
    name, *settings = parts[0].split()
    if not all("=" in setting for setting in settings):
        raise ValueError(f"Options are written as NAME=VALUE, not {parts[0]!r}.")
    options = dict(setting.split("=", 1) for setting in settings)
    changed = {key: show(value) for key, value in given.changed.items()} if given else {}
    game = find_game(given.name if given else name, **(options | changed))
    record = Record(game, parts[1] if len(parts) == 3 else None)
    for move in record.position.play_all(parts[-1]).played:
        record.play(move)
    return record


def write_moves(records: Iterable[Record]) -> str:
    """The games, without variations and remarks, one per line."""
    return "".join(f"{_line(record)}\n" for record in records)


def _line(record: Record) -> str:
    if any(node.setup for node in record.main_line()):
        raise ValueError("A line of moves can't hold a position that was set up during a game.")
    game = record.game
    settings = [f"{name}={show(value)}" for name, value in game.changed.items()]
    parts = [" ".join([game.name, *settings])]
    if record.start is not None:
        parts.append(record.start)
    return " | ".join([*parts, " ".join(record.moves)]).rstrip()


def is_moves(text: str) -> bool:
    """Whether the lines look like games of one line."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return bool(lines) and "|" in lines[0]
