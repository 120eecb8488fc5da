"""A player that is an external program: started when needed, restarted once after a crash.

A protocol's client fills in how to greet, how to put a position and how to ask for a move; what
happens when the program fails is decided here, the same for all.
"""

import contextlib
import math
import time

from plyground.game import Game, Position
from plyground.player import Answer, Clock, Forfeit, OnReport, Player
from plyground.protocols.program import Ended, Program, Silent, split_command

START_SECONDS = 20.0
MOVE_SECONDS = 300.0
THINK_SECONDS = 1.0  # asked for where there is no clock and a protocol wants to hear a time
_GRACE = (
    2.0  # beyond its clock, before a program counts as silent; the match judges the clock itself
)


class ExternalPlayer(Player):
    """A program that plays one game with fixed options."""

    protocol = ""  # the word before the colon in a spec

    def __init__(
        self,
        command: str,
        game: Game,
        *,
        start_seconds: float = START_SECONDS,
        move_seconds: float = MOVE_SECONDS,
    ) -> None:
        super().__init__(f"{self.protocol}:{command}")
        self.game = game
        self.start_seconds, self.move_seconds = start_seconds, move_seconds
        self._command = split_command(command)
        self._program: Program | None = None
        self._spent = 0.0  # by programs that have ended
        self._deadline = math.inf
        self._closed = 0  # how often; a program that was ended on purpose is not started again

    # --- what a protocol fills in -------------------------------------------------------------

    def greet(self) -> None:
        """Speaks the first words to a new program: names, options, board."""

    def begin_game(self) -> None:
        """Tells a running program that another game begins."""

    def put(self, position: Position) -> None:
        """Tells the program the position, as far as it does not know it."""
        raise NotImplementedError

    def ask(self, position: Position, clock: Clock | None, on_report: OnReport | None) -> Answer:
        """Asks for a move in the position that was put; the move is not yet checked."""
        raise NotImplementedError

    def hurry(self, program: Program) -> None:
        """Asks a thinking program to answer now, where the protocol can."""

    def farewell(self) -> None:
        """Asks the program to end."""

    # --- talking --------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Sends a line."""
        self._running().send(line, self._deadline)

    def line(self) -> str:
        """The program's next line."""
        return self._running().line(self._deadline)

    def _running(self) -> Program:
        if self._program is None:
            raise Ended
        return self._program

    def _start(self) -> None:
        if self._program is not None and self._program.is_alive():
            return
        self._end()
        try:
            self._program = Program(self._command)
        except OSError as error:
            reason = error.strerror or "unknown error"
            raise Forfeit("crashed", f"{self.name} can't be started: {reason}.") from None
        self._deadline = time.monotonic() + self.start_seconds
        self.greet()

    # --- a player ---------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Begins another game; the program runs before any clock does.

        What goes wrong here is tried again, and then judged, when a move is asked for.
        """
        self._deadline = time.monotonic() + self.start_seconds
        try:
            if self._program is not None and self._program.is_alive():
                self.begin_game()
            else:
                self._start()
        except (Ended, Silent, ValueError, Forfeit):
            self._end()

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,
        on_report: OnReport | None = None,
    ) -> Answer:
        """The program's move. A program that ends is started again, once; silence loses."""
        closed = self._closed
        for _ in range(2):
            try:
                answer = self._choose(position, clock, on_report)
            except Ended:
                self._end()
                if self._closed != closed:
                    raise Forfeit("crashed", f"{self.name} was ended.") from None
            except Silent:
                self._end()
                raise Forfeit("no_answer", f"{self.name} did not answer in time.") from None
            except ValueError as error:
                self._end()
                raise Forfeit("no_answer", f"{self.name} was not understood: {error}") from None
            else:
                self._check(position, answer)
                return answer
        raise Forfeit("crashed", f"{self.name} ended, and ended again after it was restarted.")

    def _choose(
        self, position: Position, clock: Clock | None, on_report: OnReport | None
    ) -> Answer:
        self._start()
        self._deadline = time.monotonic() + self.start_seconds
        self.put(position)
        allowed = min(self.move_seconds, clock.most() + _GRACE if clock else math.inf)
        self._deadline = time.monotonic() + allowed
        before = self._running().cpu_seconds()
        answer = self.ask(position, clock, on_report)
        self.cpu_seconds += max(0.0, self._running().cpu_seconds() - before)
        return answer

    def _check(self, position: Position, answer: Answer) -> None:
        if answer.move is None:
            return
        refusal = position.explain(answer.move)
        if refusal is not None:
            raise self.cheated(answer.move, refusal.sentence)

    def cheated(self, word: str, why: str) -> Forfeit:
        """What to raise where the program answers with a move that is none."""
        return Forfeit("illegal_move", f"{self.name} played {word[:40]!r}: {why}")

    def stop(self) -> None:
        """Asks the program to answer now."""
        program = self._program
        if program is not None:
            try:
                self.hurry(program)
            except (Ended, Silent):
                return

    def close(self) -> None:
        """Ends the program."""
        self._closed += 1
        if self._program is not None and self._program.is_alive():
            self._deadline = time.monotonic() + 0.5
            with contextlib.suppress(Ended, Silent):
                self.farewell()
        self._end()

    def _end(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close()
