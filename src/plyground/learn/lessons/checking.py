"""Checks a lesson: whether the rules allow each of its steps.

Every accepted move must be legal and lead to the end, with its replies. A goal must be reachable,
but not by every move. A move listed as wrong must be legal, and not right.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from plyground.engine.game import Position
from plyground.lab.toml_reader import Source
from plyground.learn.lessons.goals import REFUSED, Goal
from plyground.learn.lessons.model import Lesson, Step
from plyground.learn.lessons.playing import (
    Task,
    attempts,
    codes,
    is_right,
    judge,
    solution,
)

_MOST_PATHS = 64  # of accepted moves
_AIDS = ("liberties", "win", "threat", "flips", "mobility", "attacked")


@dataclass(frozen=True)
class Fault:
    """An error in a step, counted from 1, and its key."""

    step: int
    key: str
    sentence: str

    def with_line(self, source: Source) -> str:
        """The sentence with the line in the file."""
        return str(source.error(("steps", self.step - 1, self.key), self.sentence))


def check(lesson: Lesson) -> list[Fault]:
    """The errors in a lesson, by the rules of its game.

    >>> from plyground.learn.lessons import find
    >>> check(find("go", "capture"))
    []
    """
    return [
        Fault(number, key, sentence)
        for number, step in enumerate(lesson.steps, 1)
        for key, sentence in _step(step)
    ]


def _step(step: Step) -> Iterator[tuple[str, str]]:
    try:
        start = step.task.start()
    except ValueError as error:
        yield ("moves" if step.task.setup else "position"), str(error)
        return
    labels = {column + row for column in start.view()["columns"] for row in start.view()["rows"]}
    for key, places in (("marks", step.marks), *(("hints", hint.at) for hint in step.hints)):
        if strange := [at for at in places if at not in labels]:
            yield key, f"{strange[0]} is not on this board."
    if strange := [kind for kind in step.shows if kind not in _AIDS]:
        yield "shows", f"There is no aid {strange[0]!r}; the aids are: {', '.join(_AIDS)}."
    if step.is_reading:
        yield from _reading(step)
    elif start.result() is not None:
        yield "position", "The game is over in this position, so there is nothing to do."
    else:
        yield from _doing(step, start)


def _reading(step: Step) -> Iterator[tuple[str, str]]:
    for key, given in (("wrong", step.wrong), ("hints", step.hints), ("reply", step.task.reply)):
        if given:
            yield key, "This step has no task: it needs `accept` or `goal`."


def _doing(step: Step, start: Position) -> Iterator[tuple[str, str]]:
    task, aim = step.task, step.task.aim
    faults = list(_accepted(task)) if task.accept else list(_reached(task, start, aim))
    yield from faults
    if not step.hints:
        key = "accept" if task.accept else "goal"
        yield key, "There is no hint; a step with a task needs at least one."
    if not faults:
        yield from _wrongs(step, start)


def _accepted(task: Task) -> Iterator[tuple[str, str]]:
    """Checks that every path through the accepted moves ends well."""
    aim = task.aim
    if aim is not None and aim.kind == REFUSED:
        yield "goal", "A move that must be refused can't also be accepted."
        return
    if len(task.reply) < len(task.accept) - 1:
        yield "reply", "The opponent needs a reply between two moves."
        return
    if len(task.reply) > len(task.accept):
        yield "reply", "There are more replies than turns."
        return
    for number, path in enumerate(product(*task.accept)):
        if number == _MOST_PATHS:
            yield "accept", f"This step has more than {_MOST_PATHS} paths."
            return
        if sentence := _walked(task, path):
            yield "accept", sentence
            return


def _walked(task: Task, path: tuple[str, ...]) -> str | None:
    """The error on a path through the accepted moves."""
    for turn, move in enumerate(path):
        before = judge(task, path[:turn]).seen[-1]
        try:
            now = judge(task, path[: turn + 1])
        except ValueError as error:
            return f"After {move} the reply can't be played: {error}"
        if now.outcome == "refused":
            return f"{move} is not legal: {now.refusal}"
        if now.outcome == "wrong":
            return f"The game writes {move} as {now.move}; use that in accept."
        if now.outcome == "done" and turn + 1 < len(path):
            return f"After {move} the game is over, but the step has more moves."
        aim = task.aim
        if turn + 1 == len(path) and aim and not aim.is_met(before, move, max(0, aim.turns - 1)):
            return f"After {' '.join(path)} the goal is not reached."
    return None


def _reached(task: Task, start: Position, aim: Goal | None) -> Iterator[tuple[str, str]]:
    """Checks that the goal can be reached, but not by every move."""
    assert aim is not None, "a step to do has one or the other"
    if aim.kind == REFUSED and aim.code not in codes():
        yield "goal", f"No move is refused as {aim.code!r}; see `python.md` for the codes."
        return
    path: list[str] = []
    while judge(task, path).outcome in ("open", "right"):
        move = solution(task, path)
        if move is None or len(path) >= task.turns:
            yield "goal", "No move reaches this goal."
            return
        path.append(move)
    if judge(task, path).outcome != "done":
        yield "goal", f"After {' '.join(path)} the goal is not reached."
    elif aim.kind not in (REFUSED, "any") and _by_every_move(task, start):
        yield "goal", "Every move reaches this goal, so there is nothing to find."


def _by_every_move(task: Task, start: Position) -> bool:
    return all(is_right(task, start, move, 0) for move in start.moves())


def _wrongs(step: Step, start: Position) -> Iterator[tuple[str, str]]:
    """Checks that moves listed as wrong are legal, well written, and not right; their answers, too.

    An illegal move may also be listed, because people will try it.
    """
    places = _positions(step.task, start)
    for move, remark in step.wrong.items():
        found = [(turn, place) for turn, place in enumerate(places) if move in place.moves()]
        if not found:
            if not any(move in attempts(place) for place in places) or remark.reply:
                yield "wrong", f"{move} can't be played here; check how the game writes it."
            continue
        there = [place for turn, place in found if not is_right(step.task, place, move, turn)]
        if not there:
            yield "wrong", f"{move} is right here."
        elif remark.reply and all(place.play(move).explain(remark.reply) for place in there):
            yield "wrong", f"After {move} the reply {remark.reply} can't be played."


def _positions(task: Task, start: Position) -> list[Position]:
    """The positions in which the person is to move, on the path that hints would show."""
    places, path = [start], list[str]()
    while len(path) + 1 < task.turns:
        move = solution(task, path)
        assert move is not None, "it was found before"
        path.append(move)
        now = judge(task, path)
        if now.outcome != "right":
            break
        places.append(now.seen[-1])
    return places
