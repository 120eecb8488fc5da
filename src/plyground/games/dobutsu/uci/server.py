"""UCI and USI servers for Dobutsu shogi, as Fairy-Stockfish speaks them for its variant dobutsu."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import BinaryIO, TextIO

from plyground.engine.game import Game, Position
from plyground.engine.report import Report
from plyground.engine.request import read_limits
from plyground.engine.search import search
from plyground.engine.stop import Stop
from plyground.games.dobutsu.uci.dialect import (
    UCI,
    USI,
    Dialect,
    Go,
    check_game,
    read_go,
    read_place,
)
from plyground.games.dobutsu.uci.options import CLEAR, Options
from plyground.games.dobutsu.usi import Counters
from plyground.players.level import LevelPlayer
from plyground.players.level.rows import EFFORTS, long_search
from plyground.players.player import EnginePlayer, Forfeit, Player, Resignation
from plyground.players.protocols.command_table import AUTHOR, NAME, VERSION, Command
from plyground.players.protocols.serving import Server
from plyground.players.protocols.thinker import FOREVER, Thinker, move_of

NO_MOVE = "(none)"


@dataclass
class _Question:
    """A `go` command in progress."""

    go: Go
    enough: Stop = field(default_factory=Stop)
    # set when an answer may be sent
    released: threading.Event = field(default_factory=threading.Event)


class UciServer(Server):
    """Speaks UCI for a player. It reads commands during a search."""

    dialect: Dialect = UCI

    def __init__(
        self,
        player: Player,
        game: Game,
        lines: BinaryIO | None = None,
        out: TextIO | None = None,
    ) -> None:
        check_game(game, self.dialect.name)
        super().__init__(player, lines, out)
        self.game = game
        self.position: Position | None = game.start()
        self._counters: Counters | None = None  # of the board in the last `position`
        self.options = Options(self.dialect.name)
        self._thinker = Thinker(player)
        self._level: Thinker | None = None
        self._resignation = Resignation(player.spec) if isinstance(player, EnginePlayer) else None
        self._question: _Question | None = None  # the current one
        self._prepared = False  # whether the player was asked to start a game
        self._timer: threading.Timer | None = None

    # --- commands -----------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Carries out a command; an unknown one is reported and has no other effect."""
        name, _, rest = line.strip().partition(" ")
        command = COMMANDS[self.dialect.name].get(name)
        if command is not None:
            command.run(self, rest.strip())
        elif name:
            self.tell(f"There is no command {name[:40]!r}.")

    def tell(self, sentence: str) -> None:
        """Sends a message for people, which programs ignore."""
        self.say(f"info string {' '.join(sentence.split())}")

    def greet(self, _: str = "") -> None:
        """Sends name and options, and that it is ready to be configured."""
        names = [f"id name {NAME} {VERSION}", f"id author {AUTHOR}"]
        self.say("\n".join([*names, *self.options.lines(), f"{self.dialect.name}ok"]))

    def ready(self, _: str = "") -> None:
        """Answers at once, even during a search, but starts an external program first."""
        if not self._prepared and not self.thinking.is_busy():
            self._prepare()
        self.say("readyok")

    def _prepare(self) -> None:
        """Prepares the player before any clock runs."""
        self._prepared = True
        self._thinker.new_game()

    def ignore(self, _: str = "") -> None:
        """For commands without effect."""

    def set_option(self, rest: str) -> None:
        """Sets an option, or reports what is wrong with it."""
        self.thinking.cancel()
        try:
            if self.options.set(rest) == CLEAR:
                self._prepare()
        except ValueError as error:
            self.tell(str(error))

    def new_game(self, _: str = "") -> None:
        """Forgets the last game."""
        self.thinking.cancel()
        self._prepare()
        self._level = None
        self.position, self._counters = self.game.start(), None
        if self._resignation:
            self._resignation.reset()

    def place(self, rest: str) -> None:
        """Sets the position; after an error there is none.

        So no answer is for another board.
        """
        self.thinking.cancel()
        try:
            self.position, self._counters = read_place(self.game, rest, self.dialect)
        except ValueError as error:
            self.position = None
            self.tell(str(error))

    def show(self, _: str = "") -> None:
        """Draws the board."""
        if self.position is None:
            self.tell("There is no position.")
            return
        written = self.dialect.write_position(self.position, self._counters)
        self.say(f"{self.position.ascii()}\n{self.dialect.setup.capitalize()}: {written}")

    def go(self, rest: str) -> None:
        """Starts a search."""
        self.thinking.cancel()
        position, go = self.position, read_go(rest.split(), self.dialect)
        if position is None:
            self.tell("There is no position to search.")
            self.say(f"bestmove {NO_MOVE}")
            return
        self._question = question = _Question(go)
        self._prepared = True
        held = bool(go.flags & {"infinite", "ponder"}) and not self._asks_mate(go)
        if not held:
            question.released.set()
        self.thinking.start(lambda stop: self._answer(position, question, stop))

    def ponder_hit(self, _: str = "") -> None:
        """The predicted move was played: from now on the clock runs."""
        question, position = self._question, self.position
        if question is None or position is None:
            return
        if "ponder" not in question.go.flags or question.released.is_set():
            return
        clock = question.go.clock(self.dialect.letter(position.turn))
        seconds = read_limits(clock.limits())["seconds"] if clock else 0.0
        self._timer = threading.Timer(seconds, question.enough.set)
        self._timer.daemon = True
        self._timer.start()
        question.released.set()

    def halt(self, _: str = "") -> None:
        """Answers now."""
        self.thinking.cancel()

    def quit(self, _: str = "") -> None:
        """Ends."""
        self.running = False

    # --- thinking -----------------------------------------------------------------------------

    def _asks_mate(self, go: Go) -> bool:
        return self.dialect is USI and "mate" in go.numbers

    def _answer(self, position: Position, question: _Question, stop: Stop) -> None:
        """Searches, waits until an answer may be sent, and sends it."""
        with stop.calling(question.enough.set), stop.calling(question.released.set):
            try:
                word = self._find(position, question)
            except (ValueError, Forfeit, MemoryError) as error:
                self.tell(str(error) or "There is not enough memory.")
                word = f"bestmove {NO_MOVE}"
            question.released.wait()
        self._question = None
        if self._timer is not None:
            self._timer.cancel()
        self.say(word)

    def _find(self, position: Position, question: _Question) -> str:
        go = question.go
        if over := self._over(position):
            return "checkmate nomate" if self._asks_mate(go) else over
        if self._asks_mate(go):
            return self._find_mate(position, question)
        thinker = self._chosen(go)
        wanted = [move for move in go.moves if move in position.moves()]
        slips = isinstance(thinker.player, LevelPlayer) and thinker.player.level not in EFFORTS
        if thinker.searches or (wanted and not slips):
            return self._search(position, question, thinker, wanted)
        clock = None if go.flags else go.clock(self.dialect.letter(position.turn))
        tell = self._teller(question, wanted)
        answer = thinker.choose(position, clock, tell, stop=question.enough)
        if wanted:
            return self._best(preferred(position, answer.report, wanted), answer.report)
        if answer.move is None and self.dialect is USI:
            return "bestmove resign"
        return self._best(move_of(position, answer), answer.report)

    def _chosen(self, go: Go) -> Thinker:
        """The answer of the player, or of a level if the strength is limited."""
        if not self.options.limits_strength or go.flags & {"infinite"}:
            return self._thinker
        text = f"level:{self.options.level}"
        if self._level is None or self._level.player.name != text:
            self._level = Thinker(LevelPlayer(text))
        return self._level

    def _over(self, position: Position) -> str:
        result = position.result()
        if result is None:
            return ""
        self.tell(f"The game is over: {result}.")
        if self.dialect is USI and result.winner is not None:
            return f"bestmove {'win' if result.winner == position.turn else 'resign'}"
        return f"bestmove {NO_MOVE}"

    def _search(
        self, position: Position, question: _Question, thinker: Thinker, wanted: list[str]
    ) -> str:
        go = question.go
        limits = go.limits(self.dialect.letter(position.turn))
        if go.flags:  # our clock does not run yet
            limits = {name: limits[name] for name in ("depth", "nodes") if name in limits}
        if go.flags or ("mate" in go.numbers and not limits):
            limits["seconds"] = FOREVER
        elif isinstance(thinker.player, LevelPlayer):
            limits["nodes"] = long_search(thinker.player.level, position)
        lines = len(position.moves()) if wanted else self.options.lines_wanted
        report = thinker.analyse(
            position,
            self._teller(question, wanted),
            lines=lines,
            settings=self.options.settings,
            stop=question.enough,
            **limits,
        )
        report = _only(report, wanted)
        if self.dialect is USI and not go.flags and self._gives_up(report):
            return "bestmove resign"
        # A search that is stopped at once may not have reached any of the requested moves.
        move = report.move or (wanted or position.moves())[0]
        return self._best(move, report)

    def _gives_up(self, report: Report) -> bool:
        return self._resignation is not None and self._resignation.is_due(report)

    def _find_mate(self, position: Position, question: _Question) -> str:
        """USI's `go mate`: a forced win, none, or no time to decide."""
        limit = question.go.numbers["mate"] / 1000
        report = self._thinker.analyse(
            position,
            self._teller(question),
            settings=self.options.settings,
            stop=question.enough,
            seconds=limit if 0 < limit < FOREVER else FOREVER,
        )
        if report.mate is not None and report.mate > 0:
            return "checkmate " + " ".join(map(self.dialect.write_move, report.pv))
        return "checkmate nomate" if report.exact else "checkmate timeout"

    def _teller(
        self, question: _Question, wanted: list[str] | None = None
    ) -> Callable[[Report], None]:
        """Handles every report: sends it, and stops at a requested mate."""
        go = question.go
        limit = 2 * go.numbers.get("mate", 0) - 1
        if self._asks_mate(go):
            limit = 10_000

        def tell(report: Report) -> None:
            report = _only(report, wanted or [])
            for number, line in enumerate(report.lines[: self.options.lines_wanted], 1):
                pv = " ".join(map(self.dialect.write_move, line.pv))
                self.say(
                    f"info depth {report.depth} multipv {number} score {self.dialect.score(line)}"
                    f" nodes {report.nodes} nps {report.nodes_per_second:.0f}"
                    f" time {1000 * report.seconds:.0f} pv {pv}"
                )
            if report.mate is not None and 0 < report.mate <= limit:
                question.enough.set()

        return tell

    def _best(self, move: str, report: Report | None) -> str:
        reply = report.pv[1] if report and report.pv[:1] == (move,) and report.pv[1:] else None
        written = f"bestmove {self.dialect.write_move(move)}"
        return f"{written} ponder {self.dialect.write_move(reply)}" if reply else written


class UsiServer(UciServer):
    """Speaks USI for a player."""

    dialect = USI


def _only(report: Report, wanted: list[str]) -> Report:
    """The report without lines that were not requested."""
    if not wanted:
        return report
    return replace(report, lines=tuple(line for line in report.lines if line.move in wanted))


def preferred(position: Position, report: Report | None, wanted: list[str]) -> str:
    """A level's move if it may only play these.

    It is the one that the level likes best. If it noticed none of them, a first glance at each
    decides.
    """
    for line in report.lines if report else ():
        if line.move in wanted:
            return line.move
    return min(wanted, key=lambda move: _glance(position.play(move)))


def _glance(position: Position) -> float:
    """The winning chance of the side to move at first glance."""
    result = position.result()
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner == position.turn)
    return search(position, "search:nodes=100").win_chance


_SHARED = {
    "isready": Command(
        UciServer.ready,
        "isready",
        "answers `readyok`, also during a search; starts an external program first",
    ),
    "setoption": Command(UciServer.set_option, "setoption name NAME value VALUE", "sets an option"),
    "go": Command(UciServer.go, "go ...", "searches and answers with `bestmove`"),
    "stop": Command(UciServer.halt, "stop", "stops the search; the answer follows at once"),
    "ponderhit": Command(
        UciServer.ponder_hit, "ponderhit", "the predicted move was played; the clock starts"
    ),
    "d": Command(UciServer.show, "d", "draws the board"),
    "quit": Command(UciServer.quit, "quit", "ends"),
}
COMMANDS: dict[str, dict[str, Command]] = {
    "uci": {
        "uci": Command(UciServer.greet, "uci", "lists the name and the options, then `uciok`"),
        "ucinewgame": Command(UciServer.new_game, "ucinewgame", "starts a new game"),
        "position": Command(
            UciServer.place, "position startpos\\|fen FEN [moves ...]", "sets the position"
        ),
        **_SHARED,
        "debug": Command(UciServer.ignore, "debug on\\|off", "accepted without effect"),
    },
    "usi": {
        "usi": Command(UciServer.greet, "usi", "lists the name and the options, then `usiok`"),
        "usinewgame": Command(UciServer.new_game, "usinewgame", "starts a new game"),
        "position": Command(
            UciServer.place, "position startpos\\|sfen SFEN [moves ...]", "sets the position"
        ),
        **_SHARED,
        "gameover": Command(UciServer.halt, "gameover win\\|lose\\|draw", "stops the search"),
    },
}
