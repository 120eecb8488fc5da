"""The GTP commands that report during a search, for Sabaki, Lizzie and others."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from plyground.engine.counting import ownership
from plyground.engine.game import Position
from plyground.engine.game_guide import guide_of
from plyground.engine.report import Line, Report
from plyground.engine.search import OnReport
from plyground.engine.stop import Stop
from plyground.engine.view import Turn
from plyground.players.protocols.gtp.command_table import (
    GtpSession,
    Refused,
    Say,
    Talk,
    colour,
    command,
    whole,
)
from plyground.players.protocols.gtp.commands import generated, to_play
from plyground.players.protocols.gtp.points import (
    RESIGN,
    from_vertex,
    gtp_of,
    read_colour,
    to_vertex,
)
from plyground.players.protocols.thinker import FOREVER

_USUAL_LINES = 4  # the number of lines by default, if each line costs time
_MOST_LINES = 1000
# Parts that controllers of KataGo may request and we do not send; the rest of a line is the same.
_IGNORED = ("minmoves", "rootinfo", "pvvisits", "pvedgevisits", "movesownership", "ownershipstdev")


@dataclass(frozen=True)
class AnalysisRequest:
    """The controller's request: side, interval, number of lines, moves.

    `avoid` and `allow` are vertices that the side in question may not, or may only, play next.
    """

    side: Turn
    seconds: float = 1.0
    lines: int | None = None
    ownership: bool = False
    avoid: frozenset[str] = frozenset()
    allow: frozenset[str] | None = None

    def wants(self, vertex: str) -> bool:
        """Whether the request includes lines that begin with this move."""
        named = vertex.upper()
        return named not in self.avoid and (self.allow is None or named in self.allow)

    def is_choosy(self) -> bool:
        """Whether the request excludes some moves."""
        return bool(self.avoid) or self.allow is not None


def read_request(words: list[str], turn: Turn) -> AnalysisRequest:
    """Reads `[COLOUR] [CENTISECONDS] [KEY VALUE ...]`.

    >>> request = read_request("b 50 maxmoves 3 avoid b D4,e5 20".split(), "white")
    >>> request.side, request.seconds, request.lines, sorted(request.avoid)
    ('black', 0.5, 3, ['D4', 'E5'])
    """
    rest = list(words)
    request = AnalysisRequest(turn)
    if rest and rest[0].lower() in ("b", "w", "black", "white"):
        request = replace(request, side=read_colour(rest.pop(0)))
    if rest and rest[0].isdigit():
        rest.insert(0, "interval")
    while rest:
        key = rest.pop(0).lower()
        count = 3 if key in ("allow", "avoid") else 1
        values, rest = rest[:count], rest[count:]
        if len(values) < count:
            raise Refused("syntax error")
        request = _with(request, key, values)
    return request


def _with(request: AnalysisRequest, key: str, values: list[str]) -> AnalysisRequest:
    """The request with one more word."""
    value = values[0]
    if key == "interval":
        return replace(request, seconds=min(3600.0, max(0.01, whole(value) / 100)))
    if key == "maxmoves":
        return replace(request, lines=min(_MOST_LINES, max(1, whole(value))))
    if key == "ownership":
        return replace(request, ownership=value.lower() == "true")
    if key in ("allow", "avoid"):
        return _with_moves(request, key, *values)
    if key not in _IGNORED:
        raise Refused("syntax error")
    return request


def _with_moves(
    request: AnalysisRequest, key: str, side: str, vertices: str, until: str
) -> AnalysisRequest:
    """Excluded moves, or the only allowed ones; those of the other side change nothing."""
    named = frozenset(vertex.upper() for vertex in vertices.split(",") if vertex)
    if not named:
        raise Refused("syntax error")
    if colour(side) != request.side or not whole(until):
        return request
    if key == "avoid":
        return replace(request, avoid=request.avoid | named)
    return replace(request, allow=named | (request.allow or frozenset()))


class Stream:
    """Sends the latest report of an analysis at every interval, until it ends."""

    def __init__(
        self,
        analyse: Callable[[OnReport, Stop], object],
        seconds: float,
        send: OnReport,
    ) -> None:
        self._analyse, self._seconds, self._send = analyse, seconds, send
        self._latest: Report | None = None
        self._sent: Report | None = None
        self._stop = Stop()
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._think, self._tick)
        ]
        for thread in self._threads:
            thread.start()

    def _think(self) -> None:
        with suppress(Exception):  # a game written in Python may raise any exception
            self._analyse(self._hear, self._stop)

    def _hear(self, report: Report) -> None:
        self._latest = report

    def _tick(self) -> None:
        while not self._stop.wait(self._seconds):
            self._send_latest()

    def _send_latest(self) -> None:
        latest = self._latest
        if latest is not None and latest is not self._sent:
            self._sent = latest
            with suppress(OSError, ValueError):  # the controller has closed its end
                self._send(latest)

    def end(self) -> None:
        """Ends the analysis; its last report is still sent."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._send_latest()


# --- reports --------------------------------------------------------------------------------------


def info(position: Position, report: Report, *, style: str) -> str:
    """A report as one line, in the style of Leela Zero (`lz`) or KataGo (`kata`)."""
    return " ".join(
        _info(position, report, line, order, style) for order, line in enumerate(report.lines)
    )


def _info(position: Position, report: Report, line: Line, order: int, style: str) -> str:
    game = position.game
    # Alpha-beta has no visits; it has searched all its lines equally.
    visits = line.visits or max(1, report.nodes // len(report.lines))
    text = f"info move {to_vertex(game, line.move)} visits {visits}"
    if style == "lz":
        chance = round(10_000 * line.win_chance)
        text += f" winrate {chance} prior 0 lcb {chance}"
    else:
        text += f" winrate {line.win_chance:.6f}"
        if gtp_of(game).tells_lead:
            text += f" scoreMean {line.score:.3f} scoreLead {line.score:.3f}"
        text += f" prior 0.0 lcb {line.win_chance:.6f}"
    pv = " ".join(to_vertex(game, move) for move in line.pv)
    return f"{text} order {order} pv {pv}"


def owners(position: Position) -> str:
    """Who will own each point, row by row from the top, from the side to move's point of view."""
    view, sign = position.view(), 1 if position.turn == "black" else -1
    owned = ownership(position)
    values = [sign * owned[column + row] for row in view["rows"] for column in view["columns"]]
    return "ownership " + " ".join(f"{value:.3f}" for value in values)


# --- the commands ---------------------------------------------------------------------------------


def _shown(position: Position, request: AnalysisRequest) -> int:
    """The number of lines to show."""
    return request.lines or gtp_of(position.game).lines or _USUAL_LINES


def _searched(session: GtpSession, position: Position, request: AnalysisRequest) -> int:
    """The number of lines to search, so that enough remain."""
    try:
        named = {
            from_vertex(session.board.game, word)
            for word in request.avoid | (request.allow or set())
        }
    except ValueError:
        raise Refused("syntax error") from None
    lines = (
        _shown(position, request) + len(named) if request.allow is None else len(position.moves())
    )
    return min(_MOST_LINES, lines)


def _analysing(session: GtpSession, words: list[str], style: str) -> Talk:
    request = read_request(words, session.board.position.turn)
    position = to_play(session, request.side)
    if position.result():
        raise Refused("the game is over")
    tail, lines = "", _searched(session, position, request)
    if request.ownership and style == "kata" and guide_of(position.game.name).marks_dead:
        tail = " " + owners(position)

    def talk(say: Say) -> None:
        def analyse(hear: OnReport, stop: Stop) -> None:
            session.thinker.analyse(position, hear, lines=lines, seconds=FOREVER, stop=stop)

        def send(report: Report) -> None:
            if text := info(position, _wanted(position, report, request), style=style):
                say(text + tail)

        session.end_stream = Stream(analyse, request.seconds, send).end

    return talk


def _wanted(position: Position, report: Report, request: AnalysisRequest) -> Report:
    """The report without lines that were not requested."""
    if not request.is_choosy():
        return report
    lines = [line for line in report.lines if request.wants(to_vertex(position.game, line.move))]
    return replace(report, lines=tuple(lines[: _shown(position, request)]))


def _choosing(session: GtpSession, words: list[str], style: str) -> Talk:
    request = read_request(words, session.board.position.turn)
    if request.is_choosy():
        raise Refused("allow and avoid are for analysis only")
    position = to_play(session, request.side)
    return lambda say: f"play {_chosen(session, position, request, style, say)}"


def _chosen(
    session: GtpSession, position: Position, request: AnalysisRequest, style: str, say: Say
) -> str:
    """The player's move, with interim reports at the requested intervals."""
    last = time.monotonic()
    untold: Report | None = None
    # If lines cost strength, only the requested number is searched.
    lines = request.lines or gtp_of(position.game).lines or 1

    def hear(report: Report) -> None:
        nonlocal last, untold
        untold = report
        if time.monotonic() - last >= request.seconds:
            say(info(position, report, style=style))
            last, untold = time.monotonic(), None

    try:
        vertex = generated(session, request.side, hear, lines=lines)
    except (Refused, ValueError):
        # The answer has begun, so an error is no longer possible; a side without a move has lost.
        session.board.resign(request.side)
        return RESIGN
    if untold is not None:
        say(info(position, untold, style=style))
    return vertex


_ARGUMENTS = "[COLOUR] [CENTISECONDS] [maxmoves N]"
_FILTERS = " [avoid or allow COLOUR VERTEX,... DEPTH]"


@command("analyze", _ARGUMENTS + _FILTERS, "reports at every interval until there is input")
def _analyze(session: GtpSession, words: list[str]) -> Talk:
    return _analysing(session, words, "lz")


@command("lz-analyze", _ARGUMENTS + _FILTERS, "the same")
def _lz_analyze(session: GtpSession, words: list[str]) -> Talk:
    return _analysing(session, words, "lz")


@command("kata-analyze", _ARGUMENTS + _FILTERS + " [ownership true]", "the same in KataGo's style")
def _kata_analyze(session: GtpSession, words: list[str]) -> Talk:
    return _analysing(session, words, "kata")


@command("genmove_analyze", _ARGUMENTS, "reports, then plays and returns the move: play D4")
def _genmove_analyze(session: GtpSession, words: list[str]) -> Talk:
    return _choosing(session, words, "lz")


@command("lz-genmove_analyze", _ARGUMENTS, "the same")
def _lz_genmove_analyze(session: GtpSession, words: list[str]) -> Talk:
    return _choosing(session, words, "lz")


@command("kata-genmove_analyze", _ARGUMENTS, "the same in KataGo's style")
def _kata_genmove_analyze(session: GtpSession, words: list[str]) -> Talk:
    return _choosing(session, words, "kata")


@command("stop", "", "ends an analysis, as does any input")
def _stop(_session: GtpSession, _words: list[str]) -> str:
    return ""
