"""Every plane of every game, computed slowly from the text and the view of a position.

A referee gives for each plane its number on every square; a missing square means 0.
"""

from collections.abc import Callable, Iterable

from plyground import Position
from plyground.engine.actions import squares_of
from tests.oracles import boards, go, gomoku, othello, robogo

Squares = dict[str, float]
Referee = Callable[[Position], dict[str, Squares]]


def everywhere(position: Position, value: float = 1) -> Squares:
    return dict.fromkeys(squares_of(position.game), value)


def ones(labels: Iterable[str]) -> Squares:
    return dict.fromkeys(labels, 1.0)


def pieces(position: Position, kind: str) -> dict[str, Squares]:
    """A side's pieces of one kind."""
    found: dict[str, Squares] = {f"own {kind}": {}, f"other {kind}": {}}
    for piece in position.view()["pieces"]:
        owner = "own" if piece["owner"] == position.turn else "other"
        if piece["kind"] == kind:
            found[f"{owner} {kind}"][piece["at"]] = 1.0
    return found


def black_to_move(position: Position) -> dict[str, Squares]:
    return {"black to move": everywhere(position, float(position.turn == "black"))}


def board(position: Position) -> dict[str, Squares]:
    return {"board": everywhere(position)}


def groups(
    oracle: go.Oracle | robogo.Oracle, most: int
) -> dict[str, Squares]:  # games that capture like Go
    """The groups with few liberties, the ko, and where a stone would have no liberty."""
    found: dict[str, Squares] = {
        f"{owner} group with {count} {'liberty' if count == 1 else 'liberties'}": {}
        for owner in ("own", "other")
        for count in range(1, most + 1)
    }
    for point, side in oracle.board.items():
        count = len(boards.liberties(oracle.board, point, oracle.size))
        if count <= most:
            owner = "own" if side == oracle.turn else "other"
            name = f"{owner} group with {count} {'liberty' if count == 1 else 'liberties'}"
            found[name][boards.name_of(point)] = 1.0
    empty = [point for point in boards.all_points(oracle.size) if point not in oracle.board]
    found["ko"] = ones([boards.name_of(oracle.ko)] if oracle.ko else [])
    found["suicide"] = ones(boards.name_of(point) for point in empty if is_suicide(oracle, point))
    return found


def is_suicide(oracle: go.Oracle | robogo.Oracle, point: boards.Point) -> bool:
    after, _ = boards.place(oracle.board, point, oracle.turn, oracle.size)
    return not boards.liberties(after, point, oracle.size)


def go_planes(position: Position) -> dict[str, Squares]:
    oracle = go.Oracle(position.to_text(), **position.game.values)
    other = boards.other(oracle.turn)
    size = oracle.size
    found = pieces(position, "stone") | groups(oracle, 3)
    found["last move was a pass"] = everywhere(position, float(oracle.passes > 0))
    found |= black_to_move(position)
    komi = oracle.komi if position.turn == "white" else -oracle.komi
    found["komi"] = everywhere(position, bounded(komi / size, size))
    if oracle.scoring == "territory":
        lead = oracle.prisoners[oracle.turn] - oracle.prisoners[other]
        found["prisoners"] = everywhere(position, bounded(lead / size, size))
    if oracle.max_moves is not None:
        left = (oracle.max_moves - oracle.stones_played) / size**2
        found["moves left"] = everywhere(position, min(max(left, 0), 1))
    return found | board(position)


def bounded(value: float, most: float) -> float:
    return max(-most, min(most, value))


def robogo_planes(position: Position) -> dict[str, Squares]:
    oracle = robogo.Oracle(position.to_text(), **position.game.values)
    found = pieces(position, "stone")
    if oracle.captures:
        found |= groups(oracle, 2)
    if oracle.pass_allowed:
        found["last move was a pass"] = everywhere(position, float(oracle.passes > 0))
    return found | board(position)


def gomoku_planes(position: Position) -> dict[str, Squares]:
    found = pieces(position, "stone") | board(position)
    if position.game.values["rule"] != "renju":
        return found
    text = position.to_text()
    oracle = gomoku.Oracle(f"{text[:-1]}b", **position.game.values)  # as if Black were to move
    free = [name for name, point in oracle.points.items() if point not in oracle.stones]
    forbidden = [name for name in free if oracle._forbidden(oracle.points[name]) is not None]
    return found | black_to_move(position) | {"forbidden to black": ones(forbidden)}


def othello_planes(position: Position) -> dict[str, Squares]:
    oracle = othello.Oracle(position.to_text(), **position.game.values)
    legal = {"legal move": ones(set(oracle.moves()) - {"pass"})}
    return pieces(position, "disc") | legal | board(position)


def dobutsu_planes(position: Position) -> dict[str, Squares]:
    found: dict[str, Squares] = {}
    for owner in ("own", "other"):
        for kind in ("chick", "elephant", "giraffe", "lion", "hen"):
            found[f"{owner} {kind}"] = pieces(position, kind)[f"{owner} {kind}"]
    held = {
        (hand["owner"] == position.turn, hand["kind"]): hand["count"]
        for hand in position.view()["hands"]
    }
    for owner in ("own", "other"):
        for kind in ("chick", "elephant", "giraffe"):
            count = held.get((owner == "own", kind), 0)
            found[f"{owner} {kind} in hand"] = everywhere(position, count / 2)
    return found | black_to_move(position) | board(position)


def connect_four_planes(position: Position) -> dict[str, Squares]:
    return pieces(position, "disc") | board(position)


REFEREES: dict[str, Referee] = {
    "go": go_planes,
    "robogo": robogo_planes,
    "gomoku": gomoku_planes,
    "othello": othello_planes,
    "dobutsu": dobutsu_planes,
    "connect_four": connect_four_planes,
}
