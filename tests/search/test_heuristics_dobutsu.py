"""Dobutsu's heuristics: boards counted by hand, slow referees, symmetry, and the order of moves."""

import random

import pytest

import plyground
from tests.games.random_positions import dobutsu_text
from tests.oracles.dobutsu import FAR_RANK, FORWARD, OTHER, SQUARES, STEPS, Oracle, Piece, Square
from tests.search.plain import in_order

SIDES = ("black", "white")
ON_BOARD = {"C": 2, "E": 6, "G": 6, "H": 12, "L": 10000}
IN_HAND = {"C": 1, "E": 3, "G": 3}
AT_ONCE = 100


def read(text: str, **options: object) -> plyground.Position:
    return plyground.game("dobutsu", **options).position(text)


def values(position: plyground.Position) -> dict[str, float]:
    return {term.name: term.value for term in position.explain_score()}


def random_texts(seed: int, count: int) -> list[str]:
    """Positions with pieces anywhere, and as many from random play."""
    rng = random.Random(seed)
    texts = [dobutsu_text(rng, {}) for _ in range(count)]
    position = plyground.game("dobutsu").start()
    for _ in range(count):
        if position.result() is not None:
            position = plyground.game("dobutsu").start()
        texts.append(position.to_text())
        position = position.play(rng.choice(position.moves()))
    return texts


TEXTS = random_texts(7, 300)


# Slow referees


def steps(oracle: Oracle, square: Square) -> set[Square]:
    """The squares a piece could step to, whatever stands there."""
    owner, kind = oracle.board[square]
    forward = FORWARD[owner]
    reached = {(square[0] + file, square[1] + rank * forward) for file, rank in STEPS[kind]}
    return reached & set(SQUARES)


def squares_of(oracle: Oracle, side: str) -> list[Square]:
    return [square for square, piece in oracle.board.items() if piece.owner == side]


def attacked_by(oracle: Oracle, side: str) -> set[Square]:
    return {to for square in squares_of(oracle, side) for to in steps(oracle, square)}


def lion_of(oracle: Oracle, side: str) -> Square | None:
    return next((at for at, piece in oracle.board.items() if piece == Piece(side, "L")), None)


def hand(oracle: Oracle, side: str) -> float:
    return sum(IN_HAND[kind] for kind in oracle.hands[side])


def pieces(oracle: Oracle, side: str) -> float:
    standing = sum(ON_BOARD[oracle.board[square].kind] for square in squares_of(oracle, side))
    return standing + hand(oracle, side)


def mobility(oracle: Oracle, side: str) -> float:
    own = set(squares_of(oracle, side))
    return sum(len(steps(oracle, square) - own) for square in own)


def lion_safety(oracle: Oracle, side: str) -> float:
    lion = lion_of(oracle, side)
    if lion is None:
        return 0
    attacked = attacked_by(oracle, OTHER[side])
    danger = len(steps(oracle, lion) & attacked)
    if lion in attacked:
        danger += 1 if oracle.turn == side else AT_ONCE
    return -danger


def tries(oracle: Oracle, side: str) -> float:
    """Walks the lion alone: the others stand still."""
    lion = lion_of(oracle, side)
    if lion is None:
        return 0
    blocked = {*squares_of(oracle, side), lion_of(oracle, OTHER[side])}
    allowed = set(SQUARES) - blocked - attacked_by(oracle, OTHER[side])
    reached = {lion}
    for taken in (1, 2, 3):
        reached |= {to for at in reached for to in king_steps(at) if to in allowed}
        if any(square[1] == FAR_RANK[side] for square in reached - {lion}):
            return AT_ONCE if taken == 1 and oracle.turn == side else 4 - taken
    return 0


def king_steps(square: Square) -> list[Square]:
    return [at for at in SQUARES if max(abs(at[0] - square[0]), abs(at[1] - square[1])) == 1]


REFEREES = {
    "pieces": pieces,
    "hand": hand,
    "mobility": mobility,
    "lion_safety": lion_safety,
    "tries": tries,
}


def test_the_rows_are_these() -> None:
    assert list(values(plyground.game("dobutsu").start())) == list(REFEREES)


@pytest.mark.parametrize("name", REFEREES)
def test_every_row_agrees_with_a_slow_referee(name: str) -> None:
    referee = REFEREES[name]
    for text in TEXTS:
        oracle = Oracle(text)
        expected = referee(oracle, "black") - referee(oracle, "white")
        assert values(read(text))[name] == expected, text


# By hand


def test_pieces_are_worth_what_the_first_program_said() -> None:
    assert values(read("1l1/3/3/1L1[-] b"))["pieces"] == 0
    for letters, worth in {"C": 2, "E": 6, "G": 6, "+C": 12}.items():
        assert values(read(f"1l1/3/{letters}2/1L1[-] b"))["pieces"] == worth
        assert values(read(f"1l1/3/{letters.lower()}2/1L1[-] b"))["pieces"] == -worth
    assert values(read("1l1/3/3/1L1[CEGceg] b"))["pieces"] == 0
    assert values(read("1l1/3/3/1L1[CE] b"))["pieces"] == 4
    assert values(read("1l1/3/3/1L1[g] b"))["pieces"] == -3
    assert values(read("3/3/3/1L1[-] b"))["pieces"] == 10000


def test_the_hand_counts_again() -> None:
    assert values(read("1l1/3/3/1L1[CCEGeg] b"))["hand"] == 2


def test_mobility_counts_steps_but_none_onto_ones_own() -> None:
    # Black: giraffe a1 one way up, lion b1 five squares less the giraffe's. White: lion c4 three.
    assert values(read("2l/3/3/GL1[-] b"))["mobility"] == (1 + 4) - 3


def test_a_lion_in_check_and_a_lion_that_can_be_taken() -> None:
    # The giraffe on b3 attacks the lion on b4 and, next to it, a3 and c3. Black's lion is far off.
    checked = "1l1/1G1/3/2L[-] "
    assert values(read(checked + "w"))["lion_safety"] == 2 + 1
    assert values(read(checked + "b"))["lion_safety"] == 2 + 100


def test_nearness_of_a_try() -> None:
    # White's lion on a4 has three steps to go, down file a: 1. Black's has two, then one.
    assert values(read("l2/3/2L/3[-] b"))["tries"] == 2 - 1
    assert values(read("l2/2L/3/3[-] w"))["tries"] == 3 - 1
    assert values(read("l2/2L/3/3[-] b"))["tries"] == 100 - 1
    # The giraffe guards c4 and is guarded itself; on c4, unguarded, it could be taken.
    assert values(read("lg1/2L/3/3[-] b"))["tries"] == 0 - 1
    assert values(read("l1g/2L/3/3[-] b"))["tries"] == 100 - 1


@pytest.mark.parametrize("rule", ["official", "entry"])
def test_a_hundred_means_a_win_at_once(rule: str) -> None:
    found = {"lion_captured": 0, "try": 0}
    for text in TEXTS:
        position = read(text, **{"try": rule})
        if position.result() is not None:
            continue
        ends = [position.play(move).result() for move in position.moves()]
        won_by = {end.code for end in ends if end is not None and end.winner == position.turn}
        own = 1 if position.turn == "black" else -1
        for code, name in (("lion_captured", "lion_safety"), ("try", "tries")):
            at_once = own * values(position)[name] > AT_ONCE / 2
            assert at_once == (code in won_by), text
            found[code] += at_once
    assert min(found.values()) > 20


# Symmetry


def changed(text: str, *, exchange: bool) -> str:
    """The position mirrored from left to right or, with the colours exchanged, turned by half."""
    oracle = Oracle(text)
    sides = OTHER if exchange else {side: side for side in OTHER}
    oracle.board = {
        (4 - file, 5 - rank if exchange else rank): Piece(sides[piece.owner], piece.kind)
        for (file, rank), piece in oracle.board.items()
    }
    oracle.hands = {side: oracle.hands[sides[side]] for side in SIDES}
    oracle.turn = sides[oracle.turn]
    return oracle.to_text()


def test_exchanging_colours_exchanges_signs() -> None:
    for text in TEXTS:
        turned = values(read(changed(text, exchange=True)))
        assert turned == {name: -value for name, value in values(read(text)).items()}, text


def test_a_mirror_changes_nothing() -> None:
    for text in TEXTS:
        assert values(read(changed(text, exchange=False))) == values(read(text)), text


# Order


def test_captures_come_first_then_drops_then_moves() -> None:
    for text in TEXTS:
        position = read(text)
        kinds = {move["text"]: move["kind"] for move in position.view()["moves"]}
        expected = sorted(
            position.moves(), key=lambda move: ["capture", "drop", "move"].index(kinds[move])
        )
        assert in_order(position) == expected, text
