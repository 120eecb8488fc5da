"""Sentences on pages about a game."""

from typing import cast

from plyground.engine.view import ResultView, Turn
from plyground.web.contract.jobs import HintData, HintWords
from plyground.web.game_service import service
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import sentences


def why_not(stored: StoredGame, move: str) -> str:
    """The page's sentence about an illegal move."""
    try:
        service.LocalGameService().act(stored, "move", {"move": move})
    except service.Refused as refused:
        return sentences.refusal(refused.code, refused.arguments, refused.sentence)
    raise AssertionError(f"{move} is legal")


def test_a_piece_that_cannot_go_there_is_named() -> None:
    assert why_not(StoredGame("dobutsu"), "c1a4") == "The giraffe on c1 can't go to a4."


def test_a_piece_that_cannot_promote_is_named() -> None:
    sentence = why_not(StoredGame("dobutsu"), "b2b3+")
    assert sentence == "The chick on b2 does not promote with that move."


def test_a_piece_that_is_not_in_hand_is_named() -> None:
    assert why_not(StoredGame("dobutsu"), "C*b3") != ""
    assert sentences.refusal("not_in_hand", {"piece": "chick"}, "") == "You have no chick in hand."


def test_piece_kinds_of_python_games_are_shown_unchanged() -> None:
    assert sentences.piece_name("griffin") == "griffin"


def hint(**data: object) -> HintWords:
    """A minimal hint, with the given fields."""
    usual = {"chance": 0.6, "mate": None, "exact": False, "area": ["a1"], "move": "a1", "why": []}
    line = {"pv": ["a1", "b1", "c1", "d1", "e1"], "threats": [""] * 5}
    found = {**usual, **line, **data}
    return sentences.hint_words(cast(HintData, found))


def test_a_hint_names_the_threat_that_its_move_makes() -> None:
    why = hint(threats=["four_three", "", "", "", ""])["why"]
    assert why.startswith("It makes a four and an open three.")
    assert "force" not in why


def test_a_forced_win_is_shown_with_the_forced_replies() -> None:
    won = {"mate": 5, "chance": 1.0, "exact": True}
    why = hint(threats=["four", "", "open_four", "three", ""], **won)["why"]
    assert why == "It makes a four. The win by force: a1 (a four) b1, c1 (an open four) d1, e1."
    quiet = hint(threats=["", "", "open_four", "", ""], **won)["why"]
    assert "Then expect: b1 c1 d1." in quiet


def test_a_hint_names_two_reasons_and_explains_them_apart() -> None:
    rows = [{"name": f"open_{n}", "sentence": f"Long {n}.", "gain": 1.5} for n in ("a", "b", "c")]
    words = hint(why=rows)
    assert words["why"] == "Good for: open a, open b. Then expect: b1 c1 d1."
    assert words["terms"] == [
        {"name": "open a +1.5", "sentence": "Long a."},
        {"name": "open b +1.5", "sentence": "Long b."},
    ]


def test_hint_without_reasons_has_a_sentence() -> None:
    assert {**hint(pv=["a1"]), "area": ""} == {
        "area": "",
        "move": "Try a1. A winning chance of about 60%.",
        "why": "It pays off later.",
        "terms": [],
    }


def test_forced_win_is_counted_in_moves_of_the_winner() -> None:
    assert hint(mate=1)["move"] == "Try a1. It wins at once."
    assert hint(mate=3)["move"] == "Try a1. It wins in 2 moves."
    assert hint(mate=-4)["move"] == "Try a1. Every move loses; this one lasts longest."


def ending(people: list[Turn], margin: float | None) -> str:
    """The sentence after White's win."""
    result: ResultView = {
        "winner": "white",
        "code": "two_passes",
        "reason": "",
        "margin": margin,
    }
    return sentences.ended(result, people, {})


def test_a_result_with_a_margin_is_worded_for_the_person() -> None:
    assert ending(["white"], 2.5) == "You win by 2.5: both passed."
    assert ending(["black"], 2.5) == "You lose by 2.5: both passed."
    assert ending(["black", "white"], 2.5) == "White wins by 2.5: both passed."
    assert ending(["black"], None) == "You lose: both passed."
