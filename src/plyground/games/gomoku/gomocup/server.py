"""A Gomocup engine ("brain"), for Gomoku tournaments and Piskvork."""

import re
from typing import BinaryIO, TextIO

from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.engine.options import Value
from plyground.engine.stop import Stop
from plyground.games.gomoku.gomocup import swap as swap2
from plyground.games.gomoku.gomocup.points import (
    check_game,
    read_point,
    set_up,
    size_of,
    stones_of,
    write_point,
)
from plyground.players.player import Clock, EnginePlayer, Forfeit, Player
from plyground.players.protocols.command_table import AUTHOR, NAME, VERSION, Command
from plyground.players.protocols.external import ExternalPlayer
from plyground.players.protocols.serving import Server
from plyground.players.protocols.thinker import FOREVER, Thinker, move_of, under

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_UNLIMITED = 2_147_483_647  # the protocol's value for a match without a limit
_RULE_NAMES = {0: "freestyle", 1: "exact", 4: "renju", 5: "renju"}
_OTHER_MEMORY = 120  # megabytes for the program besides its table
_MOST_STONES = 400
_MOST_WORDS = 80  # a longer line is not a stone
_FASTEST = 0.02  # seconds per move, if it should play as fast as possible


class GomocupServer(Server):
    """Plays Gomoku for a manager of tournaments."""

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
        self.position = game.start()
        self._thinker = Thinker(player)
        self._info: dict[str, int] = {}
        # an error in an INFO, which has no answer: reported with the next answer
        self._trouble = ""
        self._list: list[str] | None = None  # the lines of a BOARD in progress
        self._asked = ""  # the command that they belong to

    @property
    def _size(self) -> int:
        return size_of(self.game)

    # --- commands -----------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Carries out a command, or adds a line of a board."""
        name, _, rest = line.strip().partition(" ")
        name = name.upper()
        if not name:
            return
        command = COMMANDS.get(name)
        try:
            if self._list is not None and name not in COMMANDS:
                self._list.append(line[:_MOST_WORDS])
                if len(self._list) > _MOST_STONES:
                    self._list = None
                    raise ValueError(f"There are at most {_MOST_STONES} stones.")
            elif command is None:
                self.say(f"UNKNOWN There is no command {name[:40]!r}.")
            else:
                self._carry_out(name, command, rest)
        except (ValueError, MemoryError) as error:
            self.fail(str(error) or "There is not enough memory.")

    def _carry_out(self, name: str, command: Command, rest: str) -> None:
        if name not in ("INFO", "ABOUT", "END"):
            self.thinking.cancel()
            if self._trouble:
                trouble, self._trouble = self._trouble, ""
                raise ValueError(trouble)
        if name not in ("INFO", "DONE"):
            self._list = None
        command.run(self, rest)

    def fail(self, sentence: str) -> None:
        """Reports that a known command cannot be carried out."""
        self.say(f"ERROR {' '.join(sentence.split())}")

    def start(self, rest: str) -> None:
        """A new board of this size."""
        if not _WHOLE.fullmatch(rest.strip()):
            raise ValueError("START takes the size of the board, such as START 15.")
        self._begin(size=rest.strip())

    def rect_start(self, rest: str) -> None:
        """Starts a new board with these columns and rows, which must be equal."""
        width, _, height = (part.strip() for part in rest.partition(","))
        if not (_WHOLE.fullmatch(width) and _WHOLE.fullmatch(height)):
            raise ValueError("RECTSTART takes width,height, such as RECTSTART 15,15.")
        if int(width) != int(height):
            raise ValueError("The board must be a square.")
        self._begin(size=width)

    def restart(self, _: str) -> None:
        """An empty board."""
        self._begin()

    def _begin(self, **changes: Value) -> None:
        self.game = registry.game("gomoku", **{**self.game.values, **changes})
        self.position = self.game.start()
        if isinstance(self.player, ExternalPlayer):
            self.player.adopt(self.game)
        self._thinker.new_game()
        self.say("OK")

    def begin(self, _: str) -> None:
        """Plays the first move."""
        if self.position.ply or self.position.origin is not None:
            raise ValueError("BEGIN needs an empty board; RESTART makes one.")
        self._think()

    def turn(self, rest: str) -> None:
        """Plays the other side's move, then answers."""
        self.position = self.position.play(read_point(rest, self._size))
        self._think()

    def play(self, rest: str) -> None:
        """Plays a given move for our side."""
        move = read_point(rest, self._size)
        self.position = self.position.play(move)
        self.say(write_point(move, self._size))

    def take_back(self, rest: str) -> None:
        """Removes the last stone."""
        move = read_point(rest, self._size)
        if move != self.position.last_move and self.position.played:
            last = write_point(self.position.last_move or "", self._size)
            raise ValueError(f"Only the last move can be taken back, which was {last}.")
        black, white = stones_of(self.position)
        last_side = white if self.position.turn == "black" else black
        if move not in last_side:
            raise ValueError(f"There is no stone on {rest.strip()} that can be taken back.")
        last_side.remove(move)
        self.position = set_up(self.game, black, white)
        self.say("OK")

    def begin_list(self, name: str) -> None:
        """A list of stones follows, up to DONE."""
        self._list, self._asked = [], name

    def done(self, _: str) -> None:
        """The list is complete."""
        stones, self._list = self._list, None
        if stones is None:
            raise ValueError("DONE needs a BOARD or SWAP2BOARD before it.")
        if self._asked == "BOARD":
            self._set_board(stones)
        else:
            self._swap(stones)

    def info(self, rest: str) -> None:
        """Sets time, memory and rule; everything else is ignored. There is no answer."""
        key, _, value = (part.strip() for part in rest.partition(" "))
        if not _WHOLE.fullmatch(value):
            return
        self._info[key.lower()] = int(value)
        if key.lower() == "rule":
            self._set_rule(int(value))
        elif key.lower() == "max_memory":
            self._set_memory(int(value))

    def about(self, _: str) -> None:
        """Sends the engine's name."""
        self.say(f'name="{NAME}", version="{VERSION}", author="{AUTHOR}"')

    def end(self, _: str) -> None:
        """Ends without an answer."""
        self.running = False

    # --- effects of INFO ------------------------------------------------------------------------

    def _set_rule(self, number: int) -> None:
        rule, self._trouble = _RULE_NAMES.get(number), ""  # for another rule
        if rule is None:
            self._trouble = f"The rule can be 0, 1 or 4 (freestyle, exact, renju), not {number}."
            return
        if rule == self.game.values["rule"]:
            return
        self.thinking.cancel()
        try:
            self.game = registry.game("gomoku", **{**self.game.values, "rule": rule})
            self.position = set_up(self.game, *stones_of(self.position))
        except ValueError as error:
            self._trouble = str(error)

    def _set_memory(self, limit: int) -> None:
        """Shrinks the table if the limit is close to the program's own memory."""
        if limit <= 0 or not isinstance(self.player, EnginePlayer):
            return
        room = max(1, (limit // 1_000_000 - _OTHER_MEMORY) // 2)
        settings = self.player.spec.settings
        usual = settings.get("table", settings.get("memory", 64))
        self.player.spec = under(self.player.spec, {}, {"table": min(int(usual), room)})

    def _clock(self) -> Clock | None:
        """The clock from INFO; a little is kept back for communication."""
        turn, left = self._info.get("timeout_turn"), self._info.get("time_left")
        match = self._info.get("timeout_match", 0)
        if left is None and match > 0:
            left = match
        if left is not None and left >= _UNLIMITED:
            left = None
        if turn is None and left is None:
            return None
        move = None if turn is None else min(max(_FASTEST, 0.00095 * turn - 0.03), FOREVER)
        if left is None:
            return Clock(move=move)
        return Clock(min(max(0.03, left / 1000), FOREVER), move=move)

    # --- thinking -----------------------------------------------------------------------------

    def _think(self) -> None:
        if over := self.position.result():
            raise ValueError(f"The game is over: {over}.")
        position, clock = self.position, self._clock()
        self.thinking.start(lambda stop: self._move(position, clock, stop))

    def _move(self, position: Position, clock: Clock | None, stop: Stop) -> None:
        try:
            move = move_of(position, self._thinker.choose(position, clock, stop=stop))
            self.position = position.play(move)
        except (ValueError, Forfeit, MemoryError) as error:
            self.fail(str(error) or "There is not enough memory.")
        else:
            self.say(write_point(move, self._size))

    def _set_board(self, lines: list[str]) -> None:
        own: list[str] = []
        other: list[str] = []
        for line in lines:
            point, _, side = line.rpartition(",")
            if side.strip() not in ("1", "2"):
                raise ValueError(
                    f"A stone is X,Y,1 (own) or X,Y,2 (the other's), not {line[:40]!r}."
                )
            (own if side.strip() == "1" else other).append(read_point(point, self._size))
        black, white = (own, other) if len(own) == len(other) else (other, own)
        self.position = set_up(self.game, black, white)
        self._think()

    def _swap(self, lines: list[str]) -> None:
        stones = [read_point(line, self._size) for line in lines]
        if len(stones) not in (0, 3, 5):
            raise ValueError(f"SWAP2BOARD takes 0, 3 or 5 stones, not {len(stones)}.")
        position = set_up(self.game, stones[::2], stones[1::2])
        if stones and position.result():
            raise ValueError("The game is over already.")
        clock = self._clock()
        self.thinking.start(lambda stop: self._choose(position, clock, stop))

    def _choose(self, position: Position, clock: Clock | None, stop: Stop) -> None:
        """Answers a swap2 question: three stones, SWAP, one move or two."""
        limits = clock.limits() if clock else {}
        try:
            if position.ply == 0:
                moves = swap2.propose(self.game)
            else:
                moves = swap2.answer(
                    position, lambda at: self._thinker.analyse(at, stop=stop, **limits)
                )
            self.position = position.play_all(moves)
        except (ValueError, MemoryError) as error:
            self.fail(str(error) or "There is not enough memory.")
        else:
            self.say(" ".join(write_point(move, self._size) for move in moves) or "SWAP")


def _begin_board(server: GomocupServer, _: str) -> None:
    server.begin_list("BOARD")


def _begin_swap(server: GomocupServer, _: str) -> None:
    server.begin_list("SWAP2BOARD")


COMMANDS: dict[str, Command] = {
    "START": Command(GomocupServer.start, "START SIZE", "sets up a new board; answers `OK`"),
    "RECTSTART": Command(
        GomocupServer.rect_start,
        "RECTSTART WIDTH,HEIGHT",
        "the same; width and height must be equal",
    ),
    "RESTART": Command(GomocupServer.restart, "RESTART", "clears the board; answers `OK`"),
    "BEGIN": Command(GomocupServer.begin, "BEGIN", "answers with the first move"),
    "TURN": Command(
        GomocupServer.turn, "TURN X,Y", "plays the opponent's move; answers with a move"
    ),
    "BOARD": Command(
        _begin_board, "BOARD", "lines `X,Y,1` (own) and `X,Y,2` up to `DONE`; answers with a move"
    ),
    "SWAP2BOARD": Command(
        _begin_swap,
        "SWAP2BOARD",
        "0, 3 or 5 lines `X,Y` up to `DONE`; answers three stones, `SWAP`, a move or two",
    ),
    "DONE": Command(GomocupServer.done, "DONE", "ends a list of stones"),
    "TAKEBACK": Command(
        GomocupServer.take_back, "TAKEBACK X,Y", "removes the last stone; answers `OK`"
    ),
    "PLAY": Command(
        GomocupServer.play, "PLAY X,Y", "plays this move for the brain and answers `X,Y`"
    ),
    "INFO": Command(
        GomocupServer.info,
        "INFO KEY VALUE",
        "`timeout_turn`, `timeout_match`, `time_left` (ms), `max_memory` (bytes), `rule`"
        " (0 freestyle, 1 exact, 4 renju); the rest is ignored",
    ),
    "ABOUT": Command(GomocupServer.about, "ABOUT", "name, version and authors"),
    "END": Command(GomocupServer.end, "END", "ends"),
}
