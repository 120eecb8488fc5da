"""Plays the strategy of a certificate, also where the certificate leaves replies out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plyground.engine.game import Position
from plyground.solved.certificate import Certificate
from plyground.solved.checker import NO_MOVE, Answer, Checked, Walk, after_pass

Pairs = frozenset[frozenset[str]]


@dataclass(frozen=True)
class _Line:
    """Where a game stands: the game's position, and the one that the strategy has in mind.

    They differ by the stones of replies that were left out, because these change nothing.
    """

    real: Position
    imagined: Position
    passes: int = 0
    pairs: Pairs | None = None


class Opponent:
    """A side of a certificate: it gets at least its claim against everybody.

    >>> import plyground
    >>> from plyground.solved.export import make_certificate
    >>> start = plyground.game("gomoku", size=4, line=3).start()
    >>> opponent = Opponent(make_certificate(start, plyground.solve(start)), "black")
    >>> first = opponent.reply([])
    >>> opponent.reply([first, "a1"]) in start.moves()
    True
    """

    def __init__(self, certificate: Certificate, side: str) -> None:
        sides = [claim.side for claim in certificate.claims]
        if side not in sides:
            raise ValueError(f"The certificate has no strategy for {side}.")
        self.side = side
        self.start = certificate.start()
        self._answers: dict[tuple[str, int], str] = {}
        answers = iter(certificate.answers)
        for claim in certificate.claims[: sides.index(side) + 1]:
            self._answers = {}
            Walk(self.start, claim, self._keeping(answers), Checked()).run()

    def reply(self, moves: Iterable[str]) -> str:
        """Its move after these moves from the start. It is its turn, and the game is not over."""
        line = self._enter(_Line(self.start, self.start))
        for move in moves:
            line = self._enter(self._after(line, move))
        if line.pairs is None:
            return self._answer(line)
        return _keep_pairs(line.real, line.pairs)

    def _keeping(self, answers: Iterator[str]) -> Answer:
        def keep(position: Position, moves: list[str]) -> str | None:
            answer = next(answers, None)
            if answer is not None:
                self._answers[position.to_text(), moves.count(NO_MOVE)] = answer
            return answer

        return keep

    def _answer(self, line: _Line) -> str:
        return self._answers.get((line.imagined.to_text(), line.passes), "")

    def _enter(self, line: _Line) -> _Line:
        """From the first position that is held by pairs on, only they count."""
        kind, *words = self._answer(line).split() or [""]
        if line.pairs is not None or kind != "pairs":
            return line
        pairs = frozenset(frozenset(word.split("-")) for word in words)
        return _Line(line.real, line.real, 0, pairs)

    def _after(self, line: _Line, move: str) -> _Line:
        real = line.real.play(move)
        if line.pairs is not None:
            return _Line(real, real, 0, line.pairs)
        own = line.real.turn == self.side
        if own or self._answer(line) != "pass" or self._is_tried(line, move):
            return _Line(real, line.imagined.play(move), line.passes)
        return _Line(real, after_pass(line.imagined), line.passes + 1)

    def _is_tried(self, line: _Line, move: str) -> bool:
        after = line.imagined.play(move)
        return after.result() is not None or (after.to_text(), line.passes) in self._answers


def _keep_pairs(position: Position, pairs: Pairs) -> str:
    """The partner of a point that the other side has just taken, or any move."""
    owners = {piece["at"]: piece["owner"] for piece in position.pieces()}
    for pair in sorted(map(sorted, pairs)):
        for point, partner in (pair, pair[::-1]):
            if partner not in owners and owners.get(point, position.turn) != position.turn:
                return partner
    return position.ordered_moves()[0]
