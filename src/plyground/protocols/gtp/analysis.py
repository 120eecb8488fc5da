"""The GTP commands that tell what is thought while it is thought, for Sabaki, Lizzie and others."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from plyground.counting import ownership
from plyground.game import Position
from plyground.player import EnginePlayer
from plyground.protocols.gtp.commands import generated, to_play
from plyground.protocols.gtp.points import RESIGN, read_colour, to_vertex
from plyground.protocols.gtp.table import Desk, Refused, Say, Talk, command, whole
from plyground.report import Line, Report
from plyground.search import Analysis, analyse
from plyground.spec import Spec, read_spec
from plyground.view import Turn

_LINES = {"go": 10}  # Monte Carlo knows them all anyway; elsewhere each line costs time
_USUAL_LINES = 4
_LONGEST = 86_400.0
_SEARCHES = ("search", "mcts", "minimax", "alphabeta", "deepening")


@dataclass(frozen=True)
class Wish:
    """What the controller wants to hear: whose side, how often, how many lines."""

    side: Turn
    seconds: float = 1.0
    lines: int | None = None
    ownership: bool = False


def read_wish(words: list[str], turn: Turn) -> Wish:
    """Reads `[COLOUR] [CENTISECONDS] [KEY VALUE ...]`.

    >>> read_wish("b 50 maxmoves 3".split(), "white")
    Wish(side='black', seconds=0.5, lines=3, ownership=False)
    """
    rest = list(words)
    side, interval, lines, owners = turn, 100, None, False
    if rest and rest[0].lower() in ("b", "w", "black", "white"):
        side = read_colour(rest.pop(0))
    if rest and rest[0].isdigit():
        interval = whole(rest.pop(0))
    while rest:
        if len(rest) < 2:
            raise Refused("syntax error")
        key, value = rest.pop(0).lower(), rest.pop(0)
        if key == "interval":
            interval = whole(value)
        elif key == "maxmoves":
            lines = min(1000, max(1, whole(value)))
        elif key == "ownership":
            owners = value.lower() == "true"
        elif key in ("allow", "avoid"):
            raise Refused(f"{key} is not supported")
        elif not key.isalpha():
            raise Refused("syntax error")
    return Wish(side, min(3600.0, max(0.01, interval / 100)), lines, owners)


class Stream:
    """Tells the latest report of an analysis at every interval, until it is ended."""

    def __init__(self, analysis: Analysis, seconds: float, tell: Callable[[Report], None]) -> None:
        self._analysis, self._seconds, self._tell = analysis, seconds, tell
        self._latest: Report | None = None
        self._told: Report | None = None
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._read, self._tick)
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        with suppress(Exception), self._analysis as running:  # a game in Python may raise anything
            for report in running:
                self._latest = report

    def _tick(self) -> None:
        while not self._ended.wait(self._seconds):
            self._tell_latest()

    def _tell_latest(self) -> None:
        latest = self._latest
        if latest is not None and latest is not self._told:
            self._told = latest
            with suppress(OSError, ValueError):  # nobody listens any more
                self._tell(latest)

    def end(self) -> None:
        """Ends the analysis; its last word is still told."""
        self._analysis.stop()
        self._ended.set()
        for thread in self._threads:
            thread.join()
        self._tell_latest()


# --- what is said ---------------------------------------------------------------------------------


def info(position: Position, report: Report, *, style: str) -> str:
    """A report as one line, in the style of Leela Zero (`lz`) or KataGo (`kata`)."""
    return " ".join(
        _info(position, report, line, order, style) for order, line in enumerate(report.lines)
    )


def _info(position: Position, report: Report, line: Line, order: int, style: str) -> str:
    game = position.game
    # Alpha-beta has no visits; it has searched all its lines alike.
    visits = line.visits or max(1, report.nodes // len(report.lines))
    said = f"info move {to_vertex(game, line.move)} visits {visits}"
    if style == "lz":
        said += f" winrate {round(10_000 * line.win_chance)} prior 0"
    else:
        said += f" winrate {line.win_chance:.6f}"
        if game.name in ("go", "othello"):
            said += f" scoreMean {line.score:.3f} scoreLead {line.score:.3f}"
        said += " prior 0.0"
    pv = " ".join(to_vertex(game, move) for move in line.pv)
    return f"{said} order {order} pv {pv}"


def owners(position: Position) -> str:
    """Who will own each point, row by row from the top, as the side to move sees it."""
    view, sign = position.view(), 1 if position.turn == "black" else -1
    owned = ownership(position)
    values = [sign * owned[column + row] for row in view["rows"] for column in view["columns"]]
    return "ownership " + " ".join(f"{value:.3f}" for value in values)


# --- the commands ---------------------------------------------------------------------------------


def _spec(desk: Desk) -> Spec:
    """The player's own search where it has one, else the strong one."""
    player = desk.player
    if isinstance(player, EnginePlayer) and player.spec.algorithm in _SEARCHES:
        return player.spec
    return read_spec("search")


def _begin(desk: Desk, position: Position, wish: Wish) -> Analysis:
    spec = _spec(desk)
    lines = wish.lines or _LINES.get(position.game.name, _USUAL_LINES)
    return analyse(position, spec, lines=lines, seconds=_LONGEST)


def _analysing(desk: Desk, words: list[str], style: str) -> Talk:
    wish = read_wish(words, desk.board.position.turn)
    position = to_play(desk, wish.side)
    if position.result():
        raise Refused("the game is over")
    tail = ""
    if wish.ownership and style == "kata" and position.game.name == "go":
        tail = " " + owners(position)
    analysis = _begin(desk, position, wish)

    def talk(say: Say) -> None:
        stream = Stream(
            analysis, wish.seconds, lambda report: say(info(position, report, style=style) + tail)
        )
        desk.end_stream = stream.end

    return talk


def _choosing(desk: Desk, words: list[str], style: str) -> Talk:
    wish = read_wish(words, desk.board.position.turn)
    position = to_play(desk, wish.side)
    return lambda say: f"play {_chosen(desk, position, wish, style, say)}"


def _chosen(desk: Desk, position: Position, wish: Wish, style: str, say: Say) -> str:
    """The player's move, with reports on the way at the wished intervals."""
    last = time.monotonic()
    untold: Report | None = None

    def hear(report: Report) -> None:
        nonlocal last, untold
        untold = report
        if time.monotonic() - last >= wish.seconds:
            say(info(position, report, style=style))
            last, untold = time.monotonic(), None

    try:
        vertex = generated(desk, wish.side, hear)
    except (Refused, ValueError):
        # The answer has begun, so it can't be refused any more; who can't move has lost.
        desk.board.resign(wish.side)
        return RESIGN
    if untold is not None:
        say(info(position, untold, style=style))
    return vertex


_ARGUMENTS = "[COLOUR] [CENTISECONDS] [maxmoves N]"


@command("analyze", _ARGUMENTS, "reports at every interval, until any input comes")
def _analyze(desk: Desk, words: list[str]) -> Talk:
    return _analysing(desk, words, "lz")


@command("lz-analyze", _ARGUMENTS, "the same")
def _lz_analyze(desk: Desk, words: list[str]) -> Talk:
    return _analysing(desk, words, "lz")


@command("kata-analyze", _ARGUMENTS + " [ownership true]", "the same in KataGo's style")
def _kata_analyze(desk: Desk, words: list[str]) -> Talk:
    return _analysing(desk, words, "kata")


@command("genmove_analyze", _ARGUMENTS, "reports, then the move, which is played: play D4")
def _genmove_analyze(desk: Desk, words: list[str]) -> Talk:
    return _choosing(desk, words, "lz")


@command("lz-genmove_analyze", _ARGUMENTS, "the same")
def _lz_genmove_analyze(desk: Desk, words: list[str]) -> Talk:
    return _choosing(desk, words, "lz")


@command("kata-genmove_analyze", _ARGUMENTS, "the same in KataGo's style")
def _kata_genmove_analyze(desk: Desk, words: list[str]) -> Talk:
    return _choosing(desk, words, "kata")


@command("stop", "", "ends an analysis, as any input does")
def _stop(_desk: Desk, _words: list[str]) -> str:
    return ""
