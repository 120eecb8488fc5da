"""A slow referee for Go."""

import copy

from . import boards
from .boards import Board, Point


class Oracle:
    """A game of Go that keeps every earlier board and scans the whole board for everything."""

    def __init__(self, text: str | None = None, **options: object) -> None:
        """Start a game, or continue from a position's text with a new history."""
        self.size = boards.take_number(options, "size", 19, 2, 25)
        self.komi = float(str(options.pop("komi", 6.5)))
        self.scoring = boards.take_choice(options, "scoring", ("area", "territory"))
        self.ko_rule = boards.take_choice(options, "ko", ("positional", "situational", "simple"))
        self.suicide_allowed = boards.take_choice(options, "suicide", ("no", "yes")) == "yes"
        handicap = boards.take_number(options, "handicap", 0, 0, 9)
        self.seki = boards.take_choice(options, "seki", ("counted", "neutral"))
        bonus = boards.take_choice(options, "compensation", ("none", "each", "all_but_one"))
        if handicap and bonus != "none":
            self.komi += handicap if bonus == "each" else handicap - 1
        boards.take_choice(options, "rules", ("custom",))  # other names only set the options above
        limit = options.pop("max_moves", None)
        self.max_moves = None if limit in (None, "none") else int(str(limit))
        boards.refuse_leftovers(options)

        self.board: Board = dict.fromkeys(handicap_points(handicap, self.size), "black")
        self.turn = "white" if handicap else "black"
        self.passes = 0
        self.prisoners = {"black": 0, "white": 0}  # by the capturing side
        self.ko: Point | None = None
        # Only a position read from text needs this: otherwise the history determines the ko.
        self.barred: Point | None = None
        self.stones_played = 0
        self.dead: set[Point] = set()
        if text is not None:
            self._read(text)
        self.history: boards.History = [(self.board, self.turn)]

    def copy(self) -> "Oracle":
        """Make an independent copy."""
        # A board is never changed, only replaced, so both may share them.
        twin = copy.copy(self)
        twin.history = list(self.history)
        twin.prisoners = dict(self.prisoners)
        return twin

    # Playing

    def moves(self) -> list[str]:
        """List the legal moves, the pass last."""
        if self.result() is not None:
            return []
        points = boards.all_points(self.size)
        legal = [point for point in points if self._placement_refusal(point) is None]
        return [*map(boards.name_of, legal), "pass"]

    def refusal(self, move: str) -> str | None:
        """Say why a move is not legal, None if it is."""
        if not boards.is_pass(move) and not boards.is_point(move):
            return "unreadable"
        if self.result() is not None:
            return "game_over"
        if boards.is_pass(move):
            return None
        point = boards.find_point(move, self.size)
        return "off_board" if point is None else self._placement_refusal(point)

    def _placement_refusal(self, point: Point) -> str | None:
        if point in self.board:
            return "occupied"
        after, _, lost = self._placed(point)
        if lost and not self.suicide_allowed:
            return "suicide"
        opponent = boards.other(self.turn)
        if point == self.barred or boards.repeats(self.history, after, opponent, self.ko_rule):
            return "ko"
        return None

    def _placed(self, point: Point) -> tuple[Board, set[Point], set[Point]]:
        """Compute a placement: the board after it, the captured stones, the own stones lost."""
        after, captured = boards.place(self.board, point, self.turn, self.size)
        if boards.liberties(after, point, self.size):
            return after, captured, set()
        lost = boards.connected(after, point, self.size)
        return boards.without(after, lost), captured, lost

    def play(self, move: str) -> None:
        """Play a legal move."""
        opponent = boards.other(self.turn)
        point = None if boards.is_pass(move) else boards.find_point(move, self.size)
        self.ko = self.barred = None
        self.dead = set()
        if point is None:
            self.passes += 1
        else:
            self.board, captured, lost = self._placed(point)
            self.prisoners[self.turn] += len(captured)
            self.prisoners[opponent] += len(lost)
            self.ko = boards.ko_point(self.board, point, captured, self.size)
            self.stones_played += 1
            self.passes = 0
        self.turn = opponent
        self.history.append((self.board, self.turn))

    # Ending and counting

    def mark_dead(self, points: list[str]) -> None:
        """Mark the groups at these points as dead, and no others."""
        self.dead = set()
        for name in points:
            point = boards.find_point(name, self.size)
            if point is None or point not in self.board:
                raise ValueError(f"no stone at {name}")
            self.dead |= boards.connected(self.board, point, self.size)

    def result(self) -> tuple[str | None, float | None, str] | None:
        """Tell winner, margin and how the game ended, None if it goes on."""
        ending = self._ending()
        if ending is None:
            return None
        if ending == "repetition":
            return None, None, ending
        black, white = self.score()
        if black == white:
            return None, 0.0, ending
        return ("black" if black > white else "white"), abs(black - white), ending

    def _ending(self) -> str | None:
        if self.passes >= 2:
            return "two_passes"
        if self.max_moves is not None and self.stones_played >= self.max_moves:
            return "move_limit"
        if self.ko_rule == "simple" and self.history.count((self.board, self.turn)) >= 3:
            return "repetition"
        return None

    def score(self) -> tuple[float, float]:
        """Count Black and White, komi included, as if the marked stones had been captured."""
        # A draw by repetition is not counted, so the count continues.
        counted = self._ending() in ("two_passes", "move_limit")
        nothing_happened = not self.board and not any(self.prisoners.values())
        if self.scoring == "territory" and nothing_happened and counted:
            return 0.0, 0.0
        return float(self._count("black")), self._count("white") + self.komi

    def _count(self, side: str) -> int:
        alive = boards.without(self.board, self.dead)
        surrounded = sum(
            surrounded_by(alive, point, self.size) == side
            for point in boards.all_points(self.size)
            if point not in alive
        )
        if self.scoring == "area":
            return surrounded + list(alive.values()).count(side)
        dead_enemies = sum(self.board[point] != side for point in self.dead)
        if self.seki == "neutral":
            surrounded -= points_in_seki(alive, side, self.size)
        return surrounded + self.prisoners[side] + dead_enemies

    # Text

    def to_text(self) -> str:
        """Write the position in one line."""
        words = [boards.board_text(self.board, self.size), self.turn[0]]
        if self.passes:
            words.append(f"passes={self.passes}")
        if self.scoring == "territory" and any(self.prisoners.values()):
            words.append(f"prisoners={self.prisoners['black']},{self.prisoners['white']}")
        if self.ko is not None:
            words.append(f"ko={boards.name_of(self.ko)}")
        if self.max_moves is not None and self.stones_played:
            words.append(f"stones={self.stones_played}")
        if self.dead:
            marked = [point for point in boards.all_points(self.size) if point in self.dead]
            words.append(f"dead={','.join(map(boards.name_of, marked))}")
        return " ".join(words)

    def _read(self, text: str) -> None:
        self.board, self.turn, words = boards.read_position(text, self.size)
        self.passes = int(words.get("passes", "0"))
        black, white = words.get("prisoners", "0,0").split(",")
        self.prisoners = {"black": int(black), "white": int(white)}
        self.ko = self.barred = boards.find_point(words.get("ko", ""), self.size)
        self.stones_played = int(words.get("stones", "0"))
        self.mark_dead(words["dead"].split(",") if "dead" in words else [])
        # One check instead of many: the parsed text must read the same when written again.
        if self.passes > 2 or self.to_text() != text:
            raise ValueError(f"not a position's text: {text}")


def surrounded_by(board: Board, point: Point, size: int) -> str | None:
    """Name the only side an empty region touches, None if it touches both or none."""
    region = boards.connected(board, point, size)
    sides = {board[near] for near in boards.border(region, size)}
    return sides.pop() if len(sides) == 1 else None


def points_in_seki(board: Board, side: str, size: int) -> int:
    """Count a side's surrounded points that belong to groups in seki.

    Start from one surrounded region, and add the groups around it, the regions around these, and so
    on. With a neutral point beside them and a single eye of one or two points, they are in seki.
    """
    total = 0
    for start in boards.all_points(size):
        if start in board or surrounded_by(board, start, size) != side:
            continue
        regions = [boards.connected(board, start, size)]
        groups: list[set[Point]] = []
        grown = True
        while grown:
            grown = False
            for stone in (point for point, owner in board.items() if owner == side):
                group = boards.connected(board, stone, size)
                beside = boards.border(group, size)
                if group not in groups and any(beside & region for region in regions):
                    groups.append(group)
                    grown = True
                    for point in beside - set(board):
                        region = boards.connected(board, point, size)
                        mine = surrounded_by(board, point, size) == side
                        if mine and region not in regions:
                            regions.append(region)
        liberties = {point for group in groups for point in boards.border(group, size)} - set(board)
        neutral = any(surrounded_by(board, point, size) != side for point in liberties)
        total += neutral and len(regions) == 1 and len(regions[0]) <= 2
    return total


def handicap_points(stones: int, size: int) -> list[Point]:
    """List the points of GTP's fixed handicap in their order."""
    if stones == 0:
        return []
    most = 0 if size < 7 else 9 if size % 2 == 1 and size >= 9 else 4
    if not 2 <= stones <= most:
        raise ValueError(f"no handicap of {stones} on size {size}")
    low = 4 if size >= 13 else 3
    high = size + 1 - low
    middle = (size + 1) // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    centre = [(middle, middle)]
    # An odd number from five on has the centre as its last stone.
    around = (corners + sides)[: stones - 1 if stones in (5, 7, 9) else stones]
    return around + centre if stones in (5, 7, 9) else around
