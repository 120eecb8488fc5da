"""Playing a step of a lesson: from your moves to the feedback.

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
_EFFORT = 20_000  # positions for what became of a capture


@dataclass(frozen=True)
class Task:
    """Where a step begins and what it asks for: moves that are accepted, a goal, or both.

    `accept` has the person's own moves, turn by turn, each with the texts that are right there;
    `reply` what the other side answers, by the person's move, or under "" whatever that was. Of a
    wrong move `refute` has the answer that shows what is wrong with it.

    A puzzle has more: with `wins` a move that wins the game at once is right whatever `accept`
    says, `refutes` is the search that answers a wrong move and tells what became of the win, and
    `plies` is how long the win takes from the beginning. Where `captures` names a stone, its
    capture takes the place of the win.
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
        """The task of its plain data."""
        lists = ("setup", "accept", "reply")
        texts = {name: tuple(data[name]) for name in lists}
        return cls(**{**data, **texts, "accept": tuple(map(tuple, data["accept"]))})

    def plain(self) -> Data:
        """Its plain data."""
        return dict(vars(self))

    @property
    def is_reading(self) -> bool:
        """Whether it asks for nothing."""
        return not self.accept and not self.goal

    @property
    def aim(self) -> Goal | None:
        """The goal, if it has one."""
        return read_goal(self.goal) if self.goal else None

    @property
    def needs_search(self) -> bool:
        """Whether a search has to be asked about a move, rather than the rules alone."""
        aim = self.aim
        return bool(self.refutes or self.captures) or (aim is not None and aim.kind == "win in")

    @property
    def turns(self) -> int:
        """How many moves of the person's own it takes."""
        aim = self.aim
        return len(self.accept) or (aim.turns if aim else 0)

    def start(self) -> Position:
        """The position in which it begins."""
        game = registry.game(self.game, **self.options)
        start = game.start() if self.position is None else game.position(self.position)
        return start.play_all(" ".join(self.setup)) if self.setup else start


@dataclass(frozen=True)
class Judged:
    """What became of a person's last move: the positions that it led through, and how it was."""

    outcome: Outcome
    seen: tuple[Position, ...]
    turn: int = 0  # moves of the person's own that stand
    refusal: Refusal | None = None
    move: str = ""  # as the game writes it
    verdict: Verdict | None = None  # of a search, on a move that is not the one that was asked for
    reply: str = ""  # what the other side answered to a wrong move


def judge(task: Task, moves: Sequence[str]) -> Judged:
    """The person's own moves, one after the other; the other side's are the task's business."""
    now = Judged("open", (task.start(),))
    for turn, move in enumerate(moves):
        now = _played(task, now.seen[-1], move, turn)
        if now.outcome != "right":
            break
    return now


def _played(task: Task, before: Position, text: str, turn: int) -> Judged:
    """One move of the person's own."""
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
    """A move that was not asked for, with what shows why; one that wins as soon is right, too."""
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
    """The same where stones were to be captured: a reply keeps them for longer."""
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
    except Tired:  # of what is not known nothing is said
        pass
    seen = (before, after, *_after(after, reply))
    return Judged("wrong", seen, turn, move=move, verdict=verdict, reply=reply or "")


def _verdict(report: Report, plies: int) -> Verdict:
    """What a search for the other side says of a move, where so many plies would have won."""
    mate = report.mate
    if mate is None:
        known: dict[float, Verdict] = {0.0: "wins", 0.5: "draws", 1.0: "loses"}
        return known.get(report.win_chance, "unclear") if report.exact else "unclear"
    if mate > 0:
        return "loses"
    return "wins" if 1 - mate <= plies else "slower"


def is_right(task: Task, before: Position, move: str, turn: int) -> bool:
    """Whether a legal move, as the game writes it, is one that the task wants."""
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
    """What the other side answers: as the lesson says, or as a search would."""
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
    if best is not None and is_right(task, position, best, turn):  # or each would have to be proven
        return best
    return next((move for move in legal if is_right(task, position, move, turn)), None)


def attempts(position: Position) -> Iterator[str]:
    """What a person may try on the board, legal or not: points, and steps of the own pieces."""
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
    """What a page asks of a task: to `look` at it, to `judge` the last move, or for a `hint`."""
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
    """Every reason for which rules refuse a move."""
    from plyground.engine.messages import REFUSALS

    return frozenset(REFUSALS)
