"""A GTP 2 server: lets any player of ours be played with by programs that speak this protocol."""

from contextlib import suppress
from typing import BinaryIO, TextIO

from plyground import registry
from plyground.game import Game
from plyground.player import Player
from plyground.protocols.gtp import analysis, commands, score
from plyground.protocols.gtp.table import COMMANDS, Desk, Refused, Talk
from plyground.protocols.serving import Server

__all__ = ["COMMANDS", "GtpServer"]
_PARTS = (commands, score, analysis)  # each has filled its part of the table

_MAX_ID = 20  # digits


def cleaned(line: str) -> str:
    r"""A line without comments and control characters, as the standard wants it before all else.

    >>> cleaned("12\tplay b D4\x07 # a good move")
    '12 play b D4'
    """
    said = line.partition("#")[0].replace("\t", " ")
    return "".join(letter for letter in said if letter >= " " and letter != "\x7f").strip()


class GtpServer(Server):
    r"""Serves a player of a game; the board is the server's, and any colour may move on it.

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

    def obey(self, line: str) -> None:
        """Answers one line."""
        self._end_stream()
        words = cleaned(line).split()
        if not words:
            return
        first = words[0]
        number = ""
        if first.isascii() and first.isdigit() and len(first) <= _MAX_ID:
            number = words.pop(0)
        self._answer(number, words)
        self.running = self.running and self.desk.running

    def serve(self) -> None:
        """Serves until `quit` or the end of the input."""
        try:
            super().serve()
        finally:
            with suppress(OSError, ValueError):
                self._end_stream()

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
        return COMMANDS[words[0]].work(self.desk, words[1:])

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


def _sentence(error: Exception) -> str:
    told = registry.blame(error)
    if told is None and isinstance(error, ValueError | OSError):
        told = str(error)
    return told or f"internal error: {type(error).__name__}: {error}"


def _one_line(text: str) -> str:
    return _printable(" ".join(text.split()))


def _printable(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()
