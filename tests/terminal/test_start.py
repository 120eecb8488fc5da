"""The selection before a game, on the full screen."""

from pathlib import Path

import pytest

import plyground
from plyground.engine import registry
from plyground.engine.options import Option
from plyground.terminal.full.game import GameScreen
from plyground.terminal.full.pages import TextPage
from plyground.terminal.full.start import Row, StartScreen, values_of
from tests.terminal.seats import First, Seat, new_session, on_screen


def rows(seat: Seat) -> dict[str, Row]:
    assert isinstance(seat.app.screen, StartScreen)
    return {row.title: row for row in seat.app.screen.rows}


async def choose(seat: Seat, game: str) -> None:
    """Steps through the games until this one is shown."""
    for _ in plyground.all_games():
        if rows(seat)["Game"].value == game:
            return
        await seat.press("right")
    raise AssertionError(game)


@pytest.mark.parametrize("game", ["robogo", "gomoku", "go", "othello", "dobutsu", "connect_four"])
def test_enter_begins_any_game_and_you_are_black(tmp_path: Path, game: str) -> None:
    async def steps(seat: Seat) -> None:
        await choose(seat, game)
        assert plyground.game(game).title in seat.shown("#about")
        await seat.press("enter")
        assert seat.session.game == plyground.game(game)
        assert seat.session.people == ["black"]
        assert seat.session.who("white") == "level 2"

    on_screen(steps, folder=tmp_path)


def test_options_and_players_are_changed_by_arrows(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await choose(seat, "gomoku")
        await seat.press("down", "right", "down", "left", "left", "down", "left", "left", "pageup")
        assert rows(seat)["size"].value == 3
        assert seat.shown("#about") == "size: The number of rows and columns."
        await seat.press("pagedown", "up")
        assert "person" in rows(seat)["White"].shown()
        await seat.press("enter")
        assert seat.session.game == plyground.game("gomoku", size=13)
        assert seat.session.who("black") == "level 1"
        assert seat.session.people == ["white"]

    on_screen(steps, folder=tmp_path)


def test_conflicting_options_are_reported_and_no_game_begins(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await choose(seat, "gomoku")
        await seat.press("up", "left")
        assert rows(seat)["rule"].value == "renju"
        await seat.press("up", "left")
        assert "line" in seat.shown("#about")
        await seat.press("enter")
        assert isinstance(seat.app.screen, StartScreen)

    on_screen(steps, folder=tmp_path)


def test_a_click_on_an_arrow_changes_a_row(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        row = rows(seat)["White"]
        await seat.pilot.click(row, offset=(30, 0))
        assert row.value == "level:3"
        await seat.pilot.click(row, offset=(20, 0))
        await seat.pilot.click(row, offset=(20, 0))
        assert row.value == "level:1"

    on_screen(steps, folder=tmp_path)


def test_the_last_game_is_offered_and_resumed(tmp_path: Path) -> None:
    old = new_session("othello", "f5 d6", folder=tmp_path)

    async def steps(seat: Seat) -> None:
        assert "continue the last game (Othello, 2 moves)" in seat.shown("#keys")
        await seat.press("w")
        assert isinstance(seat.app.screen, GameScreen)
        assert seat.session.path == old.path
        assert seat.session.record.moves == ("f5", "d6")

    on_screen(steps, folder=tmp_path)


def test_without_an_unfinished_game_nothing_is_offered(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        assert "last game" not in seat.shown("#keys")
        await seat.press("w", "escape")
        assert isinstance(seat.app.screen, StartScreen)

    on_screen(steps, folder=tmp_path)


def test_rules_help_and_colours(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        for key in ("i", "question_mark"):
            await seat.press(key)
            assert isinstance(seat.app.screen, TextPage)
            await seat.press("escape")
        before = seat.app.theme
        await seat.press("t")
        assert seat.app.theme != before
        await seat.press("q")

    on_screen(steps, folder=tmp_path)


def test_another_game_ends_the_running_search(tmp_path: Path) -> None:
    async def steps(seat: Seat) -> None:
        await seat.press("n", "enter")
        await seat.until(lambda: seat.session.game.name == "othello")
        assert seat.session.record.moves == ()

    on_screen(steps, new_session("othello", "f5", white=First()), folder=tmp_path)


@pytest.mark.parametrize("default", [0.3, 1e-6, 7.25])
def test_an_odd_default_is_among_the_values(default: float) -> None:
    for low, high in ((0.0, 10.0), (None, None), (-1e9, 1e9)):
        values = values_of(Option("x", "", "float", default, low=low, high=high))
        assert default in values
        assert list(values) == sorted(values)  # type: ignore[type-var]
        assert len(values) < 200_000


_ODD = """
    name = "odd"
    options = (plyground.engine.options.Option("share", "How much.", "float", 0.3, low=0, high=1),)

    @classmethod
    def start(cls, share: float) -> "TicTacToe":
        return cls()
"""


def test_a_game_with_an_odd_default_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    example = Path(__file__).parents[2] / "examples" / "tictactoe.py"
    text = example.read_text().replace('    name = "tictactoe"', _ODD)
    file = tmp_path / "odd.py"
    file.write_text(text)
    plyground.load(file)

    async def steps(seat: Seat) -> None:
        await choose(seat, "odd")
        assert rows(seat)["share"].value == 0.3
        await seat.press("enter")
        assert seat.session.game.values["share"] == 0.3

    on_screen(steps, folder=tmp_path)


def test_the_values_of_options() -> None:
    assert list(values_of(Option("n", "", "int", 7, low=-3, high=-1, may_be_none=True)))[:2] == [
        None,
        -3,
    ]
    assert list(values_of(Option("komi", "", "float", 0.5, low=0, high=1))) == [0.0, 0.5, 1.0]
    assert list(values_of(Option("most", "", "int", None, low=1, high=2, may_be_none=True))) == [
        None,
        1,
        2,
    ]
    for game in plyground.all_games().values():
        for option in game.options:
            assert option.default in values_of(option)
