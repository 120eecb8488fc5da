"""Composed positions: the boards that every game can write, and invalid ones."""

from pathlib import Path

import pytest

import plyground
from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.learn import editing
from plyground.learn.editing import Unwritable
from plyground.web.game_service import analysis_service
from plyground.web.game_service.commands import Refused
from tests.project import ROOT

NATIVE = ["go", "gomoku", "othello", "robogo", "dobutsu", "connect_four"]


def again(position: Position) -> str:
    """The text of a position composed from its view."""
    view = position.view()
    pieces = {one["at"]: (str(one["owner"]), one["kind"]) for one in view["pieces"]}
    hands = {(str(one["owner"]), one["kind"]): one["count"] for one in view["hands"]}
    return editing.write(position.game, pieces, hands, position.turn)


@pytest.mark.parametrize("name", NATIVE)
def test_edited_positions_use_the_games_own_notation(name: str) -> None:
    game = plyground.game(name)
    position = game.start()
    for ply in range(40):
        if position.result() is not None:
            break
        text, _, words = position.to_text().partition(" ")
        assert again(position).split()[:2] == [text, words.split()[0]]
        moves = [move for move in position.moves() if move != "pass"] or position.moves()
        position = position.play(moves[(5 * ply + 3) % len(moves)])


def test_a_hen_is_a_chick_with_a_plus() -> None:
    game = plyground.game("dobutsu")
    text = "1+Cl/3/3/1L1[cG] b"
    assert again(game.position(text)) == game.position(text).to_text()


@pytest.mark.parametrize(
    ("pieces", "hands", "sentence"),
    [
        ({"z9": ("black", "stone")}, {}, "no point 'z9'"),
        ({"A1": ("black", "queen")}, {}, "no black queen"),
        ({}, {("black", "stone"): 1}, "A hand can't hold"),
    ],
)
def test_squares_and_pieces_outside_the_game_are_refused(
    pieces: dict[str, tuple[str, str]], hands: dict[tuple[str, str], int], sentence: str
) -> None:
    with pytest.raises(Unwritable, match=sentence):
        editing.write(plyground.game("go", size=5), pieces, hands, "black")


@pytest.fixture
def secretive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in Python with its own format for positions."""
    source = (ROOT / "examples" / "tictactoe.py").read_text(encoding="utf-8")
    source = source.replace('name = "tictactoe"', 'name = "secretive"')
    source = source.replace(
        "return plyground.board_text(self.board(), self.turn)",
        'return f"{self.squares}, {self.turn} moves"',
    )
    source = source.replace(
        "rows, turn = plyground.read_board(text, rows=3, columns=3)",
        'rows, turn = text.split(" moves")[0].split(", ")',
    )
    monkeypatch.setattr(registry, "_registry", registry.Registry())  # nobody else sees it
    file = tmp_path / "secretive.py"
    file.write_text(source, encoding="utf-8")
    plyground.load(file)
    return plyground.game("secretive")


def test_game_with_another_notation_is_set_up_by_playing(secretive: Game) -> None:
    position = secretive.start().play("b2")
    assert secretive.position(position.to_text()).to_text() == position.to_text()
    assert editing.letters(secretive) is None
    with pytest.raises(Unwritable, match="by playing"):
        editing.write(secretive, {}, {}, "black")
    assert analysis_service.palette("secretive", {}) == {"kinds": [], "hands": []}
    with pytest.raises(Refused, match="can only be reached by playing"):
        analysis_service.compose("secretive", {}, [], [], "black")
