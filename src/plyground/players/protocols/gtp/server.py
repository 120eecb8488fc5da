"""A GTP 2 server: programs that speak GTP can play against any of our players."""

import threading
from collections import deque
from contextlib import suppress
from typing import BinaryIO, TextIO

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.stop import Stop
from plyground.players.player import Player
from plyground.players.protocols.gtp import analysis, commands, rules, score
from plyground.players.protocols.gtp.command_table import COMMANDS, GtpSession, Refused, Talk
from plyground.players.protocols.serving import Server

__all__ = ["COMMANDS", "GtpServer"]
_PARTS = (commands, rules, score, analysis)  # importing each module fills its part of the table

_MAX_ID = 20  # digits
_INTERRUPT = "# interrupt"  # GoGui's comment for: answer now
_LAST_THOUGHT = 1.5  # seconds for the last command after the input has ended


def cleaned(line: str) -> str:
    r"""A line without comments and control characters, which the standard removes first.

    >>> cleaned("12\tplay b D4\x07 # a good move")
    '12 play b D4'
    """
    text = line.partition("#")[0].replace("\t", " ")
    return "".join(letter for letter in text if letter >= " " and letter != "\x7f").strip()


class GtpServer(Server):
    r"""Serves a player of a game; the board is the server's, and any colour may move on it.

    A thread answers the commands one by one, so that the end of the input, `quit` and an interrupt
    are noticed during a search.

    >>> import io, sys
    >>> import plyground
    >>> from plyground.players.player import EnginePlayer
    >>> player, go = EnginePlayer("alphabeta:depth=1"), plyground.game("go", size=5)
    >>> GtpServer(player, go, io.BytesIO(b"7 play b I3\nquit\n"), sys.stdout).serve()
    ?7 syntax error
    <BLANKLINE>
    =
    <BLANKLINE>
    """

    def __init__(
        self,
        player: Player,
        game: Game,
        lines: BinaryIO | None = None,
        out: TextIO | None = None,
    ) -> None:
        super().__init__(player, lines, out)
        self.session = GtpSession(player, game)
        self._turn = threading.Condition()
        self._waiting: deque[tuple[str, Stop] | None] = deque()  # None ends it
        self._answering: Stop | None = None  # of the current command
        self._begun = self._ended = False

    # --- reading --------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Queues a line; only an interrupt takes effect at once."""
        if not self._begun:
            self._begun = True
            self.thinking.start(self._work)
        if line.strip().lower() == _INTERRUPT:
            self._interrupt()
        self._put((line, Stop()))
        if _split(line)[1][:1] == ["quit"]:
            self.running = False  # commands after it are ignored

    def _put(self, command: tuple[str, Stop] | None) -> None:
        with self._turn:
            self._waiting.append(command)
            self._turn.notify_all()

    def _interrupt(self) -> None:
        """Interrupts the current or next command, not the ones queued behind it."""
        with self._turn:
            stop = self._answering
            if stop is None and self._waiting and self._waiting[0] is not None:
                stop = self._waiting[0][1]
        if stop is not None:
            stop.set()

    def finish(self) -> None:
        """Carries out the commands before the end; the last search may not take long."""
        if self.running:
            self._put(None)
        with self._turn:
            self._turn.wait_for(lambda: len(self._waiting) <= 1 or self._ended)
        self.thinking.wait(_LAST_THOUGHT)

    def hang_up(self) -> None:
        """Lets the answering thread end."""
        self._put(None)

    # --- answering ------------------------------------------------------------------------------

    def _work(self, stop: Stop) -> None:
        """Answers queued commands in order; a stop shortens all of them."""
        try:
            while self.session.running and self.is_heard and (command := self._next()) is not None:
                line, self.session.stop = command
                with stop.calling(self.session.stop.set):
                    self.obey(line)
            with suppress(OSError, ValueError):
                self._end_stream()
        finally:
            with self._turn:
                self._ended = True
                self._turn.notify_all()

    def _next(self) -> tuple[str, Stop] | None:
        with self._turn:
            self._answering = None
            self._turn.wait_for(lambda: self._waiting)
            command = self._waiting.popleft()
            self._answering = command[1] if command else None
            self._turn.notify_all()
            return command

    def obey(self, line: str) -> None:
        """Answers one line."""
        self._end_stream()
        number, words = _split(line)
        if number or words:
            self._answer(number, words)

    def _answer(self, number: str, words: list[str]) -> None:
        try:
            result = self._result(words)
        except Refused as refused:
            self._say_last(f"?{number} {_one_line(str(refused))}")
        except Exception as error:  # noqa: BLE001 - a game in Python may raise anything
            self._say_last(f"?{number} {_one_line(_sentence(error))}")
        else:
            if isinstance(result, str):
                blank = " " * bool(result) * (not result.startswith("\n"))
                self._say_last(f"={number}{blank}{_printable(result)}")
            else:
                self._let_talk(number, result)

    def _result(self, words: list[str]) -> str | Talk:
        if not words or words[0] not in COMMANDS:
            raise Refused("unknown command")
        answer: str | Talk = COMMANDS[words[0]].run(self.session, words[1:])
        return answer

    def _let_talk(self, number: str, talk: Talk) -> None:
        self.say(f"={number}")
        last = talk(self.say)
        if last is not None:
            self._say_last(last)

    def _say_last(self, text: str) -> None:
        """Ends an answer. After this the client may interrupt the next command."""
        self._answering = None
        self.say(f"{text}\n")

    def _end_stream(self) -> None:
        end, self.session.end_stream = self.session.end_stream, None
        if end is not None:
            end()
            self.say("")


def _split(line: str) -> tuple[str, list[str]]:
    """The identity number of a command, if it has one, and its words."""
    words = cleaned(line).split()
    if words and words[0].isascii() and words[0].isdigit() and len(words[0]) <= _MAX_ID:
        return words[0], words[1:]
    return "", words


def _sentence(error: Exception) -> str:
    sentence = registry.blame(error)
    if sentence is None and isinstance(error, ValueError | OSError):
        sentence = str(error)
    return sentence or f"internal error: {type(error).__name__}: {error}"


def _one_line(text: str) -> str:
    return _printable(" ".join(text.split()))


def _printable(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()
