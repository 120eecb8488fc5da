"""The planes of games written in Python: from the view, or the author's own."""

import textwrap
from pathlib import Path

import pytest

import plyground
from plyground import Game, Position
from plyground.engine import registry

pytest.importorskip("numpy", reason="numpy comes with the extras")

import numpy as np

from tests.games.cases import WRITTEN_IN_PYTHON, games, run_python, sample
from tests.project import ROOT

# Pieces with kinds, a hand, and the attributes that a test adds.
PAIR = """
import numpy as np
import plyground

@plyground.register
class Pair:
    "Move something; the fourth move ends the game."

    name = "pair"
    kinds = {{"k": "king", "q": "queen"}}
    {hook}

    def __init__(self, ply=0):
        self.ply = ply
        self.turn = "white" if ply % 2 else "black"

    def moves(self):
        return ["a1b1", "b1a1"]

    def play(self, move):
        return Pair(self.ply + 1)

    def result(self):
        return "draw" if self.ply == 4 else None

    def to_text(self):
        return str(self.ply)

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def board(self):
        return {board}

    def hands(self):
        return [("black", "knight", 2)] if self.ply < 3 else [("white", "knight", 1)]
"""


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registry", registry.Registry())


def pair(folder: Path, hook: str = "", board: str = '["K..", "..k"]') -> Game:
    file = folder / "pair.py"
    indented = textwrap.indent(textwrap.dedent(hook).strip(), "    ").strip()
    file.write_text(PAIR.format(hook=indented, board=board), encoding="utf-8")
    plyground.load(file)
    return plyground.game("pair")


def plane(position: Position, name: str) -> list[list[float]]:
    rows: list[list[float]] = position.planes()[:, :, position.plane_names.index(name)].tolist()
    return rows


@pytest.mark.parametrize("game", games(WRITTEN_IN_PYTHON))
def test_the_view_gives_own_and_other_pieces(game: Game) -> None:
    for position in sample(game):
        names = ("own stone", "other stone", "black to move", "board")
        assert position.plane_names == names
        seen = {name: np.argwhere(plane(position, name)).tolist() for name in names}
        owners: dict[str, list[list[int]]] = {"black": [], "white": []}
        for piece in position.pieces():
            column, row = position.coordinates()[piece["at"]]
            owners[piece["owner"]].append([row, column])
        other = "white" if position.turn == "black" else "black"
        assert seen["own stone"] == sorted(owners[position.turn])
        assert seen["other stone"] == sorted(owners[other])
        squares = len(position.coordinates())
        assert len(seen["board"]) == squares
        assert len(seen["black to move"]) == (squares if position.turn == "black" else 0)
        assert position.planes().shape == (len(position.rows), len(position.columns), 4)
        assert set(position.planes().flat) <= {0, 1}


def test_another_process_has_the_same_planes() -> None:
    code = """
import plyground
plyground.load("examples/tictactoe.py")
print(plyground.game("tictactoe").start().play("b2").planes().tolist())
"""
    assert run_python(code, PYTHONHASHSEED="1") == run_python(code, PYTHONHASHSEED="2")


def test_a_position_from_text_has_the_planes_of_the_game() -> None:
    plyground.load(ROOT / "examples" / "tictactoe.py")
    position = plyground.game("tictactoe").position("x2/1o1/3 b")
    assert plane(position, "own stone")[0] == [1, 0, 0]
    assert position.extra_targets == ()


@pytest.mark.usefixtures("fresh")
def test_the_example_of_the_documents_works(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reference" / "python-games.md").read_text(encoding="utf-8")
    lines = page.partition("planes of its own:")[2].split("```")[1].removeprefix("python\n")
    class_line = '    name = "tictactoe"\n'
    code = (ROOT / "examples" / "tictactoe.py").read_text(encoding="utf-8")
    own = class_line + textwrap.indent(lines, "    ")
    (tmp_path / "own.py").write_text(f"import numpy as np\n{code.replace(class_line, own)}")
    plyground.load(tmp_path / "own.py")
    game = plyground.game("tictactoe")
    position = game.start().play("a3").play("b2")
    assert (position.plane_names, game.symmetry) == (("own", "other"), "square")
    assert plane(position, "own") == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert plane(position, "other") == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


@pytest.mark.usefixtures("fresh")
class TestKinds:
    """Each kind of piece has its own planes, on the board and in hand."""

    def test_kinds_that_the_class_names_have_planes_if_none_is_ever_seen(
        self, tmp_path: Path
    ) -> None:
        game = pair(tmp_path)
        assert game.start().plane_names == (
            *("own king", "own queen", "other king", "other queen"),
            *("own knight in hand", "other knight in hand", "black to move", "board"),
        )

    def test_pieces_and_hands_are_those_of_the_side_to_move(self, tmp_path: Path) -> None:
        start = pair(tmp_path).start()
        assert plane(start, "own king") == [[1, 0, 0], [0, 0, 0]]
        assert plane(start, "other king") == [[0, 0, 0], [0, 0, 1]]
        assert plane(start, "own knight in hand") == [[0.5] * 3] * 2
        assert plane(start, "other knight in hand") == [[0] * 3] * 2
        after = start.play("a1b1")
        assert plane(after, "own king") == [[0, 0, 0], [0, 0, 1]]
        assert plane(after, "other knight in hand") == [[0.5] * 3] * 2
        last = after.play("a1b1").play("b1a1")
        assert (last.turn, plane(last, "own knight in hand")) == ("white", [[0.25] * 3] * 2)

    def test_a_kind_that_was_never_seen_is_reported(self, tmp_path: Path) -> None:
        strange = pair(tmp_path, board='["R.." if self.ply == 9 else "K.."]').position("9")
        with pytest.raises(
            ValueError, match=r"^There is no plane for the piece 'r', because random play"
        ):
            strange.planes()

    def test_a_board_that_changes_its_size_is_refused(self, tmp_path: Path) -> None:
        hook = """
            starts = 0

            @classmethod
            def start(cls):
                cls.starts += 1
                return cls()
        """
        start = pair(tmp_path, hook, board='["K.." if Pair.starts <= 3 else "K..."]').start()
        with pytest.raises(ValueError, match="A game can't change the size of its board"):
            start.planes()  # which plays games to see the kinds of pieces


@pytest.mark.usefixtures("fresh")
class TestOwnPlanes:
    """An author may give the planes as an array."""

    def test_they_take_the_place_of_the_view(self, tmp_path: Path) -> None:
        hook = """
            plane_names = ["ply", "turn"]
            symmetries = "mirror"

            def planes(self):
                planes = np.zeros((2, 3, 2), np.float32)
                planes[:, :, 0] = self.ply / 4
                planes[0, 2, 1] = self.turn == "black"
                return planes
        """
        game = pair(tmp_path, hook)
        start = game.start()
        assert (start.plane_names, game.symmetry) == (("ply", "turn"), "mirror")
        assert plane(start, "turn") == [[0, 0, 1], [0, 0, 0]]
        after = start.play("a1b1")
        assert after.planes()[:, :, 0].tolist() == [[0.25] * 3] * 2
        assert not after.planes()[:, :, 1].any()

    def test_planes_without_names_are_numbered(self, tmp_path: Path) -> None:
        hook = "planes = lambda self: np.ones((2, 3, 3), np.float32)"
        assert pair(tmp_path, hook).start().plane_names == ("plane 1", "plane 2", "plane 3")

    def test_an_array_may_lie_in_memory_as_it_likes(self, tmp_path: Path) -> None:
        made = "np.arange(12, dtype=np.float32).reshape(3, 2, 2).transpose(1, 0, 2)"
        start = pair(tmp_path, f"planes = lambda self: {made}").start()
        assert start.planes().tolist() == [
            [[0, 1], [4, 5], [8, 9]],
            [[2, 3], [6, 7], [10, 11]],
        ]

    @pytest.mark.parametrize(
        ("made", "sentence"),
        [
            ("[[[1.0]]]", r"planes\(\) gives a list; it should be a numpy array of float32\."),
            ("None", r"planes\(\) gives a NoneType; it should be a numpy array"),
            ("np.zeros((2, 3, 1))", r"gives an array of float64; it should be of float32\."),
            ("np.zeros((2, 3, 1), bool)", r"gives an array of bool; it should be of float32\."),
            (
                "np.zeros((2, 3), np.float32)",
                r"shape \(2, 3\); it should be rows, columns and planes, \(2, 3, \.\.\.\) here\.",
            ),
            ("np.zeros((3, 2, 4), np.float32)", r"shape \(3, 2, 4\); it should be rows, columns"),
            ("np.zeros((2, 3, 0), np.float32)", r"shape \(2, 3, 0\); it should be rows, columns"),
            (
                "np.full((2, 3, 1), np.nan, np.float32)",
                r"planes\(\) returns infinite numbers or NaN\.",
            ),
        ],
    )
    def test_a_bad_array_is_refused(self, tmp_path: Path, made: str, sentence: str) -> None:
        start = pair(tmp_path, f"planes = lambda self: {made}").start()
        with pytest.raises(ValueError, match=sentence):
            start.planes()

    @pytest.mark.parametrize("names", ["'own'", "3", "[1, 2]"])
    def test_bad_names_are_refused(self, tmp_path: Path, names: str) -> None:
        hook = f"""
            plane_names = {names}
            planes = lambda self: np.ones((2, 3, 2), np.float32)
        """
        start = pair(tmp_path, hook).start()
        with pytest.raises(ValueError, match=r"^The plane_names of a game should be a list of tex"):
            _ = start.plane_names

    def test_names_and_planes_must_be_as_many(self, tmp_path: Path) -> None:
        hook = """
            plane_names = ["one"]
            planes = lambda self: np.ones((2, 3, 2), np.float32)
        """
        start = pair(tmp_path, hook).start()
        with pytest.raises(ValueError, match=r"gives 2 planes, and plane_names has 1\."):
            start.planes()

    def test_the_number_of_planes_can_not_change(self, tmp_path: Path) -> None:
        hook = "planes = lambda self: np.ones((2, 3, 1 + self.ply), np.float32)"
        after = pair(tmp_path, hook).start().play("a1b1")
        with pytest.raises(ValueError, match=r"gives 2 planes, and 1 when the game begins\."):
            after.planes()

    def test_an_error_of_the_author_comes_through(self, tmp_path: Path) -> None:
        start = pair(tmp_path, "planes = lambda self: 1 / 0").start()
        with pytest.raises(ZeroDivisionError):
            start.planes()
