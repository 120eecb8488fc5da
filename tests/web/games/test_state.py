"""The commands that a state allows."""

from plyground.web.contract.games import State
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import state
from plyground.web.games.models import Game


def state_of(stored: StoredGame, **fields: object) -> State:
    """The state of a game that is not stored."""
    return state.build(Game(pk="g", name=stored.game, visitor="v", **fields), stored)


PLAYED = (Step("f5"), Step("d6"))


def test_a_spectator_of_two_computers_can_not_undo() -> None:
    can = state_of(StoredGame("othello", black="level:1", white="level:2", moves=PLAYED, at=1))[
        "can"
    ]
    assert not any(can.values()), can


def test_a_person_takes_back_and_plays_again() -> None:
    can = state_of(StoredGame("othello", moves=PLAYED, at=1))["can"]
    assert (can["undo"], can["redo"]) == (True, True)


def test_a_strict_game_takes_nothing_back_and_gives_no_hints() -> None:
    can = state_of(StoredGame("othello", moves=PLAYED, at=1), strict=True)["can"]
    assert [name for name, able in can.items() if able] == ["resign", "draw"]


def test_earlier_position_includes_its_text() -> None:
    seen = LocalGameService().look(StoredGame("othello", moves=PLAYED, at=2), 1)
    assert seen["position"] == "8/8/8/3ox3/3xxx2/8/8/8 w"
