"""NBoard programs as players of Othello."""

import re
from typing import Unpack

from plyground.engine.game import Game, Position
from plyground.engine.report import Line, Report, chance_of
from plyground.engine.stop import Stop
from plyground.games.othello.nboard.game import check_game, read_move, write_game
from plyground.players.player import Answer, Clock, OnReport
from plyground.players.protocols.external import ClientSettings, ExternalPlayer

DEPTH = 12  # the default; the protocol has no other measure of strength
_SETTINGS = ("depth", "contempt")
_WHOLE = re.compile(r"-?[0-9]{1,4}")
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_STEP = re.compile(r"[A-Ha-h][1-8]|[Pp][Aa]")


class NBoardPlayer(ExternalPlayer):
    """A program that speaks NBoard 2."""

    protocol = "nboard"
    time_grain = 1.0  # its games contain whole seconds
    takes_options = True

    def __init__(self, command: str, game: Game, **given: Unpack[ClientSettings]) -> None:
        check_game(game)
        super().__init__(command, game, **given)
        self._pings = 0
        self._settings = {"depth": str(DEPTH), **self.options}
        for name, value in self._settings.items():
            if name not in _SETTINGS or not _WHOLE.fullmatch(value):
                raise ValueError(
                    "A setting of nboard is depth=PLIES or contempt=NUMBER, besides start=SECONDS"
                    f" and move=SECONDS, not {name[:40]}={value[:40]}."
                )

    def greet(self) -> None:
        """Sends version and depth."""
        self.send("nboard 2")
        for name, value in self._settings.items():
            self.send(f"set {name} {value}")
        self._synchronize()

    def put(self, position: Position) -> None:
        """The game is sent with the clock, when a move is requested."""

    def ask(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,
        stop: Stop | None = None,
    ) -> Answer:
        """Sends the whole game and asks for a move; its messages become reports."""
        self.send(f"set game {write_game(position, clock)}")
        self._synchronize()
        self.send("go")
        with self.thinking(stop):
            return self._hear(position, on_report)

    def _hear(self, position: Position, on_report: OnReport | None) -> Answer:
        heard: Report | None = None
        while True:
            words = self.line().split()
            if words[:1] == ["==="]:
                return self._answer(words[1] if words[1:] else "", heard)
            if words == self._pong:  # it was stopped early, without a final message
                if heard is not None:
                    return Answer(heard.move, heard)
                self.send("go")
            elif words[:1] in (["search"], ["book"]):
                heard = _heard(position, words, heard) or heard
                if heard and on_report:
                    on_report(heard)
            elif words[:1] == ["nodestats"] and heard:
                heard = Report(heard.lines, heard.depth, round(_float(words, 1)), _float(words, 2))

    def hurry(self) -> None:
        """A ping ends all searches; some programs still send a move before the pong."""
        self._ping()

    def farewell(self) -> None:
        """Asks it to quit."""
        self.send("quit")

    def _answer(self, word: str, heard: Report | None) -> Answer:
        try:
            move = read_move(word)
        except ValueError as error:
            raise self.cheated(word, str(error)) from None
        return Answer(move, heard if heard and heard.move == move else None)

    def _synchronize(self) -> None:
        """Waits until it has read everything; its output for the last position is ignored."""
        self._ping()
        while self.line().split() != self._pong:
            continue

    def _ping(self) -> None:
        self._pings += 1
        self.send(f"ping {self._pings}")

    @property
    def _pong(self) -> list[str]:
        return ["pong", str(self._pings)]


def _heard(position: Position, words: list[str], before: Report | None) -> Report | None:
    """A `search` or `book` line as a report; None if it cannot be understood."""
    if len(words) < 5:
        return None
    pv: list[str] = []
    at = position
    for step in _STEP.findall(words[1]):
        try:
            move = read_move(step)
            at = at.play(move)
        except ValueError:
            break
        pv.append(move)
    if not pv:
        return None
    score = _float([words[2].split(",")[0]], 0)
    depth = re.match(r"[0-9]{1,3}", words[4])
    chance, proven = chance_of(position, score), words[4] == "100%"
    line = Line(pv[0], score, chance, None, exact=proven, pv=tuple(pv))
    cost = (before.nodes, before.seconds) if before else (0, 0.0)
    return Report((line,), int(depth[0]) if depth else 0, *cost)


def _float(words: list[str], index: int) -> float:
    word = words[index] if index < len(words) else ""
    return float(word) if _NUMBER.fullmatch(word) else 0.0
