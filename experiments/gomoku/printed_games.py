"""Document B's two printed games: which of the computer's moves would a deeper search still play.

The original shuffled its moves, so it may play any move that is as good as the best. A printed move
is kept at a depth if its value there equals that of the best move.

    python experiments/gomoku/printed_games.py            # searches, and writes printed_games.json
    python experiments/gomoku/printed_games.py --show     # the table of what was found
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import plyground
from plyground.engine.game import Position
from plyground.engine.view import Turn

FILE = Path(__file__).with_suffix(".json")
GAMES: tuple[tuple[Turn, str], ...] = (  # the computer's colour, and the moves
    ("white", "g7 j8 h7 i9 i7 h10 j7 k9 f7"),
    ("black", "d5 h8 c6 h9 b7 h10 a8 h11 e4"),
)
DEPTHS = (1, 2, 3, 4)
DOCUMENT = "alphabeta:eval=runs,order=on"  # sorted moves change no value
STRONG = "search:nodes=200000,eval=threats"
WIN = 10_000


@dataclass(frozen=True)
class Look:
    """A computer's move, seen by one search; values are the computer's."""

    game: int
    ply: int
    printed: str
    spec: str
    depth: int | None
    move: str
    best: float
    value: float | None  # of the printed move
    nodes: int

    @property
    def keeps(self) -> bool:
        """Whether the search may play the printed move."""
        return self.value == self.best if self.value is not None else self.move == self.printed


def value_of(position: Position, depth: int) -> tuple[str | None, float, int]:
    """The best move, its value for the side to move, and the nodes; sooner wins are worth more."""
    if result := position.result():
        return None, 0.0 if result.winner is None else -float(WIN), 0
    if depth == 0:
        (runs,) = (term.value for term in position.explain_score() if term.name == "runs")
        return None, runs if position.turn == "black" else -runs, 1
    found = plyground.search(position, DOCUMENT, depth=depth)
    if found.mate is None:
        return found.move, found.score, found.nodes
    value = WIN - abs(found.mate)
    return found.move, float(value if found.mate > 0 else -value), found.nodes


def _after(position: Position, move: str, depth: int) -> float:
    """What a move is worth to the side that makes it, a ply farther off than its position says."""
    _, value, _ = value_of(position.play(move), depth - 1)
    if abs(value) > WIN / 2:
        value += 1 if value < 0 else -1
    return 0.0 - value


def looks(game: int) -> Iterator[Look]:
    """Every move of the computer in a printed game, at every depth, and by the strong search."""
    turn, moves = GAMES[game]
    position = plyground.game("gomoku").start()
    for ply, printed in enumerate(moves.split(), 1):
        if position.turn == turn:
            for depth in DEPTHS:
                move, best, nodes = value_of(position, depth)
                assert move is not None
                value = _after(position, printed, depth)
                yield Look(game + 1, ply, printed, DOCUMENT, depth, move, best, value, nodes)
            found = plyground.search(position, STRONG)
            assert found.move is not None
            score = round(found.score, 2)
            yield Look(game + 1, ply, printed, STRONG, None, found.move, score, None, found.nodes)
        position = position.play(printed)


def _cell(look: Look) -> str:
    if look.keeps:
        lost = look.best < -WIN / 2
        return "all lose" if lost else "kept, wins" if look.best > WIN / 2 else "kept"
    worth = "" if look.value is None else f" ({look.best:g}, printed {look.value:g})"
    return f"{look.move}{worth}"


def table(found: list[Look]) -> str:
    """Markdown: a row for a move of the computer, a column for a depth."""
    heads = [f"depth {depth}" for depth in DEPTHS] + ["strong search"]
    lines = [f"| game | ply | printed | {' | '.join(heads)} |", "| --- " * (len(heads) + 3) + "|"]
    step = len(heads)
    for begin in range(0, len(found), step):
        row = found[begin : begin + step]
        cells = " | ".join(map(_cell, row))
        lines.append(f"| {row[0].game} | {row[0].ply} | {row[0].printed} | {cells} |")
    return "\n".join(lines)


def main() -> None:
    """Searches all moves of the computer, or shows what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", action="store_true", help="only show what was found")
    if parser.parse_args().show:
        found = [Look(**each) for each in json.loads(FILE.read_text(encoding="utf-8"))]
    else:
        found = [look for game in range(len(GAMES)) for look in looks(game)]
        lines = ",\n".join(json.dumps(asdict(look)) for look in found)
        FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(table(found))


if __name__ == "__main__":
    main()
