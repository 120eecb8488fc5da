"""What happens at the table by itself: computers think, hints and evaluations come in."""

import contextlib
import time
from typing import Any

from textual.content import Content
from textual.message import Message
from textual.screen import Screen

from plyground.counting import dead_stones
from plyground.player import Answer, EnginePlayer
from plyground.report import Report
from plyground.terminal import advice
from plyground.terminal.full import panel
from plyground.terminal.glyphs import Glyphs
from plyground.terminal.session import SIDES, Session
from plyground.terminal.thinking import Errands, Thinker


class Heard(Message):
    """Something from the background: what it is, and the moment it belongs to."""

    def __init__(self, what: str, moment: int, value: Any) -> None:
        super().__init__()
        self.what, self.moment, self.value = what, moment, value


class Table(Screen[None]):
    """A session and everybody who thinks about it. How it is shown is for others to say."""

    def __init__(self, session: Session, glyphs: Glyphs, pace: float) -> None:
        super().__init__()
        self.session = session
        self._glyphs = glyphs
        self._pace = pace  # seconds between the moves of two computers
        self._view = session.position.view()
        self.message = ""
        self._advice: Content | None = None
        self._evaluates = self._paused = False
        self._moment = 0  # counts changes: what was asked before one is of no interest after it
        self._thinks: str | None = None  # who
        self._since, self._ticks = 0.0, 0
        self._report: Report | None = None
        self._errands = Errands()
        self._advisor = Thinker(EnginePlayer(advice.HINT))
        self._judge = Thinker(EnginePlayer(advice.EVALUATION))
        players = {side: session.players[side] for side in SIDES}
        self._thinkers = {side: Thinker(one) for side, one in players.items() if one}

    def redraw(self) -> None:
        """Draws everything anew."""
        raise NotImplementedError

    def write(self) -> None:
        """Writes the texts anew, which change more often than the board."""
        raise NotImplementedError

    def panel_width(self) -> int:
        """Columns for text beside the board."""
        raise NotImplementedError

    def say(self, message: str) -> None:
        """Puts a sentence beside the board."""
        self.message = message
        self.write()

    def close(self) -> None:
        """Ends everything in the background. Call it when the screen is gone."""
        for thinker in (*self._thinkers.values(), self._advisor, self._judge):
            thinker.close()
        self._errands.close()

    def advance(self, message: str = "") -> None:
        """After every change: whoever is to act is asked to."""
        self._hush()
        session = self.session
        self._view = session.position.view()
        self.message = message or self._situation()
        if session.trouble:
            self.message += f" {session.trouble}"
            session.trouble = None
        if session.stage == "counting" and not session.dead:
            moment, position = self._moment, session.record.current.position
            self._errands.run(
                lambda: dead_stones(position),
                lambda found: self._hear("dead", moment, found),
            )
        elif session.thinker is not None and not self._paused:
            self._thinking(session.who(self._view["turn"]))
            moment = self._moment
            if session.people or not self._pace:
                self._ask_computer(moment)
            else:
                self.set_timer(self._pace, lambda: self._ask_computer(moment))
        elif session.stage == "playing" and self._evaluates:
            self._ask("evaluation", self._judge)
        self.redraw()

    def _hush(self) -> None:
        """Ends what is being thought, and forgets what was said of the last position."""
        self._moment += 1
        for thinker in (*self._thinkers.values(), self._advisor, self._judge):
            thinker.cancel()
        self._thinks = self._report = self._advice = None

    def _situation(self) -> str:
        session = self.session
        if session.stage == "over":
            return session.told()
        if session.stage == "counting":
            return "Both passed. Mark what is dead, then agree; or continue to play."
        if session.thinker is not None:
            return "Paused." if self._paused else ""
        if [move["kind"] for move in self._view["moves"]] == ["pass"]:
            return "You have no legal move, so you must pass: press p."
        one = len(session.people) == 1
        return "Your turn." if one else f"{self._view['turn'].capitalize()} to move."

    def _thinking(self, who: str) -> None:
        self._thinks, self._since, self._report = who, time.monotonic(), None

    def _ask_computer(self, moment: int) -> None:
        if moment == self._moment:
            self._ask("answer", self._thinkers[self._view["turn"]])

    def _ask(self, what: str, thinker: Thinker) -> None:
        moment, position = self._moment, self.session.record.current.position
        thinker.ask(
            position,
            lambda report: self._hear(f"{what} so far", moment, report),
            lambda answer: self._hear(what, moment, answer),
        )

    def _hear(self, what: str, moment: int, value: Any) -> None:
        """Called in other threads: the rest happens in the screen's own."""
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            self.post_message(Heard(what, moment, value))

    def on_heard(self, heard: Heard) -> None:
        """Something from the background."""
        if heard.moment != self._moment:
            return
        if heard.what.endswith("so far"):
            self._heard_report(heard.what, heard.value)
        elif heard.what == "answer":
            self._heard_answer(heard.value)
        elif heard.what == "hint":
            self._heard_hint(heard.value)
        elif heard.what == "dead":
            self._heard_dead(heard.value)
        elif heard.what == "draw":
            self._heard_draw(heard.value)

    def _heard_report(self, what: str, report: Report) -> None:
        if what.startswith("evaluation") and report.lines:
            words = advice.evaluation_words(self.session.record.current.position, report)
            self._advice = panel.report_bar(
                self.session, report, self._glyphs, words, self.panel_width()
            )
        self._report = report
        self.write()

    def _heard_answer(self, answer: Answer | Exception) -> None:
        seconds = time.monotonic() - self._since
        try:
            self.session.take(answer, seconds)
        except Exception as error:  # noqa: BLE001 - a player's mistake must not end the game
            self._paused = True
            sentence = str(error).rstrip(".")
            self.advance(f"The computer can't play: {sentence}. Press u to take your move back.")
        else:
            self.advance()

    def _heard_hint(self, answer: Answer | Exception) -> None:
        self._thinks = None
        if isinstance(answer, Answer) and answer.report is not None:
            words = advice.hint_words(self.session.record.current.position, answer.report)
            self._advice = Content(words)
        else:
            self._advice = Content("There is no hint for this position.")
        self.redraw()

    def _heard_dead(self, proposal: list[str]) -> None:
        if not self.session.dead:  # the person may have been quicker
            self.session.mark(proposal)
            self._view = self.session.position.view()
        if not self.session.people:
            self.session.agree()
            self.message = self._situation()
        self.redraw()

    def _heard_draw(self, accepted: bool) -> None:
        if accepted:
            self.session.agree_draw()
            self.advance()
        else:
            self.say("The computer wants to play on.")

    def _tick(self) -> None:
        if self._thinks:
            self._ticks += 1
            self.write()
