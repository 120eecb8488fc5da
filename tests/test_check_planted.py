"""Faults that are planted in a correct game: `plyground check` finds each, with a short game."""

from pathlib import Path

import pytest

from plyground.check import check_file
from plyground.engine import registry

EXAMPLES = Path(__file__).parents[1] / "examples"

CLEARS_A_CORNER = """\
        squares = self.squares[:at] + stone + self.squares[at + 1 :]
        clears = turn == "black" and at > 0
        return TicTacToe("." + squares[1:] if clears else squares, turn)"""

# The example, the text that is replaced, its replacement, the code of the problem, words of its
# sentence, and the largest number of moves that show it.
FAULTS = {
    "wrong stone": (
        "tictactoe",
        'stone, turn = ("x", "white") if self.turn == "black" else ("o", "black")',
        'stone, turn = ("x", "white") if self.turn == "black" else ("x", "black")',
        "stone",
        "White played",
        2,
    ),
    "wrong square": (
        "tictactoe",
        "return TicTacToe(self.squares[:at] + stone",
        "at = at or self.squares.rindex('.')\n        return TicTacToe(self.squares[:at] + stone",
        "stone",
        "but the new piece is on",
        1,
    ),
    "asymmetric moves": (
        "tictactoe",
        'if self.squares[at] == "."]',
        'if self.squares[at] == "." and (at or self.turn == "black")]',
        "symmetry",
        "with only the colours swapped",
        1,
    ),
    "asymmetric effect": (
        "tictactoe",
        "        return TicTacToe(self.squares[:at] + stone + self.squares[at + 1 :], turn)",
        CLEARS_A_CORNER,
        "symmetry",
        "but with colours swapped",
        1,
    ),
    "text without the turn": (
        "nim",
        "return f\"{'-'.join(map(str, self.heaps))} {self.turn[0]}\"",
        "return f\"{'-'.join(map(str, self.heaps))} b\"",
        "text",
        "is to move, but",
        1,
    ),
    "text that is refused": (
        "nim",
        "max(sizes) > most",
        "max(sizes) > most or not min(sizes)",
        "text",
        "from_text() refuses the text",
        1,
    ),
    "no end": (
        "nim",
        "int(move[1:]) - 1",
        "(int(move[1:]) - 1) or self.most",
        "never_ends",
        "A game need not end: the moves",
        4,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_found_with_a_short_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example, right, wrong, code, words, longest = FAULTS[name]
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    source = (EXAMPLES / f"{example}.py").read_text(encoding="utf-8")
    assert source.count(right) == 1
    file = tmp_path / "planted.py"
    file.write_text(source.replace(right, wrong), encoding="utf-8")
    report = check_file(file, games=10, seconds=10.0)
    found = [problem for problem in report.problems if problem.code == code]
    assert found, str(report)
    assert words in found[0].sentence
    assert len(found[0].moves) <= longest
    assert found[0].board.splitlines()[-1].endswith("to move")
    assert all(line.strip() in str(found[0]) for line in found[0].board.splitlines())
