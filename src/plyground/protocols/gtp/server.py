"""A GTP 2 server: lets any player of ours be played with by programs that speak this protocol."""

import queue
import time
from contextlib import suppress
from typing import BinaryIO, TextIO

from plyground import registry
from plyground.game import Game
from plyground.player import Player
from plyground.protocols.gtp import analysis, commands, score
from plyground.protocols.gtp.table import COMMANDS, Desk, Refused, Talk
from plyground.protocols.serving import Server, Thinking

__all__ = ["COMMANDS", "GtpServer"]
_PARTS = (commands, score, analysis)  # each has filled its part of the table

_MAX_ID = 20  # digits
_INTERRUPT = "# interrupt"  # GoGui's comment: answer now
_LAST_THOUGHT = 1.5  # seconds for the last command when nothing more will come
_URGING = 1.0  # seconds; a program that can't be hurried does not keep us from listening
_MOMENT = 0.02


def cleaned(line: str) -> str:
    r"""A line without comments and control characters, as the standard wants it before all else.

    >>> cleaned("12\tplay b D4\x07 # a good move")
    '12 play b D4'
    """
    said = line.partition("#")[0].replace("\t", " ")
    return "".join(letter for letter in said if letter >= " " and letter != "\x7f").strip()


class GtpServer(Server):
    r"""Serves a player of a game; the board is the server's, and any colour may move on it.

    Commands are answered one after the other by a thread, so that the end of the input, `quit`
    and an interrupt are heard while it thinks.

    >>> import io, sys
    >>> import plyground
    >>> from plyground.player import EnginePlayer
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
        self.desk = Desk(player, game)
        self.thinking = Thinking(self.desk.thinker)
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None ends it
        self._heard = self._answered = 0

    # --- listening ------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Lets a line wait for its turn; only an interrupt can't."""
        if not self._heard:
            self.thinking.start(self._work)
        self._heard += 1
        self._waiting.put(line)
        if line.strip().lower() == _INTERRUPT:
            self._interrupt()
        if _split(line)[1][:1] == ["quit"]:
            self.running = False  # nothing after it counts

    def _interrupt(self) -> None:
        """Asks for the answer that is being worked at, not for those behind it."""
        urged, deadline = self._answered, time.monotonic() + _URGING
        behind = self._heard - 1  # the interrupt itself waits, too
        while urged == self._answered < behind and time.monotonic() < deadline:
            self.desk.thinker.stop()
            time.sleep(_MOMENT)

    def finish(self) -> None:
        """Carries out what was asked for before the end; the last thought may not take long."""
        if self.running:
            self._waiting.put(None)
        while self.thinking.is_busy() and self._waiting.qsize() > 1:
            time.sleep(_MOMENT)
        self.thinking.wait(_LAST_THOUGHT)

    def hang_up(self) -> None:
        """Lets the thread end that answers."""
        self._waiting.put(None)

    # --- answering ------------------------------------------------------------------------------

    def _work(self) -> None:
        """Answers what waits, in order."""
        while self.desk.running and self.is_heard and (line := self._waiting.get()) is not None:
            self.obey(line)
            self._answered += 1
        with suppress(OSError, ValueError):
            self._end_stream()

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
            self.say(f"?{number} {_one_line(str(refused))}\n")
        except Exception as error:  # noqa: BLE001 - a game in Python may raise anything
            self.say(f"?{number} {_one_line(_sentence(error))}\n")
        else:
            if isinstance(result, str):
                blank = " " * bool(result) * (not result.startswith("\n"))
                self.say(f"={number}{blank}{_printable(result)}\n")
            else:
                self._let_talk(number, result)

    def _result(self, words: list[str]) -> str | Talk:
        if not words or words[0] not in COMMANDS:
            raise Refused("unknown command")
        answer: str | Talk = COMMANDS[words[0]].run(self.desk, words[1:])
        return answer

    def _let_talk(self, number: str, talk: Talk) -> None:
        self.say(f"={number}")
        last = talk(self.say)
        if last is not None:
            self.say(f"{last}\n")

    def _end_stream(self) -> None:
        end, self.desk.end_stream = self.desk.end_stream, None
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
    told = registry.blame(error)
    if told is None and isinstance(error, ValueError | OSError):
        told = str(error)
    return told or f"internal error: {type(error).__name__}: {error}"


def _one_line(text: str) -> str:
    return _printable(" ".join(text.split()))


def _printable(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()
