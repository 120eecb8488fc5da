"""Dobutsu's heuristics: positions counted by hand, slow referees, symmetry, and move order."""

import random
import re
from functools import cache
from pathlib import Path

import pytest

import plyground
from tests.games.random_positions import dobutsu_text
from tests.oracles.dobutsu import FAR_RANK, FORWARD, OTHER, SQUARES, STEPS, Oracle, Piece, Square
from tests.search.dobutsu_values import known_values
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
    """Positions with randomly placed pieces, and as many from random play."""
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
    """The squares that a piece could step to, whatever is on them."""
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
    """Moves only the lion; the other pieces stay."""
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


# The network, from the text of its weights

WEIGHTS = Path(__file__).parents[2] / "cpp" / "games" / "dobutsu" / "outlook_weights.hpp"
LETTERS = [chr(code) for code in range(33, 127) if chr(code) not in '"?\\y']
UNITS, INPUTS, FULL, PER_LOG_ODDS = 128, 132, 256, 10
KINDS, HELD = "CEGLH", "CEG"
PLANES = {
    "C": 1,
    "E": 1 << 24,
    "G": 1 | 1 << 12,
    "L": 1 << 12 | 1 << 24,
    "H": 1 | 1 << 12 | 1 << 24,
}


@cache
def network() -> list[list[int]]:
    """A row for every input; then the units' biases, their output weights, and the last weight."""
    text = "".join(re.findall(r'^ *"(.*)"', WEIGHTS.read_text(), re.MULTILINE))
    numbers = [LETTERS.index(letter) for letter in text]
    weights = [
        90 * high + low - 4050 for high, low in zip(numbers[::2], numbers[1::2], strict=True)
    ]
    assert len(weights) == (INPUTS + 2) * UNITS + 1
    return [weights[at : at + UNITS] for at in range(0, len(weights), UNITS)]


def seen_by_mover(oracle: Oracle) -> dict[int, tuple[bool, str]]:
    """By square, row by row from the far rank: whether the mover owns the piece, and its kind."""
    own = oracle.turn
    at = {}
    for (file, rank), piece in oracle.board.items():
        square = 3 * (4 - rank) + file - 1
        at[square if own == "black" else 11 - square] = (piece.owner == own, piece.kind)
    mirrored = {square // 3 * 3 + 2 - square % 3: piece for square, piece in at.items()}
    column = next(square for square in at if at[square] == (True, "L")) % 3
    if column == 1:
        column = next(square for square in at if at[square] == (False, "L")) % 3
    swap = column == 2 or (column == 1 and as_number(mirrored) < as_number(at))
    return mirrored if swap else at


def as_number(at: dict[int, tuple[bool, str]]) -> int:
    return sum(
        (PLANES[kind] | (0 if own else 1 << 36)) << square for square, (own, kind) in at.items()
    )


def inputs(oracle: Oracle) -> list[int]:
    found = [
        (0 if own else 60) + 12 * KINDS.index(kind) + square
        for square, (own, kind) in seen_by_mover(oracle).items()
    ]
    for place, side in enumerate((oracle.turn, OTHER[oracle.turn])):
        for kind in HELD:
            held = oracle.hands[side].count(kind)
            if held:
                found.append(120 + 6 * place + 2 * HELD.index(kind) + held - 1)
    return found


def outlook(oracle: Oracle, side: str) -> float:
    """Only the side to move has one; the other side's is the negative."""
    if side != oracle.turn:
        return 0
    own_lion, enemy_lion = lion_of(oracle, side), lion_of(oracle, OTHER[side])
    if enemy_lion in attacked_by(oracle, side):
        return AT_ONCE
    dangerous = attacked_by(oracle, OTHER[side]) | set(squares_of(oracle, side))
    steps_there = king_steps(own_lion) if own_lion else []
    if any(to[1] == FAR_RANK[side] and to not in dangerous for to in steps_there):
        return AT_ONCE
    if own_lion is None or enemy_lion is None:
        return 0
    *rows, first, worth, last = network()
    sums = [sum(column) for column in zip(first, *(rows[at] for at in inputs(oracle)), strict=True)]
    total = sum(min(max(each, 0), FULL) * out for each, out in zip(sums, worth, strict=True))
    value: float = (total + FULL * last[0]) * PER_LOG_ODDS / (FULL * 64)
    return min(max(value, 1.0 - AT_ONCE), AT_ONCE - 1.0)


REFEREES = {
    "outlook": outlook,
    "pieces": pieces,
    "hand": hand,
    "mobility": mobility,
    "lion_safety": lion_safety,
    "tries": tries,
}


def test_heuristics_are_the_documented_ones() -> None:
    rows = plyground.game("dobutsu").start().explain_score()
    assert [term.name for term in rows] == list(REFEREES)
    assert {term.name for term in rows if term.weight} == {"outlook"}


@pytest.mark.parametrize("name", REFEREES)
def test_every_row_agrees_with_a_slow_referee(name: str) -> None:
    referee = REFEREES[name]
    for text in TEXTS:
        oracle = Oracle(text)
        expected = referee(oracle, "black") - referee(oracle, "white")
        assert values(read(text))[name] == expected, text


# By hand


def test_piece_values_are_those_of_the_first_program() -> None:
    assert values(read("1l1/3/3/1L1[-] b"))["pieces"] == 0
    for letters, worth in {"C": 2, "E": 6, "G": 6, "+C": 12}.items():
        assert values(read(f"1l1/3/{letters}2/1L1[-] b"))["pieces"] == worth
        assert values(read(f"1l1/3/{letters.lower()}2/1L1[-] b"))["pieces"] == -worth
    assert values(read("1l1/3/3/1L1[CEGceg] b"))["pieces"] == 0
    assert values(read("1l1/3/3/1L1[CE] b"))["pieces"] == 4
    assert values(read("1l1/3/3/1L1[g] b"))["pieces"] == -3
    assert values(read("3/3/3/1L1[-] b"))["pieces"] == 10000


def test_pieces_in_hand_count_again() -> None:
    assert values(read("1l1/3/3/1L1[CCEGeg] b"))["hand"] == 2


def test_mobility_counts_steps_but_none_onto_ones_own() -> None:
    # Black: giraffe a1 one step forward, lion b1 five squares minus the giraffe's. White: lion c4
    # three.
    assert values(read("2l/3/3/GL1[-] b"))["mobility"] == (1 + 4) - 3


def test_a_lion_in_check_and_a_lion_that_can_be_taken() -> None:
    # The giraffe on b3 attacks the lion on b4 and, next to it, a3 and c3. Black's lion is far away.
    checked = "1l1/1G1/3/2L[-] "
    assert values(read(checked + "w"))["lion_safety"] == 2 + 1
    assert values(read(checked + "b"))["lion_safety"] == 2 + 100


def test_nearness_of_a_try() -> None:
    # White's lion on a4 needs three steps down file a: 1. Black's needs two, then one.
    assert values(read("l2/3/2L/3[-] b"))["tries"] == 2 - 1
    assert values(read("l2/2L/3/3[-] w"))["tries"] == 3 - 1
    assert values(read("l2/2L/3/3[-] b"))["tries"] == 100 - 1
    # The giraffe guards c4 and is guarded itself; on c4, unguarded, it could be captured.
    assert values(read("lg1/2L/3/3[-] b"))["tries"] == 0 - 1
    assert values(read("l1g/2L/3/3[-] b"))["tries"] == 100 - 1


def test_the_outlook_heuristic_predicts_the_winner() -> None:
    """On positions not used for training, with their values from the tablebase."""
    right, decided = 0, 0
    for text, value, _ in known_values():
        if value != 0:
            decided += 1
            right += (values(read(text))["outlook"] > 0) == (value > 0)
    assert decided >= 120
    assert right >= 0.85 * decided


def test_the_search_judges_by_the_rows() -> None:
    """The specialist's value equals that of the heuristics."""
    for text in TEXTS[::10]:
        if read(text).result() is None:
            own = plyground.search(read(text), "search:depth=3")
            rows = plyground.search(read(text), "search:depth=3,eval=outlook")
            assert (own.lines, own.nodes) == (rows.lines, rows.nodes), text


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
    """The position mirrored left to right or, with colours exchanged, turned by half."""
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


def test_mirroring_changes_nothing() -> None:
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
