"""Makes certificates from proofs: it runs the checker's walk and records the proof's answers."""

from dataclasses import dataclass, field

from plyground.engine.game import Position
from plyground.engine.solution import Solution, solve
from plyground.solved.certificate import Certificate, Claim
from plyground.solved.checker import NO_MOVE, Checked, Walk, after_pass
from plyground.solved.pairs import find_pairs

_MOST_PASSES = 3  # one within the other
_MANY_REPLIES = 12  # below that, trying all is as short
_NODES_AFTER_A_PASS = 20_000


def make_certificate(start: Position, solution: Solution) -> Certificate:
    """The certificate of a solved position; a ValueError if the value is unknown."""
    if solution.verdict == "unknown" or solution.margin is None:
        raise ValueError("Only a solved position has a certificate.")
    answers: list[str] = []
    claims = _claims(start, solution.margin)
    for claim in claims:
        recorder = _Recorder(start, solution, claim, answers)
        Walk(start, claim, recorder.answer, Checked()).run()
    game = start.game
    return Certificate(
        game=game.name,
        options=game.changed,
        position=start.origin,
        moves=list(start.played),
        verdict=solution.verdict,
        margin=solution.margin,
        claims=claims,
        answers=answers,
    )


def _claims(start: Position, margin: float) -> list[Claim]:
    """What shows the value: a claim for each side, unless the result is the best possible."""
    other = "white" if start.turn == "black" else "black"
    claims = [Claim(start.turn, margin), Claim(other, 0.0 - margin)]
    if start.counts_margin:
        return claims
    return [claim for claim in claims if claim.least > -1]


@dataclass
class _Recorder:
    """Answers the walk from a proof and keeps the answers."""

    start: Position
    solution: Solution
    claim: Claim
    answers: list[str]
    _after_pass: dict[tuple[str, ...], Solution] = field(default_factory=dict)

    def answer(self, position: Position, moves: list[str]) -> str:
        """The next answer of the certificate."""
        text = self._find(position, moves)
        self.answers.append(text)
        return text

    def _find(self, position: Position, moves: list[str]) -> str:
        if self.claim.least <= 0 and position.repetition == "allowed" and position.winning_sets():
            pairs = find_pairs(position, self.claim.side)
            if pairs is not None:
                return " ".join(["pairs", *("-".join(sorted(pair)) for pair in pairs)])
        if position.turn != self.claim.side:
            return "pass" if self._wins_after_pass(position, moves) else "*"
        begin = max((i + 1 for i, move in enumerate(moves) if move == NO_MOVE), default=0)
        solution = self._after_pass.get(tuple(moves[:begin]), self.solution)
        move = solution.reply(moves[begin:])
        if move is None:
            line = " ".join(moves)
            raise ValueError(f"The proof has no answer after {line or 'the start'}.")
        return move

    def _wins_after_pass(self, position: Position, moves: list[str]) -> bool:
        if self.claim.least <= 0 or position.repetition != "allowed":
            return False
        if len(position.moves()) < _MANY_REPLIES or not position.winning_sets():
            return False
        if moves.count(NO_MOVE) >= _MOST_PASSES:
            return False
        solution = solve(after_pass(position), nodes=_NODES_AFTER_A_PASS, memory=16)
        if solution.verdict != "win":
            return False
        self._after_pass[(*moves, NO_MOVE)] = solution
        return True
