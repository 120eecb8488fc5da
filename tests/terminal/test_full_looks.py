"""The full screen: its content, its colours and sizes, and its key hints."""

from pathlib import Path

import pytest

from plyground.session.session import Session
from plyground.terminal.full import keys
from plyground.terminal.full.game import GameScreen
from plyground.terminal.full.pages import TextPage
from plyground.terminal.full.scene import Scene
from plyground.terminal.full.themes import LOOKS
from plyground.terminal.glyphs import DRAWN
from plyground.terminal.picture import Pointer
from plyground.terminal.touch import central
from tests.conftest import deep_after
from tests.terminal.seats import COUNTED, First, Seat, Slow, new_session, on_screen


def test_the_board_can_be_turned(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        before = seat.board()
        await seat.press("f")
        assert seat.board().index("LION") < seat.board().index("lion")
        await seat.press("f")
        assert seat.board() == before

    on_screen(steps, new_session("dobutsu"), folder=tmp_path)


def test_the_board_turns_towards_the_person(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.until(lambda: len(seat.moves()) == 1)
        assert seat.board().index("LION") < seat.board().index("lion")

    on_screen(steps, new_session("dobutsu", black=First()), folder=tmp_path)


@pytest.mark.parametrize(
    "game", deep_after(2, ["go", "dobutsu", "connect_four", "robogo", "gomoku", "othello"])
)
def test_every_theme_shows_every_game(tmp_path: Path, game: str) -> None:
    async def steps(seat: Seat) -> None:
        shots = set()
        for name in [*LOOKS][1:] + [*LOOKS][:1]:
            await seat.press("t")
            assert seat.app.theme == name
            assert seat.shown("#message") == f"Colours: {name}."
            shots.add(seat.app.export_screenshot())
        assert len(shots) == len(LOOKS)

    on_screen(steps, new_session(game), folder=tmp_path, theme="dark")


def test_no_color_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def steps(seat: Seat) -> None:
        assert seat.app.theme == "plain"
        await seat.click("C3")
        await seat.click("B3")
        assert "●" in seat.board()
        assert "○" in seat.board()

    on_screen(steps, new_session("go", size=9), folder=tmp_path)


def test_a_poor_encoding_gets_ascii_only(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.click("C3")
        assert seat.board().isascii()
        assert "(X)" in seat.board() or "[X]" in seat.board()
        for part in ("#title", "#players", "#message", "#moves", "#keys"):
            assert seat.shown(part).isascii()

    on_screen(steps, new_session("go", size=9), folder=tmp_path, theme="plain", encoding="ascii")


def test_smaller_terminals_get_smaller_boards_or_a_message(tmp_path: Path) -> None:
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

    on_screen(steps, new_session("othello"), folder=tmp_path)


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

    on_screen(steps, new_session(game, size=19), folder=tmp_path)


def scene(session: Session) -> Scene:
    """The scene of a session at its beginning."""
    view = session.position.view()
    return Scene(session, DRAWN, view, Pointer(cursor=central(view)))


def shown_keys(session: Session) -> dict[str, str]:
    return {key.key: key.word for key in keys.keys_now(scene(session))}


def test_only_keys_that_do_something_are_shown() -> None:
    beginning = shown_keys(new_session("othello", white=First()))
    assert beginning["Enter"] == "play d3"
    assert not {"u", "r", "p"} & set(beginning)
    thinking = shown_keys(new_session("othello", "f5", white=First()))
    assert "u" in thinking
    assert not {"Enter", "h", "m", "d", "l", "p", "r"} & set(thinking)
    session = new_session("othello", "f5 d6", white=First())
    session.undo()
    assert "r" in shown_keys(session)
    watching = shown_keys(new_session("go", black=First(), white=First()))
    assert "Space" in watching
    assert not {"Enter", "Arrows", "u", "p", "d", "h", "m", "g"} & set(watching)
    assert "p" in shown_keys(new_session("go"))
    assert shown_keys(new_session("dobutsu"))["Enter"] == "pick up b2"


def test_the_board_keeps_its_size_while_the_keys_change(tmp_path: Path) -> None:
    slow = Slow()

    async def steps(seat: Seat) -> None:
        before = len(seat.board())
        await seat.press("enter")
        await seat.until(lambda: slow.asked == 1)
        assert "Enter" not in seat.shown("#keys")
        assert len(seat.board()) == before

    for size in ((80, 24), (100, 30)):
        slow = Slow()
        on_screen(steps, new_session("othello", white=slow), folder=tmp_path, size=size)


@pytest.mark.parametrize("size", [(80, 24), (60, 16)])
def test_a_long_page_keeps_its_foot(tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("question_mark")
        await seat.pilot.pause()
        foot = seat.app.screen.query_one(".page-foot")
        assert foot.region.bottom < size[1]
        assert foot.region.height == 1
        assert ("Up, Down: scroll" in seat.shown(".page-foot")) == (size[1] < 24)
        assert "Esc or Enter: back" in seat.shown(".page-foot")

    on_screen(steps, new_session("othello"), folder=tmp_path, size=size)


def test_go_shows_prisoners_while_it_is_played_and_points_when_it_is_counted(
    tmp_path: Path,
) -> None:
    async def playing(seat: Seat) -> None:
        assert "captured 0 white" in seat.shown("#players")
        assert "point" not in seat.shown("#players")
        await seat.press("e")
        assert "25 points" in seat.shown("#players")

    async def counting(seat: Seat) -> None:
        assert "points" in seat.shown("#players")

    on_screen(playing, new_session("go", "C3", size=5), folder=tmp_path)
    on_screen(counting, new_session("go", COUNTED, size=5), folder=tmp_path)


def test_a_game_that_is_not_saved_says_so_all_the_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")

    async def steps(seat: Seat) -> None:
        assert "NOT saved" not in seat.shown("#title")
        await seat.press("enter")
        assert "NOT saved: Not a directory." in seat.shown("#message")
        await seat.press("right", "enter")
        assert "NOT saved" in seat.shown("#title")
        assert seat.app.last_words() == "The game is NOT saved: Not a directory."
        await seat.press("question_mark")
        texts = [str(part.render()) for part in seat.app.screen.query("Static")]
        assert any("q  quit; the game is NOT saved: Not a directory" in text for text in texts)

    on_screen(steps, new_session("gomoku", folder=blocked / "games"), folder=tmp_path)


def test_every_key_of_the_bar_is_bound_and_can_be_clicked(tmp_path: Path) -> None:
    bound = {key for binding in keys.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]
    names = {"?": "question_mark", "Enter": "enter", "Space": "space", "Arrows": "up"}
    sessions = [
        new_session("go"),
        new_session("go", COUNTED, size=5),
        new_session("othello", white=First()),
    ]
    sessions[2].resign()
    for session in [*sessions, new_session("go", black=First(), white=First())]:
        for key in keys.keys_at_most(scene(session)):
            assert names.get(key.key, key.key) in bound

    async def steps(seat: Seat) -> None:
        line = seat.shown("#keys").splitlines()[0]
        await seat.pilot.click("#keys", offset=(1 + line.index("? help"), 0))
        await seat.pilot.pause()
        assert isinstance(seat.app.screen, TextPage)

    on_screen(steps, new_session("go", size=9), folder=tmp_path)


def test_every_action_is_on_the_help_page() -> None:
    for binding in keys.BINDINGS:
        first = binding.key.split(",")[0]  # type: ignore[union-attr]
        if len(first) == 1 and first.isalpha():
            assert any(
                f" {first}  " in f" {line}" or f" {first} " in f" {line} "
                for line in keys.HELP.splitlines()
            ), first


def test_rules_and_help_open_and_close(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        for key, words in (("i", "lion"), ("question_mark", "choose a piece in your hand")):
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

    on_screen(steps, new_session("dobutsu"), folder=tmp_path)


def test_legal_moves_are_shown_and_hidden(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert seat.board().count("•") == 4
        await seat.press("l")
        assert seat.board().count("•") == 0
        assert seat.shown("#message") == "Legal moves hidden."
        await seat.press("l")
        assert seat.board().count("•") == 4

    on_screen(steps, new_session("othello"), folder=tmp_path)
