"""The full screen: moves by keys and mouse, and all other commands."""

from pathlib import Path

from plyground.players.player import EnginePlayer
from plyground.terminal.full.pages import ChoicePage, LinePage
from tests.terminal.seats import COUNTED, PASSING, First, Seat, Slow, new_session, on_screen


def test_arrows_and_enter_place_a_stone_and_the_computer_replies(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert seat.shown("#message") == "Your turn."
        await seat.press("up", "left", "left", "down", "right", "enter")
        await seat.until(lambda: len(seat.moves()) == 2)
        assert seat.moves() == ("D5", "A9")
        assert "1. D5 A9" in seat.shown("#moves")

    on_screen(steps, new_session("go", size=9, white=First("A9")), folder=tmp_path)


def test_a_click_plays_and_a_refused_move_says_why_at_once(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.click("a1")
        assert "flips nothing" in seat.shown("#message")
        await seat.click("f5")
        assert seat.moves() == ("f5",)
        await seat.press("space")
        assert "already a piece on f5" in seat.shown("#message")
        await seat.press("p")
        assert "may not pass" in seat.shown("#message")

    on_screen(steps, new_session("othello"), folder=tmp_path)


def test_pieces_are_picked_up_put_down_and_dropped(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.click("b2")
        assert seat.table.scene.pointer.selected == "b2"
        assert "the chick on b2" in seat.shown("#message")
        await seat.press("escape")
        assert not seat.table.scene.pointer.selected
        await seat.click("b2")
        await seat.click("b3")
        assert seat.moves() == ("b2b3",)
        await seat.click("b4")
        await seat.click("b3")
        assert "hand: [1] chick" in seat.shown("#players")
        await seat.press("2")
        assert "pieces 1 to 1" in seat.shown("#message")
        await seat.press("1")
        assert seat.table.scene.pointer.piece == "chick"
        assert "[1 chick]" in seat.shown("#players")
        await seat.click("b2")
        assert seat.moves() == ("b2b3", "b4b3", "C*b2")
        await seat.press("3")
        assert seat.table.scene.pointer.piece is None

    on_screen(steps, new_session("dobutsu"), folder=tmp_path)


def test_a_click_on_the_hand_picks_a_piece(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        lines = seat.shown("#players").splitlines()
        y = next(at for at, line in enumerate(lines) if "[1] chick" in line)
        await seat.pilot.click("#players", offset=(lines[y].index("[1] chick") + 2, y))
        await seat.pilot.pause()
        assert seat.table.scene.pointer.piece == "chick"

    on_screen(steps, new_session("dobutsu", "b2b3 b4b3"), folder=tmp_path)


def test_undo_and_redo_against_the_computer(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("u")
        assert seat.shown("#message") == "There is no move to take back."
        await seat.play("f5")
        await seat.until(lambda: seat.moves() == ("f5", "d6"))
        await seat.press("u")
        assert seat.session.position.ply == 0
        await seat.press("r")
        assert seat.session.position.ply == 2
        await seat.press("r")
        assert seat.shown("#message") == "There is no move to redo."
        await seat.press("backspace")
        assert seat.session.position.ply == 0

    on_screen(steps, new_session("othello", white=First("d6")), folder=tmp_path)


def test_undo_while_the_computer_thinks_cancels_it(tmp_path: Path) -> None:
    slow = Slow()

    async def steps(seat: Seat) -> None:
        await seat.play("f5")
        await seat.until(lambda: slow.asked == 1)
        await seat.until(lambda: "first is thinking" in seat.shown("#thoughts"))
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

    on_screen(steps, new_session("othello", white=slow), folder=tmp_path)
    assert slow.asked == slow.answered, "nobody is left thinking"


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

    on_screen(steps, new_session("gomoku"), folder=tmp_path)


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

    on_screen(steps, new_session("dobutsu", position="gl1/1C1/3/ELG[Ce] b"), folder=tmp_path)


def test_the_computers_own_evaluation_is_shown(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("e")
        await seat.play("f5")
        await seat.until(lambda: len(seat.moves()) == 2)
        assert seat.session.record.current.evaluation is not None

    engine = EnginePlayer("alphabeta:depth=2")
    on_screen(steps, new_session("othello", white=engine), folder=tmp_path)


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

    on_screen(steps, new_session("gomoku", white=First()), folder=tmp_path)


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
        assert seat.session.result_text() == "A draw: both sides agreed."

    on_screen(refused, new_session("gomoku", white=First()), folder=tmp_path)
    on_screen(accepted, new_session("gomoku", white=First(draws=True)), folder=tmp_path)
    on_screen(people, new_session("gomoku"), folder=tmp_path)


def test_counting_in_go_by_keys_and_mouse(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert "Both sides passed." in seat.shown("#message")
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
        assert "no count to leave" in seat.shown("#message")
        await seat.press("a")
        assert "counted after two passes" in seat.shown("#message")
        await seat.press("p", "p")
        assert seat.stage() == "counting"
        await seat.until(lambda: bool(seat.session.dead))
        await seat.press("a")
        assert "black wins: two passes: black by 24.5." in seat.shown("#message")

    on_screen(steps, new_session("go", COUNTED, size=5, komi=0.5), folder=tmp_path)


def test_a_forced_pass_is_announced_and_enter_plays_it(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert "you must pass: press p" in seat.shown("#message")
        await seat.press("enter")
        assert seat.moves()[-1] == "pass"

    on_screen(steps, new_session("othello", PASSING, size=4), folder=tmp_path)


def test_a_beginner_may_press_enter_at_once(tmp_path: Path) -> None:
    async def black(seat: Seat) -> None:
        await seat.press("enter")
        assert len(seat.moves()) == 1

    async def white(seat: Seat) -> None:
        await seat.until(lambda: len(seat.moves()) == 1)
        await seat.press("enter")
        assert len(seat.moves()) >= 2

    on_screen(black, new_session("othello"), folder=tmp_path)
    on_screen(white, new_session("othello", black=First("f5", "f6")), folder=tmp_path)


def test_a_pass_of_the_other_side_is_announced(tmp_path: Path) -> None:
    async def computer(seat: Seat) -> None:
        await seat.until(lambda: seat.moves()[-1] == "pass")
        assert seat.shown("#message") == "White passed. Your turn."

    async def people(seat: Seat) -> None:
        await seat.press("p")
        assert seat.shown("#message") == "Black passed. White to move."

    on_screen(
        computer, new_session("othello", PASSING, size=4, white=First("pass")), folder=tmp_path
    )
    on_screen(people, new_session("robogo"), folder=tmp_path)


def test_a_hint_is_played_by_enter(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("h")
        await seat.until(lambda: "Enter plays it." in seat.shown("#thoughts"))
        assert seat.table.scene.pointer.cursor == "b4"
        assert "<" in seat.board(), "the piece is picked up"
        await seat.press("enter")
        assert seat.moves() == ("b3b4+",)

    on_screen(steps, new_session("dobutsu", position="gl1/1C1/3/ELG[Ce] b"), folder=tmp_path)
