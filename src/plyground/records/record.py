"""Records of played games: players, moves with times and evaluations, comments, the result.

A record is a tree of moves, because games have variations and moves can be taken back. `journal/`
writes records to files, `notation/` converts them to the formats of other programs.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.engine.game import Game, Position
from plyground.engine.report import Report
from plyground.engine.results import Result
from plyground.engine.view import Turn

MAX_NODES = 100_000
_KEPT = 16  # plies between cached positions; the others are replayed on request

# Endings that are not part of the rules.
OUTSIDE_ENDINGS = {
    "resign": "resignation",
    "agreement": "a draw by agreement",
    "time": "out of time",
    "illegal_move": "an illegal move",
    "misunderstood": "an answer that was not understood",
    "no_answer": "no answer",
    "crashed": "the program ended",
    "adjudicated": "adjudication",
    "unfinished": "not finished",
    "stated": "as the file says",
}
WITHOUT_WINNER = ("agreement", "unfinished")


class Malformed(ValueError):  # noqa: N818 - says what the file is
    """An error in a file, with its place.

    >>> print(Malformed("line 3", "There is already a piece on D4."))
    line 3: There is already a piece on D4.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason

    def __reduce__(self) -> tuple[type["Malformed"], tuple[str, str]]:
        return Malformed, (self.place, self.reason)


@dataclass(frozen=True)
class Evaluation:
    """A player's evaluation of its own move, from its side, when it played it."""

    score: float
    win_chance: float
    mate: int | None = None
    exact: bool = False
    depth: int = 0
    nodes: int = 0
    pv: tuple[str, ...] = ()

    @classmethod
    def of(cls, report: Report | None) -> "Evaluation | None":
        """A short form of the search report; None if there was none, as for a random player."""
        if report is None or report.depth == 0:
            return None
        return cls(
            report.score,
            report.win_chance,
            report.mate,
            report.exact,
            report.depth,
            report.nodes,
            report.pv[:32],
        )


@dataclass(eq=False)
class Node:
    """A node of the tree: the move that led here (or a position set up), and remarks.

    `seconds` and `cpu_seconds` are the time of the move, `clock` the time left after it. `extra`
    keeps other data of a foreign format verbatim.
    """

    number: int
    parent: "Node | None"
    move: str | None = None
    # the text of a position that starts a new history here; "": remarks only
    setup: str | None = None
    comment: str = ""
    evaluation: Evaluation | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    clock: float | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list, repr=False)
    _depth: int = 0
    _turn: Turn | None = None  # the side to move, once it is known
    _position: Position | None = field(default=None, repr=False)

    @property
    def position(self) -> Position:
        """The position after this node."""
        path: list[Node] = []
        node = self
        while node._position is None:
            path.append(node)
            assert node.parent is not None, "the root keeps its position"
            node = node.parent
        position = node._position  # noqa: SLF001 - of this class
        for step in reversed(path):
            assert step.move is not None or step.setup == "", "a set-up keeps its position"
            position = position if step.move is None else position.play(step.move)
        return position

    @property
    def turn(self) -> Turn:
        """The side to move after this node."""
        if self._turn is None:
            self._turn = self.position.turn
        return self._turn

    def line(self) -> Iterator["Node"]:
        """This node's ancestors from the first one after the root, and itself."""
        path: list[Node] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            path.append(node)
            node = node.parent
        return reversed(path)


class Record:
    """A game played or being played.

    >>> import plyground
    >>> record = Record(plyground.game("othello"), players={"black": "Ada", "white": "level:3"})
    >>> for move in "f5 d6 c3".split():
    ...     node = record.play(move)
    >>> variation = record.add(record.root.children[0], "f6")
    >>> record.moves, record.position.turn
    (('f5', 'd6', 'c3'), 'white')

    `current` is the current node; after moves are taken back it is before the end.
    """

    def __init__(
        self,
        game: Game,
        position: str | None = None,
        *,
        players: Mapping[Turn, str] | None = None,
        info: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        start = game.start() if position is None else game.position(position)
        self.start = None if position is None else start.to_text()
        self.players: dict[Turn, str] = {"black": "", "white": "", **(players or {})}
        self.info: dict[str, Any] = dict(info or {})
        self.root = Node(0, None, _position=start)
        self.nodes: list[Node] = [self.root]
        self.current = self.root
        self.result: Result | None = None
        self.dead: tuple[str, ...] = ()  # stones agreed to be dead, in Go

    def main_line(self) -> list[Node]:
        """The nodes of the main line, without variations."""
        nodes: list[Node] = []
        node = self.root
        while node.children:
            node = node.children[0]
            nodes.append(node)
        return nodes

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        return (self.main_line() or [self.root])[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in self.main_line() if node.move is not None)

    @property
    def position(self) -> Position:
        """The current position, with the agreed dead stones marked."""
        position = self.current.position
        return position.mark_dead(self.dead) if self.dead else position

    def outcome(self) -> Result | None:
        """The result of the game: as recorded, else by the rules; None while it goes on."""
        return self.result or self.position.result()

    def play(self, move: str, **remarks: Any) -> Node:
        """Plays a move at the current node; moves taken back there become a variation."""
        after = self.current.position.play(move)
        for node in self.current.children:
            if node.move == after.last_move:
                for name, value in remarks.items():
                    setattr(node, name, value)
                return self.go_to(node)
        return self.go_to(self._append(self.current, after.last_move, None, after, remarks))

    def play_all(self, moves: Iterable[str]) -> None:
        """Plays several moves, faster than one by one.

        >>> import plyground
        >>> record = Record(plyground.game("othello"))
        >>> record.play_all(["f5", "d6"])
        >>> record.moves
        ('f5', 'd6')
        """
        position = self.current.position
        for move in moves:
            position = position.play(move)
            known = [node for node in self.current.children if node.move == position.last_move]
            after = known or [self._append(self.current, position.last_move, None, position, {})]
            if after[0] is not self.current:  # a first child is the current node already
                self.go_to(after[0])

    def go_to(self, node: Node) -> Node:
        """Makes this node the current one; the main line goes through it.

        A result belonged to the earlier current node, and is removed.
        """
        if node is not self.current:
            self.finish(None)
        for step in node.line():
            assert step.parent is not None, "the line begins after the root"
            step.parent.children.remove(step)
            step.parent.children.insert(0, step)
        if node is not self.current:
            self._stand(node, node.position)
        return node

    def _stand(self, node: Node, position: Position) -> None:
        """Makes this the current node. Its position is kept, because it is used most."""
        before, self.current = self.current, node
        if before is not self.root and before.setup is None and before._depth % _KEPT:  # noqa: SLF001
            before._position = None  # noqa: SLF001
        node._position, node._turn = position, position.turn  # noqa: SLF001

    def add(self, parent: Node, move: str, **remarks: Any) -> Node:
        """Adds a move after this node, as a variation if there are others.

        IllegalMove says what is wrong with it. Remarks are fields of Node.
        """
        after = parent.position.play(move)
        return self._append(parent, after.last_move, None, after, remarks)

    def set_up(self, parent: Node, text: str, **remarks: Any) -> Node:
        """Sets up a position after this node; play goes on from there.

        An empty text changes nothing: a node for remarks only.
        """
        after = self.game.position(text) if text else parent.position
        return self._append(parent, None, after.to_text() if text else "", after, remarks)

    def _append(
        self,
        parent: Node,
        move: str | None,
        setup: str | None,
        after: Position,
        remarks: dict[str, Any],
    ) -> Node:
        if len(self.nodes) >= MAX_NODES:
            raise ValueError(f"A record holds at most {MAX_NODES} moves.")
        node = Node(len(self.nodes), parent, move, setup, **remarks)
        node._depth = parent._depth + 1  # noqa: SLF001 - a node is this class's own
        if setup or node._depth % _KEPT == 0:  # noqa: SLF001
            node._position = after  # noqa: SLF001
        self.nodes.append(node)
        if parent is self.current and not parent.children:
            self._stand(node, after)
            self.finish(None)  # the game goes on after all
        parent.children.append(node)
        return node

    def renumber(self) -> None:
        """Numbers the nodes in tree order, the main line first."""
        self.nodes = []
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            node.number = len(self.nodes)
            self.nodes.append(node)
            waiting += node.children[::-1]

    def finish(self, result: Result | None, dead: Iterable[str] = ()) -> None:
        """Records the result of the game; None if it goes on after all."""
        self.dead = tuple(dead)
        self.result = result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        mine = (self.game, self.start, self.players, self.info, self.result, self.dead)
        theirs = (other.game, other.start, other.players, other.info, other.result, other.dead)
        return mine == theirs and _same_trees(self.root, other.root)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"<Record of {self.game!r}: {len(self.moves)} moves, {self.outcome() or 'in progress'}>"
        )

    def _repr_svg_(self) -> str:
        """A picture of where play stands, which notebooks show."""
        from plyground.engine.board_picture import board_svg

        return board_svg(self.position.view())


def outside_result(winner: Turn | None, code: str, reason: str = "") -> Result:
    """A result outside the rules: resignation, agreement, time and so on.

    >>> print(outside_result("black", "resign", "white resigns"))
    black wins: white resigns
    """
    if code not in OUTSIDE_ENDINGS:
        raise ValueError(f"There is no ending {code!r}; there are: {', '.join(OUTSIDE_ENDINGS)}.")
    return Result(winner, None, code, reason or OUTSIDE_ENDINGS[code])


def today() -> str:
    """Today's date in the format of records."""
    return datetime.datetime.now().astimezone().date().isoformat()


def _same_trees(first: Node, second: Node) -> bool:
    pairs = [(first, second)]
    while pairs:
        one, two = pairs.pop()
        if _content(one) != _content(two) or len(one.children) != len(two.children):
            return False
        pairs += zip(one.children, two.children, strict=True)
    return True


def _content(node: Node) -> tuple[object, ...]:
    left_out = ("number", "parent", "children", "_depth", "_turn", "_position")
    return tuple(value for name, value in vars(node).items() if name not in left_out)
