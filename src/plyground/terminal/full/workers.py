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
    """A result from the background: its kind, and the state of the game it belongs to.

    An error takes the place of the result.
    """

    def __init__(self, what: str, moment: int, value: Any) -> None:
        super().__init__()
        self.what, self.moment, self.value = what, moment, value


class Workers:
    """The computer players, an adviser and a judge; they answer by posting `Heard`."""

    def __init__(self, session: Session, post: Callable[[Message], object]) -> None:
        self._session, self._post = session, post
        self.moment = 0  # counts changes: results of earlier requests are ignored
        self._errands = Errands()
        self._adviser = Thinker(advice.Adviser())
        self._judge = Thinker(EnginePlayer(advice.EVALUATION))
        players = {side: session.players[side] for side in SIDES}
        self._players = {side: Thinker(one) for side, one in players.items() if one}

    @property
    def _all(self) -> list[Thinker]:
        return [*self._players.values(), self._adviser, self._judge]

    def hush(self) -> None:
        """Stops all searches; a new state of the game begins."""
        self.moment += 1
        for thinker in self._all:
            thinker.cancel()

    def close(self) -> None:
        """Ends everything. Call it when the screen is gone."""
        for thinker in self._all:
            thinker.close()
        self._errands.close()

    def ask_mover(self) -> None:
        """Requests a computer's move; posts `answer so far`, then `answer`."""
        self._ask("answer", self._players[self._session.record.current.position.turn])

    def ask_hint(self) -> None:
        """Requests a good move; posts `hint`."""
        self._judge.cancel()
        self._ask("hint", self._adviser)

    def ask_evaluation(self) -> None:
        """Requests an evaluation; posts `evaluation so far` repeatedly."""
        self._ask("evaluation", self._judge)

    def _ask(self, what: str, thinker: Thinker) -> None:
        moment = self.moment
        thinker.ask(
            self._session.record.current.position,
            lambda report: self._deliver(f"{what} so far", moment, report),
            lambda answer: self._deliver(what, moment, answer),
        )

    def ask_what_is_dead(self) -> None:
        """Requests Go's dead stones; posts `dead`."""
        position = self._session.record.current.position
        self._run("dead", lambda: dead_stones(position))

    def offer_draw(self, opponent: Player) -> None:
        """Offers the opponent a draw; posts `draw`."""
        position = self._session.position
        self._run("draw", lambda: opponent.accepts_draw(position))

    def _run(self, what: str, work: Callable[[], object]) -> None:
        moment = self.moment
        self._errands.run(work, lambda found: self._deliver(what, moment, found))

    def _deliver(self, what: str, moment: int, value: object) -> None:
        """Called in other threads; the rest happens in the screen's own thread."""
        with contextlib.suppress(RuntimeError):  # the event loop may have ended meanwhile
            self._post(Heard(what, moment, value))
