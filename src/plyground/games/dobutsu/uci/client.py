"""UCI and USI programs as players of Dobutsu shogi."""

import math
from dataclasses import dataclass, field
from typing import Unpack

from plyground.engine.game import Game, Position
from plyground.engine.report import WON, Line, Report, chance_of
from plyground.engine.stop import Stop
from plyground.games.dobutsu.uci.dialect import CHICK, UCI, USI, Dialect, check_game, place
from plyground.games.dobutsu.uci.offered import Offer, read_offer, settings
from plyground.players.player import Answer, Clock, OnReport, Unplayable
from plyground.players.protocols.external import THINK_SECONDS, ClientSettings, ExternalPlayer

_VARIANTS = ("uci_variant", "usi_variant")
_MOST_OPTIONS = 1000
_MOST_LINES = 100


class UciPlayer(ExternalPlayer):
    """A program that speaks UCI and supports the variant dobutsu."""

    protocol = "uci"
    dialect: Dialect = UCI
    takes_options = True

    def __init__(self, command: str, game: Game, **given: Unpack[ClientSettings]) -> None:
        check_game(game, self.protocol)
        super().__init__(command, game, **given)
        for name in self.options:
            if name.lower() in _VARIANTS:
                raise ValueError(f"{name} is always dobutsu.")

    def greet(self) -> None:
        """Reads its options, chooses the variant, and sets the requested options."""
        self.send(self.protocol)
        offers: dict[str, Offer] = {}
        while (line := self.line().strip()) != f"{self.protocol}ok":
            offer = read_offer(line)
            if offer and len(offers) < _MOST_OPTIONS:
                offers[offer.name.lower()] = offer
        self._choose_variant(offers)
        try:
            commands = settings(offers, self.options)
        except ValueError as error:
            raise Unplayable(f"{self.name} can't be set up: {error}") from None
        for command in commands:
            self.send(command)
        self.begin_game()

    def _choose_variant(self, offers: dict[str, Offer]) -> None:
        """A UCI program without variants plays chess; a USI program may only play Dobutsu."""
        offer = next((offers[name] for name in _VARIANTS if name in offers), None)
        if offer is None and self.dialect is USI:
            return
        if offer is None or (offer.kind == "combo" and "dobutsu" not in offer.choices):
            raise Unplayable(f"{self.name} does not offer the variant dobutsu.")
        self.send(f"setoption name {offer.name} value dobutsu")

    def begin_game(self) -> None:
        """Starts another game, and waits until the program is ready."""
        self.send(f"{self.protocol}newgame")
        self.send("isready")
        while self.line().strip() != "readyok":
            continue

    def put(self, position: Position) -> None:
        """Sends the whole game so far."""
        self.send(place(position, self.dialect))

    def ask(
        self,
        position: Position,
        clock: Clock | None,
        on_report: OnReport | None,
        stop: Stop | None = None,
    ) -> Answer:
        """Starts the search; its information becomes reports."""
        self.send(_go(self.dialect, clock))
        heard = _Heard(position, self.dialect)
        with self.thinking(stop):
            while (words := self.line().split())[:1] != ["bestmove"]:
                if words[:1] == ["info"] and heard.add(words) and on_report:
                    on_report(heard.report())
        return self._answer(words[1] if words[1:] else "", heard)

    def _answer(self, word: str, heard: "_Heard") -> Answer:
        report = heard.report() if heard.lines else None
        if self.dialect is USI and word == "resign":
            return Answer(None, report)
        try:
            move = self.dialect.read_move(word)
        except ValueError as error:
            raise self.cheated(word, str(error)) from None
        if report is None or report.move != move:
            report = None  # it searched another move, or reported nothing
        return Answer(move, report)

    def hurry(self) -> None:
        """Asks for the best move so far."""
        self.send("stop")

    def farewell(self) -> None:
        """Asks it to quit."""
        self.send("quit")


class UsiPlayer(UciPlayer):
    """A program that speaks USI and supports Dobutsu."""

    protocol = "usi"
    dialect = USI


def _go(dialect: Dialect, clock: Clock | None) -> str:
    """The command that starts a search; both sides get the same clock."""
    if clock is None or not math.isfinite(clock.most()):
        clock = Clock(move=THINK_SECONDS)
    if clock.move is not None:
        milliseconds = max(1, round(1000 * min(clock.move, clock.left)))
        if dialect is USI:
            return f"go btime 0 wtime 0 byoyomi {milliseconds}"
        return f"go movetime {milliseconds}"
    left, increment = max(1, round(1000 * clock.left)), round(1000 * clock.increment)
    return f"go wtime {left} btime {left} winc {increment} binc {increment}"


@dataclass
class _Heard:
    """The program's reports so far."""

    position: Position
    dialect: Dialect
    lines: dict[int, Line] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, words: list[str]) -> bool:
        """Adds an `info` line; returns whether it contains a line of play."""
        self.depth = _number(words, "depth", self.depth)
        self.nodes = _number(words, "nodes", self.nodes)
        self.seconds = _number(words, "time", round(1000 * self.seconds)) / 1000
        if "pv" not in words or "score" not in words:
            return False
        pv = self._moves(words[words.index("pv") + 1 :])
        number = _number(words, "multipv", 1)
        if not pv or not 1 <= number <= _MOST_LINES:
            return False
        self.lines[number] = self._line(words[words.index("score") + 1 :], pv)
        return True

    def report(self) -> Report:
        """All of it."""
        lines = tuple(self.lines[number] for number in sorted(self.lines))
        return Report(lines, self.depth, self.nodes, self.seconds)

    def _moves(self, words: list[str]) -> tuple[str, ...]:
        """The moves of a line, as far as they are legal."""
        moves: list[str] = []
        position = self.position
        for word in words[:200]:
            try:
                move = self.dialect.read_move(word)
                position = position.play(move)
            except ValueError:
                break
            moves.append(move)
        return tuple(moves)

    def _line(self, score: list[str], pv: tuple[str, ...]) -> Line:
        if (count := _number(score, "mate", 0)) and score[0] == "mate":
            mate = self.dialect.read_mate(count)
            won = mate > 0
            return Line(pv[0], math.copysign(WON, mate), float(won), mate, exact=False, pv=pv)
        value = _number(score, "cp", 0) * CHICK / 100
        chance = chance_of(self.position, value)
        return Line(pv[0], value, chance, None, exact=False, pv=pv)


def _number(words: list[str], name: str, otherwise: int) -> int:
    """The integer after a word."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return otherwise
