"""Exact values in the terminal, from a tablebase in which undecided positions are draws.

It is cheap to make and sufficient, because immediate wins and losses are still known.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.engine import tablebase
from plyground.engine.report import Line, Report
from plyground.records.record import Record
from plyground.session import advice
from plyground.session.session import Session
from plyground.terminal import tablebase_text
from plyground.terminal.full import keys
from plyground.terminal.full.pages import TextPage
from plyground.terminal.glyphs import DRAWN
from plyground.terminal.picture import Picture, Pointer, Scale
from plyground.terminal.tablebase_text import TablebaseEntry
from tests.terminal.seats import First, Seat, new_session, on_screen
from tests.terminal.test_full_looks import shown_keys
from tests.terminal.test_prompt import prompt_output
from tests.web.tablebases import write

WON = "gl1/1C1/3/ELG[Ce] b"  # Black captures the lion
HELD = "gle/3/1L1/E1G[Cc] b"  # Black has a chick in hand
SHORT_OF = "gl1/1C1/3/ELG[-] b"  # pieces are missing


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Path]:
    """All draws; the file takes no disk space."""
    path = write(tmp_path / "dobutsu.values", {})
    tablebase.use(path)
    yield path
    tablebase.use(None)


def test_positions_are_looked_up(table: Path) -> None:
    assert table.exists()
    known = tablebase_text.look_up(plyground.game("dobutsu").position(WON))
    assert known is not None
    assert (known.value, known.exact, known.moves[0]) == (1, True, ("b3b4+", 1))
    assert {value for _, value in known.moves} <= {1, 0, -2}
    assert tablebase_text.look_up(plyground.game("dobutsu").position(SHORT_OF)) is None
    assert tablebase_text.look_up(plyground.game("othello").start()) is None


def test_values_on_squares_are_of_the_best_move() -> None:
    view = plyground.game("dobutsu").position(HELD).view()
    texts = [move["text"] for move in view["moves"]]
    ranked = sorted((text, 3 if text == "b2a3" else -4 if "*" in text else 0) for text in texts)
    known = TablebaseEntry(3, tuple(ranked), exact=True)
    assert tablebase_text.on_squares(view, known)["b2"] == 3
    assert tablebase_text.on_squares(view, known)["c1"] == 0
    lion = tablebase_text.on_squares(view, known, selected="b2")
    assert (lion["a3"], lion["a2"]) == (3, 0)
    assert set(tablebase_text.on_squares(view, known, piece="chick").values()) == {-4}
    assert tablebase_text.in_hand(view, known) == {"chick": -4}


def test_values_are_worded() -> None:
    assert (
        tablebase_text.sentence("black", TablebaseEntry(7, (), exact=True))
        == "Black wins in 7 plies."
    )
    assert (
        tablebase_text.sentence("white", TablebaseEntry(0, (), exact=True))
        == "With best play white and black draw."
    )
    unsure = tablebase_text.sentence("white", TablebaseEntry(-6, (), exact=False))
    assert unsure.startswith("White loses in 6 plies against best play, unless a third repetition")


def test_after_a_repetition_a_win_is_not_called_exact(table: Path) -> None:
    assert table.exists()
    session = new_session("dobutsu", "b1a2 b4c3 a2b1 c3b4")
    known = tablebase_text.look_up(session.position)
    assert known is not None
    assert known.exact, "draws are"
    position = plyground.game("dobutsu").start().play_all("b1a2 b4c3 a2b1 c3b4 b2b3 a4a3")
    known = tablebase_text.look_up(position)
    assert known is not None
    assert (known.value, known.exact) == (1, False)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("dobutsu", "`make tablebase` or `plyground solve dobutsu --all` builds it."),
        ("go", "Go is not solved; only Dobutsu shogi has a tablebase."),
    ],
)
def test_without_a_table_the_prompt_says_how_to_get_one(game: str, words: str) -> None:
    assert words in prompt_output(new_session(game), "values", "quit")


def test_a_bad_table_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "bad.table"
    bad.write_bytes(b"nonsense")
    monkeypatch.setenv(tablebase.SETTING, str(bad))
    text = prompt_output(new_session("dobutsu"), "values", "quit")
    assert f"{bad} is not a tablebase. `make tablebase`" in text


def test_a_lion_that_stays_on_its_far_rank_is_the_reason(table: Path) -> None:
    assert table.exists()
    game = plyground.game("dobutsu", **{"try": "entry"})
    position = game.position("gLe/2+c/g1l/2+c[e] w")
    assert tablebase_text.look_up(position) is None
    assert "a lion that stays on its far rank" in tablebase_text.why_none(position)
    assert "all eight pieces" in tablebase_text.why_none(game.position(SHORT_OF))


def test_the_prompt_shows_values(table: Path) -> None:
    assert table.exists()
    text = prompt_output(
        new_session("dobutsu", position=WON),
        "values",
        "Truth B3",
        "values chick",
        "values b4",
        "quit",
    )
    assert "3  .      C +1   ." in text
    assert "4  g      l +1   ." in text
    assert "black's best drops: chick" in text
    assert "  +1  b3b4+" in text
    assert "Black wins at once. (+3 wins in 3 plies, -8 loses in 8, = draws.)" in text
    assert "There is no piece on b4 that can move." in text
    odd = prompt_output(new_session("dobutsu", position=WON), "values zebra", "values hen", "quit")
    assert "zebra is neither a square nor a piece." in odd
    assert "There is no hen in your hand." in odd
    assert "This position is not in the tablebase" in prompt_output(
        new_session("dobutsu", position=SHORT_OF), "values", "quit"
    )


def test_the_full_screen_toggles_exact_values(table: Path, tmp_path: Path) -> None:
    assert table.exists()

    async def steps(seat: Seat) -> None:
        assert "+1" not in seat.board()
        await seat.press("v")
        assert seat.shown("#message") == "Exact values shown."
        assert seat.board().count("+1") == 1
        assert "Black wins at once." in seat.shown("#thoughts")
        assert "wins: b3b4+ +1" in seat.shown("#thoughts")
        assert "[1] chick  =" in seat.shown("#players")
        await seat.click("b3")
        row = next(row for row in seat.board().splitlines() if "+1" in row)
        assert seat.board().splitlines().index(row) < 6, "on the lion's square"
        await seat.press("escape", "1")
        assert seat.board().count("=") > 2
        await seat.press("escape", "v")
        assert "+1" not in seat.board()
        assert seat.shown("#message") == "Exact values hidden."

    for theme in ("dark", "light", "contrast", "plain"):
        on_screen(steps, new_session("dobutsu", position=WON), folder=tmp_path, theme=theme)


def test_values_follow_the_game_and_end_with_it(table: Path, tmp_path: Path) -> None:
    assert table.exists()

    async def steps(seat: Seat) -> None:
        await seat.press("v")
        assert "With best play black and white draw." in seat.shown("#thoughts")
        await seat.play("b2b3")
        assert "With best play black and white draw." in seat.shown("#thoughts")
        assert len(seat.moves()) == 2
        await seat.press("g")
        assert "draw." not in seat.shown("#thoughts")
        await seat.press("v", "v")
        assert seat.shown("#message") == "The game is over."

    on_screen(steps, new_session("dobutsu", white=First("b4b3")), folder=tmp_path)


def test_full_screen_reports_a_missing_tablebase(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("v")
        assert "plyground solve dobutsu --all" in seat.shown("#message")
        await seat.press("question_mark")
        page = seat.app.screen
        assert isinstance(page, TextPage)
        assert any("-8 loses in 8" in str(part.render()) for part in page.query("Static"))

    async def elsewhere(seat: Seat) -> None:
        await seat.press("v")
        assert "Othello is not solved" in seat.shown("#message")

    on_screen(steps, new_session("dobutsu"), folder=tmp_path)
    on_screen(elsewhere, new_session("othello"), folder=tmp_path)


def test_key_is_shown_only_in_dobutsu() -> None:
    assert shown_keys(new_session("dobutsu"))["v"] == "exact values"
    assert "v" not in shown_keys(new_session("go"))
    watched: Session = new_session("dobutsu", black=First(), white=First())
    assert "v" in shown_keys(watched)
    assert any(binding.key == "v" for binding in keys.BINDINGS)  # type: ignore[union-attr]


@pytest.mark.parametrize("scale", [Scale(13, 6), Scale(11, 3), Scale(6, 2), Scale(4, 1)])
def test_values_fit_every_size_of_a_board(scale: Scale) -> None:
    view = plyground.game("dobutsu").start().view()
    values = {"a2": -78, "b1": 173, "c3": 0}
    picture = Picture(view, scale).paint(Pointer(), values)
    text = "\n".join("".join(ink.char for ink in row) for row in picture.rows)
    assert "-78" in text
    assert "=" in text
    assert ("+173" in text) == (scale.height > 2)
    parts = {ink.part for row in picture.rows for ink in row}
    assert {"value-loss", "value-draw"} <= parts


def test_on_the_flattest_board_every_piece_stands_in_its_own_line() -> None:
    view = plyground.game("dobutsu").start().view()
    picture = Picture(view, Scale(4, 1), DRAWN).paint(Pointer())
    rows = ["".join(ink.char for ink in row) for row in picture.rows]
    assert rows[1:] == ["4 │g▼ │l▼ │e▼ │", "3 │   │c▼ │   │", "2 │   │▲C │   │", "1 │▲E │▲L │▲G │"]


def test_advice_says_where_it_is_exact() -> None:
    position = plyground.game("dobutsu").start()
    line = Line("b2b3", -10_000.0, 0.0, -76, True, ("b2b3", "c4b3"))
    sure = Report((line,), 76, 0, 0.0)
    assert "in 76 plies. This is exact." in advice.hint_words(position, sure)
    assert advice.evaluation_words(position, sure) == "white wins in 76, exact: b2b3 c4b3"
    searched = Report((line,), 12, 9_000, 0.1)
    assert "in 76 plies. This is proven." in advice.hint_words(position, searched)
    assert advice.evaluation_words(position, searched) == "white wins in 76, proven: b2b3 c4b3"
    assert "It gains" not in advice.hint_words(position, sure)
    guess = Report((Line("b2b3", 0.1, 0.51, None, False, ("b2b3", "c4b3")),), 4, 9, 0.1)
    assert "exact" not in advice.hint_words(position, guess)
    assert advice.evaluation_words(position, guess) == "black 51%, depth 4: b2b3 c4b3"


def test_a_hint_by_the_table_is_exact_and_gains_what_its_first_moves_gain(table: Path) -> None:
    assert table.exists()
    text = prompt_output(new_session("dobutsu"), "hint", "eval", "quit")
    assert "it holds the draw. This is exact." in text
    assert "evaluation: even, exact: " in text
    position = plyground.game("dobutsu").start()
    moves = ("b1a2", "a4a3", "a2b1", "b3b2", "a1b2", "c4b3", "b2a3", "b4a3", "G*b2", "E*c3")
    long = Report((Line("b1a2", 0.0, 0.5, None, True, moves),), 10, 0, 0.0)
    short = Report((Line("b1a2", 0.0, 0.5, None, True, moves[:8]),), 8, 0, 0.0)
    assert advice.gains(position, long) == advice.gains(position, short)


def test_a_record_of_another_rule_has_values_too(table: Path) -> None:
    assert table.exists()
    record = Record(plyground.game("dobutsu", hand="distinct"))
    assert tablebase_text.look_up(record.position) is not None
