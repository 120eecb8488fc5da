"""External programs as players: started when needed, restarted once after a crash.

A protocol's client implements the greeting, the position and the request for a move. This module
handles failures of the program, in the same way for all protocols.
"""

import contextlib
import math
import time
from collections.abc import Iterator, Mapping
from typing import TypedDict

from plyground.engine.game import Game, Position
from plyground.engine.stop import Stop
from plyground.players.player import Answer, Clock, Forfeit, OnReport, Player, Unplayable
from plyground.players.protocols.program import Ended, Program, Silent, split_command

START_SECONDS = 20.0
MOVE_SECONDS = 300.0
THINK_SECONDS = 1.0  # seconds for a move if there is no clock and the protocol requires a time
# seconds beyond its clock before it counts as silent; the match checks the clock itself
_GRACE = 2.0


class ClientSettings(TypedDict, total=False):
    """The settings of every client besides the command and the game."""

    start_seconds: float
    move_seconds: float
    options: Mapping[str, str] | None


class ExternalPlayer(Player):
    """A program that plays one game with fixed options."""

    protocol = ""  # the word before the colon in a spec
    takes_options = False  # whether a spec may set more than the time limits

    def __init__(
        self,
        command: str,
        game: Game,
        *,
        start_seconds: float = START_SECONDS,
        move_seconds: float = MOVE_SECONDS,
        options: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{self.protocol}:{command}")
        self.game = game
        self.options = dict(options or {})
        if self.options and not self.takes_options:
            raise ValueError(
                f"A setting of {self.protocol} is start=SECONDS or move=SECONDS,"
                f" not {next(iter(self.options))[:40]!r}."
            )
        self.start_seconds, self.move_seconds = start_seconds, move_seconds
        self._command = split_command(command)
        self._program: Program | None = None
        self._deadline = math.inf
        self._greeted = False  # whether it was ever ready to play this game
        self._moved = False  # whether it has moved in this game
        # the number of restarts; a program that was ended on purpose is not restarted
        self._closed = 0
        self._stop: Stop | None = None  # the current question for a move

    # --- implemented by a protocol --------------------------------------------------------------

    def greet(self) -> None:
        """Greets a new program: names, options, board."""

    def adopt(self, game: Game) -> None:
        """Switches to another game or other options; raises Unplayable if the program cannot."""
        if game != self.game:
            raise Unplayable(f"{self.name} plays {_shown(self.game)}, not {_shown(game)}.")

    def begin_game(self) -> None:
        """Announces a new game to a running program."""

    def put(self, position: Position) -> None:
        """Sends the position, as far as the program does not have it yet."""
        raise NotImplementedError

    def ask(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,
        stop: Stop | None = None,
    ) -> Answer:
        """Asks for a move in the current position; the move is not yet checked.

        The command that begins the search is sent, and its answer read, in `thinking(stop)`.
        """
        raise NotImplementedError

    def hurry(self) -> None:
        """Asks a searching program to answer now, if the protocol supports it."""

    def farewell(self) -> None:
        """Asks the program to end."""

    # --- talking --------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Sends a line."""
        self._running().send(line, self._deadline)

    def line(self) -> str:
        """The program's next line; during a search, a stop is passed on to it."""
        while True:
            if self._stop is not None and self._stop.is_set():
                self._stop = None
                self.hurry()
            line = self._running().line(self._deadline)
            if line is not None:
                return line

    @contextlib.contextmanager
    def thinking(self, stop: Stop | None) -> Iterator[None]:
        """Inside this context, a question for a move is sent and answered.

        `stop` may end it early.
        """
        if stop is None:
            yield
            return
        self._stop = stop
        try:
            with stop.calling(self._running().wake):
                yield
        finally:
            self._stop = None

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
            raise self._failure("crashed", f"{self.name} can't be started: {reason}.") from None
        self._deadline = time.monotonic() + self.start_seconds
        self.greet()
        self._greeted = True

    def _failure(self, code: str, sentence: str) -> Forfeit | Unplayable:
        """The error to raise: a program that was never ready has not lost."""
        return Forfeit(code, sentence) if self._greeted else Unplayable(sentence)

    # --- a player ---------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Begins another game; the program starts before any clock does.

        If this fails, it is tried again, and then judged, when a move is requested.
        """
        self._moved = False
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
        stop: Stop | None = None,
    ) -> Answer:
        """The program's move. A program that ends is restarted once; silence loses.

        Raises Unplayable if the program was never ready, or refuses this game or its first
        position. A set `stop` is passed on if the protocol has a command for it; otherwise the
        program takes its time, and only `close` ends it.
        """
        self.adopt(position.game)
        closed, words = self._closed, ""
        for _ in range(2):
            try:
                answer = self._choose(position, clock, on_report, stop)
            except Ended:
                words = self._last_words()
                self._end()
                if self._closed != closed:
                    raise Forfeit("crashed", f"{self.name} was ended.") from None
            except Silent:
                words = self._last_words()
                self._end()
                sentence = f"{self.name} did not answer in time{words}."
                raise self._failure("no_answer", sentence) from None
            except Unplayable:
                self._end()
                raise
            except ValueError as error:
                self._end()
                sentence = f"{self.name} gave an unreadable answer: {error}"
                raise self._failure("misunderstood", sentence) from None
            else:
                self._check(position, answer)
                self._moved = True
                return answer
        raise self._crash(words)

    def _crash(self, words: str) -> Forfeit | Unplayable:
        again = ", and ended again after it was restarted"
        when = again if self._greeted else " before it was ready"
        return self._failure("crashed", f"{self.name} ended{when}{words}.")

    def _choose(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,
        stop: Stop | None,
    ) -> Answer:
        self._start()
        self._deadline = time.monotonic() + self.start_seconds
        self._put(position)
        allowed = min(self.move_seconds, clock.most() + _GRACE if clock else math.inf)
        self._deadline = time.monotonic() + allowed
        before = self._running().cpu_seconds()
        answer = self.ask(position, clock, on_report, stop)
        self.cpu_seconds += max(0.0, self._running().cpu_seconds() - before)
        return answer

    def _put(self, position: Position) -> None:
        """Sends the position.

        A refusal before the program's first move means that it does not support it.
        """
        try:
            self.put(position)
        except ValueError as error:
            if self._moved or isinstance(error, Unplayable):
                raise
            raise Unplayable(f"{self.name} does not accept this game: {error}") from None

    def _check(self, position: Position, answer: Answer) -> None:
        if answer.move is None:
            return
        refusal = position.explain(answer.move)
        if refusal is not None:
            raise self.cheated(answer.move, refusal.sentence)

    def cheated(self, word: str, why: str) -> Forfeit:
        """The error for an illegal move of the program."""
        return Forfeit("illegal_move", f"{self.name} played {word[:40]!r}: {why}")

    def close(self) -> None:
        """Ends the program."""
        self._closed += 1
        if self._program is not None and self._program.is_alive():
            self._deadline = time.monotonic() + 0.5
            with contextlib.suppress(Ended, Silent):
                self.farewell()
        self._end()

    def _last_words(self) -> str:
        """How the program ended, and its last error output, in brackets, if any."""
        words = self._program.last_words() if self._program is not None else ""
        return f" ({words})" if words else ""

    def _end(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close()


def _shown(game: Game) -> str:
    options = ", ".join(f"{name}={value}" for name, value in game.changed.items())
    return f"{game.title} with {options}" if options else game.title
