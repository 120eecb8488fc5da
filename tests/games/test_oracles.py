"""Compares the core with slow, independent referees: random games, at every position."""

import copy
import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import pytest

import plyground
from plyground import _core
from tests.conftest import SCALE, scaled
from tests.games import code
from tests.games.random_positions import TEXTS, Options
from tests.oracles import boards, connect_four, dobutsu, go, gomoku, othello, robogo

POSITIONS_A_GAME = 10_000
TIRED_AFTER = 1_000  # games in a row without a new position
KO = ("positional", "situational", "simple")

Outcome = tuple[str | None, float | None, str]


class Referee(Protocol):
    """What every oracle offers."""

    turn: str

    def moves(self) -> list[str]: ...
    def refusal(self, move: str) -> str | None: ...
    def play(self, move: str) -> None: ...
    def result(self) -> Outcome | None: ...
    def score(self) -> tuple[float, float] | None: ...
    def to_text(self) -> str: ...


ORACLES: dict[str, Callable[..., Referee]] = {
    "othello": othello.Oracle,
    "gomoku": gomoku.Oracle,
    "go": go.Oracle,
    "robogo": robogo.Oracle,
    "dobutsu": dobutsu.Oracle,
    "connect_four": connect_four.Oracle,
}


class Table:
    """One game played by the core and by its oracle."""

    def __init__(self, game: plyground.Game, text: str | None) -> None:
        self.game = game
        self.set_up(text)

    def set_up(self, text: str | None) -> None:
        """Begins a new history, from a text or at the start of the game."""
        self.position = self.game.start() if text is None else self.game.position(text)
        self.oracle = ORACLES[self.game.name](text, **self.game.values)
        self.story = [text or "start"]  # the moves to this position, for the report of a failure

    def play(self, move: str) -> None:
        self.position = self.position.play(move)
        self.oracle.play(move)
        self.story.append(move)

    def after(self, move: str) -> "Table":
        """The same pair after another move."""
        other = copy.copy(self)
        other.oracle = copy.deepcopy(self.oracle)
        other.story = list(self.story)
        other.play(move)
        return other

    def compare(self, texts: list[str]) -> list[str]:
        """Fails at the first difference; returns the legal moves."""
        position, oracle = self.position, self.oracle
        moves = sorted(position.moves())
        self.same("turn", position.turn, oracle.turn)
        self.same("moves", moves, sorted(oracle.moves()))
        self.same("result", outcome(position), oracle.result())
        self.same("score", score(position), oracle.score())
        self.same("text", position.to_text(), oracle.to_text())
        for text in texts:
            self.same(f"refusal of {text!r}", code(position, text), oracle.refusal(text))
        return moves

    def same(self, what: str, core: object, oracle: object) -> None:
        assert core == oracle, f"{what} of {self.game!r} after {' '.join(self.story)}"


def outcome(position: plyground.Position) -> Outcome | None:
    result = position.result()
    return None if result is None else (result.winner, result.margin, result.code)


def score(position: plyground.Position) -> tuple[float, float] | None:
    found = position.score()
    return None if found is None else (found.black, found.white)


# Texts that people and programs might send as moves

GARBAGE = (
    *("", "  ", "a", "7", "1a", "a-1", "a1 a2", "a1b1c1", "pas", "pass!", "passs", "0", "-", "+"),
    *("\u00e91", "a\uff11", "\uff411", "pa\u017fs", "\u212a1", "\U0001f6421", "a1\u00a0"),
    *("a1\x00", "\x00", "a1\n2", "a1+", "resign", "null", "a" * 500, "a1" * 500, "C*", "*b2"),
    *("C*b", "X*b2", "+C*b2", "C**b2", "C*b2+", "H*b2", "b2--b3", "b2-", "-b3", "b2b", "b2b3++"),
    *("b2*b3", "bb23", "b2 b3"),
)
FAR = (
    *("a0", "i1", "I9", "J1", "z1", "Z25", "t20", "u21", "a00", "A26", "b999", "a01", "B002"),
    *("a99999999999999999999", "a18446744073709551617", "c" + "0" * 50 + "1", "y1"),
    *("b2b9", "z1b2", "b2-d2", "b0b1", "C*b5", "c@d1", "b02b03", "L*z9", "a1a4294967297"),
)
PASSES = ("pass", "PASS", " Pass\t")


def point_texts(game: plyground.Game) -> list[str]:
    """Every point of the board, as a front end labels them."""
    view = game.start().view()
    return [f"{column}{row}" for row in view["rows"] for column in view["columns"]]


def piece_texts(game: plyground.Game) -> list[str]:
    """Every way to move or drop between the squares of the board, legal or not."""
    squares = point_texts(game)
    steps = [f"{start}{join}{stop}" for start in squares for stop in squares for join in ("", "-")]
    drops = [f"{kind}{sign}{square}" for kind in "CEGLc" for square in squares for sign in "*@"]
    return [*squares, *steps, *(step + "+" for step in steps), *drops]


def samples(rng: random.Random, board: list[str]) -> Iterator[list[str]]:
    """Endless lists of texts to try: usually a few, sometimes one of every kind."""
    while True:
        few = [*rng.choices(board, k=4), rng.choice(GARBAGE), rng.choice(FAR), rng.choice(PASSES)]
        yield [rng.choice((text, text.upper(), f" {text.lower()} ")) for text in few]
        if rng.random() < 1 / 20:
            yield [*GARBAGE, *FAR, *PASSES, *rng.sample(board, min(len(board), 100))]


# Playing


@dataclass(frozen=True)
class Case:
    """Random games of one kind: the options to alternate, and the number of positions to compare.

    A position counts once, even if several games reach it. A game too small for the number is
    `exhaustive`: then `positions` is the size of the game, and each position is visited.
    """

    game: str
    name: str
    variants: tuple[Options, ...]
    positions: int
    plies: int = 100  # the limit for a game that does not end by itself
    from_text: float = 0.4  # how often a game begins with a random position, if TEXTS has some
    retrace: float = 0.0  # how often a piece returns to its origin
    endings: frozenset[str] = frozenset()  # endings that a good sample must contain
    exhaustive: bool = False  # visit every position instead of playing at random


@dataclass
class Tally:
    """What a case has visited."""

    positions: set[tuple[plyground.Game, str]] = field(default_factory=set)
    endings: set[str] = field(default_factory=set)


def play_case(case: Case) -> Tally:
    """Plays until there are enough positions, or until there seem to be no more."""
    rng = random.Random(f"{case.game} {case.name}")
    tally = Tally()
    games_without_news = 0
    for variant in itertools.cycle(case.variants):
        known = len(tally.positions)
        game = plyground.game(case.game, **variant)
        text_of = TEXTS.get(case.game)
        text = text_of(rng, game.values) if text_of and rng.random() < case.from_text else None
        play_game(case, Table(game, text), rng, tally)
        games_without_news = games_without_news + 1 if len(tally.positions) == known else 0
        if len(tally.positions) >= scaled(case.positions) or games_without_news == TIRED_AFTER:
            break
    return tally


def visit_all(case: Case) -> Tally:
    """Visits each position that can be reached from the start, regardless of the path."""
    rng = random.Random(f"{case.game} {case.name}")
    tally = Tally()
    to_visit = [Table(plyground.game(case.game, **variant), None) for variant in case.variants]
    while to_visit and len(tally.positions) < scaled(case.positions) + 1:  # one more is a failure
        table = to_visit.pop()
        place = (table.game, table.position.to_text())
        if place in tally.positions:
            continue
        tally.positions.add(place)
        moves = table.compare(next(samples(rng, point_texts(table.game))))
        if not moves:
            tally.endings.add(ending(table.position))
        to_visit += [table.after(move) for move in moves]
    return tally


def play_game(case: Case, table: Table, rng: random.Random, tally: Tally) -> None:
    board = piece_texts(table.game) if case.game == "dobutsu" else point_texts(table.game)
    for texts in itertools.islice(samples(rng, board), case.plies):
        moves = table.compare(texts)
        tally.positions.add((table.game, table.position.to_text()))
        if case.game == "go" and rng.random() < 0.2:
            compare_dead(table, rng)
        if not moves:
            break
        if rng.random() < 0.01:
            table.set_up(table.position.to_text())
        table.play(next_move(case, table, moves, rng))
    tally.endings.add(ending(table.position))


def next_move(case: Case, table: Table, moves: list[str], rng: random.Random) -> str:
    """A random move. Passes have their own probability, or small boards would have too many."""
    back = "".join(reversed(re.findall("[a-c][1-4]", "".join(table.story[-2:-1]))))
    if back in moves and rng.random() < case.retrace:
        return back
    if "pass" in moves and (len(moves) == 1 or rng.random() < 0.1):
        return "pass"
    return rng.choice([move for move in moves if move != "pass"])


def compare_dead(table: Table, rng: random.Random) -> None:
    """Marks some groups as dead, by one point each, and compares the count."""
    assert isinstance(table.oracle, go.Oracle)
    stones = [boards.name_of(point) for point in table.oracle.board]
    points = rng.sample(stones, rng.randint(0, min(3, len(stones))))
    marked = Table(table.game, None)
    marked.story = [*table.story, f"with {points} dead"]
    marked.position = table.position.mark_dead(points)
    marked.oracle = twin = table.oracle.copy()
    twin.mark_dead(points)
    marked.compare([])


def ending(position: plyground.Position) -> str:
    result = position.result()
    return "unfinished" if result is None else result.code


# The plan


def each(**options: tuple[object, ...]) -> tuple[Options, ...]:
    """Every combination of the values given for each option."""
    combinations = itertools.product(*options.values())
    return tuple(dict(zip(options, values, strict=True)) for values in combinations)


def with_sizes(options: Options, *sizes: int) -> tuple[Options, ...]:
    return tuple({**options, "size": size} for size in sizes)


def named(options: Options) -> str:
    return ",".join(str(value) for value in options.values())


def go_cases() -> Iterator[Case]:
    for rules in each(ko=KO, suicide=("no", "yes"), scoring=("area", "territory")):
        ends = {"two_passes", "repetition"} if rules["ko"] == "simple" else {"two_passes"}
        variants = with_sizes({**rules, "komi": 0.5}, 2, 3, 3, 4, 4, 5)
        yield Case("go", named(rules), variants, 900, endings=frozenset(ends))
    capped = each(size=(2, 3, 5), max_moves=(1, 7, 20), scoring=("area", "territory"), komi=(-3,))
    yield Case("go", "max_moves", capped, 600, endings=frozenset({"two_passes", "move_limit"}))
    eyes = each(size=(3, 4, 5), scoring=("territory",), seki=("neutral",), ko=("simple",))
    yield Case("go", "seki", eyes, 900, endings=frozenset({"two_passes"}))
    few = each(size=(7, 8), handicap=(2, 3, 4), compensation=("none", "each", "all_but_one"))
    many = each(size=(9,), handicap=(5, 6, 7, 8, 9), scoring=("territory",))
    yield Case("go", "handicap", few + many, 120, plies=10, from_text=0)
    large: tuple[Options, ...] = ({"size": 12}, {}, {"size": 25, "ko": "simple", "suicide": "yes"})
    yield Case("go", "large", large, 30, plies=5, from_text=1)


def robogo_cases() -> Iterator[Case]:
    passes: dict[str, tuple[object, ...]] = {"pass": ("yes", "no")}
    for rules in each(captures=("yes", "no"), ko=("positional", "simple"), **passes):
        # A longer line than the board allows keeps captures and kos going.
        sizes = ((3, 3), (3, 9), (4, 3), (4, 4), (4, 9), (5, 4), (5, 5))
        variants = tuple({**rules, "size": size, "line": line} for size, line in sizes)
        yield Case("robogo", named(rules), variants, 1400, endings=robogo_endings(rules))
    yield Case("robogo", "large", ({}, {"size": 19}, {"size": 19, "line": 19}), 100, plies=20)


def robogo_endings(rules: Options) -> frozenset[str]:
    endings = {"line"}
    if rules["pass"] == "yes":
        endings.add("two_passes")
    elif rules["captures"] == "no":
        endings.add("full_board")
    else:
        endings.add("no_moves")
    return frozenset(endings)


def gomoku_cases() -> Iterator[Case]:
    ends = frozenset({"line", "full_board"})
    for rule in ("freestyle", "exact"):
        sizes = ((3, 3), (4, 3), (4, 4), (5, 4), (6, 5), (7, 5), (3, 20))
        variants = tuple({"rule": rule, "size": size, "line": line} for size, line in sizes)
        yield Case("gomoku", f"{rule} small", variants, 2500, endings=ends)
        yield Case("gomoku", f"{rule} large", with_sizes({"rule": rule}, 15, 19, 20), 300, plies=30)
    for number in (1, 2, 3):
        renju = with_sizes({"rule": "renju"}, 6, 7, 8, 9)
        yield Case("gomoku", f"renju small {number}", renju, 1500, plies=20, from_text=0.9)
    yield Case("gomoku", "renju large", with_sizes({"rule": "renju"}, 15, 20), 200, plies=10)


def othello_cases() -> Iterator[Case]:
    ends = frozenset({"full_board", "no_moves"})
    for size, positions in ((4, 3000), (6, 4500), (8, 3000)):
        yield Case("othello", f"size={size}", ({"size": size},), positions, endings=ends)


def dobutsu_cases() -> Iterator[Case]:
    ends = frozenset({"lion_captured", "try"})
    choices: dict[str, tuple[object, ...]] = {
        "try": ("official", "entry"),
        "hand": ("merged", "distinct"),
    }
    for rules in each(**choices):
        yield Case("dobutsu", named(rules), (rules,), 2500, endings=ends)
        back = f"{named(rules)}, there and back"
        yield Case("dobutsu", back, (rules,), 500, retrace=0.9, endings=ends | {"repetition"})


def connect_four_cases() -> Iterator[Case]:
    ends = frozenset({"line", "full_board"})
    yield Case("connect_four", "usual", ({},), 6000, endings=ends)
    sizes = ((4, 4), (5, 4), (4, 5), (8, 7), (7, 7), (6, 5), (4, 7), (8, 4))
    shapes = [{"columns": columns, "rows": rows} for columns, rows in sizes]
    for line in (3, 4, 5):
        variants = tuple({**shape, "line": line} for shape in shapes)
        likely = ends if line > 3 else frozenset({"line"})
        yield Case("connect_four", f"line={line}", variants, 1500, endings=likely)


CASES = [
    *go_cases(),
    *robogo_cases(),
    *gomoku_cases(),
    *othello_cases(),
    *dobutsu_cases(),
    *connect_four_cases(),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.name}")
def test_the_core_agrees_with_the_oracle(case: Case) -> None:
    if case.exhaustive:
        tally = visit_all(case)
        if SCALE >= 1:
            assert len(tally.positions) == case.positions
    else:
        tally = play_case(case)
        assert len(tally.positions) >= scaled(case.positions), (
            f"the last {TIRED_AFTER} games brought nothing new; is this all there is?"
        )
    if SCALE >= 1:
        assert tally.endings >= case.endings


def test_every_game_of_the_core_has_an_oracle() -> None:
    assert set(ORACLES) == {game.name for game in _core.games()}


@pytest.mark.parametrize("game", ORACLES)
def test_plan_has_enough_positions(game: str) -> None:
    cases = [case for case in CASES if case.game == game]
    assert cases
    if not all(case.exhaustive for case in cases):
        assert sum(case.positions for case in cases) >= POSITIONS_A_GAME


# Proofs that the plan itself can end, and can fail


def test_plan_ends_for_a_game_with_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.test_oracles.TIRED_AFTER", 10)
    few = Case("go", "one move", ({"size": 2, "max_moves": 1},), 10**6, from_text=0)
    # The start, one pass, two passes, and the four first stones of either colour.
    assert 3 <= len(play_case(few).positions) <= 11


@pytest.mark.deep
@pytest.mark.heavy
def test_every_position_of_a_small_game_is_visited() -> None:
    small = Case("robogo", "3x3", ({"size": 3, "line": 3, "captures": "no", "pass": "no"},), 10**6)
    tally = visit_all(small)
    # The number of playing orders, counted here from the list of moves only.
    seen = {plyground.game("robogo", **small.variants[0]).start()}
    layer = seen
    while layer:
        layer = {position.play(move) for position in layer for move in position.moves()} - seen
        seen = seen | layer
    assert tally.positions == {(position.game, position.to_text()) for position in seen}
    assert tally.endings == {"line", "full_board"}
