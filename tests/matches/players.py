"""Players for tests: they follow a script, break rules, or overstep their time."""

import time
from collections.abc import Callable, Iterable

from plyground.engine.game import Game, Position
from plyground.engine.report import Line, Report
from plyground.engine.stop import Stop
from plyground.players.player import Answer, Clock, Forfeit, OnReport, Player


class Scripted(Player):
    """Answers with a function; counts its games and notes whether it was closed."""

    def __init__(self, answer: Callable[[Position], Answer], name: str = "scripted") -> None:
        super().__init__(name)
        self._answer = answer
        self.clocks: list[Clock | None] = []
        self.games = 0
        self.closed = False

    def new_game(self) -> None:
        self.games += 1

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,  # noqa: ARG002
        stop: Stop | None = None,  # noqa: ARG002
    ) -> Answer:
        self.clocks.append(clock)
        return self._answer(position)

    def close(self) -> None:
        self.closed = True


def first_move(position: Position) -> Answer:
    return Answer(position.moves()[0])


def thinking(chance: float) -> Callable[[Position], Answer]:
    """Plays the first move, and reports this chance."""

    def answer(position: Position) -> Answer:
        move = position.moves()[0]
        line = Line(move, 0.0, chance, None, exact=False, pv=(move,))
        return Answer(move, Report((line,), 1, 1, 0.0))

    return answer


def moves(*script: str) -> Callable[[Position], Answer]:
    """Plays these moves, one after the other."""
    waiting = iter(script)
    return lambda _: Answer(next(waiting))


def illegal(_: Position) -> Answer:
    return Answer("z99")


def resigning(_: Position) -> Answer:
    return Answer(None)


def forfeiting(_: Position) -> Answer:
    raise Forfeit("crashed", "it fell over")


def broken(_: Position) -> Answer:
    raise RuntimeError("a mistake of ours")


def sleeping(seconds: float) -> Callable[[Position], Answer]:
    def answer(position: Position) -> Answer:
        time.sleep(seconds)
        return first_move(position)

    return answer


ANSWERS: dict[str, Callable[[Position], Answer]] = {
    "first": first_move,
    "illegal": illegal,
    "resigning": resigning,
    "forfeiting": forfeiting,
    "broken": broken,
}


def maker(made: list[Scripted] | None = None) -> Callable[[str, Game], Player]:
    """Makes the players of ANSWERS by name."""

    def make(text: str, _: Game) -> Player:
        player = Scripted(ANSWERS[text], text)
        if made is not None:
            made.append(player)
        return player

    return make


def chances(given: Iterable[float]) -> Callable[[Position], Answer]:
    """Reports these chances in order."""
    waiting = iter(given)

    def answer(position: Position) -> Answer:
        return thinking(next(waiting))(position)

    return answer
