"""The GTP commands at the end of a game: score, status of stones, cleanup; and SGF files."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from plyground.engine.counting import dead_stones, needs_count
from plyground.engine.game import Game, Position
from plyground.engine.game_guide import guide_of
from plyground.engine.search import search
from plyground.engine.view import Turn, other
from plyground.players.protocols.gtp.board import Board, changed, flipped
from plyground.players.protocols.gtp.command_table import (
    GtpSession,
    Refused,
    colour,
    command,
    exactly,
    points,
    whole,
)
from plyground.players.protocols.gtp.commands import generated, to_play
from plyground.players.protocols.gtp.points import PASS, gtp_of, to_vertex
from plyground.records.notation import read, write
from plyground.records.notation.ours import IMPLIED
from plyground.records.record import MAX_NODES, Node, Record, outside_result

_MAX_FILE = 8_000_000


@command("final_score", "", "the winner and the margin: W+2.5, B+31, B+R, 0")
def _final_score(session: GtpSession, _words: list[str]) -> str:
    if session.board.resigned:
        return f"{other(session.board.resigned)[0].upper()}+R"
    position = session.board.position
    if guide_of(position.game.name).marks_dead:
        counted = position.mark_dead(dead_stones(position)).score()
        assert counted is not None, "what is counted has a score"
        return _margin(counted.black - counted.white)
    result = position.result()
    if result is None:
        raise Refused("cannot score")
    if result.winner is None:
        return "0"
    size = "" if result.margin is None else points(result.margin)
    return f"{result.winner[0].upper()}+{size}"


def _margin(margin: float) -> str:
    return f"{'B' if margin > 0 else 'W'}+{points(abs(margin))}" if margin else "0"


# --- whose stones and points ----------------------------------------------------------------------


class Map:
    """A Go board without its dead stones, in chains and regions."""

    def __init__(self, position: Position) -> None:
        view = position.view()
        self._columns, self._rows = view["columns"], view["rows"]
        self.stones: dict[str, Turn] = {piece["at"]: piece["owner"] for piece in view["pieces"]}
        self.dead = set(dead_stones(position))

    def neighbours(self, label: str) -> Iterator[str]:
        """The adjacent points."""
        column, row = self._columns.index(label[0]), self._rows.index(label[1:])
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < len(self._columns) and 0 <= y < len(self._rows):
                yield self._columns[x] + self._rows[y]

    def chains(self, *, dead: bool) -> list[list[str]]:
        """The chains that are dead, or those that live."""
        wanted = {label for label in self.stones if (label in self.dead) == dead}
        return self._pieces(wanted, by_owner=True)

    def territory(self, side: Turn) -> list[list[str]]:
        """The regions that only this side's living stones touch."""
        living = {label: owner for label, owner in self.stones.items() if label not in self.dead}
        every = {column + row for row in self._rows for column in self._columns}
        regions = self._pieces(every - set(living), by_owner=False)
        return [
            region
            for region in regions
            if {living[next_] for at in region for next_ in self.neighbours(at) if next_ in living}
            == {side}
        ]

    def _pieces(self, wanted: set[str], *, by_owner: bool) -> list[list[str]]:
        """The connected pieces of a set of points."""
        left, pieces = set(wanted), []
        while left:
            piece = [left.pop()]
            for label in piece:  # grows during the loop
                for near in self.neighbours(label):
                    same = not by_owner or self.stones.get(near) == self.stones.get(label)
                    if near in left and same:
                        left.remove(near)
                        piece.append(near)
            pieces.append(sorted(piece))
        return sorted(pieces)


@command(
    "final_status_list",
    "STATUS",
    "the points that are alive, dead, seki, black_territory or white_territory, one group a line",
)
def _final_status_list(session: GtpSession, words: list[str]) -> str:
    status = exactly(words, 1)[0].lower()
    if status not in ("alive", "dead", "seki", "black_territory", "white_territory"):
        raise Refused("syntax error")
    position = session.board.position
    if not guide_of(position.game.name).marks_dead:
        raise Refused("cannot score")
    board = Map(position)
    if status == "black_territory":
        groups = board.territory("black")
    elif status == "white_territory":
        groups = board.territory("white")
    else:
        groups = [] if status == "seki" else board.chains(dead=status == "dead")
    return "\n".join(
        " ".join(to_vertex(position.game, label) for label in group) for group in groups
    )


@command(
    "kgs-genmove_cleanup",
    "COLOUR",
    "as genmove, but does not pass while dead enemy stones are on the board",
)
def _genmove_cleanup(session: GtpSession, words: list[str]) -> str:
    side = colour(exactly(words, 1)[0])
    vertex = generated(session, side)
    if vertex != PASS or not guide_of(session.board.game.name).marks_dead:
        return vertex
    session.board.undo()
    position = to_play(session, side)
    move = _capturing(position)
    session.board.play(side, move)
    return to_vertex(position.game, move)


def _capturing(position: Position) -> str:
    """The best move next to dead stones of the other side; a pass if there is none."""
    board = Map(position)
    targets = {label for label in board.dead if board.stones[label] != position.turn}
    near = {label for target in targets for label in board.neighbours(target)}
    if not near:
        return PASS
    report = search(position, "mcts:playouts=2000", lines=1000)
    return next((line.move for line in report.lines if line.move in near), PASS)


# --- files ----------------------------------------------------------------------------------------


@command("loadsgf", "FILE [MOVE]", "loads a game, up to the position before this move if given")
def _loadsgf(session: GtpSession, words: list[str]) -> str:
    if not words:
        raise Refused("syntax error")
    before = whole(words.pop()) if len(words) > 1 and words[-1].isdigit() else MAX_NODES
    try:
        path = Path(" ".join(words))
        if path.stat().st_size > _MAX_FILE or not path.is_file():
            raise ValueError
        record = read(path.read_bytes(), "sgf", game=_rules_of(session.board.game))[0]
    except (OSError, ValueError, IndexError):
        raise Refused("cannot load file") from None
    positions = [record.root.position]
    played = 0
    for node in record.main_line():
        played += node.move is not None
        if played >= max(1, before):
            break
        positions.append(node.position)
    session.begin(record.game)
    session.board.set_up(positions)
    return ""


def _rules_of(game: Game) -> Game:
    """The current game, for properties that a file leaves out."""
    kept = ("size", "komi", "handicap")
    usual = {option.name: option.default for option in game.options if option.name in kept}
    return changed(game, **usual)


@command("printsgf", "", "the game as an SGF file")
def _printsgf(session: GtpSession, _words: list[str]) -> str:
    record = _recorded(session.board)
    if session.board.resigned:
        record.finish(outside_result(other(session.board.resigned), "resign"))
    elif needs_count(record.position):
        dead = dead_stones(record.position)
        record.finish(record.position.mark_dead(dead).result(), dead)
    elif result := record.position.result():
        record.finish(result)
    # A blank line would end the answer.
    return "\n".join(line for line in write([record], "sgf").splitlines() if line.strip())


def _recorded(board: Board) -> Record:
    """The game so far; a side that moves twice in a row also does so in the record."""
    first, *steps = (step for step in board.steps if step.resigned is None)
    record = Record(board.game, first.position.origin)
    for move in first.position.played:
        record.play(move)
    stones = first.position.view()["pieces"]
    free = not record.game.values.get("handicap", 1) and first.position.turn == "white"
    if free and stones and all(piece["owner"] == "black" for piece in stones):
        record.root.extra["HA"] = [str(len(stones))]
    node, before = record.current, first.position
    for step in steps:
        if (step.position.origin, step.position.played) == (before.origin, before.played):
            continue  # a pass that changed nothing
        before = step.position
        if step.mover is None:
            if _stones_of(before) != _stones_of(node.position):  # otherwise only the turn was set
                node = record.set_up(node, before.to_text())
        else:
            node = record.add(_before(record, node, step.mover), str(before.last_move))
    return record


def _stones_of(position: Position) -> str:
    return position.to_text().partition(" ")[0]


def _before(record: Record, node: Node, mover: Turn) -> Node:
    """The node to move from, if it is this side's turn and the game goes on."""
    position = node.position
    result = position.result()
    if position.turn == mover and not (result and result.code == "two_passes"):
        return node
    if gtp_of(record.game).silent_passes and position.explain(PASS) is None:
        return record.add(node, PASS)  # the rules require it, although it was not sent
    return record.set_up(node, flipped(position, mover).to_text(), extra={IMPLIED: True})


@command("gogui-analyze_commands", "", "the analysis commands for GoGui")
def _gogui(_session: GtpSession, _words: list[str]) -> str:
    return "\n".join(_GOGUI)


_GOGUI: Iterable[str] = (
    "string/Final score/final_score",
    "plist/Dead stones/final_status_list dead",
    "plist/Living stones/final_status_list alive",
    "plist/Black territory/final_status_list black_territory",
    "plist/White territory/final_status_list white_territory",
    "string/Position text/plyground-text",
)
