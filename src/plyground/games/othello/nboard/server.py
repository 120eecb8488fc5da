"""An NBoard 2 engine for Othello."""

import re
import time
from collections.abc import Callable
from typing import Any, BinaryIO, TextIO

from plyground.engine.game import Game, Position
from plyground.engine.report import Report
from plyground.engine.stop import Stop
from plyground.games.othello.nboard.game import check_game, play, read_game, write_move
from plyground.players.player import Clock, Forfeit, Player
from plyground.players.protocols.command_table import NAME, Command
from plyground.players.protocols.serving import Server
from plyground.players.protocols.thinker import Thinker, move_of

_WHOLE = re.compile(r"-?[0-9]{1,9}")
_BARE_MOVE = re.compile(r"[A-Ha-h][1-8]|PA|pa")  # version 1 sent moves without a word before them
_DEEPEST = 60


class NBoardServer(Server):
    """Plays and analyses Othello for NBoard."""

    def __init__(
        self,
        player: Player,
        game: Game,
        lines: BinaryIO | None = None,
        out: TextIO | None = None,
    ) -> None:
        check_game(game)
        super().__init__(player, lines, out)
        self.game = game
        # None after a game that it did not understand
        self.position: Position | None = game.start()
        self._clocks: dict[str, Clock] = {}
        self._depth: int | None = None
        self._thinker = Thinker(player)
        self._prepared = False  # whether the player was asked to start a game

    # --- commands -----------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Carries out a command. An unknown one is ignored, as the protocol requires."""
        name, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(name)
        if command is None and _BARE_MOVE.fullmatch(line.strip()):
            command, rest = COMMANDS["move"], line.strip()
        if command is None:
            return
        self.thinking.cancel()
        try:
            command.run(self, rest.strip())
        except ValueError as error:
            self.status(str(error))

    def status(self, sentence: str = "") -> None:
        """Sets the status text for people."""
        self.say(" ".join(["status", *sentence.split()]))

    def greet(self, rest: str) -> None:
        """Sends the engine's name."""
        if _whole(rest, "nboard takes the version of the protocol, 2") not in (1, 2):
            raise ValueError(f"Only version 2 of the protocol is supported, not {rest[:20]}.")
        self.say(f"set myname {NAME}")

    def set(self, rest: str) -> None:
        """Sets depth or game; contempt only matters to programs with a book."""
        name, _, value = rest.partition(" ")
        if name == "depth":
            depth = _whole(value, "set depth takes a number of plies")
            self._depth = min(max(1, depth), _DEEPEST)
        elif name == "game":
            self._set_game(value)
        elif name != "contempt":
            raise ValueError(f"The settings are depth, game and contempt, not {name[:20]!r}.")

    def _set_game(self, text: str) -> None:
        before, self.position = self.position, None  # no answer may be for another board
        setup = read_game(self.game, text)
        if before is None or setup.position.played[: before.ply] != before.played:
            self._prepared = False
        self._prepare()
        self.position, self._clocks = setup.position, setup.clocks

    def _prepare(self) -> None:
        """Prepares the player for a game before any clock runs; starts an external program."""
        if not self._prepared:
            self._prepared = True
            self._thinker.new_game()

    def move(self, rest: str) -> None:
        """Plays a move on the board."""
        before, self.position = self._at(), None
        self.position = play(before, rest)

    def _at(self) -> Position:
        if self.position is None:
            raise ValueError("There is no position; set game gives one.")
        return self.position

    def ping(self, rest: str) -> None:
        """Answers when all searches have ended and the player is ready."""
        self._prepare()
        self.say(f"pong {rest[:80]}".rstrip())

    def learn(self, _: str) -> None:
        """There is no opening book to learn for."""
        self.say("learned")

    def hint(self, rest: str) -> None:
        """Sends values for the best few moves."""
        lines = min(max(1, _whole(rest or "1", "hint takes a number of moves")), 64)
        self._begin(lambda position, stop: self._hint(position, lines, stop))

    def go(self, _: str) -> None:
        """Sends the move it would play; the board does not change."""
        self._begin(self._go)

    def analyze(self, _: str) -> None:
        """Sends a value for every position of the game, from its end."""
        self._begin(self._analyze)

    def quit(self, _: str) -> None:
        """Ends."""
        self.running = False

    # --- thinking -----------------------------------------------------------------------------

    def _begin(self, work: Callable[[Position, Stop], None]) -> None:
        position, self._prepared = self._at(), True

        def carry_out(stop: Stop) -> None:
            self.status(f"{NAME} is thinking")
            try:
                work(position, stop)
            except (ValueError, Forfeit, MemoryError) as error:
                self.status(str(error) or "There is not enough memory.")
            else:
                self.status()

        self.thinking.start(carry_out)

    def _limits(self) -> dict[str, Any]:
        return {} if self._depth is None else {"depth": self._depth}

    def _hint(self, position: Position, lines: int, stop: Stop) -> None:
        _refuse_the_end(position)
        self._thinker.analyse(position, self._tell, lines=lines, stop=stop, **self._limits())

    def _go(self, position: Position, stop: Stop) -> None:
        _refuse_the_end(position)
        clock, begin = self._clocks.get(position.turn), time.monotonic()
        report: Report | None
        if self._thinker.searches:
            limits = self._limits() | (clock.limits() if clock else {})
            report = self._thinker.analyse(position, self._tell, stop=stop, **limits)
            move = report.move or "pass"
        else:
            answer = self._thinker.choose(position, clock, self._tell, stop=stop)
            move, report = move_of(position, answer), answer.report
        value = f"{report.score:.2f}" if report and report.move == move else ""
        self.say(f"=== {write_move(move)}/{value}/{time.monotonic() - begin:.2f}")

    def _analyze(self, position: Position, stop: Stop) -> None:
        game, played = position.game, position.played
        at = game.start() if position.origin is None else game.position(position.origin)
        steps = [at]
        for move in played:
            at = at.play(move)
            steps.append(at)
        for count, step in reversed(list(enumerate(steps))):
            if stop.is_set():
                return
            self.say(f"analysis {count} {self._value(step, stop):.2f}")

    def _value(self, position: Position, stop: Stop) -> float:
        """The value of a position for the side to move, in discs."""
        result = position.result()
        if result is None:
            return self._thinker.analyse(position, stop=stop, **self._limits()).score
        margin = float(result.margin or 0.0)
        return margin if result.winner == position.turn else -margin

    def _tell(self, report: Report) -> None:
        """Sends a line for each evaluated move, and its cost."""
        for line in report.lines:
            moves = "".join(map(write_move, line.pv))
            depth = "100%" if line.exact else str(report.depth)
            self.say(f"search {moves} {line.score:.2f} 0 {depth}")
        self.say(f"nodestats {report.nodes} {report.seconds:.2f}")


def _refuse_the_end(position: Position) -> None:
    if over := position.result():
        raise ValueError(f"The game is over: {over}.")


def _whole(text: str, otherwise: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise ValueError(f"{otherwise}, not {text.strip()[:20]!r}.")
    return int(text)


COMMANDS: dict[str, Command] = {
    "nboard": Command(NBoardServer.greet, "nboard 2", "answers with `set myname`"),
    "set": Command(
        NBoardServer.set,
        "set depth N, set game GGF, set contempt N",
        "the depth of a search; the game to think about; contempt is accepted and ignored",
    ),
    "move": Command(NBoardServer.move, "move MOVE/EVAL/TIME", "plays a move"),
    "hint": Command(
        NBoardServer.hint, "hint N", "`search` lines with the values of the N best moves"
    ),
    "go": Command(NBoardServer.go, "go", "answers `=== MOVE/EVAL/TIME`; the board stays as it is"),
    "ping": Command(
        NBoardServer.ping,
        "ping N",
        "stops all searches, starts an external program, then answers `pong N`",
    ),
    "learn": Command(NBoardServer.learn, "learn", "answers `learned`; there is no book"),
    "analyze": Command(
        NBoardServer.analyze, "analyze", "`analysis MOVES EVAL` for every position of the game"
    ),
    "quit": Command(NBoardServer.quit, "quit", "ends"),
}
