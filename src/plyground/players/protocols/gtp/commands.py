"""The GTP commands about the program, the board, handicaps, moves and time."""

import re
import time
from collections.abc import Iterator
from contextlib import suppress

from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.engine.results import IllegalMove
from plyground.engine.view import Turn
from plyground.players.player import Forfeit, OnReport
from plyground.players.protocols.command_table import NAME, VERSION
from plyground.players.protocols.gtp.board import changed, to_think, turned
from plyground.players.protocols.gtp.command_table import (
    COMMANDS,
    GtpSession,
    Refused,
    colour,
    command,
    exactly,
    number,
    seconds,
    whole,
)
from plyground.players.protocols.gtp.points import (
    PASS,
    RESIGN,
    check_game,
    from_vertex,
    gtp_of,
    native_games,
    to_vertex,
)
from plyground.players.protocols.gtp.time import Kind
from plyground.records.notation.sgf.head import komi_of

# --- about the program ----------------------------------------------------------------------------


@command("protocol_version", "", "2")
def _protocol_version(_session: GtpSession, _words: list[str]) -> str:
    return "2"


@command("name", "", "the program's name")
def _name(_session: GtpSession, _words: list[str]) -> str:
    return NAME


@command("version", "", "its version and the player")
def _version(session: GtpSession, _words: list[str]) -> str:
    return f"{VERSION} ({session.player.name})"


@command("known_command", "NAME", "true or false")
def _known_command(_session: GtpSession, words: list[str]) -> str:
    return "true" if exactly(words, 1)[0] in COMMANDS else "false"


@command("list_commands", "", "all commands, one a line")
def _list_commands(_session: GtpSession, _words: list[str]) -> str:
    return "\n".join(COMMANDS)


@command("help", "", "all commands with their arguments")
def _help(_session: GtpSession, _words: list[str]) -> str:
    return "\n".join(f"{row.usage}: {row.sentence}" for row in COMMANDS.values())


@command("cputime", "", "CPU time so far, in seconds")
def _cputime(session: GtpSession, _words: list[str]) -> str:
    return f"{max(time.process_time(), session.player.cpu_seconds):.3f}"


@command("quit", "", "ends the program")
def _quit(session: GtpSession, _words: list[str]) -> str:
    session.running = False
    return ""


@command("gogui-interrupt", "", "confirms that a line `# interrupt` ends a search")
def _interrupt(_session: GtpSession, _words: list[str]) -> str:
    return ""


@command("list_games", "", "the games that set_game accepts")
def _list_games(_session: GtpSession, _words: list[str]) -> str:
    return "\n".join(game.title for game in _games())


def _games() -> Iterator[Game]:
    """The games that place stones on points, including games written in Python."""
    known = registry.all_games()
    for name in dict.fromkeys([*native_games(), *known]):
        with suppress(ValueError):
            check_game(known[name])
            yield known[name]


@command("set_game", "GAME", "switches to another game with default options")
def _set_game(session: GtpSession, words: list[str]) -> str:
    wanted = " ".join(words).lower()
    for game in _games():
        if wanted in (game.name.lower(), game.title.lower()):
            if game.name != session.board.game.name:
                session.begin(registry.game(game.name))
            return ""
    raise Refused("unsupported game")


# --- the board ------------------------------------------------------------------------------------


def _empty(game: Game, **values: object) -> Game:
    """The game without handicap, because clearing the board also removes handicap stones."""
    return changed(game, **({"handicap": 0} if "handicap" in game.values else {}), **values)


@command("boardsize", "SIZE", "sets the size of the board and clears it")
def _boardsize(session: GtpSession, words: list[str]) -> str:
    size = whole(exactly(words, 1)[0])
    game = session.board.game
    if "size" not in game.values:
        raise Refused("unacceptable size")
    try:
        game = _empty(game, size=size)
    except ValueError:
        raise Refused("unacceptable size") from None
    session.begin(game)
    return ""


@command("clear_board", "", "clears the board and the handicap for a new game")
def _clear_board(session: GtpSession, _words: list[str]) -> str:
    session.begin(_empty(session.board.game))
    return ""


@command("komi", "POINTS", "sets White's compensation; Go only")
def _komi(session: GtpSession, words: list[str]) -> str:
    komi = number(exactly(words, 1)[0])
    if "komi" in session.board.game.values:
        session.board.change(komi=komi_of(komi))
    return ""


@command("showboard", "", "the board as text")
def _showboard(session: GtpSession, _words: list[str]) -> str:
    return "\n" + board_text(session.board.position)


def board_text(position: Position) -> str:
    """The board with GTP's names of points."""
    view, game = position.view(), position.game
    stones = {piece["at"]: "X" if piece["owner"] == "black" else "O" for piece in view["pieces"]}
    stars = {point for mark in view["marks"] if mark["kind"] == "star" for point in mark["at"]}
    letters = [to_vertex(game, column + "1")[:-1] for column in view["columns"]]
    header = "   " + " ".join(letters)
    lines = [header]
    for row in view["rows"]:
        labels = [column + row for column in view["columns"]]
        cells = [stones.get(label, "+" if label in stars else ".") for label in labels]
        lines.append(f"{row:>2} {' '.join(cells)} {row}")
    result = position.result()
    return "\n".join([*lines, header, str(result) if result else f"{position.turn} to move"])


@command("plyground-text", "", "the position in Plyground's one-line notation")
def _text(session: GtpSession, _words: list[str]) -> str:
    return session.board.position.to_text()


@command("plyground-position", "TEXT", "sets up a position in Plyground's one-line notation")
def _set_position(session: GtpSession, words: list[str]) -> str:
    position = _empty(session.board.game).position(" ".join(words))
    session.begin(position.game)
    session.board.set_up([position])
    return ""


# --- handicap -------------------------------------------------------------------------------------


def _check_handicap(session: GtpSession) -> Game:
    if "handicap" not in session.board.game.values:
        raise Refused("handicap is for Go only")
    if not session.board.is_empty():
        raise Refused("board not empty")
    return session.board.game


def _stones(position: Position) -> str:
    return " ".join(to_vertex(position.game, piece["at"]) for piece in position.view()["pieces"])


@command("fixed_handicap", "STONES", "puts black stones on the fixed points; returns them")
def _fixed_handicap(session: GtpSession, words: list[str]) -> str:
    count = whole(exactly(words, 1)[0])
    game = _check_handicap(session)
    try:
        if count < 2:
            raise ValueError
        game = changed(game, handicap=count)
    except ValueError:
        raise Refused("invalid number of stones") from None
    session.board.start(game)
    return _stones(session.board.position)


@command(
    "place_free_handicap",
    "STONES",
    "puts black stones on points of the engine's choice, perhaps fewer",
)
def _place_free_handicap(session: GtpSession, words: list[str]) -> str:
    count = whole(exactly(words, 1)[0])
    game = _check_handicap(session)
    size = game.values["size"]
    assert isinstance(size, int)
    if not 2 <= count < size * size:
        raise Refused("invalid number of stones")
    for fewer in range(min(count, 9), 1, -1):
        try:
            session.board.start(changed(game, handicap=fewer))
        except ValueError:
            continue
        return _stones(session.board.position)
    # Small boards have no standard points: two opposite ones off the edge, if there is room.
    low, high = (2, size - 1) if size > 3 else (1, size)
    return _put_handicap(session, game, {f"{chr(64 + low)}{low}", f"{chr(64 + high)}{high}"})


@command("set_free_handicap", "VERTEX ...", "puts black stones on these points")
def _set_free_handicap(session: GtpSession, words: list[str]) -> str:
    game = _check_handicap(session)
    try:
        moves = {from_vertex(game, word) for word in words}
        if len(moves) < max(2, len(words)) or PASS in moves:
            raise ValueError
        _put_handicap(session, game, moves)
    except ValueError:
        raise Refused("bad vertex list") from None
    return ""


def _put_handicap(session: GtpSession, game: Game, stones: set[str]) -> str:
    view = game.start().view()
    labels = [[column + row for column in view["columns"]] for row in view["rows"]]
    if not stones <= {label for row in labels for label in row}:
        raise ValueError
    marked = ["".join("x" if label in stones else "." for label in row) for row in labels]
    rows = [re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in marked]
    position = game.position(f"{'/'.join(rows)} w")
    session.board.set_up([position])
    return _stones(position)


# --- moves ----------------------------------------------------------------------------------------


@command("play", "COLOUR VERTEX", "plays a move, a pass or a resignation for either side")
def _play(session: GtpSession, words: list[str]) -> str:
    side, vertex = colour(exactly(words, 2)[0]), words[1]
    if vertex.lower() == RESIGN:
        session.board.resign(side)
        return ""
    try:
        move = from_vertex(session.board.game, vertex)
    except ValueError:
        raise Refused("syntax error") from None
    try:
        session.board.play(side, move)
    except IllegalMove:
        raise Refused("illegal move") from None
    return ""


@command("undo", "", "takes back the last move")
def _undo(session: GtpSession, _words: list[str]) -> str:
    if not session.board.undo():
        raise Refused("cannot undo")
    return ""


def to_play(session: GtpSession, side: Turn) -> Position:
    """The position in which to choose a move for this side."""
    position = to_think(session.board.position, side)
    if position.result() and not gtp_of(position.game).silent_passes:
        raise Refused("the game is over")
    return position


def generated(
    session: GtpSession, side: Turn, on_report: OnReport | None = None, *, lines: int = 1
) -> str:
    """The player's move for this side, as a vertex; it is also played on the board."""
    begin = time.monotonic()
    try:
        vertex = thought(session, side, on_report, lines=lines)
    finally:
        session.clocks.spend(side, time.monotonic() - begin)
    if vertex == RESIGN:
        session.board.resign(side)
    else:
        session.board.play(side, from_vertex(session.board.game, vertex))
    return vertex


def thought(
    session: GtpSession, side: Turn, on_report: OnReport | None = None, *, lines: int = 1
) -> str:
    """The player's move for this side, as a vertex."""
    position = to_play(session, side)
    if position.result():  # programs for Othello use this answer after the end of the game
        return PASS
    try:
        move = _choice(session, side, position, on_report, lines)
    except Forfeit as forfeit:
        raise Refused(forfeit.sentence) from None
    return RESIGN if move is None else to_vertex(position.game, move)


def _choice(
    session: GtpSession, side: Turn, position: Position, on_report: OnReport | None, lines: int
) -> str | None:
    clock = session.clocks.clock(side)
    move = session.thinker.choose(position, clock, on_report, lines=lines, stop=session.stop).move
    whole_story = turned(session.board.position, side)
    if move is None or whole_story.explain(move) is None:
        return move
    # A board set up again for a side out of turn has no history for superko.
    return session.thinker.choose(whole_story, clock, stop=session.stop).move


@command("genmove", "COLOUR", "plays and returns the player's move for this side, or resign")
def _genmove(session: GtpSession, words: list[str]) -> str:
    return generated(session, colour(exactly(words, 1)[0]))


@command("reg_genmove", "COLOUR", "returns the player's move for this side without playing it")
def _reg_genmove(session: GtpSession, words: list[str]) -> str:
    return thought(session, colour(exactly(words, 1)[0]))


# --- time -----------------------------------------------------------------------------------------


@command(
    "time_settings",
    "MAIN PERIOD MOVES",
    "sets main time and overtime in seconds, and the moves of an overtime period",
)
def _time_settings(session: GtpSession, words: list[str]) -> str:
    exactly(words, 3)
    main, period, moves = seconds(words[0]), seconds(words[1]), whole(words[2])
    if period and not moves:
        session.clocks.set("none")  # the standard's way to say that there is no limit
    elif period:
        session.clocks.set("canadian", main, period, moves)
    else:
        session.clocks.set("absolute" if main else "none", main)
    return ""


_KGS: dict[str, tuple[Kind, int]] = {
    "none": ("none", 0),
    "absolute": ("absolute", 1),
    "canadian": ("canadian", 3),
    "byoyomi": ("byoyomi", 3),
}


@command(
    "kgs-time_settings",
    "KIND [MAIN [PERIOD COUNT]]",
    "none, absolute, canadian (COUNT moves a period) or byoyomi (COUNT periods)",
)
def _kgs_time_settings(session: GtpSession, words: list[str]) -> str:
    if not words or words[0].lower() not in _KGS:
        raise Refused("syntax error")
    kind, count = _KGS[words[0].lower()]
    given = exactly(words[1:], count)
    main = seconds(given[0]) if given else 0.0
    period, turns = (seconds(given[1]), whole(given[2])) if count == 3 else (0.0, 0)
    if count == 3 and not (period and turns):
        raise Refused("syntax error")
    session.clocks.set(kind, main, period, turns)
    return ""


@command("time_left", "COLOUR SECONDS MOVES", "sets the time left of a side; 0 moves in main time")
def _time_left(session: GtpSession, words: list[str]) -> str:
    exactly(words, 3)
    session.clocks.tell(colour(words[0]), seconds(words[1]), whole(words[2]))
    return ""
