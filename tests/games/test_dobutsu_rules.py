"""Dobutsu shogi: pieces, hands, tries, repetition, notation."""

import pytest

import plyground
from tests.games import code

# Black's lion is about to enter next to a giraffe that could capture it.
UNSAFE_ENTRY = "1g1/L2/2l/3[-] b"
SAFE_ENTRY = "3/L2/2l/3[-] b"


def read(text: str, **options: object) -> plyground.Position:
    return plyground.game("dobutsu", **options).position(text)


def start(**options: object) -> plyground.Position:
    return plyground.game("dobutsu", **options).start()


def outcome(position: plyground.Position) -> str | None:
    result = position.result()
    assert result is None or result.margin is None
    return None if result is None else str(result)


def targets(position: plyground.Position, square: str) -> set[str]:
    """The targets of the piece on a square."""
    moves = [move for move in position.view()["moves"] if move["from"] == square]
    return {str(move["to"]) for move in moves}


# Pieces

STEPS = {
    "L": "a3 b3 c3 a2 c2 a1 b1 c1",
    "G": "b3 a2 c2 b1",
    "E": "a3 c3 a1 c1",
    "C": "b3",
    "+C": "a3 b3 c3 a2 c2 b1",
}


@pytest.mark.parametrize(("piece", "squares"), [*STEPS.items()])
def test_steps_of_the_first_player(piece: str, squares: str) -> None:
    lion = "" if piece == "L" else "L"
    text = f"1l{lion or 1}/3/1{piece}1/3[-] b"
    assert targets(read(text, try_="entry"), "b2") == set(squares.split())


@pytest.mark.parametrize(("piece", "squares"), [*STEPS.items()])
def test_steps_of_the_second_player_are_turned_round(piece: str, squares: str) -> None:
    lion = "" if piece == "L" else "l"
    text = f"3/1{piece.lower()}1/3/{lion or 1}L1[-] w"
    turned = {f"{'cba'['abc'.index(square[0])]}{5 - int(square[1])}" for square in squares.split()}
    assert targets(read(text, try_="entry"), "b3") == turned


def test_start_position_is_correct() -> None:
    assert start().to_text() == "gle/1c1/1C1/ELG[-] b"
    assert sorted(start().moves()) == ["b1a2", "b1c2", "b2b3", "c1c2"]


def test_moves_do_not_wrap_around_the_edge() -> None:
    assert targets(read("1l1/3/2G/L2[-] b"), "c2") == {"c1", "b2", "c3"}


# Promotion


def test_a_chick_that_moves_onto_the_last_rank_becomes_a_hen() -> None:
    position = read("l2/1C1/3/2L[-] b")
    assert "b3b4+" in position.moves()
    assert "b3b4" not in position.moves()
    assert position.play("b3b4+").to_text() == "l+C1/3/3/2L[-] w"


def test_chick_must_promote() -> None:
    after = read("l2/1C1/3/2L[-] b").play("b3b4")
    assert after.to_text() == "l+C1/3/3/2L[-] w"
    assert after.last_move == "b3b4+"


def test_capturing_chick_promotes() -> None:
    after = read("le1/1C1/3/2L[-] b").play("b3b4+")
    assert after.to_text() == "l+C1/3/3/2L[E] w"


def test_nothing_else_promotes() -> None:
    assert code(read("l2/1G1/3/2L[-] b"), "b3b4+") == "cannot_reach"
    assert code(start(), "b2b3+") == "cannot_reach"
    assert code(read("l2/1+C1/3/2L[-] b"), "b3b4+") == "cannot_reach"


def test_the_second_player_promotes_on_rank_one() -> None:
    assert read("2l/3/c2/1L1[-] w").play("a2a1+").to_text() == "2l/3/3/+cL1[-] b"


# Hands and drops


def test_a_captured_piece_changes_sides() -> None:
    after = start().play("b2b3")
    assert after.to_text() == "gle/1C1/3/ELG[C] w"
    assert after.play("b4b3").to_text() == "g1e/1l1/3/ELG[Cc] b"


def test_a_captured_hen_is_a_chick_again() -> None:
    after = read("g1l/1+c1/1L1/3[-] b").play("b2b3")
    assert after.to_text() == "g1l/1L1/3/3[C] w"


def test_a_dropped_chick_on_the_last_rank_stays_a_chick_and_stays_put() -> None:
    after = read("1l1/3/3/1L1[C] b").play("C*a4")
    assert after.to_text() == "Cl1/3/3/1L1[-] w"
    later = after.play("b4c4")
    assert targets(later, "a4") == set()
    assert code(later, "a4a3") == "cannot_reach"


def test_a_captured_lion_goes_to_no_hand() -> None:
    after = read("3/1l1/1G1/2L[-] b").play("b2b3")
    assert after.to_text() == "3/1G1/3/2L[-] w"
    assert outcome(after) == "black wins: lion captured"


def test_drops_go_to_any_empty_square() -> None:
    position = read("1l1/3/3/1L1[E] b")
    drops = {move for move in position.moves() if move.startswith("E*")}
    squares = {f"{file}{rank}" for file in "abc" for rank in range(1, 5)} - {"b1", "b4"}
    assert drops == {f"E*{square}" for square in squares}


@pytest.mark.parametrize(("hand", "times"), [("merged", 1), ("distinct", 2)])
def test_equal_pieces_in_hand_follow_the_hand_option(hand: str, times: int) -> None:
    position = read("1l1/3/3/1L1[CC] b", hand=hand)
    assert position.moves().count("C*a2") == times
    assert position.play("C*a2").to_text() == "1l1/3/C2/1L1[C] w"


# The lion and the try


def test_the_lion_may_be_left_to_be_taken() -> None:
    position = read("1l1/1g1/3/1L1[-] b").play("b1b2")
    assert outcome(position) is None
    assert outcome(position.play("b3b2")) == "white wins: lion captured"


@pytest.mark.parametrize("rule", ["official", "entry"])
def test_a_safe_entry_wins_at_once(rule: str) -> None:
    after = read(SAFE_ENTRY, try_=rule).play("a3a4")
    result = after.result()
    assert result is not None
    assert (result.winner, result.code, result.reason) == (
        "black",
        "try",
        "lion reached the far rank",
    )
    assert after.moves() == []
    assert code(after, "c2c3") == "game_over"


@pytest.mark.parametrize("rule", ["official", "entry"])
def test_an_unsafe_entry_may_be_taken(rule: str) -> None:
    entered = read(UNSAFE_ENTRY, try_=rule).play("a3a4")
    assert outcome(entered) is None
    assert outcome(entered.play("b4a4")) == "white wins: lion captured"


def test_untaken_unsafe_entry_wins_by_the_official_rule() -> None:
    """By the official rule the try then succeeds; with try=entry only the entering move counts."""
    official = read(UNSAFE_ENTRY).play_all("a3a4 c2c3")
    assert outcome(official) == "black wins: lion reached the far rank"
    entry = read(UNSAFE_ENTRY, try_="entry").play_all("a3a4 c2c3")
    assert outcome(entry) is None


@pytest.mark.parametrize("rule", ["official", "entry"])
def test_a_reply_that_is_itself_a_try_wins(rule: str) -> None:
    after = read(UNSAFE_ENTRY, try_=rule).play_all("a3a4 c2c1")
    assert outcome(after) == "white wins: lion reached the far rank"


def test_a_reply_that_is_an_unsafe_try_does_not_help() -> None:
    """White enters where Black could capture the lion, but Black's try has already succeeded."""
    after = read("1g1/L2/2l/1G1[-] b").play_all("a3a4 c2c1")
    assert outcome(after) == "black wins: lion reached the far rank"


def test_the_second_player_tries_on_rank_one() -> None:
    after = read("3/2L/l2/3[-] w").play("a2a1")
    assert outcome(after) == "white wins: lion reached the far rank"


def test_won_entry_is_marked_in_the_text() -> None:
    after = read(SAFE_ENTRY, try_="entry").play("a3a4")
    assert after.to_text() == "L2/3/2l/3[-] w entered=1"
    assert read(after.to_text(), try_="entry").result() == after.result()
    assert read("L2/3/2l/3[-] w", try_="entry").result() is None
    with pytest.raises(ValueError, match="entered="):
        read("L2/3/2l/3[-] w entered=1")


def test_a_step_along_the_far_rank_enters_anew() -> None:
    """With try=entry a lion next to an enemy may still win by stepping away from it."""
    after = read("1Lg/3/2l/3[-] b", try_="entry").play("b4a4")
    assert outcome(after) == "black wins: lion reached the far rank"


# Other endings


@pytest.mark.parametrize("rule", ["official", "entry"])
def test_no_legal_move_loses(rule: str) -> None:
    position = read("1EG/EGL/lCC/3[-] b", try_=rule)
    assert position.moves() == []
    result = position.result()
    assert result is not None
    assert (result.winner, result.code) == ("white", "no_moves")
    assert str(result) == "white wins: no legal move is left"


THERE_AND_BACK = "c1c2 a4a3 c2c1 a3a4"


def test_the_third_time_draws() -> None:
    twice = start().play_all(THERE_AND_BACK)
    assert twice.result() is None
    almost = twice.play_all("c1c2 a4a3 c2c1")
    assert almost.result() is None
    third = almost.play("a3a4")
    assert outcome(third) == "draw: the same position for the third time"
    assert third.moves() == []
    assert code(third, "b2b3") == "game_over"


def test_the_side_to_move_belongs_to_the_position() -> None:
    """The lions return alternately in three and two steps, so the board occurs with both turns."""
    black_slower = "b1a1 b4c4 a1a2 c4b4 a2b1"
    white_slower = "b4c4 b1a1 c4c3 a1b1 c3b4"
    position = read("1l1/3/3/1L1[-] b")
    for moves in (black_slower, white_slower, black_slower):
        position = position.play_all(moves)
        assert position.to_text().startswith("1l1/3/3/1L1[-]")
        assert position.result() is None
    assert outcome(position.play_all(white_slower)) == "draw: the same position for the third time"


def test_a_text_forgets_the_repetition() -> None:
    twice = start().play_all(THERE_AND_BACK)
    fresh = plyground.game("dobutsu").position(twice.to_text())
    assert fresh.play_all(THERE_AND_BACK).result() is None


# Notation


@pytest.mark.parametrize("move", ["b2b3", "b2-b3", "B2B3", " b2b3 ", "B2-b3", "b02b03"])
def test_steps_can_be_written_in_several_ways(move: str) -> None:
    after = start().play(move)
    assert after.last_move == "b2b3"
    assert after == start().play("b2b3")


@pytest.mark.parametrize("move", ["C*a2", "C@a2", "c*A2", "c@a2", " C*a2\n"])
def test_drops_can_be_written_in_several_ways(move: str) -> None:
    assert read("1l1/3/3/1L1[C] b").play(move).last_move == "C*a2"


@pytest.mark.parametrize("move", ["b2", "b2b3b4", "C*", "*a2", "H*a2", "b2*b3", "b2--b3", "+"])
def test_illegal_moves_are_refused(move: str) -> None:
    assert code(start(), move) == "unreadable"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gle/1c1/1C1/ELG b", "hand in brackets"),
        ("gle/1c1/1C1[-] b", "4 rows"),
        ("gle/1c1/1C1/ELGG[-] b", "must describe 3 squares"),
        ("gle/1c1/1C1/ELG[C] b", "at most two chicks"),
        ("gle/1c1/1L1/ELG[-] b", "at most one lion"),
        ("g1e/1c1/1C1/E1G[-] b", "At least one lion"),
        ("gle/1c1/1C1/ELG[L] b", "The hands can contain only C, E and G"),
        ("gle/1c1/1C1/ELX[-] b", "can contain only C, \\+C, E, G, L"),
    ],
)
def test_invalid_texts_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read(text)
