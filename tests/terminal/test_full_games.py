"""The full screen: whole games, from the first move to the next game."""

from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.engine.game import Position
from plyground.players.player import EnginePlayer
from plyground.records.journal import load_records
from plyground.session import setup
from plyground.session.session import Session
from plyground.terminal.full.start import StartScreen
from tests.conftest import deep_after
from tests.terminal.seats import First, Seat, Slow, new_session, on_screen


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

    session = new_session("othello", size=4, black=First(), white=First())
    on_screen(steps, session, folder=tmp_path, pace=0.2)


def test_two_computers_count_go_by_themselves(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.until(lambda: seat.stage() == "over")
        assert "black wins: two passes" in seat.shown("#message")

    session = new_session("go", size=5, black=First("C3", "pass"), white=First("pass", "pass"))
    on_screen(steps, session, folder=tmp_path)


def test_a_computer_that_breaks_down_does_not_end_the_game(tmp_path: Path) -> None:
    class Broken(First):
        def choose(self, *_: object, **__: object) -> plyground.Answer:
            raise ValueError("out of paper")

    async def steps(seat: Seat) -> None:
        await seat.play("h8")
        await seat.until(lambda: "can't play: out of paper." in seat.shown("#message"))
        await seat.press("u")
        assert seat.session.position.ply == 0
        await seat.play("h7")
        await seat.until(lambda: "can't play: out of paper." in seat.shown("#message"))

    on_screen(steps, new_session("gomoku", white=Broken()), folder=tmp_path)


def test_a_rematch_changes_colours(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("b")
        assert "when this game is over" in seat.shown("#message")
        await seat.press("g", "b")
        await seat.until(lambda: seat.session.people == ["white"])
        await seat.until(lambda: len(seat.moves()) == 1)

    game = plyground.game("gomoku", size=9)
    session = setup.open_session(game, {"black": "person", "white": "random"})
    on_screen(steps, session, folder=tmp_path)


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
    deep_after(
        3,
        [
            ("go", {"size": 3, "max_moves": 12}),
            ("gomoku", {"size": 5, "line": 4}),
            ("othello", {"size": 4}),
            ("dobutsu", {}),
            ("robogo", {"size": 4, "line": 3}),
        ],
    ),
)
def test_a_whole_game_of_each_kind(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    session = new_session(game, white=EnginePlayer("random:seed=4"), folder=tmp_path, **options)

    async def steps(seat: Seat) -> None:
        await play_out(seat)
        message = seat.shown("#message")
        assert message.startswith(("You win", "You lose", "A draw"))

    on_screen(steps, session, folder=tmp_path)
    assert session.path is not None
    assert load_records(session.path)[0].result == session.record.result


def test_a_game_written_in_python_needs_nothing_more(tmp_path: Path) -> None:
    if "tictactoe" not in plyground.all_games():
        plyground.load(Path(__file__).parents[2] / "examples" / "tictactoe.py")

    async def steps(seat: Seat) -> None:
        await play_out(seat)

    session: Session = new_session("tictactoe", white=EnginePlayer("random:seed=1"))
    on_screen(steps, session, folder=tmp_path)


def test_n_key_opens_and_closes_the_choice_of_games(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("n")
        assert isinstance(seat.app.screen, StartScreen)
        await seat.press("escape")
        assert seat.moves() == ("f5",)

    on_screen(steps, new_session("othello", "f5"), folder=tmp_path)


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

    on_screen(steps, new_session("go", "D4"), folder=tmp_path)
    assert "B[dp]" in (tmp_path / "copy.sgf").read_text()


def test_quitting_while_the_computer_thinks_leaves_nothing_behind(tmp_path: Path) -> None:
    slow = Slow()

    async def steps(seat: Seat) -> None:
        await seat.until(lambda: slow.asked == 1)
        await seat.press("q")

    on_screen(steps, new_session("othello", black=slow), folder=tmp_path)
    assert slow.answered == 1


def test_two_computers_need_no_cursor_and_answer_every_key(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert "[" not in seat.board()
        for key in ("d", "p", "h", "m", "1"):
            seat.table.say("")
            await seat.press(key)
            assert seat.shown("#message") == "Two computers play this game; Space pauses.", key
        await seat.press("space", "p")
        assert seat.shown("#message") == "Two computers play this game; Space goes on."

    on_screen(
        steps, new_session("go", size=9, black=Slow(), white=Slow()), folder=tmp_path, pace=9.0
    )


def test_a_background_error_is_a_sentence(tmp_path: Path) -> None:
    class Rude(First):
        def accepts_draw(self, position: Position) -> bool:
            raise ZeroDivisionError(position)

    async def steps(seat: Seat) -> None:
        await seat.press("d")
        await seat.until(lambda: "wants to play on" in seat.shown("#message"))

    on_screen(steps, new_session("gomoku", white=Rude()), folder=tmp_path)
