"""Slow referees for beginner's aids: they play moves and look at the board, without bits."""

from collections.abc import Callable, Iterable

from plyground import Game, Position
from plyground.engine.view import Turn, other
from tests.oracles import boards
from tests.oracles.boards import Board, Point

SIDES: tuple[Turn, Turn] = ("black", "white")
Row = tuple[str, str | None, frozenset[str], frozenset[str], int]


def row(kind: str, owner: str | None, at: Iterable[str], points: Iterable[str], count: int) -> Row:
    return kind, owner, frozenset(at), frozenset(points), count


def in_order(found: Iterable[Row]) -> list[Row]:
    return sorted(found, key=lambda r: (r[0], str(r[1]), sorted(r[2]), sorted(r[3]), r[4]))


def as_if_to_move(position: Position, side: Turn) -> Position:
    """The position with this side to move; words about the past are dropped."""
    if position.turn == side:
        return position
    text, _, *_ = position.to_text().split()
    return position.game.position(f"{text} {side[0]}")


def wins_at_once(position: Position, move: str, side: Turn) -> bool:
    """Whether this move is legal and wins."""
    if position.explain(move) is not None:
        return False
    result = position.play(move).result()
    return result is not None and result.winner == side


class Stones:
    """The stones of a view by column and row, both from 1, with the names of points."""

    def __init__(self, position: Position) -> None:
        view = position.view()
        self.size = len(view["columns"])
        self.names = {
            (column + 1, self.size - row): view["columns"][column] + view["rows"][row]
            for row in range(self.size)
            for column in range(self.size)
        }
        points = {name: point for point, name in self.names.items()}
        self.board: Board = {points[piece["at"]]: piece["owner"] for piece in view["pieces"]}

    def names_of(self, points: Iterable[Point]) -> list[str]:
        return [self.names[point] for point in points]


def liberties(position: Position) -> list[Row]:
    stones = Stones(position)
    found = set()
    for point, owner in stones.board.items():
        group = boards.connected(stones.board, point, stones.size)
        free = boards.liberties(stones.board, point, stones.size)
        at, points = stones.names_of(group), stones.names_of(free)
        found.add(row("liberties", owner, at, points, len(free)))
    return list(found)


def winning_points(position: Position) -> list[Row]:
    found = []
    for side in SIDES:
        to_move = as_if_to_move(position, side)
        points = [
            name for name in Stones(position).names.values() if wins_at_once(to_move, name, side)
        ]
        if points:
            found.append(row("win", side, points, [], len(points)))
    return found


def run_through(board: Board, point: Point, step: Point) -> list[Point]:
    """The unbroken row of one colour through a stone, from one end to the other."""
    run = [point]
    while board.get(shifted(run[-1], step)) == board[point]:
        run.append(shifted(run[-1], step))
    while board.get(shifted(run[0], step, -1)) == board[point]:
        run.insert(0, shifted(run[0], step, -1))
    return run


def shifted(point: Point, step: Point, times: int = 1) -> Point:
    return point[0] + times * step[0], point[1] + times * step[1]


class LineRules:
    """Which lines win in a game of lines, and how a stone changes the board."""

    def __init__(self, game: Game) -> None:
        self.line = int(str(game.values["line"]))
        self.rule = game.values.get("rule", "freestyle")
        self.captures = game.values.get("captures", "no") == "yes"
        straight: list[Point] = [(1, 0), (0, 1)]
        self.steps = straight if game.name == "robogo" else [*straight, (1, 1), (1, -1)]

    def wins(self, length: int, side: Turn) -> bool:
        exactly = self.rule == "exact" or (self.rule == "renju" and side == "black")
        return length == self.line if exactly else length >= self.line

    def after(self, board: Board, point: Point, side: Turn, size: int) -> Board | None:
        """The board after a stone; None if the move is illegal."""
        if not self.captures:
            return {**board, point: side}
        after, _ = boards.place(board, point, side, size)
        return after if boards.liberties(after, point, size) else None

    def completes(self, board: Board, point: Point, step: Point, side: Turn, size: int) -> bool:
        if not (1 <= point[0] <= size and 1 <= point[1] <= size) or point in board:
            return False
        after = self.after(board, point, side, size)
        return after is not None and self.wins(len(run_through(after, point, step)), side)

    def lacks(self, board: Board, point: Point, step: Point, side: Turn, size: int) -> int | None:
        """1 if this stone completes a line, 2 if it makes an open row one short of a line."""
        if self.completes(board, point, step, side, size):
            return 1
        after = self.after(board, point, side, size)
        if after is None:
            return None
        run = run_through(after, point, step)
        ends = shifted(run[0], step, -1), shifted(run[-1], step)
        is_open = all(self.completes(after, end, step, side, size) for end in ends)
        return 2 if len(run) == self.line - 1 and is_open else None


def threats(position: Position) -> list[Row]:
    rules, stones = LineRules(position.game), Stones(position)
    found: dict[tuple[Turn, frozenset[str], int], set[str]] = {}
    for side in SIDES:
        to_move = as_if_to_move(position, side)
        legal = {point for point, name in stones.names.items() if to_move.explain(name) is None}
        for point in legal:
            for step in rules.steps:
                lacking = rules.lacks(stones.board, point, step, side, stones.size)
                if lacking is None:
                    continue
                run = run_through({**stones.board, point: side}, point, step)
                at = frozenset(stones.names_of(run)) - {stones.names[point]}
                found.setdefault((side, at, lacking), set()).add(stones.names[point])
    return [row("threat", *key[:2], points, key[2]) for key, points in found.items()]


def gomoku(position: Position) -> list[Row]:
    return winning_points(position) + threats(position)


def robogo(position: Position) -> list[Row]:
    groups = liberties(position) if position.game.values["captures"] == "yes" else []
    return groups + gomoku(position)


def othello(position: Position) -> list[Row]:
    found = []
    owners = {piece["at"]: piece["owner"] for piece in position.view()["pieces"]}
    for move in moves_but_pass(position):
        after = {piece["at"]: piece["owner"] for piece in position.play(move).view()["pieces"]}
        flipped = [at for at in owners if after[at] != owners[at]]
        found.append(row("flips", position.turn, [move], flipped, len(flipped)))
    for side in SIDES:
        moves = moves_but_pass(as_if_to_move(position, side))
        found.append(row("mobility", side, moves, [], len(moves)))
    return found


def moves_but_pass(position: Position) -> list[str]:
    return [move for move in position.moves() if move != "pass"]


STEPS = {
    "chick": {(0, 1)},
    "giraffe": {(0, 1), (0, -1), (1, 0), (-1, 0)},
    "elephant": {(1, 1), (1, -1), (-1, 1), (-1, -1)},
    "hen": {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)},
    "lion": {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)},
}


def dobutsu(position: Position) -> list[Row]:
    view = position.view()
    owners = {piece["at"]: piece["owner"] for piece in view["pieces"]}
    found = []
    for side in SIDES:
        reached = {
            "abc"[column] + str(number)
            for piece in view["pieces"]
            if piece["owner"] == side
            for by_column, by_row in STEPS[piece["kind"]]
            for column in ["abc".index(piece["at"][0]) + by_column]
            for number in [int(piece["at"][1]) + by_row * (1 if side == "black" else -1)]
            if 0 <= column < 3 and 1 <= number <= 4
        }
        at = {square for square in reached if owners.get(square) != side}
        if side == position.turn:
            stepping = {move["to"] for move in view["moves"] if move["from"] is not None}
            assert at == stepping, "the table of steps is wrong"
        taken = [square for square in at if owners.get(square) == other(side)]
        if at:
            found.append(row("attacked", side, at, taken, len(taken)))
    return found


def connect_four(position: Position) -> list[Row]:
    """Reachable wins, all threats, and open rows that can be extended at once."""
    line, width, height = (int(str(position.game.values[n])) for n in ("line", "columns", "rows"))
    view = position.view()
    board: Board = {
        ("abcdefgh".index(piece["at"][0]) + 1, int(piece["at"][1:])): piece["owner"]
        for piece in view["pieces"]
    }
    found: dict[tuple[Turn, frozenset[Point], int], set[Point]] = {}
    wins = []
    for side in SIDES:
        empty = {(c, r) for c in range(1, width + 1) for r in range(1, height + 1)} - set(board)
        for point in empty:
            for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = run_through({**board, point: side}, point, step)
                lacking = 1 if len(run) >= line else 2
                if lacking == 1 or opens(board, empty, point, step, side, line):
                    found.setdefault((side, frozenset(run) - {point}, lacking), set()).add(point)
        within_reach = {
            point
            for (owner, _, lacking), points in found.items()
            if owner == side and lacking == 1
            for point in points
            if lands(board, empty, point)
        }
        if within_reach:
            wins.append(row("win", side, map(square, within_reach), [], len(within_reach)))
    threats = [
        row("threat", side, map(square, at), map(square, points), lacking)
        for (side, at, lacking), points in found.items()
    ]
    return wins + threats


def square(point: Point) -> str:
    return "abcdefgh"[point[0] - 1] + str(point[1])


def lands(board: Board, empty: set[Point], point: Point) -> bool:
    """Whether a disc would come to rest here."""
    return point in empty and (point[1] == 1 or (point[0], point[1] - 1) in board)


def opens(
    board: Board, empty: set[Point], point: Point, step: Point, side: Turn, line: int
) -> bool:
    """Whether a disc leaves a row one short of a line, with both ends within reach."""
    after: Board = {**board, point: side}
    run = run_through(after, point, step)
    if not lands(board, empty, point) or len(run) != line - 1 or step == (0, 1):
        return False
    ends = shifted(run[0], step, -1), shifted(run[-1], step)
    return all(
        lands(after, empty - {point}, end)
        and len(run_through({**after, end: side}, end, step)) >= line
        for end in ends
    )


REFEREES: dict[str, Callable[[Position], list[Row]]] = {
    "go": liberties,
    "robogo": robogo,
    "gomoku": gomoku,
    "othello": othello,
    "dobutsu": dobutsu,
    "connect_four": connect_four,
}


def referee(position: Position) -> list[Row]:
    """All aids of a position; a game without a referee has no aids."""
    judge = REFEREES.get(position.game.name)
    return judge(position) if judge else []
