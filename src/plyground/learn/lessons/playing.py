"""Plays a step of a lesson: from your moves to the feedback.

Everything is plain data, so that games written in Python can run in separate processes.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from plyground.engine import registry
from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.results import IllegalMove, Refusal
from plyground.engine.search import search
from plyground.learn.lessons.goals import REFUSED, Goal, read_goal
from plyground.puzzles.captures import Hunt, Tired

Data = dict[str, Any]
Outcome = Literal["open", "right", "done", "wrong", "refused"]
Verdict = Literal["wins", "slower", "draws", "loses", "unclear", "escapes", "later"]

_REPLY = "search:depth=6,table=1"
_GUESS = "search:depth=7,table=1"
_EFFORT = 20_000  # positions for the search after a capture puzzle's move


@dataclass(frozen=True)
class Task:
    """The start of a step and its task: accepted moves, a goal, or both.

    `accept` has the person's own moves, turn by turn, each with the texts that are right there;
    `reply` has the other side's answers, keyed by the person's move, or under "" for any move. For
    a wrong move, `refute` has the answer that shows the mistake.

    A puzzle has more. With `wins`, a move that wins the game at once is right regardless of
    `accept`. `refutes` is the search that answers a wrong move and reports the effect on the win,
    and `plies` is the length of the win from the beginning. If `captures` names a stone, its
    capture replaces the win.
    """

    game: str
    options: Mapping[str, Any]
    position: str | None = None
    setup: tuple[str, ...] = ()
    accept: tuple[tuple[str, ...], ...] = ()
    reply: tuple[Mapping[str, str], ...] = ()
    refute: Mapping[str, str] | None = None
    goal: str = ""
    wins: bool = False
    refutes: str = ""
    plies: int = 0
    captures: str = ""

    @classmethod
    def of(cls, data: Data) -> Self:
        """The task from its plain data."""
        lists = ("setup", "accept", "reply")
        texts = {name: tuple(data[name]) for name in lists}
        return cls(**{**data, **texts, "accept": tuple(map(tuple, data["accept"]))})

    def plain(self) -> Data:
        """Its plain data."""
        return dict(vars(self))

    @property
    def is_reading(self) -> bool:
        """Whether it has no task."""
        return not self.accept and not self.goal

    @property
    def aim(self) -> Goal | None:
        """The goal, if it has one."""
        return read_goal(self.goal) if self.goal else None

    @property
    def needs_search(self) -> bool:
        """Whether judging a move needs a search, beyond the rules."""
        aim = self.aim
        return bool(self.refutes or self.captures) or (aim is not None and aim.kind == "win in")

    @property
    def turns(self) -> int:
        """The number of the person's own moves."""
        aim = self.aim
        return len(self.accept) or (aim.turns if aim else 0)

    def start(self) -> Position:
        """The first position."""
        game = registry.game(self.game, **self.options)
        start = game.start() if self.position is None else game.position(self.position)
        return start.play_all(" ".join(self.setup)) if self.setup else start


@dataclass(frozen=True)
class Judged:
    """The result of a person's last move: the positions along the way, and the judgement."""

    outcome: Outcome
    seen: tuple[Position, ...]
    turn: int = 0  # the person's own moves that count
    refusal: Refusal | None = None
    move: str = ""  # in the game's own notation
    verdict: Verdict | None = None  # a search's verdict on a move that is not the expected one
    reply: str = ""  # the other side's answer to a wrong move


def judge(task: Task, moves: Sequence[str]) -> Judged:
    """Judges the person's own moves, one after the other; the task supplies the other side's."""
    now = Judged("open", (task.start(),))
    for turn, move in enumerate(moves):
        now = _played(task, now.seen[-1], move, turn)
        if now.outcome != "right":
            break
    return now


def _played(task: Task, before: Position, text: str, turn: int) -> Judged:
    """Judges one of the person's own moves."""
    aim = task.aim
    try:
        after = before.play(text)
    except IllegalMove as no:
        wanted = aim is not None and aim.kind == REFUSED and no.code == aim.code
        return Judged("done" if wanted else "refused", (before,), turn, no.refusal)
    move = after.played[-1]
    if not is_right(task, before, move, turn):
        return _missed(task, before, after, turn)
    last = turn + 1 >= task.turns or after.result() is not None
    seen = (before, after, *_after(after, _reply(task, after, move, turn, last=last)))
    return Judged("done" if last else "right", seen, turn + 1, move=move)


def _missed(task: Task, before: Position, after: Position, turn: int) -> Judged:
    """An unexpected move, with the line that refutes it; a win as fast is right."""
    move = after.played[-1]
    if task.captures:
        return _missed_capture(task, before, after, turn)
    refute = (task.refute or {}).get(move)
    if refute is not None and after.explain(refute) is not None:  # meant for another turn
        refute = None
    verdict: Verdict | None = None
    if refute is None and task.refutes and after.result() is None:
        report = search(after, task.refutes)
        refute, verdict = report.move, _verdict(report, task.plies - 2 * turn)
    if verdict == "wins":
        return Judged("done", (before, after), turn + 1, move=move, verdict=verdict)
    seen = (before, after, *_after(after, refute))
    return Judged("wrong", seen, turn, move=move, verdict=verdict, reply=refute or "")


def _missed_capture(task: Task, before: Position, after: Position, turn: int) -> Judged:
    """The same for a capture puzzle: a reply saves the stones for longer."""
    move, left = after.played[-1], task.plies - 2 * turn
    if after.result() is not None:
        return Judged("wrong", (before, after), turn, move=move)
    hunt = Hunt(task.start(), task.captures, _EFFORT)
    reply: str | None = None
    verdict: Verdict | None = None
    try:
        reply = hunt.refutation(after, left - 1)
        if reply is None:
            return Judged("done", (before, after), turn + 1, move=move, verdict="wins")
        verdict = "escapes"
        if hunt.works(before, move, left + 2):
            verdict = "later"
    except Tired:  # no comment without a known result
        pass
    seen = (before, after, *_after(after, reply))
    return Judged("wrong", seen, turn, move=move, verdict=verdict, reply=reply or "")


def _verdict(report: Report, plies: int) -> Verdict:
    """A search's verdict on a move, for the other side, in a puzzle of this many plies."""
    mate = report.mate
    if mate is None:
        known: dict[float, Verdict] = {0.0: "wins", 0.5: "draws", 1.0: "loses"}
        return known.get(report.win_chance, "unclear") if report.exact else "unclear"
    if mate > 0:
        return "loses"
    return "wins" if 1 - mate <= plies else "slower"


def is_right(task: Task, before: Position, move: str, turn: int) -> bool:
    """Whether a legal move, in the game's notation, is right for the task."""
    if task.accept:
        accepted = turn < len(task.accept) and move in task.accept[turn]
        if task.captures:
            return accepted or not Hunt(task.start(), task.captures).stands(before.play(move))
        return accepted or (task.wins and _won(before, move))
    aim = task.aim
    return aim is not None and aim.kind != REFUSED and aim.is_met(before, move, turn)


def _won(before: Position, move: str) -> bool:
    result = before.play(move).result()
    return result is not None and result.winner == before.turn


def _after(position: Position, reply: str | None) -> Iterator[Position]:
    if reply is not None and position.result() is None:
        yield position.play(reply)


def _reply(task: Task, after: Position, move: str, turn: int, *, last: bool) -> str | None:
    """The other side's answer: as in the lesson, or from a search."""
    if turn < len(task.reply):
        row = task.reply[turn]
        return row.get(move) or row.get("")
    if last or after.result() is not None:
        return None
    return search(after, _REPLY).move


def solution(task: Task, moves: Sequence[str] = ()) -> str | None:
    """A right move after these; None if there is none."""
    now = judge(task, moves)
    position, turn, aim = now.seen[-1], now.turn, task.aim
    if task.accept:
        return task.accept[turn][0] if turn < len(task.accept) else None
    if aim is None:
        return None
    if aim.kind == REFUSED:
        return next(
            (text for text in attempts(position) if _code(position, text) == aim.code), None
        )
    legal = position.moves()
    best = search(position, _GUESS).move if aim.kind == "win in" and legal else None
    # otherwise each would have to be proven
    if best is not None and is_right(task, position, best, turn):
        return best
    return next((move for move in legal if is_right(task, position, move, turn)), None)


def attempts(position: Position) -> Iterator[str]:
    """The moves that a person may try, legal or not: points, and steps of own pieces."""
    view = position.view()
    labels = [column + row for row in view["rows"] for column in view["columns"]]
    mine = [piece["at"] for piece in view["pieces"] if piece["owner"] == view["turn"]]
    yield from labels
    yield from (start + end for start in mine for end in labels if start != end)


def _code(position: Position, text: str) -> str:
    refusal = position.explain(text)
    return "" if refusal is None else refusal.code


# As plain data


def answer(data: Data, moves: Sequence[str], command: str) -> Data:
    """Answers a request about a task: `look` at it, `judge` the last move, or give a `hint`."""
    task = Task.of(data)
    if command == "hint":
        return _hinted(task, moves)
    judged = judge(task, moves if command == "judge" else ())
    last = judged.seen[-1]
    shown = judged.seen if judged.outcome in ("open", "refused") else judged.seen[1:]
    refusal, result = judged.refusal, last.result()
    return {
        "outcome": judged.outcome,
        "turn": judged.turn,
        "turns": task.turns,
        "move": judged.move,
        "views": [dict(position.view()) for position in shown],
        "aids": [dict(aid) for aid in last.aids()],
        "verdict": judged.verdict,
        "reply": judged.reply,
        "result": None if result is None else dict(vars(result)),
        "refusal": None if refusal is None else {**vars(refusal), "args": dict(refusal.args)},
    }


def _hinted(task: Task, moves: Sequence[str]) -> Data:
    move = solution(task, moves)
    position = judge(task, moves).seen[-1]
    parts = next((one for one in position.view()["moves"] if one["text"] == move), None)
    none = {"kind": "", "from": None, "to": move, "piece": None}
    return {"move": move, **none, **({**parts, "text": move} if parts else {})}


@functools.lru_cache(maxsize=256)
def codes() -> frozenset[str]:
    """Every code with which the rules refuse a move."""
    from plyground.engine.messages import REFUSALS

    return frozenset(REFUSALS)
