"""GTP programs as players."""

import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

from plyground.engine.game import Game, Position
from plyground.engine.options import RULES
from plyground.engine.report import Report
from plyground.engine.stop import Stop
from plyground.engine.view import Turn, other
from plyground.players.player import Answer, Clock, Forfeit, OnReport, Unplayable
from plyground.players.protocols.external import ClientSettings, ExternalPlayer
from plyground.players.protocols.gtp.points import (
    PASS,
    RESIGN,
    check_game,
    from_vertex,
    gtp_of,
    to_vertex,
)
from plyground.players.protocols.gtp.reports import read_info
from plyground.players.protocols.program import Ended, Silent

_MOST_LINES = 20_000  # the largest size of one answer
_SHOWN = 80
_THINK_ALOUD = "lz-genmove_analyze"
_INTERRUPTIBLE = "gogui-interrupt"
_CENTISECONDS = 30


class Refusal(ValueError):  # noqa: N818 - the program's answer, not an accident
    """The program answered with a question mark."""


@dataclass(frozen=True)
class _SentMove:
    """A move sent to the program; some programs do not count passes."""

    move: str
    counted: bool = True


class GtpPlayer(ExternalPlayer):
    """A GTP program. `play` and `undo` send the changes since its last move.

    >>> import plyground
    >>> GtpPlayer("no-such-program", plyground.game("go"))
    Traceback (most recent call last):
        ...
    ValueError: There is no program 'no-such-program'.
    """

    protocol = "gtp"
    time_grain = 1.0  # the protocol uses whole seconds

    def __init__(self, command: str, game: Game, **settings: Unpack[ClientSettings]) -> None:
        check_game(game)
        super().__init__(command, game, **settings)
        self._named = game.name  # the game it was started for, which needs no `set_game`
        self._known: set[str] = set()
        self._board: tuple[Game, str | None] | None = None  # where the sent moves begin
        self._sent: list[_SentMove] = []
        self._clock_sent: tuple[float, ...] | None = None

    # --- talking ------------------------------------------------------------------------------

    def tell(self, command: str) -> str:
        """The answer to a command; raises Refusal if the program refuses it."""
        return self._talk(command, lambda _: None)

    def _talk(self, command: str, hear: Callable[[str], None]) -> str:
        """The answer to a command; its later lines are reported as they arrive."""
        self.send(command)
        lines: list[str] = []
        for _ in range(_MOST_LINES):
            line = self.line().rstrip()
            if lines and not line:
                break
            if lines:
                hear(line)
            if lines or line.startswith(("=", "?")):  # anything before the answer is not part of it
                lines.append(line)
        else:
            raise ValueError(f"The answer to {command[:_SHOWN]!r} does not end.")
        # An identity number would follow at once; we send none.
        answer = "\n".join([lines[0][1:].strip(), *lines[1:]]).strip("\n")
        if lines[0].startswith("?"):
            raise Refusal(f"{command[:_SHOWN]!r} was answered with '? {answer[:_SHOWN]}'.")
        return answer

    def greet(self) -> None:
        """Asks for the program's commands."""
        self._board, self._sent, self._clock_sent = None, [], None
        try:
            self._known = set(self.tell("list_commands").split())
        except Refusal:
            self._known = set()
        another = self.game.name != self._named
        if "set_game" in self._known and (another or not gtp_of(self.game).is_usual):
            self.tell(f"set_game {self.game.title}")
        elif another:
            raise Unplayable(f"{self.name} has no set_game, so it can't play {self.game.title}.")

    def adopt(self, game: Game) -> None:
        """Takes over other options, which are sent with the next board.

        For another game the program is restarted.
        """
        if game.name == self.game.name:
            self.game = game
            return
        before, self.game = self.game, game
        try:
            check_game(game)
            self._end()
            self._start()
        except (Ended, Silent, ValueError, Forfeit) as error:
            self._end()
            self.game = before
            if isinstance(error, Unplayable):
                raise
            why = f": {error}" if str(error) else "."
            raise Unplayable(f"{self.name} can't be asked to play {game.title}{why}") from None

    def begin_game(self) -> None:
        """The board is cleared when the first position of the new game is sent."""
        self._board, self._clock_sent = None, None

    def farewell(self) -> None:
        """Sends `quit` without waiting for the answer."""
        self.send("quit")

    def _may(self, command: str) -> bool:
        """Whether to try a command: some programs do not list theirs."""
        return not self._known or command in self._known

    # --- positions ----------------------------------------------------------------------------

    def put(self, position: Position) -> None:
        """Brings the program's board to this position with as few commands as possible."""
        if self._board != (position.game, position.origin) or not self._take_back(position):
            self._set_up(position)
        colours = self._colours(position)
        for ply in range(len(self._sent), len(position.played)):
            self._play(position.game, colours[ply % 2], position.played[ply])

    @staticmethod
    def _colours(position: Position) -> tuple[Turn, Turn]:
        """The colours that play the even and the odd plies of this history."""
        even = position.turn if len(position.played) % 2 == 0 else other(position.turn)
        return even, other(even)

    def _take_back(self, position: Position) -> bool:
        """Undoes moves that differ; False if that is not possible."""
        sent = [sent.move for sent in self._sent]
        same = 0
        while same < min(len(sent), len(position.played)) and sent[same] == position.played[same]:
            same += 1
        undone = self._sent[same:]
        if undone and (not self._may("undo") or not all(move.counted for move in undone)):
            return False
        try:
            for _ in undone:
                self.tell("undo")
                self._sent.pop()
        except Refusal:
            return False
        return True

    def _play(self, game: Game, colour: Turn, move: str) -> None:
        try:
            self.tell(f"play {colour} {to_vertex(game, move)}")
            self._sent.append(_SentMove(move))
        except Refusal:
            # Forced passes are implied, and some programs refuse them.
            if not gtp_of(game).silent_passes or move != PASS:
                raise
            self._sent.append(_SentMove(move, counted=False))

    def _set_up(self, position: Position) -> None:
        """Clears the program's board and sets up the first position of this history."""
        game = position.game
        self._board, self._sent = None, []
        if "size" in game.values and (gtp_of(game).is_usual or self._may("boardsize")):
            self.tell(f"boardsize {game.values['size']}")
        self.tell("clear_board")
        if "komi" in game.values and self._may("komi"):
            self.tell(f"komi {game.values['komi']:g}")
        self._name_rules(game)
        if position.origin is not None:
            self._put_stones(game, position.origin)
        elif game.values.get("handicap"):
            self._put_handicap(game)
        self._board = (game, position.origin)

    def _name_rules(self, game: Game) -> None:
        """Sends the name of the rules, if they have one and the program takes it."""
        name = str(game.values.get(RULES, ""))
        if name not in game.rule_sets:
            return
        for command, text in (("kata-set-rules", name.replace("_", "-")), ("kgs-rules", name)):
            if command in self._known:
                self.tell(f"{command} {text}")
                return

    def _put_handicap(self, game: Game) -> None:
        """The fixed handicap; a program with other points gets our points one by one."""
        stones = self._stones(game.start())["black"]
        if self._may("set_free_handicap"):
            self.tell(f"set_free_handicap {' '.join(stones)}")
            return
        placed = self.tell(f"fixed_handicap {game.values['handicap']}").upper().split()
        if set(placed) != set(stones):
            raise Unplayable(f"{self.name} places handicap stones on other points.")

    def _put_stones(self, game: Game, text: str) -> None:
        """Sends a board from a text, stone by stone: no order of these stones captures anything."""
        if "plyground-position" in self._known:
            self.tell(f"plyground-position {text}")
            return
        if not gtp_of(game).board_by_stones:
            raise Unplayable(f"GTP can't describe an {game.title} board; use moves instead.")
        stones = self._stones(game.position(text))
        for colour, vertices in stones.items():
            for vertex in vertices:
                self.tell(f"play {colour} {vertex}")

    @staticmethod
    def _stones(position: Position) -> dict[Turn, list[str]]:
        stones: dict[Turn, list[str]] = {"black": [], "white": []}
        for piece in position.view()["pieces"]:
            stones[piece["owner"]].append(to_vertex(position.game, piece["at"]))
        return stones

    # --- moves --------------------------------------------------------------------------------

    def ask(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,
        stop: Stop | None = None,
    ) -> Answer:
        """The program's move, with its evaluation if it supports that and there is a listener."""
        if clock is not None:
            self._send_clock(position.turn, clock)
        report: Report | None = None
        with self.thinking(stop):
            if on_report is not None and _THINK_ALOUD in self._known:
                vertex, report = self._ask_aloud(position, on_report)
            else:
                vertex = self.tell(f"genmove {position.turn}").strip()
        if vertex.lower() == RESIGN:
            return Answer(None)
        try:
            move = from_vertex(position.game, vertex)
        except ValueError:
            move = vertex
        if position.explain(move) is None:
            self._sent.append(_SentMove(move, counted=not self._passes_silently(position, move)))
        else:
            self._board = None  # its board no longer matches ours
        return Answer(move, report if report is not None and report.move == move else None)

    def _ask_aloud(self, position: Position, on_report: OnReport) -> tuple[str, Report | None]:
        """The program's move as a vertex, and its last report."""
        begin = time.monotonic()
        last: Report | None = None

        def hear(line: str) -> None:
            nonlocal last
            if line.startswith("info "):
                report = read_info(position, line, time.monotonic() - begin)
                if report is not None:
                    last = report
                    on_report(report)

        answer = self._talk(f"{_THINK_ALOUD} {position.turn} {_CENTISECONDS}", hear)
        played = [line for line in answer.splitlines() if line.startswith("play ")]
        if not played:
            raise ValueError(f"{_THINK_ALOUD!r} was answered without a move.")
        return played[-1].removeprefix("play ").strip(), last

    def hurry(self) -> None:
        """Sends a comment that programs for GoGui understand, if they declare it."""
        if _INTERRUPTIBLE in self._known:
            self.send("# interrupt")

    @staticmethod
    def _passes_silently(position: Position, move: str) -> bool:
        """Whether the program may not count this as a move that `undo` takes back."""
        return gtp_of(position.game).silent_passes and move == PASS

    def _send_clock(self, colour: Turn, clock: Clock) -> None:
        """GTP has main time and time per move, in whole seconds, but no increments."""
        if clock.move is not None:
            settings, left = (0, max(1, int(clock.move)), 1), (max(1, int(clock.move)), 1)
        elif math.isinf(clock.left):
            return
        else:
            settings, left = (max(1, int(clock.left)), 0, 0), (int(clock.left), 0)
        with contextlib.suppress(Refusal):
            if self._clock_sent is None and self._may("time_settings"):
                self.tell("time_settings " + " ".join(map(str, settings)))
            self._clock_sent = settings
            if self._may("time_left"):
                self.tell(f"time_left {colour} {left[0]} {left[1]}")

    # --- the count ----------------------------------------------------------------------------

    def final_score(self, position: Position) -> str | None:
        """The program's own count of this position, as B+3.5 or 0; None if it can't say."""
        score = self._asked(position, "final_score")
        return score.split()[0] if score and score.split() else None

    def final_dead(self, position: Position) -> list[str] | None:
        """The stones that the program considers dead here; None if it cannot say."""
        answer = self._asked(position, "final_status_list dead")
        if answer is None:
            return None
        try:
            return [from_vertex(position.game, vertex) for vertex in answer.split()]
        except ValueError:
            return None

    def _asked(self, position: Position, command: str) -> str | None:
        """The answer to a question about this position; a program that fails has none."""
        try:
            self._start()
            self._deadline = time.monotonic() + self.start_seconds
            self.put(position)
            return self.tell(command) if self._may(command.partition(" ")[0]) else None
        except Refusal:
            return None
        except (Ended, Silent, Forfeit, ValueError):
            self._end()
            return None
