"""The background threads of a game: opponents, hints, evaluations."""

import contextlib
from collections.abc import Callable
from typing import Any

from textual.message import Message

from plyground.engine.counting import dead_stones
from plyground.players.player import EnginePlayer, Player
from plyground.session import advice
from plyground.session.session import SIDES, Session
from plyground.terminal.thinking import Errands, Thinker


class Heard(Message):
    """Something from the background: what it is, and the moment it belongs to.

    An error stands in place of what was wanted.
    """

    def __init__(self, what: str, moment: int, value: Any) -> None:
        super().__init__()
        self.what, self.moment, self.value = what, moment, value


class Workers:
    """The computers at the table, an adviser and a judge; they answer by posting `Heard`."""

    def __init__(self, session: Session, post: Callable[[Message], object]) -> None:
        self._session, self._post = session, post
        self.moment = 0  # counts changes: what was asked before one is of no interest after it
        self._errands = Errands()
        self._adviser = Thinker(advice.Adviser())
        self._judge = Thinker(EnginePlayer(advice.EVALUATION))
        players = {side: session.players[side] for side in SIDES}
        self._players = {side: Thinker(one) for side, one in players.items() if one}

    @property
    def _all(self) -> list[Thinker]:
        return [*self._players.values(), self._adviser, self._judge]

    def hush(self) -> None:
        """Ends what is being thought; a new moment begins."""
        self.moment += 1
        for thinker in self._all:
            thinker.cancel()

    def close(self) -> None:
        """Ends everything. Call it when the screen is gone."""
        for thinker in self._all:
            thinker.close()
        self._errands.close()

    def ask_mover(self) -> None:
        """The computer that is to move; `answer` comes, and `answer so far` before it."""
        self._ask("answer", self._players[self._session.record.current.position.turn])

    def ask_hint(self) -> None:
        """A good move; `hint` comes."""
        self._judge.cancel()
        self._ask("hint", self._adviser)

    def ask_evaluation(self) -> None:
        """Who stands better; `evaluation so far` comes, again and again."""
        self._ask("evaluation", self._judge)

    def _ask(self, what: str, thinker: Thinker) -> None:
        moment = self.moment
        thinker.ask(
            self._session.record.current.position,
            lambda report: self._deliver(f"{what} so far", moment, report),
            lambda answer: self._deliver(what, moment, answer),
        )

    def ask_what_is_dead(self) -> None:
        """Go's dead stones; `dead` comes."""
        position = self._session.record.current.position
        self._run("dead", lambda: dead_stones(position))

    def offer_draw(self, opponent: Player) -> None:
        """Whether the opponent wants a draw; `draw` comes."""
        position = self._session.position
        self._run("draw", lambda: opponent.accepts_draw(position))

    def _run(self, what: str, work: Callable[[], object]) -> None:
        moment = self.moment
        self._errands.run(work, lambda found: self._deliver(what, moment, found))

    def _deliver(self, what: str, moment: int, value: object) -> None:
        """Called in other threads: the rest happens in the screen's own."""
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            self._post(Heard(what, moment, value))
