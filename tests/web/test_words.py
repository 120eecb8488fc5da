"""Sentences that the page shows about a game."""

from plyground.web import desk, words
from plyground.web.sheet import Sheet


def why_not(sheet: Sheet, move: str) -> str:
    """What the page says about a move that the rules refuse."""
    try:
        desk.LocalDesk().act(sheet, "move", {"move": move})
    except desk.Refused as refused:
        return words.refusal(refused.code, refused.arguments, refused.sentence)
    raise AssertionError(f"{move} is legal")


def test_a_piece_that_cannot_go_there_is_named() -> None:
    assert why_not(Sheet("dobutsu"), "c1a4") == "The giraffe on c1 can't go to a4."


def test_a_piece_that_cannot_promote_is_named() -> None:
    sentence = why_not(Sheet("dobutsu"), "b2b3+")
    assert sentence == "The chick on b2 does not promote with that move."


def test_a_piece_that_is_not_in_hand_is_named() -> None:
    assert why_not(Sheet("dobutsu"), "C*b3") != ""
    assert words.refusal("not_in_hand", {"piece": "chick"}, "") == "You have no chick in hand."


def test_a_kind_of_a_game_written_in_python_is_told_as_it_is() -> None:
    assert words.piece_name("griffin") == "griffin"
