"""The full screen, used by keys and mouse without a terminal."""

from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.journal import load_records
from plyground.player import EnginePlayer
from plyground.terminal.full import keys
from plyground.terminal.full.game import GameScreen
from plyground.terminal.full.pages import ChoicePage, LinePage, TextPage
from plyground.terminal.full.start import StartScreen
from plyground.terminal.full.themes import LOOKS
from plyground.terminal.session import Session
from tests.terminal.tables import PASSING, First, Seat, Slow, at_table, sit

COUNTED = "C3 C4 B4 D4 D3 E3 A1 pass pass"


def test_arrows_and_enter_place_a_stone_and_the_computer_replies(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert seat.shown("#message") == "Your turn."
        await seat.press("up", "left", "left", "down", "right", "enter")
        await seat.until(lambda: len(seat.moves()) == 2)
        assert seat.moves() == ("D5", "A9")
        assert "1. D5 A9" in seat.shown("#moves")

    at_table(steps, sit("go", size=9, white=First("A9")), folder=tmp_path)


def test_a_click_plays_and_a_refused_move_says_why_at_once(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.click("a1")
        assert "would flip nothing" in seat.shown("#message")
        await seat.click("f5")
        assert seat.moves() == ("f5",)
        await seat.press("space")
        assert "already a piece on f5" in seat.shown("#message")
        await seat.press("p")
        assert "may not pass" in seat.shown("#message")

    at_table(steps, sit("othello"), folder=tmp_path)


def test_pieces_are_picked_up_put_down_and_dropped(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.click("b2")
        assert seat.table.pointer.selected == "b2"
        assert "the chick on b2" in seat.shown("#message")
        await seat.press("escape")
        assert not seat.table.pointer.selected
        await seat.click("b2")
        await seat.click("b3")
        assert seat.moves() == ("b2b3",)
        await seat.click("b4")
        await seat.click("b3")
        assert "hand: 1 chick" in seat.shown("#players")
        await seat.press("2")
        assert "pieces 1 to 1" in seat.shown("#message")
        await seat.press("1")
        assert seat.table.pointer.piece == "chick"
        assert "[1 chick]" in seat.shown("#players")
        await seat.click("b2")
        assert seat.moves() == ("b2b3", "b4b3", "C*b2")
        await seat.press("3")
        assert seat.table.pointer.piece is None

    at_table(steps, sit("dobutsu"), folder=tmp_path)


def test_a_click_on_the_hand_picks_a_piece(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        lines = seat.shown("#players").splitlines()
        y = next(at for at, line in enumerate(lines) if "1 chick" in line)
        await seat.pilot.click("#players", offset=(lines[y].index("1 chick") + 2, y))
        await seat.pilot.pause()
        assert seat.table.pointer.piece == "chick"

    at_table(steps, sit("dobutsu", "b2b3 b4b3"), folder=tmp_path)


def test_undo_and_redo_against_the_computer(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("u")
        assert seat.shown("#message") == "There is nothing to take back."
        await seat.play("f5")
        await seat.until(lambda: seat.moves() == ("f5", "d6"))
        await seat.press("u")
        assert seat.session.position.ply == 0
        await seat.press("r")
        assert seat.session.position.ply == 2
        await seat.press("r")
        assert seat.shown("#message") == "There is nothing to play again."
        await seat.press("backspace")
        assert seat.session.position.ply == 0

    at_table(steps, sit("othello", white=First("d6")), folder=tmp_path)


def test_undo_while_the_computer_thinks_cancels_it(tmp_path: Path) -> None:
    slow = Slow()

    async def steps(seat: Seat) -> None:
        await seat.play("f5")
        await seat.until(lambda: slow.asked == 1)
        await seat.until(lambda: "first thinks" in seat.shown("#thoughts"))
        await seat.until(lambda: "depth 1" in seat.shown("#thoughts"))
        assert "•" not in seat.board().replace("▐•▌", ""), "its moves are its own affair"
        await seat.press("enter")
        assert "It is the computer's turn" in seat.shown("#message")
        await seat.press("u")
        assert seat.session.position.ply == 0
        await seat.play("c4")
        await seat.until(lambda: slow.asked == 2)
        assert slow.answered == 1
        assert seat.moves() == ("c4",)

    at_table(steps, sit("othello", white=slow), folder=tmp_path)
    assert slow.asked == slow.answered, "nobody is left thinking"


def test_quitting_while_the_computer_thinks_leaves_nothing_behind(tmp_path: Path) -> None:
    slow = Slow()

    async def steps(seat: Seat) -> None:
        await seat.until(lambda: slow.asked == 1)
        await seat.press("q")

    at_table(steps, sit("othello", black=slow), folder=tmp_path)
    assert slow.answered == 1


def test_typing_a_move(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("m")
        assert isinstance(seat.app.screen, LinePage)
        await seat.press("escape")
        await seat.press("colon")
        await seat.press(*"z9", "enter")
        assert "not on this board" in seat.shown("#message")
        await seat.press("m", "enter")
        assert seat.moves() == ()
        await seat.play("h8")
        assert seat.moves() == ("h8",)

    at_table(steps, sit("gomoku"), folder=tmp_path)


def test_a_hint_and_an_evaluation(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("h")
        await seat.until(lambda: "Try b3b4+: it wins at once" in seat.shown("#thoughts"))
        await seat.press("e")
        assert seat.shown("#message") == "Evaluation on."
        await seat.until(lambda: "black wins in 1" in seat.shown("#thoughts"))
        assert "█" in seat.shown("#thoughts")
        await seat.press("e")
        assert seat.shown("#message") == "Evaluation off."
        assert not seat.table.query_one("#thoughts").display

    at_table(steps, sit("dobutsu", position="gl1/1C1/3/ELG[Ce] b"), folder=tmp_path)


def test_the_computers_own_evaluation_is_shown(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("e")
        await seat.play("f5")
        await seat.until(lambda: len(seat.moves()) == 2)
        assert seat.session.record.current.evaluation is not None

    engine = EnginePlayer("alphabeta:depth=2")
    at_table(steps, sit("othello", white=engine), folder=tmp_path)


def test_legal_moves_are_shown_and_hidden(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert seat.board().count("•") == 4
        await seat.press("l")
        assert seat.board().count("•") == 0
        assert seat.shown("#message") == "Legal moves hidden."
        await seat.press("l")
        assert seat.board().count("•") == 4

    at_table(steps, sit("othello"), folder=tmp_path)


def test_resigning_and_taking_it_back(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("g")
        assert "You lose: black resigned." in seat.shown("#message")
        await seat.press("enter")
        assert "Press n for a new game" in seat.shown("#message")
        await seat.press("g")
        assert "over already" in seat.shown("#message")
        await seat.press("u")
        assert seat.stage() == "playing"

    at_table(steps, sit("gomoku", white=First()), folder=tmp_path)


def test_draws(tmp_path: Path) -> None:
    async def refused(seat: Seat) -> None:
        await seat.press("d")
        await seat.until(lambda: "wants to play on" in seat.shown("#message"))

    async def accepted(seat: Seat) -> None:
        await seat.press("d")
        await seat.until(lambda: seat.stage() == "over")
        assert "A draw: both sides agreed." in seat.shown("#message")

    async def people(seat: Seat) -> None:
        await seat.press("d")
        assert isinstance(seat.app.screen, ChoicePage)
        await seat.press("down", "enter")
        assert "No draw" in seat.shown("#message")
        await seat.press("d", "escape")
        assert seat.stage() == "playing"
        await seat.press("d", "enter")
        assert seat.session.told() == "A draw: both sides agreed."

    at_table(refused, sit("gomoku", white=First()), folder=tmp_path)
    at_table(accepted, sit("gomoku", white=First(draws=True)), folder=tmp_path)
    at_table(people, sit("gomoku"), folder=tmp_path)


def test_counting_in_go_by_keys_and_mouse(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert "Both passed." in seat.shown("#message")
        await seat.until(lambda: seat.session.dead == {"C4", "D4", "E3"})
        await seat.press("p")
        assert "being counted" in seat.shown("#message")
        await seat.click("C4")
        assert seat.session.dead == {"E3"}
        await seat.press("enter")
        assert seat.session.dead == {"C4", "D4", "E3"}
        await seat.click("A5")
        assert "Only stones" in seat.shown("#message")
        await seat.press("c")
        assert seat.stage() == "playing"
        await seat.press("c")
        assert "not being counted" in seat.shown("#message")
        await seat.press("a")
        assert "nothing to agree to" in seat.shown("#message")
        await seat.press("p", "p")
        assert seat.stage() == "counting"
        await seat.until(lambda: bool(seat.session.dead))
        await seat.press("a")
        assert "black wins: two passes: black by 24.5." in seat.shown("#message")

    at_table(steps, sit("go", COUNTED, size=5, komi=0.5), folder=tmp_path)


def test_a_copy_is_saved_in_a_notation(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("s", "escape")
        await seat.press("s")
        await seat.type(str(tmp_path / "copy.sgf"))
        await seat.press("enter")
        assert "Saved as" in seat.shown("#message")
        await seat.press("s")
        await seat.type("copy.xyz")
        await seat.press("enter")
        assert "ends in one of" in seat.shown("#message")

    at_table(steps, sit("go", "D4"), folder=tmp_path)
    assert "B[dp]" in (tmp_path / "copy.sgf").read_text()


def test_rules_and_help_open_and_close(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        for key, words in (("i", "lion"), ("question_mark", "take a piece from your hand")):
            await seat.press(key)
            page = seat.app.screen
            assert isinstance(page, TextPage)
            assert any(words in str(part.render()) for part in page.query("Static"))
            await seat.press("escape")
            assert isinstance(seat.app.screen, GameScreen)
        await seat.press("i")
        await seat.pilot.click(offset=(2, 2))
        await seat.pilot.pause()
        assert isinstance(seat.app.screen, GameScreen)

    at_table(steps, sit("dobutsu"), folder=tmp_path)


def test_the_board_can_be_turned(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        before = seat.board()
        await seat.press("f")
        assert seat.board().index("LION") < seat.board().index("lion")
        await seat.press("f")
        assert seat.board() == before

    at_table(steps, sit("dobutsu"), folder=tmp_path)


def test_whoever_plays_the_far_side_sees_it_near(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.until(lambda: len(seat.moves()) == 1)
        assert seat.board().index("LION") < seat.board().index("lion")

    at_table(steps, sit("dobutsu", black=First()), folder=tmp_path)


@pytest.mark.parametrize("game", ["robogo", "gomoku", "go", "othello", "dobutsu"])
def test_every_theme_shows_every_game(tmp_path: Path, game: str) -> None:
    async def steps(seat: Seat) -> None:
        shots = set()
        for name in [*LOOKS][1:] + [*LOOKS][:1]:
            await seat.press("t")
            assert seat.app.theme == name
            assert seat.shown("#message") == f"Colours: {name}."
            shots.add(seat.app.export_screenshot())
        assert len(shots) == len(LOOKS)

    at_table(steps, sit(game), folder=tmp_path, theme="dark")


def test_no_color_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def steps(seat: Seat) -> None:
        assert seat.app.theme == "plain"
        await seat.click("C3")
        await seat.click("B3")
        assert "●" in seat.board()
        assert "○" in seat.board()

    at_table(steps, sit("go", size=9), folder=tmp_path)


def test_a_poor_encoding_gets_ascii_only(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.click("C3")
        assert seat.board().isascii()
        assert "(X)" in seat.board() or "[X]" in seat.board()
        for part in ("#title", "#players", "#message", "#moves", "#keys"):
            assert seat.shown(part).isascii()

    at_table(steps, sit("go", size=9), folder=tmp_path, theme="plain", encoding="ascii")


def test_smaller_terminals_get_smaller_boards_or_are_told(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        big = len(seat.board().splitlines())
        await seat.pilot.resize_terminal(60, 20)
        await seat.pilot.pause()
        assert len(seat.board().splitlines()) < big
        assert seat.table.query_one("#table").display
        await seat.pilot.resize_terminal(40, 8)
        await seat.pilot.pause()
        assert not seat.table.query_one("#table").display
        assert "the terminal has 40 and 8" in seat.shown("#small")
        await seat.pilot.resize_terminal(120, 40)
        await seat.pilot.pause()
        assert len(seat.board().splitlines()) > big

    at_table(steps, sit("othello"), folder=tmp_path)


@pytest.mark.parametrize("game", ["gomoku", "go", "robogo"])
def test_the_largest_boards_fit_80_by_24_whole(tmp_path: Path, game: str) -> None:
    async def steps(seat: Seat) -> None:
        from plyground.terminal.full.board import Board

        board = seat.table.query_one(Board)
        assert board.picture is not None
        assert board.size.height == len(board.picture.rows)
        assert board.region.bottom <= seat.table.query_one("#keys").region.y
        await seat.click("A1" if game != "gomoku" else "a1")
        assert len(seat.moves()) == 1

    at_table(steps, sit(game, size=19), folder=tmp_path)


def test_two_computers_play_pause_and_finish(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("space")
        assert seat.shown("#message") == "Paused."
        paused = seat.session.position.ply
        await seat.press("u")
        assert seat.session.position.ply == max(0, paused - 1)
        await seat.press("g")
        assert "two computers play" in seat.shown("#message")
        await seat.press("space")
        await seat.until(lambda: seat.stage() == "over")
        assert "wins" in seat.shown("#message") or "draw" in seat.shown("#message")

    session = sit("othello", size=4, black=First(), white=First())
    at_table(steps, session, folder=tmp_path, pace=0.2)


def test_two_computers_count_go_by_themselves(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.until(lambda: seat.stage() == "over")
        assert "black wins: two passes" in seat.shown("#message")

    session = sit("go", size=5, black=First("C3", "pass"), white=First("pass", "pass"))
    at_table(steps, session, folder=tmp_path)


def test_a_computer_that_breaks_down_does_not_end_the_game(tmp_path: Path) -> None:
    class Broken(First):
        def choose(self, *_: object, **__: object) -> plyground.player.Answer:
            raise ValueError("out of paper")

    async def steps(seat: Seat) -> None:
        await seat.play("h8")
        await seat.until(lambda: "can't play: out of paper." in seat.shown("#message"))
        await seat.press("u")
        assert seat.session.position.ply == 0
        await seat.play("h7")
        await seat.until(lambda: "can't play: out of paper." in seat.shown("#message"))

    at_table(steps, sit("gomoku", white=Broken()), folder=tmp_path)


def test_where_one_must_pass_it_is_said_and_enter_does_it(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert "you must pass: press p" in seat.shown("#message")
        await seat.press("enter")
        assert seat.moves()[-1] == "pass"

    at_table(steps, sit("othello", PASSING, size=4), folder=tmp_path)


def test_a_rematch_changes_colours(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("b")
        assert "when this game is over" in seat.shown("#message")
        await seat.press("g", "b")
        await seat.until(lambda: seat.session.people == ["white"])
        await seat.until(lambda: len(seat.moves()) == 1)

    from plyground.terminal import tables

    game = plyground.game("gomoku", size=9)
    session = tables.open_session(game, {"black": "person", "white": "random"})
    at_table(steps, session, folder=tmp_path)


def test_every_key_of_the_bar_is_bound_and_can_be_clicked(tmp_path: Path) -> None:
    bound = {key for binding in keys.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]
    names = {"?": "question_mark", "Enter": "enter", "Space": "space", "Arrows": "up"}
    sessions = [sit("go"), sit("go", COUNTED, size=5), sit("othello", white=First())]
    sessions[2].resign()
    for session in [*sessions, sit("go", black=First(), white=First())]:
        for key in keys.keys_now(session, "play", paused=False):
            assert names.get(key.key, key.key) in bound

    async def steps(seat: Seat) -> None:
        line = seat.shown("#keys").splitlines()[0]
        await seat.pilot.click("#keys", offset=(1 + line.index("? help"), 0))
        await seat.pilot.pause()
        assert isinstance(seat.app.screen, TextPage)

    at_table(steps, sit("go", size=9), folder=tmp_path)


def test_every_action_is_on_the_help_page() -> None:
    for binding in keys.BINDINGS:
        first = binding.key.split(",")[0]  # type: ignore[union-attr]
        if len(first) == 1 and first.isalpha():
            assert any(
                f" {first}  " in f" {line}" or f" {first} " in f" {line} "
                for line in keys.HELP.splitlines()
            ), first


async def play_out(seat: Seat) -> None:
    """A person who plays by mouse and keys until the game is over."""
    while seat.stage() == "playing":
        await seat.until(lambda: seat.session.thinker is None or seat.stage() != "playing")
        if seat.stage() != "playing":
            break
        moves = seat.session.position.view()["moves"]
        move = moves[len(moves) // 2]
        before = seat.session.record.current
        if move["kind"] == "pass":
            await seat.press("p")
        elif move["kind"] == "drop":
            held = [h["kind"] for h in seat.session.position.view()["hands"]]
            mine = [
                hand["kind"]
                for hand in seat.session.position.view()["hands"]
                if hand["owner"] == seat.session.position.turn
            ]
            assert move["piece"] in held
            await seat.press(str(mine.index(str(move["piece"])) + 1))
            await seat.click(str(move["to"]))
        else:
            if move["from"]:
                await seat.click(move["from"])
            await seat.click(str(move["to"]))
        assert seat.session.record.current is not before, move
    if seat.stage() == "counting":
        await seat.press("a")
    assert seat.stage() == "over"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("robogo", {"size": 4, "line": 3}),
        ("gomoku", {"size": 5, "line": 4}),
        ("othello", {"size": 4}),
        ("dobutsu", {}),
        ("go", {"size": 3, "max_moves": 12}),
    ],
)
def test_a_whole_game_of_each_kind(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    session = sit(game, white=EnginePlayer("random:seed=4"), folder=tmp_path, **options)

    async def steps(seat: Seat) -> None:
        await play_out(seat)
        told = seat.shown("#message")
        assert told.startswith(("You win", "You lose", "A draw"))

    at_table(steps, session, folder=tmp_path)
    assert session.path is not None
    assert load_records(session.path)[0].result == session.record.result


def test_a_game_written_in_python_needs_nothing_more(tmp_path: Path) -> None:
    if "tictactoe" not in plyground.games():
        plyground.load(Path(__file__).parents[2] / "examples" / "tictactoe.py")

    async def steps(seat: Seat) -> None:
        await play_out(seat)

    session: Session = sit("tictactoe", white=EnginePlayer("random:seed=1"))
    at_table(steps, session, folder=tmp_path)


def test_n_leads_to_the_choice_and_back(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("n")
        assert isinstance(seat.app.screen, StartScreen)
        await seat.press("escape")
        assert seat.moves() == ("f5",)

    at_table(steps, sit("othello", "f5"), folder=tmp_path)
