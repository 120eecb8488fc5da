"""Write the tables and puzzles of docs/explanation/dobutsu.md from the computed figures.

In the page, each table is between `<!-- name -->` and `<!-- end -->`, and is replaced there.
"""

import json
import lzma
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import plyground
from plyground.puzzles import puzzles
from plyground.records.journal import lines_of, load_records
from plyground.records.record import Record

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "dobutsu.md"
PUZZLES = PAGE.parents[1] / "figures" / "dobutsu-puzzles.jsonl.xz"
SHOWN = (
    "l1e/g1E/2C/1L1[Gc] b",
    "l2/EeL/+c2/2G[Gc] b",
    "Cle/2g/1L1/3[CEg] b",
    "l1e/3/gEL/1G1[Cc] b",
)
Data = dict[str, Any]
_BAR = 40  # characters of the longest bar
_ROW = 12  # moves per row of a line
_KINDS = ("win", "draw", "loss")


def write(figures: Path, lines: Path) -> None:
    """Writes every table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    tables = blocks(json.loads(figures.read_text(encoding="utf-8")), load_records(lines))
    PAGE.write_text(filled(text, tables), encoding="utf-8")
    puzzles = [line for record in puzzle_records() for line in lines_of(record)]
    write_packed(PUZZLES, puzzles)


def write_packed(path: Path, lines: list[str]) -> None:
    """Writes compressed lines."""
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def puzzle_records() -> list[Record]:
    """Every puzzle as a record, with its solution."""
    records = []
    for puzzle in puzzles("dobutsu"):
        record = Record(
            plyground.game("dobutsu"),
            puzzle.position,
            info={"event": f"Black wins in {puzzle.plies} plies"},
        )
        for move in puzzle.line:
            record.play(move)
        record.result = record.position.result()
        records.append(record)
    return records


def filled(page: str, tables: dict[str, str]) -> str:
    """The page with these tables in their places.

    >>> print(filled("a <!-- b --> c <!-- end -->", {"b": "d"}))
    a <!-- b -->
    d
    <!-- end -->
    """
    for name, table in tables.items():
        parts = re.split(rf"(?s)<!-- {name} -->.*?<!-- end -->", page)
        if len(parts) != 2:
            raise ValueError(f"The page has {len(parts) - 1} places for {name}.")
        page = f"<!-- {name} -->\n{table}\n<!-- end -->".join(parts)
    return page


def blocks(figures: Data, records: Sequence[Record]) -> dict[str, str]:
    """All tables by name."""
    sample = figures["sample"]
    values = {int(value): count for value, count in figures["by_value"].items()}
    return {
        "counts": _counts(figures["over"], values),
        "distances": _distances(values),
        "first": _first(figures["first_moves"]),
        "start line": _line(figures["lines"][0], records[0]),
        "longest position": _position(records[1]),
        "longest line": _line(figures["lines"][1], records[1]),
        "material": _material(sample["by_pieces"]),
        "turn": _turn(sample["passing"]),
        "pieces": _pieces(sample["turn"], sample["pieces"]),
        "only": _only(sample["only"]),
        "moves": _moves(sample),
        "puzzles": _puzzles(),
    }


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table of the page; all columns but the first to the right.

    >>> print(table(["a", "b"], [["c", 1]]))
    | a | b |
    | --- | ---: |
    | c | 1 |
    """
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in [head, rule, *rows])


def share(part: float, whole: float) -> str:
    """A part as a percentage.

    >>> share(1, 3), share(1, 5000)
    ('33.3 %', '0.02 %')
    """
    percent = 100 * part / whole
    return f"{percent:.1f} %" if percent >= 0.1 or not part else f"{percent:.2f} %"


def _counts(over: int, values: dict[int, int]) -> str:
    wins = sum(count for value, count in values.items() if value % 2)
    losses = sum(count for value, count in values.items() if value and value % 2 == 0)
    played = sum(values.values())
    rows: list[list[object]] = [
        ["reachable", f"{over + played:,}", ""],
        ["game over, or the lion can be captured now", f"{over:,}", ""],
        ["open", f"{played:,}", "100 %"],
        ["the side to move wins", f"{wins:,}", share(wins, played)],
        ["the side to move loses", f"{losses:,}", share(losses, played)],
        ["draw", f"{values[0]:,}", share(values[0], played)],
    ]
    return table(["positions", "", "of the open"], rows)


def _distances(values: dict[int, int]) -> str:
    """Wins and losses by their plies, in growing steps, with bars."""
    longest = max(values)
    edges = [*range(1, 21, 2), *range(21, longest + 1, 20)]
    rows = []
    for first, after in zip(edges, [*edges[1:], longest + 1], strict=True):
        span = range(first, after)
        wins = sum(values.get(value, 0) for value in span if value % 2)
        losses = sum(values.get(value, 0) for value in span if value % 2 == 0)
        rows.append((f"{first}-{after - 1}", wins, losses))
    most = max(wins + losses for _, wins, losses in rows)
    lines = ["    plies            wins      losses"]
    for name, wins, losses in rows:
        bar = "#" * round(_BAR * wins / most) + "." * round(_BAR * losses / most)
        lines.append(f"    {name:<8} {wins:>12,} {losses:>11,}  {bar}".rstrip())
    return "\n".join([*lines, f"    {'draws':<8} {values[0]:>12,}"])


def _first(moves: Sequence[Data]) -> str:
    rows = [
        [
            f"`{one['move']}`",
            f"loses in {-one['value']}",
            f"{len(one['winning'])} of {one['replies']}",
            ", ".join(f"`{reply}`" for reply in one["winning"]),
        ]
        for one in moves
    ]
    return table(["Black's move", "", "winning replies", ""], rows)


def _line(line: Data, record: Record) -> str:
    ends = {"lion_captured": "captures the lion", "try": "wins by a try"}[line["code"]]
    winner = line["winner"].capitalize()
    sentence = (
        f"{line['plies']} plies, {winner} {ends}. At {line['only_moves']} of its"
        f" {line['winner_turns']} turns {winner} has only one winning move."
    )
    moves = record.moves
    rows = [" ".join(moves[at : at + _ROW]) for at in range(0, len(moves), _ROW)]
    return sentence + "\n\n" + "\n".join(f"    {row}" for row in rows)


def _position(record: Record) -> str:
    board = record.root.position.ascii().splitlines()
    return "\n".join(f"    {row}" for row in [*board, str(record.start)])


def _material(by_pieces: Data) -> str:
    whole = sum(row[kind] for row in by_pieces.values() for kind in _KINDS)
    rows = []
    for pieces, row in by_pieces.items():
        total = sum(row[kind] for kind in _KINDS)
        rows.append([pieces, share(total, whole), *(share(row[kind], total) for kind in _KINDS)])
    return table(["own pieces", "positions", "wins", "draws", "losses"], rows)


def _turn(passing: Data) -> str:
    rows = []
    for value, after in passing.items():
        total = sum(after.values())
        rows.append([f"{value}", *(share(after[kind], total) for kind in _KINDS)])
    return table(["value, with the move", "win without it", "draw", "loss"], rows)


def _pieces(turn: float, pieces: dict[str, float]) -> str:
    def chance(odds: float) -> str:
        return f"{100 / (1 + math.exp(-odds)):.0f} %"

    rows: list[list[object]] = [["no difference", "", chance(turn), chance(turn)]]
    for name, odds in sorted(pieces.items(), key=lambda one: one[1]):
        rows.append([name, f"{odds:+.2f}", chance(turn + odds), chance(turn - odds)])
    return table(
        ["one more", "log odds", "mover's piece: mover wins", "opponent's piece: mover wins"], rows
    )


def _only(only: dict[str, Data]) -> str:
    edges = [1, 3, 5, 7, 9, 11, 15, 21, 31, 51, 101]
    counts = {int(plies): row for plies, row in only.items()}
    rows = []
    for first, after in zip(edges, [*edges[1:], 999], strict=True):
        inside = [row for plies, row in counts.items() if first <= plies < after]
        total = sum(row["positions"] for row in inside)
        last = after - 2 if after < 999 else max(counts)
        name = f"{first}" if last == first else f"{first} to {last}"
        rows.append([name, f"{total:,}", share(sum(row["only"] for row in inside), total)])
    return table(["win in", "positions in the sample", "only one winning move"], rows)


def _moves(sample: Data) -> str:
    won = sum(sample["winning_moves"].values())
    single = sample["winning_moves"]["1"]
    kept, kinds = sample["kept"], sample["only_kinds"]
    wins = share(kept["wins"], kept["moves of wins"])
    draws = share(kept["draws"], kept["moves of draws"])
    shares = ", ".join(f"{kind} {share(count, single)}" for kind, count in kinds.items())
    moves = sample["legal_moves"] / sample["positions"]
    lines = [
        f"- On average a position has {moves:.1f} legal moves.",
        f"- In won positions, {wins} of the moves keep the win; in drawn ones, {draws} the draw.",
        f"- In {share(single, won)} of the won positions only one move wins. It is: {shares}.",
    ]
    return "\n".join(lines)


def _puzzles() -> str:
    """Some puzzles as boards, each with the command to play it against the tablebase."""
    boards = []
    for puzzle in puzzles("dobutsu"):
        if puzzle.position not in SHOWN:
            continue
        board = plyground.game("dobutsu").position(puzzle.position).ascii().splitlines()
        command = f'plyground play dobutsu --white level:8 --position "{puzzle.position}"'
        rows = "\n".join(f"    {row}" for row in board)
        boards.append(f"Win in {puzzle.plies}:\n\n{rows}\n\n    {command}")
    return "\n\n".join(boards)
