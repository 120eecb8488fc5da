"""The checker of proof certificates. It knows nothing about how a proof was found.

A certificate claims that a side gets at least a result from a position. It contains that side's
strategy. The checker plays the strategy against every reply and judges every end by the rules. Of a
game it uses only the legal moves, the next position, the result, the position's text, and the sets
of points that win (`Position.winning_sets`). docs/explanation/solved.md describes the file.

A certificate is a list of answers, one for each position that the checker has not met, in the order
in which it meets them:

- a move: the owner of the strategy plays it;
- `*`: the other side is to move, and every move is tried;
- `pairs a1-b1 c1-d1`: the owner answers a stone on a point with a stone on its partner;
- `pass`: there follows the owner's win after a pass. Then the other side tries every point on which
  this win depends; a stone on any other point changes nothing.
"""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from plyground.engine.game import Position
from plyground.solved.certificate import Certificate, Claim, WrongProof

NO_MOVE = "(no move)"
MOST_PLIES = 1000
MOST_POSITIONS = 50_000_000
_FRAMES = 10  # of the interpreter for each ply
_MOST_BOARDS = 400  # of a subtree that may be reused after another history


@dataclass
class Checked:
    """What a check examined."""

    positions: int = 0
    ends: int = 0
    pairings: int = 0
    passes: int = 0


def check(certificate: Certificate) -> Checked:
    """Checks every claim, and that the claims show the value; WrongProof if anything is wrong."""
    start, done = certificate.start(), Checked()
    answers = iter(certificate.answers)
    lower, upper = -math.inf, math.inf
    for claim in certificate.claims:
        if claim.side not in ("black", "white") or not math.isfinite(claim.least):
            raise WrongProof("A claim names a side, black or white, and the result that it gets.")
        Walk(start, claim, lambda _, __: next(answers, None), done).run()
        if claim.side == start.turn:
            lower = max(lower, claim.least)
        else:
            upper = min(upper, -claim.least)
    if next(answers, None) is not None:
        raise WrongProof("The certificate has answers that no position needs.")
    if not start.counts_margin:
        lower, upper = (-1.0 if lower < -1 else lower), (1.0 if upper > 1 else upper)
    verdict = "win" if lower > 0 else "loss" if upper < 0 else "draw"
    if not lower == upper == certificate.margin or verdict != certificate.verdict:
        raise WrongProof(f"The claims show a value from {lower:g} to {upper:g} only.")
    return done


@dataclass
class _Seen:
    """A position that was checked: what must hold for it after another history."""

    boards: frozenset[str] | None = frozenset()  # boards below it; None: too many
    forbidden: frozenset[str] = frozenset()  # earlier boards that forbade a move below it
    points: frozenset[str] = frozenset()  # points that the win below it depends on


def after_pass(position: Position) -> Position:
    """The same board with the other side to move."""
    board, turn = position.to_text().split()[:2]
    return position.game.position(f"{board} {'w' if turn == 'b' else 'b'}")


def _may_reuse(known: _Seen, earlier: frozenset[str]) -> bool:
    """Whether the check of a position also holds after another history.

    It does if the owner plays onto no earlier board, and if all boards that forbade a reply then
    are earlier boards now.
    """
    return known.boards is not None and not known.boards & earlier and known.forbidden <= earlier


Answer = Callable[[Position, list[str]], str | None]


@dataclass
class Walk:
    """Plays one strategy against every reply. `answer` gives what the certificate says."""

    start: Position
    claim: Claim
    answer: Answer
    done: Checked
    _path: list[str] = field(default_factory=list)  # the positions from the start
    _boards: list[str] = field(default_factory=list)  # their boards
    _moves: list[str] = field(default_factory=list)
    _seen: dict[object, _Seen] = field(default_factory=dict)
    _passes: int = 0  # omitted replies on the line
    _sets: list[frozenset[str]] = field(default_factory=list)

    def run(self) -> None:
        """Returns if the claim holds; WrongProof if it is not shown."""
        self._sets = [frozenset(one) for one in self.start.winning_sets()]
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, _FRAMES * MOST_PLIES))
        try:
            self._walk(self.start)
        finally:
            sys.setrecursionlimit(limit)

    def _fail(self, position: Position, why: str) -> WrongProof:
        line = " ".join(self._moves) or "the start"
        return WrongProof(f"{self.claim.side}, after {line} ({position.to_text()}): {why}")

    def _walk(self, position: Position) -> _Seen:
        result = position.result()
        if result is not None:
            self.done.ends += 1
            size = 1.0 if result.margin is None else result.margin
            sign = 0 if result.winner is None else 1 if result.winner == self.claim.side else -1
            if sign * size < self.claim.least:
                raise self._fail(position, "the result is worse than claimed")
            return _Seen()
        text = position.to_text()
        board = text.split()[0]
        rule = position.repetition
        if rule == "draws" and text in self._path:
            if self.claim.least > 0:
                raise self._fail(position, "the line returns to an earlier position")
            return _Seen()
        earlier = self._earlier(board) if rule == "superko" else frozenset()
        keys = self._keys(text, rule)
        for key in keys:
            known = self._seen.get(key)
            if known is not None and (key is keys[-1] or _may_reuse(known, earlier)):
                return known
        if len(self._path) >= MOST_PLIES or self.done.positions >= MOST_POSITIONS:
            raise self._fail(position, "the proof is too long")
        self.done.positions += 1
        self._path.append(text)
        self._boards.append(board)
        found = self._visit(position)
        self._path.pop()
        self._boards.pop()
        small = found.boards is not None and len(found.boards) <= _MOST_BOARDS
        seen = _Seen(found.boards if small else None, found.forbidden & earlier, found.points)
        self._seen[keys[-1]] = seen
        if small or len(keys) == 1:
            self._seen[keys[0]] = seen
        return seen

    def _keys(self, text: str, rule: str) -> list[object]:
        """What identifies a position; last, what identifies it with all that the rules remember."""
        if rule in ("allowed", "draws"):
            return [(text, self._passes)]
        if rule == "superko":
            return [text, (text, frozenset(self._path))]
        return [(text, tuple(sorted(self._path)), tuple(self._path[-1:]))]

    def _earlier(self, board: str) -> frozenset[str]:
        """The boards before this one, without those that passes only kept."""
        end = len(self._boards)
        while end and self._boards[end - 1] == board:
            end -= 1
        return frozenset(self._boards[:end])

    def _visit(self, position: Position) -> _Seen:
        kind, *rest = (self.answer(position, self._moves) or "").split() or [""]
        own = position.turn == self.claim.side
        moves = position.moves()
        if not kind:
            raise self._fail(position, "the certificate has no answer")
        if kind == "pairs":
            return self._pairs(position, rest)
        if own:
            if kind not in moves or rest:
                raise self._fail(position, f"{kind} is not a legal move")
            found = self._play(position, kind)
            points = found.points | {kind} | self._threatened(position) if self._passes else []
            return _Seen(found.boards, found.forbidden, frozenset(points))
        if kind == "*" and not rest:
            return self._all(position, moves)
        if kind == "pass" and not rest:
            return self._pass(position, moves)
        raise self._fail(position, f"{kind} does not say what the other side may play")

    def _play(self, position: Position, move: str) -> _Seen:
        self._moves.append(move)
        after = position.play(move)
        below = self._walk(after)
        self._moves.pop()
        if after.repetition != "superko":
            return below
        boards = below.boards
        if boards is not None and len(boards) <= _MOST_BOARDS:
            boards |= {after.to_text().split()[0]} - {self._boards[-1]}
        return _Seen(boards, below.forbidden, below.points)

    def _all(self, position: Position, moves: list[str]) -> _Seen:
        """Every reply, and the earlier boards that forbid others."""
        found = [self._play(position, move) for move in moves]
        if position.repetition == "superko":
            fresh = position.game.position(position.to_text())
            barred = (fresh.play(move).to_text() for move in set(fresh.moves()) - set(moves))
            found.append(_Seen(forbidden=frozenset(text.split()[0] for text in barred)))
        boards = frozenset().union(*(one.boards or () for one in found))
        return _Seen(
            None if any(one.boards is None for one in found) else boards,
            frozenset().union(*(one.forbidden for one in found)),
            frozenset().union(*(one.points for one in found)),
        )

    def _stones(self, position: Position) -> tuple[set[str], set[str]]:
        """The owner's points, and the other side's."""
        own: set[str] = set()
        others: set[str] = set()
        for piece in position.pieces():
            (own if piece["owner"] == self.claim.side else others).add(piece["at"])
        return own, others

    def _pairs(self, position: Position, words: list[str]) -> _Seen:
        """Every set that the other side could still fill must contain a whole pair."""
        if self.claim.least > 0 or not self._sets or position.repetition != "allowed":
            raise self._fail(position, "pairs do not show this claim")
        own, others = self._stones(position)
        pairs = [frozenset(word.split("-")) for word in words]
        points = [point for pair in pairs for point in pair]
        empty = set(position.coordinates()) - own - others
        if len(set(points)) != 2 * len(pairs) or not empty.issuperset(points):
            raise self._fail(position, "the pairs are not pairs of different empty points")
        for points_of_line in self._sets:
            if not points_of_line & own and not any(pair <= points_of_line for pair in pairs):
                where = " ".join(sorted(points_of_line))
                raise self._fail(position, f"no pair is in {where}")
        self.done.pairings += 1
        return _Seen()

    def _threatened(self, position: Position) -> set[str]:
        """Points that complete a set of the other side, with one stone for each reply left out."""
        own, others = self._stones(position)
        open_sets = (one - others for one in self._sets if not one & own)
        return {point for rest in open_sets if len(rest) <= self._passes for point in rest}

    def _pass(self, position: Position, moves: list[str]) -> _Seen:
        """The owner's win after a pass, and every reply on which it depends."""
        if self.claim.least <= 0 or not self._sets or position.repetition != "allowed":
            raise self._fail(position, "replies may be left out only of a win without captures")
        self.done.passes += 1
        self._passes += 1
        self._moves.append(NO_MOVE)
        win = self._walk(after_pass(position))
        self._moves.pop()
        self._passes -= 1
        needed = [move for move in moves if move in win.points or move == "pass"]
        found = [win, *(self._play(position, move) for move in needed)]
        points = frozenset().union(*(one.points for one in found))
        return _Seen(points=points if self._passes else frozenset())
