"""`plyground check` finds each broken promise and reports it so that an author can fix it."""

import itertools
import os
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import plyground
import plyground.check
from plyground import Game, _core
from plyground.check import check_file, check_game
from plyground.engine import registry
from plyground.engine.options import RuleSet
from plyground.engine.python_game import PythonSource
from tests.broken_games import (
    AcceptsTooMuch,
    Explains,
    GoesRound,
    Good,
    GrowingBoard,
    HiddenBan,
    HiddenWin,
    KeyByPath,
    ListsTooMuch,
    MutatingMoves,
    MutatingPlay,
    MutatingResult,
    NeverEnds,
    RedTurn,
    SplitsBlindly,
    WhiteMayNotTakeA1,
    WhiteWinsDraws,
    check,
    from_words,
    like_good,
    raiser,
    scrambled,
)
from tests.project import ROOT

NUMBERS = itertools.count()


def other_planes(_: object) -> object:
    """Planes that differ each time."""
    np = pytest.importorskip("numpy", reason="numpy comes with the extras")
    return np.full((2, 2, 1), next(NUMBERS), np.float32)


@pytest.mark.parametrize(
    ("cls", "code", "words"),
    [
        # Texts
        (like_good(to_text=lambda _: ""), "text", "to_text() gives ''; it must be one line"),
        (like_good(to_text=lambda _: 7), "text", "to_text() gives 7"),
        (
            like_good(from_text=from_words(raiser(ValueError("No.")))),
            "text",
            "from_text() refuses the text '2/2 b': No.",
        ),
        (
            like_good(from_text=from_words(lambda _: Good())),
            "text",
            "is read back as '2/2 b'",
        ),
        (HiddenBan, "text", "but not both"),
        (HiddenWin, "text", "is read back, draw: no legal move is left, but here "),
        (
            SplitsBlindly,
            "garbage",
            "must be refused with a ValueError, but from_text() raises Index",
        ),
        (AcceptsTooMuch, "garbage", "The text '' is read, but then from_text() raises ValueError"),
        # Keys
        (KeyByPath, "key", "for the same text after: "),
        (like_good(key=lambda _: 1), "key", "have the same key, 1."),
        (like_good(key=lambda self: self.to_text()), "key", "key() gives '2/2 b'"),
        # Moves
        (ListsTooMuch, "refused", "moves() lists 'c9', but play() raises ValueError: 'c9' is not"),
        (like_good(moves=lambda _: ["a1", "a1"]), "moves", "moves() lists 'a1' twice."),
        (like_good(moves=lambda _: [1, 2]), "moves", "moves() lists 1, which is not a string."),
        (like_good(moves=lambda _: {"a1"}), "moves", "moves() gives {'a1'}; it must be a list"),
        (like_good(moves=lambda _: ["a 1"]), "moves", "lists 'a 1'; a move has no spaces"),
        (like_good(moves=lambda _: [""]), "moves", "lists ''; a move has no spaces"),
        (like_good(moves=scrambled), "moves", "moves() returns something else when called again"),
        (like_good(moves=lambda _: []), "no_moves", "moves() is empty while result() is None"),
        (like_good(play=lambda *_: None), "play", "gives None, not the next position."),
        # Nothing may change
        (MutatingMoves, "changes", "moves() changes its own position: '2/2 b' becomes 'x1/2 b'."),
        (MutatingResult, "changes", "result() changes its own position: '2/2 b' becomes '2/2 w'."),
        (MutatingPlay, "changes", ") changes its own position: '2/2 b' becomes "),
        # Turns and results
        (RedTurn, "turn", "turn is 'red'; it must be 'black' or 'white'."),
        (like_good(result=lambda _: "red"), "result", "result() gives 'red'; it must be None"),
        (like_good(result=lambda _: True), "result", "result() gives True"),
        (like_good(result=lambda _: ("black", 3)), "result", "result() gives ('black', 3)"),
        (like_good(result=lambda _: ("draw", "so", "x")), "result", "('draw', 'so', 'x')"),
        (like_good(result=lambda _: ()), "result", "result() gives ()"),
        (WhiteWinsDraws, "symmetry", "with colours swapped"),
        (WhiteMayNotTakeA1, "symmetry", "with only the colours swapped"),
        # What front ends see
        (GrowingBoard, "board", "changes its shape from 2 rows of 2 to 3 rows of 2."),
        (like_good(board=lambda _: ["..", "."]), "board", "rows of different lengths"),
        (like_good(board=lambda _: "...."), "board", "board() gives '....'; it must be a list"),
        (like_good(board=lambda _: []), "board", "board() gives []"),
        (like_good(board=lambda _: ["#.", ".."]), "board", "board() shows '#', which is not"),
        (like_good(board=lambda _: ["K.", ".."]), "board", "board() shows 'K'"),
        (like_good(target=lambda *_: "h8"), "view", "touches 'h8', which is not on the board."),
        (like_good(target=lambda *_: 5), "view", "gives 5; it must be a square."),
        (like_good(score=lambda _: (1, "x")), "score", "score() gives (1, 'x')"),
        (like_good(score=lambda _: (1.0, float("nan"))), "view", "can't be written as JSON"),
        (like_good(hands=lambda _: [("red", "king", 1)]), "hands", "lists ('red', 'king', 1)"),
        (like_good(hands=lambda _: [("black", "king")]), "hands", "lists ('black', 'king')"),
        (like_good(marks=lambda _: [("ko", ["z9"])]), "view", "marks() names 'z9'"),
        (like_good(aids=lambda _: [("win", None, ["a1"], [], "x")]), "aids", "aids() lists ('win'"),
        (like_good(aids=lambda _: [("win", "red", ["a1"], [], 1)]), "aids", "lists ('win', 'red'"),
        (like_good(aids=lambda _: [("win", None, "a1", [], 1)]), "aids", "must be (kind, owner or"),
        (like_good(aids=lambda _: [("win", None, ["a1"])]), "aids", "lists ('win', None, ['a1'])"),
        (like_good(aids=lambda _: 3), "aids", "aids() lists 3;"),
        (
            like_good(planes=lambda _: [1.0]),
            "planes",
            "planes() gives a list; it should be a numpy",
        ),
        (like_good(planes=other_planes), "planes", "something else when called again"),
        (like_good(symmetries="odd"), "planes", "can be 'none', 'mirror' or 'square', not 'odd'."),
        (like_good(aids=lambda _: [("win", None, ["z9"], [], 1)]), "view", "aids() names 'z9'"),
        (like_good(aids=lambda _: [("win", None, [], ["z9"], 1)]), "view", "aids() names 'z9'"),
        (
            like_good(board=lambda _: ["K.", ".."], kinds={"k": "\N{WHITE CHESS KING}"}),
            "view",
            "not ASCII",
        ),
        # Errors in the author's code
        (like_good(moves=raiser(KeyError("oops"))), "raises", "raises KeyError: 'oops' ("),
        (like_good(result=raiser(SystemExit(0))), "raises", "raises SystemExit: 0"),
        (Explains, "raises", "explain() raises KeyError: "),
    ],
)
def test_a_broken_promise_is_found(cls: type[Good], code: str, words: str) -> None:
    report = check(cls)
    assert not report.ok
    assert {problem.code for problem in report.problems} == {code}, str(report)
    assert any(words in problem.sentence for problem in report.problems), str(report)
    assert "Traceback" not in str(report)


def test_the_good_game_is_clean() -> None:
    report = check(Good)
    assert report.ok, str(report)
    assert str(report).startswith("good: 60 random games, ")
    assert str(report).endswith(" different positions, no broken promise.")
    assert report.notes == ()


@pytest.mark.parametrize("example", ["tictactoe", "domineering"])
def test_the_examples_are_clean(example: str) -> None:
    report = check_file(ROOT / "examples" / f"{example}.py", games=100, seconds=20)
    assert report.ok, str(report)
    assert (report.name, report.games, report.notes) == (example, 100, ())
    assert report.positions > 300


@pytest.mark.parametrize(
    ("name", "options", "symmetric"),
    [
        ("othello", {"size": 6}, True),
        ("gomoku", {"size": 7}, True),
        ("gomoku", {"size": 9, "rule": "renju"}, False),
        ("go", {"size": 5, "komi": 0}, True),
        ("go", {"size": 4, "ko": "simple", "suicide": "yes", "scoring": "territory"}, False),
        ("robogo", {"size": 5, "line": 4}, True),
        ("dobutsu", {}, False),
        ("connect_four", {}, True),
    ],
)
def test_native_games_are_clean(name: str, options: dict[str, object], symmetric: bool) -> None:
    game = plyground.game(name, **options)
    report = check_game(game, games=20, seconds=30, symmetric=symmetric)
    assert report.ok, str(report)
    assert report.games == 20


class LooseState:
    """A position of the core that plays more than it lists."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def moves(self) -> list[str]:
        moves: list[str] = self._state.moves()
        return moves[1:] if len(moves) > 2 else moves

    def move_parts(self) -> list[Any]:
        parts: list[Any] = self._state.move_parts()
        return parts[1:] if len(parts) > 2 else parts

    def play(self, move: str) -> Any:
        after = self._state.play(move)
        return after if isinstance(after, _core.Refusal) else LooseState(after)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


class LooseSource:
    name, title, rules = "loose", "Loose", ""
    options: tuple[plyground.Option, ...] = ()
    rule_sets: Mapping[str, RuleSet] = MappingProxyType({})
    shape = None

    def favours_monte_carlo(self, _: object, state: object) -> bool:
        return not state

    def may_move_again(self, values: object) -> bool:
        return not isinstance(values, Mapping)

    def start(self, _: object) -> Any:
        return LooseState(_core.start("othello", {"size": "4"}))

    def parse(self, _: object, text: str) -> Any:
        return LooseState(_core.parse("othello", {"size": "4"}, text))


def test_playing_what_is_not_listed_is_found() -> None:
    report = check_game(Game(LooseSource(), {}), games=40)
    (first, *_) = [problem for problem in report.problems if problem.code == "unlisted"]
    assert first.sentence.startswith("moves() does not list '")
    assert first.sentence.endswith("', but it is played.")


def test_a_game_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plyground.check, "MAX_PLIES", 100)
    (problem,) = check(NeverEnds, games=2).problems
    assert problem.code == "never_ends"
    assert problem.sentence == "A game has not ended after 100 moves."
    assert len(problem.moves) == 100
    assert str(problem).splitlines()[1].endswith("pass pass ... (100 moves)")


def test_a_game_that_comes_back_to_a_position_need_not_end() -> None:
    (problem,) = check(GoesRound, games=2).problems
    assert problem.code == "never_ends"
    assert problem.sentence == (
        "A game need not end: the moves pass pass lead back to '2/2 b'."
        ' Add repetition = "draws", or a limit of moves.'
    )
    assert problem.moves == ("pass", "pass")
    assert check(type("Draws", (GoesRound,), {"repetition": "draws"}), games=2).ok


def test_a_game_that_outlasts_the_time_is_found() -> None:
    (problem,) = check(NeverEnds, seconds=1.0).problems
    assert problem.code == "never_ends"
    assert len(problem.moves) >= plyground.check.LONG


def test_an_endless_loop_is_interrupted() -> None:
    class Hangs(Good):
        def moves(self) -> Any:
            if self.squares.count(".") == 2:
                for _ in itertools.count():
                    pass
            return super().moves()

    began = time.monotonic()
    (problem,) = check(Hangs, seconds=1.0).problems
    assert time.monotonic() - began < 60
    assert problem.code == "hangs"
    assert problem.sentence.startswith("moves() was stopped after 2 seconds: it never ends, ")
    assert "test_check.py, line" in problem.sentence
    assert len(problem.moves) == 2


def test_a_slow_game_is_bounded_by_time() -> None:
    class Slow(Good):
        def moves(self) -> Any:
            time.sleep(0.01)
            return super().moves()

    began = time.monotonic()
    report = check(Slow, games=10_000, seconds=3)
    assert time.monotonic() - began < 60
    assert report.ok
    assert report.notes == (f"The time limit was reached after {report.games} of 10000 games.",)


def test_an_error_is_reported_with_its_line_and_moves() -> None:
    class Fails(Good):
        def board(self) -> Any:
            return self.helper() if "x" in self.squares else super().board()

        def helper(self) -> Any:
            return os.environ["NO SUCH SETTING"]  # line

    (problem,) = check(Fails).problems
    text = Path(__file__).read_text(encoding="utf-8").splitlines()
    line = 1 + next(n for n, code in enumerate(text) if code.endswith("]  # line"))
    assert (
        problem.sentence
        == f"board() raises KeyError: 'NO SUCH SETTING' (test_check.py, line {line})."
    )
    # Only some positions get every check, so the first stone may be skipped.
    position = Good()
    for move in problem.moves:
        position = position.play(move)
    assert "x" in position.squares


def test_an_error_in_a_read_position_is_reported_with_its_text() -> None:
    class BreaksWhenRead(Good):
        was_read = False

        @classmethod
        def from_text(cls, text: str) -> Any:
            position = super().from_text(text)
            position.was_read = True
            return position

        def moves(self) -> Any:
            return ["abcd"[9 * self.was_read], *super().moves()][1:]

    first = check(BreaksWhenRead).problems[0]
    assert first.code == "text"
    assert first.sentence.startswith("When the text '2/2 b' is read, moves() raises IndexError: ")


def test_asymmetric_colours_can_be_declared() -> None:
    assert check(type("Meant", (WhiteWinsDraws,), {"symmetric": False})).ok


def test_colors_that_can_not_be_compared_are_noted() -> None:
    class Counts(Good):
        @classmethod
        def from_text(cls, text: str) -> Any:
            position = Good.from_text(text)
            ahead = position.squares.count("x") - position.squares.count("o")
            if ahead != (position.turn == "white"):
                raise ValueError("This can't come up in play.")
            return cls(position.squares, position.turn)

    report = check(Counts)
    assert report.ok, str(report)
    # Some texts with as many stones of both colours are accepted, but none with the turn exchanged.
    assert report.notes == ("The colours were not compared: from_text() refuses swapped colours.",)


def test_the_same_seed_finds_the_same() -> None:
    first, again = (check(ListsTooMuch, games=20) for _ in range(2))
    assert first == again


def test_a_kind_of_problem_shows_a_few_short_examples() -> None:
    class ManyWays(Good):
        def result(self) -> Any:
            return f"result {self.squares}"[: 7 + len(self.squares.rstrip("."))]

    problems = check(ManyWays).problems
    assert [len(problem.moves) for problem in problems] == [0]

    class Late(Good):
        def result(self) -> Any:
            return super().result() if self.squares.count(".") > 2 else self.squares

    problems = check(Late).problems
    assert [len(problem.moves) for problem in problems] == [2, 2, 2]
    assert len({problem.sentence for problem in problems}) == 3


def test_progress_is_reported_after_every_game() -> None:
    progress_calls: list[tuple[int, int]] = []
    check_game(Game(PythonSource(Good), {}), games=3, progress=lambda *n: progress_calls.append(n))
    assert progress_calls == [(1, 3), (2, 3), (3, 3)]


def test_a_file_may_register_several_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    file = tmp_path / "pair.py"
    file.write_text(
        "import plyground\n"
        "from tests.broken_games import Good, WhiteWinsDraws\n"
        "class One(Good):\n    name = 'check-one'\n"
        "class Two(WhiteWinsDraws):\n    name = 'check-two'\n"
        "plyground.register(One)\n"
        "plyground.register(Two)\n",
        encoding="utf-8",
    )
    report = check_file(file, games=30)
    assert (report.name, report.games) == ("check-one, check-two", 60)
    assert {problem.code for problem in report.problems} == {"symmetry"}
    assert check_file(file, games=1).games == 2  # although it is now loaded


def test_a_file_that_can_not_be_loaded_says_why(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("import plyground\n\nx = 1 +\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^wrong.py, line 3: SyntaxError: invalid syntax$"):
        check_file(file)


def test_a_report_is_readable() -> None:
    report = check(WhiteWinsDraws, games=60)
    lines = str(report).splitlines()
    assert lines[0].startswith("good: 60 random games, ")
    assert lines[0].endswith("different positions, broken promises:")
    assert lines[1].startswith("1. '")
    assert lines[2].startswith("   after: ")


def test_time_that_ends_in_the_first_game_proves_nothing() -> None:
    class Slower(Good):
        def moves(self) -> Any:
            time.sleep(0.02)
            return super().moves()

    report = check(Slower, seconds=0.05)
    assert report.problems == ()
    assert report.notes[0] == "The time limit was reached after 0 of 60 games."
