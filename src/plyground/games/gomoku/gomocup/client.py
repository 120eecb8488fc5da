"""Gomocup engines as players of Gomoku."""

import math
import re
from typing import Unpack

from plyground.engine.game import Game, Position
from plyground.engine.stop import Stop
from plyground.games.gomoku.gomocup.points import (
    RULES,
    check_game,
    read_point,
    size_of,
    stones_of,
    write_point,
)
from plyground.players.player import Answer, Clock, OnReport, Unplayable
from plyground.players.protocols.external import THINK_SECONDS, ClientSettings, ExternalPlayer

_UNLIMITED = 2_147_483_647
_ASIDES = ("MESSAGE", "DEBUG")
_WHOLE = re.compile(r"[0-9]{1,18}")
_INFO = {"max_memory": _WHOLE, "game_type": _WHOLE, "folder": re.compile(r".+")}


class GomocupPlayer(ExternalPlayer):
    """A program that speaks the protocol of Gomocup."""

    protocol = "gomocup"
    takes_options = True

    def __init__(self, command: str, game: Game, **given: Unpack[ClientSettings]) -> None:
        check_game(game)
        super().__init__(command, game, **given)
        self._info = {"game_type": "1", "max_memory": "0", **self.options}
        for name, value in self._info.items():
            if name not in _INFO or not _INFO[name].fullmatch(value):
                raise ValueError(
                    "A setting of gomocup is max_memory=BYTES, game_type=NUMBER or folder=PATH,"
                    f" besides start=SECONDS and move=SECONDS, not {name[:40]}={value[:40]}."
                )
        self._on = game  # the game on its board
        self._known: tuple[str, ...] | None = ()  # the moves on its board; None: unknown

    @property
    def _size(self) -> int:
        return size_of(self._on)

    def greet(self) -> None:
        """Sends the board size and the rule."""
        self._on = self.game
        self.send(f"START {self._size}")
        self._expect_ok("START")
        self.send(f"INFO rule {RULES[str(self._on.values['rule'])]}")
        for name, value in self._info.items():
            self.send(f"INFO {name} {value}")
        self._known = ()

    def adopt(self, game: Game) -> None:
        """Switches to a board of another size or rule, which the next game announces."""
        try:
            check_game(game)
        except ValueError as error:
            raise Unplayable(str(error)) from None
        self.game = game

    def begin_game(self) -> None:
        """Starts another game, on the same or the adopted board."""
        if self._on != self.game:
            self.greet()
            return
        self.send("RESTART")
        self._expect_ok("RESTART")
        self._known = ()

    def put(self, position: Position) -> None:
        """Clears the board if the position does not follow from the moves on it."""
        if self._on != position.game:
            self.greet()
        fits = position.origin is None and position.played[:-1] == self._known
        if self._known != () and not fits:
            self.begin_game()

    def ask(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,  # noqa: ARG002 - engines of this protocol do not report their search
        stop: Stop | None = None,  # noqa: ARG002 - and the protocol has no command for it
    ) -> Answer:
        """Sends the clock and the last move, or the whole board, and reads a move."""
        self._send_clock(clock)
        played = position.played
        fits = position.origin is None and played[:-1] == self._known
        self._known = None
        if fits and played:
            self.send(f"TURN {write_point(played[-1], self._size)}")
        elif position.origin is None and not played:
            self.send("BEGIN")
        else:
            self._send_board(position)
        move = self._read(self._suggested(self._reply()))
        if position.origin is None:
            self._known = (*played, move)
        return Answer(move)

    def farewell(self) -> None:
        """Asks it to quit."""
        self.send("END")

    def _read(self, word: str) -> str:
        try:
            return read_point(word, self._size)
        except ValueError as error:
            raise self.cheated(word, str(error)) from None

    def _suggested(self, reply: str) -> str:
        """An engine may suggest a move and wait for the command to play it."""
        if not reply.upper().startswith("SUGGEST "):
            return reply
        self.send(f"PLAY {reply.split(maxsplit=1)[1]}")
        return self._reply()

    def _send_board(self, position: Position) -> None:
        """Sends all stones; Black's and White's alternate, as renju requires."""
        black, white = stones_of(position)
        own = {"black": "1", "white": "2"}[position.turn]
        other = {"1": "2", "2": "1"}[own]
        self.send("BOARD")
        for ply in range(len(black) + len(white)):
            stone = (black, white)[ply % 2][ply // 2]
            self.send(f"{write_point(stone, self._size)},{(own, other)[ply % 2]}")
        self.send("DONE")

    def _send_clock(self, clock: Clock | None) -> None:
        if clock is None or not math.isfinite(clock.most()):
            clock = Clock(move=THINK_SECONDS)
        turn = clock.move if clock.move is not None else clock.left
        self.send(f"INFO timeout_turn {max(1, round(1000 * turn))}")
        unlimited = not math.isfinite(clock.left)
        left = _UNLIMITED if unlimited else max(1, round(1000 * clock.left))
        self.send(f"INFO timeout_match {0 if unlimited else left}")
        self.send(f"INFO time_left {left}")

    def _reply(self) -> str:
        """Its next line that is not a message; ValueError if it refused the request."""
        while True:
            line = self.line().strip()
            word = line.split(maxsplit=1)[0].upper() if line else ""
            if word in ("ERROR", "UNKNOWN"):
                raise ValueError(f"it answered {line[:80]!r}.")
            if word and word not in _ASIDES:
                return line

    def _expect_ok(self, command: str) -> None:
        reply = self._reply()
        if not reply.upper().startswith("OK"):
            raise ValueError(f"it answered {reply[:80]!r} to {command}.")
