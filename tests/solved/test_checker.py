"""The checker accepts true proofs and refuses planted errors and false claims."""

import dataclasses
import random
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.engine.game import Position
from plyground.solved import certificate as files
from plyground.solved.certificate import Certificate, Claim, WrongProof
from plyground.solved.checker import NO_MOVE, Checked, Walk, after_pass, check
from plyground.solved.export import make_certificate

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("gomoku", {"size": 3, "line": 3}),
    ("gomoku", {"size": 4, "line": 3}),
    ("gomoku", {"size": 5, "line": 5, "rule": "exact"}),
    ("robogo", {"size": 3, "line": 3}),
    ("robogo", {"size": 3, "line": 3, "ko": "simple"}),
    ("robogo", {"size": 4, "line": 3, "captures": "no"}),
    ("robogo", {"size": 4, "line": 4, "captures": "no", "pass": "no"}),
    ("othello", {"size": 4}),
    ("go", {"size": 2, "komi": 0}),
    ("go", {"size": 2, "komi": 0, "ko": "situational"}),
]


def proof_of(start: Position) -> Certificate:
    return make_certificate(start, plyground.solve(start, trust=bool(start.winning_sets())))


def gomoku_win() -> Certificate:
    """A short proof with wins after a pass."""
    return proof_of(plyground.game("gomoku", size=4, line=3).start())


def wrong(certificate: Certificate, **changes: Any) -> str:
    """Why the checker refuses the certificate with these changes."""
    with pytest.raises(WrongProof) as error:
        check(dataclasses.replace(certificate, **changes))
    return str(error.value)


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_a_proof_survives_its_file(case: tuple[str, dict[str, Any]], tmp_path: Path) -> None:
    start = plyground.game(case[0], **case[1]).start()
    certificate = proof_of(start)
    certificate.write(tmp_path / "a.proof")
    again = files.read(tmp_path / "a.proof")
    assert again == certificate
    assert again.start() == start
    assert check(again).positions == len(certificate.answers)


def test_a_proof_can_begin_after_moves_or_at_a_text() -> None:
    game = plyground.game("gomoku", size=4, line=3)
    after = game.start().play_all("b2 a1 c2")
    assert proof_of(after).verdict == "loss"
    assert check(proof_of(after)).ends > 0
    from_text = game.position("4/1x2/1x2/o3 w")
    assert check(proof_of(from_text)).positions > 0


def test_every_answer_left_out_is_noticed() -> None:
    certificate = gomoku_win()
    for at in range(len(certificate.answers)):
        answers = certificate.answers[:at] + certificate.answers[at + 1 :]
        wrong(certificate, answers=answers)


def test_an_additional_answer_is_noticed() -> None:
    certificate = gomoku_win()
    assert "no position needs" in wrong(certificate, answers=[*certificate.answers, "*"])


def claim_of_a_win(position: str, turn: str, answers: list[str], size: int = 4) -> Certificate:
    """A handmade certificate: Black wins from here with a line of three."""
    return Certificate(
        game="gomoku",
        options={"size": size, "line": 3},
        position=position,
        moves=[],
        verdict="win" if turn == "black" else "loss",
        margin=1.0 if turn == "black" else -1.0,
        claims=[Claim("black", 1)],
        answers=answers,
    )


def test_a_wrong_leaf_is_noticed() -> None:
    assert check(claim_of_a_win("xx2/oo2/4/4 b", "black", ["c4"])).ends == 1
    last = claim_of_a_win("xxo/oox/xo1 b", "black", ["c1"], size=3)
    assert "after c1" in wrong(last)
    assert "worse than claimed" in wrong(last)


def test_a_missing_defence_is_noticed() -> None:
    """White completes its line: Black's win after a pass depends on that point."""
    claim = claim_of_a_win("oo2/4/xx2/4 w", "white", ["pass", "c2"])
    assert "after c4" in wrong(claim)
    assert "worse than claimed" in wrong(claim)


def test_a_false_value_is_noticed() -> None:
    certificate = gomoku_win()
    assert "a value from 1 to 1" in wrong(certificate, verdict="draw", margin=0.0)
    assert "names a side" in wrong(certificate, claims=[Claim("red", 1)])
    assert "names a side" in wrong(certificate, claims=[Claim("black", float("nan"))])
    draw = proof_of(plyground.game("gomoku", size=3, line=3).start())
    assert "a value from 0 to 1" in wrong(
        dataclasses.replace(draw, claims=draw.claims[:1]), answers=first_claim(draw)
    )


def first_claim(certificate: Certificate) -> list[str]:
    """The answers of its first claim."""
    answers = iter(certificate.answers)
    used: list[str] = []

    def answer(_position: Position, _moves: list[str]) -> str:
        used.append(next(answers))
        return used[-1]

    Walk(certificate.start(), certificate.claims[0], answer, Checked()).run()
    return used


def test_a_forbidden_recapture_is_noticed() -> None:
    game = plyground.game("robogo", size=4, line=4)
    start = game.position("1xo1/xo1o/1xo1/4 b").play("c3")
    assert "ko=B3" in start.to_text()
    certificate = Certificate(
        game="robogo",
        options={"size": 4, "line": 4},
        position=start.origin,
        moves=list(start.played),
        verdict="win",
        margin=1.0,
        claims=[Claim("white", 1)],
        answers=["B3"],
    )
    assert "B3 is not a legal move" in wrong(certificate)


def test_a_cycle_is_no_win() -> None:
    """In Dobutsu shogi, both sides move their giraffe up and down."""
    start = plyground.game("dobutsu").start()

    def answer(position: Position, _moves: list[str]) -> str:
        if position.turn != "black":
            return "*"
        moves = ["c1c2", "c2c1"]
        return next((move for move in moves if move in position.moves()), position.moves()[0])

    with pytest.raises(WrongProof):
        Walk(start, Claim("black", 1), answer, Checked()).run()
    line = ["c1c2", "a4a3", "c2c1", "a3a4"]
    assert start.play_all(line).to_text() == start.to_text()

    def answer_on_the_line(position: Position, moves: list[str]) -> str:
        return line[len(moves)] if position.turn == "black" else "*"

    walk = Walk(start, Claim("black", 1), answer_on_the_line, Checked())
    reached = start
    for move in line:
        walk._path.append(reached.to_text())
        reached = reached.play(move)
    with pytest.raises(WrongProof, match="returns to an earlier position"):
        walk._walk(reached)


def test_pairs_must_hold_every_line() -> None:
    certificate = proof_of(plyground.game("gomoku", size=5, line=5).start())
    kind, *pairs = certificate.answers[0].split()
    assert kind == "pairs"
    second = certificate.answers[1:]
    fewer = " ".join([kind, *pairs[1:]])
    assert "no pair is in" in wrong(certificate, answers=[fewer, *second])
    twice = " ".join([kind, pairs[0], *pairs])
    assert "different empty points" in wrong(certificate, answers=[twice, *second])
    assert "do not show this claim" in wrong(certificate, claims=[Claim("black", 1)])


def test_pairs_and_omitted_replies_need_stones_that_stay() -> None:
    start = plyground.game("robogo", size=4, line=4).start()
    walk = Walk(start, Claim("black", 0), lambda _, __: "pairs A1-A2", Checked())
    with pytest.raises(WrongProof, match="pairs do not show this claim"):
        walk.run()
    walk = Walk(start, Claim("white", 1), lambda _, __: "pass", Checked())
    with pytest.raises(WrongProof, match="left out only of a win without captures"):
        walk.run()


def damaged(content: bytes) -> list[bytes]:
    return [b"", content[: len(content) // 2], content[:-1], b"x" + content, content[:40] + b"?"]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    gomoku_win().write(path)
    for content in damaged(path.read_bytes()):
        path.write_bytes(content)
        with pytest.raises(WrongProof, match=r"a\.proof is (not a whole certificate|cut short)"):
            files.read(path)


class Cheat:
    """Claims wins that do not exist: leaves out as many replies as it can, and plays well."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def answer(self, position: Position, moves: list[str]) -> str:
        if position.turn != "black":
            nested = moves.count(NO_MOVE)
            return "pass" if nested < 3 and self.random.random() < 0.8 else "*"
        for move in position.moves():
            if position.play(move).result() is not None:
                return move
        solution = plyground.solve(position, nodes=2000, memory=1)
        if solution.line and solution.verdict == "win":
            return solution.line[0]
        return self.random.choice(position.moves())


@pytest.mark.parametrize("options", [{"size": 4, "line": 3}, {"size": 5, "line": 4}], ids=str)
def test_no_win_is_accepted_where_there_is_none(options: dict[str, int]) -> None:
    dice, tried = random.Random(8), 0
    game = plyground.game("gomoku", **options)
    for seed in range(60):
        position = game.start()
        for _ in range(dice.randrange(2, options["size"] ** 2 - 4)):
            if position.result() is None:
                position = position.play(dice.choice(position.moves()))
        if position.result() is not None or position.turn == "black":
            continue
        solution = plyground.solve(position)
        assert solution.verdict != "unknown"
        if solution.verdict == "loss":
            check(proof_of(position))
            continue
        tried += 1
        with pytest.raises(WrongProof):
            Walk(position, Claim("black", 1), Cheat(seed).answer, Checked()).run()
    assert tried > 8


def test_a_pass_only_changes_the_turn() -> None:
    position = plyground.game("gomoku", size=4, line=3).start().play("b2")
    assert after_pass(position).to_text() == position.to_text().replace(" w", " b")
