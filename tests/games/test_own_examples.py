"""The examples of games written in Python: rules on known positions, shapes, and the check."""

from pathlib import Path

import pytest

import plyground
from plyground.check import check_file
from plyground.engine.board_picture import board_svg
from plyground.engine.game import Game, Position
from plyground.engine.python_game import PythonSource
from plyground.engine.view import ascii_board
from plyground.session.session import Session
from plyground.terminal.prompt_board import draw
from plyground.web.pages.first_drawing import first_drawing

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("hex", "nim", "breakthrough", "mancala")


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    for name in NAMES:
        plyground.load(EXAMPLES / f"{name}.py")


@pytest.mark.parametrize("name", NAMES)
def test_example_keeps_every_promise(name: str) -> None:
    report = check_file(EXAMPLES / f"{name}.py", games=6, seconds=8.0)
    assert report.ok, str(report)


def test_hex_joins_along_the_shifted_rows() -> None:
    game = plyground.game("hex", size=3)
    # Rows are shifted: b2 touches a1 but not a3, and b3 touches a2.
    assert game.position("x2/1x1/x2 w").result() is None
    end = game.position("1x1/x2/x2 w").result()
    assert end is not None
    assert (end.winner, end.reason) == ("black", "the edges are joined")
    across = game.position("3/1oo/o2 b").result()
    assert across is not None
    assert across.winner == "white"


def test_nim_is_won_by_whoever_takes_the_last_stone() -> None:
    start = plyground.game("nim").start()
    end = start.play_all("a1 b1 c1").result()
    assert end is not None
    assert end.winner == "black"
    assert start.play("c4").to_text() == "3-5-3 w"


def test_breakthrough_captures_only_diagonally() -> None:
    game = plyground.game("breakthrough")
    position = game.position("6/6/2pp2/3P2/6/6 b")
    assert position.moves() == ["d3c4", "d3e4"]
    assert position.play("d3c4").to_text() == "6/6/2Pp2/6/6/6 w"


def test_mancala_moves_again_after_its_own_store_and_takes_opposite_seeds() -> None:
    start = plyground.game("mancala").start()
    again = start.play("c1")
    assert (again.turn, again.score()) == ("black", plyground.Score(1, 0, "seeds"))
    assert start.play("a1").turn == "white"
    # a1's only seed ends in the empty b1 and takes the five seeds of b2
    taken = plyground.game("mancala").position("1-0-4-4-4-4-14-0-0-0-0-5-0-12 b").play("a1")
    assert taken.score() == plyground.Score(20, 12, "seeds")


def minimax(position: Position) -> int:
    """1 if Black wins, by brute force."""
    result = position.result()
    if result is not None:
        return {"black": 1, "white": -1, None: 0}[result.winner]
    values = [minimax(position.play(move)) for move in position.moves()]
    return max(values) if position.turn == "black" else min(values)


@pytest.mark.parametrize(
    "spec",
    [
        "search:nodes=2000",
        "search:depth=12",
        "deepening:depth=12",
        "proof:nodes=9000",
        "level:8,seed=1",
    ],
)
def test_search_finds_the_best_result_when_a_side_moves_twice(spec: str) -> None:
    position = plyground.game("mancala").position("0-0-0-2-0-1-20-0-0-0-0-3-1-21 b")
    with plyground.make_player(spec, position.game) as player:
        move = player.choose(position).move
    assert move is not None
    assert minimax(position.play(move)) == minimax(position)


def test_hexagons_are_shifted_in_every_drawing() -> None:
    position = plyground.game("hex", size=3).start().play("a2")
    assert position.view()["shape"] == "hexagons"
    assert position.ascii().splitlines()[1:4] == ["3  . . .", "2  (x). .", "1    . . ."]
    assert draw(position.view(), plain=True).plain.splitlines()[2] == "2  (x). ."
    assert str(first_drawing(position.view())).count("m0-57.7") == 9
    assert board_svg(position.view()).count("<circle") == 11  # cells, the stone, the last move


def test_pits_show_the_number_of_their_seeds() -> None:
    position = plyground.game("mancala").start()
    assert position.pieces()[0] == {"at": "a2", "owner": "white", "kind": "4 seed"}
    assert position.ascii().splitlines()[1] == "2  s4 s4 s4 s4 s4 s4"
    assert draw(position.view()).plain.splitlines()[2] == "1  S4 S4 S4 S4 S4 S4"
    assert board_svg(position.view()).count(">4<") == 12


def test_cells_that_are_missing_are_gaps() -> None:
    class Cross:
        name, turn, shape = "cross", "black", "pits"

        def moves(self) -> list[str]:
            return ["b2"]

        def play(self, _: str) -> "Cross":
            return self

        def result(self) -> None:
            return None

        def to_text(self) -> str:
            return "cross"

        from_text = classmethod(lambda cls, _: cls())

        def board(self) -> list[str]:
            return [" . ", "...", " . "]

    source = PythonSource(Cross)
    view = Game(source, {}).start().view()
    assert view["marks"] == [{"kind": "gap", "at": ["a3", "c3", "a1", "c1"]}]
    assert ascii_board(view).splitlines()[1] == "3    ."
    assert str(first_drawing(view)).count("a44 44") == 5 * 2


def test_taking_a_stone_from_the_board_counts_no_captures() -> None:
    session = Session(plyground.Record(plyground.game("nim")), {"black": None, "white": None})
    session.play("c1")
    assert not any(session.captured().values())


def test_a_shape_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text((EXAMPLES / "tictactoe.py").read_text().replace(
        '    name = "tictactoe"', '    name = "odd"\n    shape = "ring"'))  # fmt: skip
    with pytest.raises(ValueError, match="squares, points, holes, hexagons, pits, not 'ring'"):
        plyground.load(bad)
