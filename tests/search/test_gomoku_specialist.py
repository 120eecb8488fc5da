"""Gomoku's threats: wins by fours and threes are found, are real, and follow every rule."""

from pathlib import Path
from typing import NamedTuple

import pytest

import plyground
from plyground import Position
from tests.oracles.gomoku import OTHER, STEPS, STONE, Oracle, row_through
from tests.search import plain

SPEC = "search:nodes=60000"
SHORT = 4  # moves, as far as the slow solver gets in a second


class Row(NamedTuple):
    """A line of gomoku_vcf.txt."""

    options: dict[str, str]
    text: str
    moves: int
    first: str


def read_rows() -> list[Row]:
    rows = []
    for line in Path(__file__).with_name("gomoku_vcf.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        options, text, moves, first = (part.strip() for part in line.split("|"))
        pairs = dict(pair.split("=", 1) for pair in options.split())
        rows.append(Row(pairs, text, int(moves), first))
    return rows


ROWS = read_rows()


def parametrized(rows: list[Row]) -> pytest.MarkDecorator:
    """Runs a test on each row; under a sanitizer, only on short ones."""
    cases = []
    for row in rows:
        marks = [pytest.mark.heavy] if row.moves > SHORT else []
        cases.append(pytest.param(row, id=f"{row.moves}-{row.first}", marks=marks))
    return pytest.mark.parametrize("row", cases)


class Plain:
    """A slow, separate solver for wins by fours, on the referee's board and rules."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.attacker = oracle.turn
        self.failed: set[tuple[frozenset[tuple[tuple[int, int], str]], int]] = set()

    def completing(self, player: str) -> list[str]:
        """Return the empty points that complete a line of this player."""
        stones = self.oracle.stones
        found = []
        for name, point in self.oracle.points.items():
            if point in stones:
                continue
            stones[point] = STONE[player]
            if any(self.oracle._wins(player, len(row_through(stones, point, s))) for s in STEPS):
                found.append(name)
            del stones[point]
        return found

    def fours(self) -> list[str]:
        """Return the attacker's moves after which a point completes a line."""
        found = []
        stones = self.oracle.stones
        for name, point in self.oracle.points.items():
            # Every four has another own stone within reach of the new one.
            if point in stones or not self.has_company(point):
                continue
            stones[point] = STONE[self.attacker]
            if self.completing(self.attacker):
                found.append(name)
            del stones[point]
        return found

    def has_company(self, point: tuple[int, int]) -> bool:
        """Whether one direction has enough own stones near the point for a four."""
        reach = self.oracle.line - 1
        for dx, dy in STEPS:
            near = [(point[0] + i * dx, point[1] + i * dy) for i in range(-reach, reach + 1)]
            own = sum(self.oracle.stones.get(at) == STONE[self.attacker] for at in near)
            if own >= self.oracle.line - 2:
                return True
        return False

    def put(self, name: str, player: str) -> None:
        self.oracle.stones[self.oracle.points[name]] = STONE[player]
        self.oracle.turn = OTHER[player]

    def take(self, name: str, player: str) -> None:
        del self.oracle.stones[self.oracle.points[name]]
        self.oracle.turn = player

    def wins_with(self, move: str, within: int) -> bool:
        """Plays a four; returns whether it wins within this many moves of the attacker.

        The four counts as one of them.
        """
        if self.oracle.refusal(move) is not None:
            return False
        defender = OTHER[self.attacker]
        self.put(move, self.attacker)
        replies = self.completing(self.attacker)
        if not replies or within < 2 or self.completing(defender):
            won = False
        elif len(replies) > 1:
            won = True
        else:
            reply = replies[0]
            won = self.oracle.refusal(reply) is not None
            if not won:
                self.put(reply, defender)
                won = self.wins(within - 1)
                self.take(reply, defender)
        self.take(move, self.attacker)
        return won

    def wins(self, within: int) -> bool:
        """Try every four."""
        key = (frozenset(self.oracle.stones.items()), within)
        if self.completing(self.attacker):
            return within >= 1
        if within < 2 or key in self.failed:
            return False
        must = self.completing(OTHER[self.attacker])
        moves = must or self.fours()
        if len(must) < 2 and any(self.wins_with(move, within) for move in moves):
            return True
        self.failed.add(key)
        return False


def position_of(row: Row) -> Position:
    return plyground.game("gomoku", **row.options).position(row.text)


def board(text: str, **options: object) -> Position:
    return plyground.game("gomoku", **options).position(text)


def test_the_suite_covers_three_to_nine_moves_and_every_rule() -> None:
    assert {row.moves for row in ROWS} == set(range(3, 10))
    assert {row.options["rule"] for row in ROWS} == {"freestyle", "exact", "renju"}


@parametrized([row for row in ROWS if row.moves <= SHORT])
def test_the_suite_is_right(row: Row) -> None:
    """For short wins: the first move wins in exactly this many moves."""
    solver = Plain(Oracle(row.text, **row.options))
    assert solver.wins_with(row.first, row.moves)
    assert not solver.wins(row.moves - 1)


@parametrized(ROWS)
def test_wins_by_fours_are_found_and_real(row: Row) -> None:
    """Plays the search's moves to the line. Every reply that does not stop a four loses at once.

    The search may find a shorter win that begins with a quieter move; then it plays itself.
    """
    position = position_of(row)
    attacker = position.turn
    mate = plyground.search(position, SPEC).mate
    assert mate is not None
    assert mate > 0
    for _ in range(mate + 8):
        position = position.play(plyground.search(position, SPEC).move or "")
        result = position.result()
        if result is not None:
            assert result.winner == attacker
            return
        here = Plain(Oracle(position.to_text(), **row.options))
        assert not here.completing(OTHER[attacker])
        points = here.completing(attacker)
        allowed = [point for point in points if here.oracle.refusal(point) is None]
        if allowed:
            position = position.play(allowed[0])
        else:
            position = position.play(plyground.search(position, SPEC).move or "")
    pytest.fail("no line came about")


@pytest.mark.heavy
def test_small_boards_agree_with_alpha_beta_to_the_end() -> None:
    """Threats, pairs and omitted moves never change the winner."""
    decided = 0
    for size, line, rule in (
        (4, 3, "freestyle"),
        (4, 4, "freestyle"),
        (5, 4, "freestyle"),
        (5, 4, "exact"),
        (5, 5, "renju"),
    ):
        game = plyground.game("gomoku", size=size, line=line, rule=rule)
        for position in plain.random_positions(game, 150, f"small {size} {line} {rule}"):
            left = len(position.moves())
            if left > 8:
                continue
            expected = plyground.search(position, "alphabeta", depth=left + 1).score
            found = plyground.search(position, "search:nodes=1000000")
            assert (found.score > 0) - (found.score < 0) == (expected > 0) - (expected < 0)
            decided += expected != 0
    assert decided > 20


def test_a_line_is_completed_and_stopped() -> None:
    four = "15/15/15/15/15/15/15/4oxxxx6/5ooo7/15/15/15/15/15/15"
    assert plyground.search(board(four + " b"), "search:nodes=30000").move == "j8"
    assert plyground.search(board(four + " w"), "search:nodes=30000").move == "j8"
    assert plyground.search(board(four + " b"), "mcts:playouts=100").move == "j8"
    assert plyground.search(board(four + " w"), "mcts:playouts=100").move == "j8"


def test_an_open_three_is_answered() -> None:
    three = board("15/15/15/15/15/15/15/6xxx6/5o9/15/8o6/15/15/15/15 w")
    move = plyground.search(three, "search:nodes=30000").move
    assert move in {"f8", "j8", "e8", "k8"}


def test_an_open_three_wins_for_the_side_to_move() -> None:
    three = board("15/15/15/15/15/15/15/6xxx6/5o9/15/8o6/15/15/15/15 b")
    report = plyground.search(three, "search:nodes=30000")
    assert report.mate == 3


def test_two_threes_at_once_win() -> None:
    """Not by fours alone: this needs threes."""
    position = board("15/15/15/15/15/7x7/7x7/5xx8/4o10/9o5/15/2o12/15/15/15 b")
    report = plyground.search(position, SPEC)
    assert report.mate is not None
    assert report.mate > 0


def test_renju_forbids_two_threes() -> None:
    text = "15/15/15/15/15/7x7/7x7/5xx8/4o10/9o5/15/2o12/15/15/15 b"
    position = board(text, rule="renju")
    report = plyground.search(position, "search:nodes=20000")
    assert report.move in position.moves()
    assert "h8" not in report.lines[0].pv[:1]


FORBIDDEN_BLOCK = "10/10/10/3x6/3x6/3x6/2x1ooo1x1/3x6/3x6/10 w"


def test_a_four_that_may_not_be_stopped_wins() -> None:
    """Black's only defence, d4, would make six."""
    report = plyground.search(board(FORBIDDEN_BLOCK, size=10, rule="renju"), SPEC)
    assert (report.move, report.mate) == ("h4", 3)


def test_the_same_four_loses_where_six_win() -> None:
    assert plyground.search(board(FORBIDDEN_BLOCK, size=10), SPEC).move == "d4"


def test_lines_that_are_too_long_do_not_win() -> None:
    text = "9/9/9/9/1xxx1xxx1/9/9/1o1o1o3/2o1o1o2 b"
    assert plyground.search(board(text, size=9), SPEC).mate == 1
    exact = plyground.search(board(text, size=9, rule="exact"), "search:nodes=30000")
    assert exact.mate != 1


def test_four_by_four_with_lines_of_three() -> None:
    report = plyground.search(plyground.game("gomoku", size=4, line=3).start(), SPEC)
    assert report.mate is not None
    assert report.mate > 0


def test_no_line_fits_the_board() -> None:
    position = plyground.game("gomoku", size=4, line=5).start()
    report = plyground.search(position, "search:nodes=30000")
    assert report.move in position.moves()
    assert report.mate is None


def test_pruning_belongs_to_the_default_evaluation() -> None:
    """The margins are in its unit; another evaluation is searched as if nothing could be pruned."""
    position = plyground.game("gomoku", size=9).start().play_all("e5 f6 f5 d4 g6")
    for switch in ("futility", "razoring", "counting", "counters"):
        spec = f"search:depth=6,{switch}="
        default, other = (
            [plyground.search(position, f"{spec}{state}{also}").nodes for state in ("on", "off")]
            for also in ("", ",eval=threats")
        )
        assert default[0] != default[1], switch
        assert other[0] == other[1], switch
