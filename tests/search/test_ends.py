"""Ends of games inside the tree: wins, losses, draws, exact scores, and forced moves."""

import functools

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled
from tests.games.cases import games
from tests.search import plain

SOLVABLE = games(
    [
        ("tictactoe", {}),
        ("robogo", {"size": 3, "line": 3}),
        ("robogo", {"size": 3, "line": 3, "pass": "no"}),
        ("gomoku", {"size": 5, "line": 3}),
        ("connect_four", {"columns": 4, "rows": 4}),
        ("domineering", {"columns": 4, "rows": 4}),
        ("dobutsu", {"try": "entry", "hand": "distinct"}),
    ]
)


@pytest.mark.parametrize("game", SOLVABLE)
def test_search_wins_early_and_loses_late(game: plyground.Game) -> None:
    seen = set()
    count = scaled(60)
    for position in plain.random_positions(game, count, "mates"):
        depth = plain.depth_that_fits(position, 400, 5)
        mate = plain.mate_within(position, depth)
        seen.add(mate)
        for spec in ("minimax", "alphabeta", "alphabeta:order=on", "deepening"):
            if "order" in spec and game.name == "robogo":
                continue  # its order leaves moves out
            report = plyground.search(position, spec, depth=depth)
            assert report.mate == mate, (spec, depth, position)
            if mate is not None:
                assert report.exact
                assert report.score == (10_000 if mate > 0 else -10_000)
                assert len(report.pv) == abs(mate)
    if count >= 60:  # enough of them to occur
        assert {1} | ({-2} if game.name != "dobutsu" else set()) <= seen


def test_tictactoe_is_a_draw() -> None:
    game = plyground.game("tictactoe")
    report = plyground.search(game.start(), "alphabeta:depth=9")
    assert (report.score, report.mate, report.win_chance, report.exact) == (0, None, 0.5, True)
    # Every continuation of this game is a line of the tree.
    begun = game.start().play_all("b2 a1 c1")
    full = plyground.search(begun, "minimax:depth=9")
    assert full.nodes == plain.minimax(begun, 9, plain.whim).nodes
    assert full.exact


# One line is completed at once; another threat behind it cannot be met.
LOST: list[tuple[str, dict[str, object], str, str]] = [
    ("gomoku", {"size": 7, "line": 4}, "7/7/1oxxx2/7/2xx3/1o5/o6 w", "f5"),
    (
        "robogo",
        {"size": 5, "line": 4, "captures": "no", "pass": "no"},
        "4o/5/oxxx1/1x3/4o w",
        "E3",
    ),
]


@pytest.mark.parametrize(("name", "options", "text", "block"), LOST)
def test_search_blocks_although_every_move_loses(
    name: str, options: dict[str, object], text: str, block: str
) -> None:
    position = plyground.game(name, **options).position(text)
    assert [m for m in position.moves() if not plain.forced_win(position.play(m), 1)] == [block]
    for spec in ("alphabeta:depth=4", "deepening:depth=4", "alphabeta:depth=4,order=on"):
        report = plyground.search(position, spec)
        assert (report.move, report.mate, report.win_chance) == (block, -4, 0), spec


@pytest.mark.parametrize("number", [0, 1])
def test_the_original_players_block_although_every_move_loses(number: int) -> None:
    name, options, text, block = LOST[number]
    position = plyground.game(name, **options).position(text)
    assert plyground.search(position, f"original-{name}").move == block


@pytest.mark.parametrize("spec", ["original-{}", "alphabeta:depth=2", "alphabeta:depth=2,order=on"])
@pytest.mark.parametrize(
    ("name", "options", "moves", "ends"),
    [
        ("gomoku", {}, "g7 j8 h7 i9 i7 h10 j7", {"f7", "k7"}),
        (
            "robogo",
            {"size": 5, "line": 4, "captures": "no", "pass": "no"},
            "B3 E5 C3 A2 D3",
            {"A3", "E3"},
        ),
    ],
)
def test_a_line_open_at_both_ends_is_blocked_at_one(
    name: str, options: dict[str, object], moves: str, ends: set[str], spec: str
) -> None:
    """All moves lose, but the search still defends, because the opponent may miss the win."""
    position = plyground.game(name, **options).start().play_all(moves)
    report = plyground.search(position, spec.format(name))
    assert report.mate == -2
    assert report.move in ends


@pytest.mark.parametrize("depth", [2, 3, pytest.param(4, marks=pytest.mark.heavy)])
def test_an_open_three_is_stopped(depth: int) -> None:
    position = plyground.game("gomoku").start().play_all("g7 j8 h7 i9 i7")
    report = plyground.search(position, f"alphabeta:depth={depth},order=on")
    assert report.move in ("f7", "j7")


def test_superko_holds_inside_the_tree() -> None:
    """On tiny boards most lines soon reach an earlier board."""
    counts = {}
    for ko in ("positional", "situational", "simple"):
        for size, depth in ((2, 7), (3, 3)):
            start = plyground.game("go", size=size, ko=ko, komi=0).start()
            found = plain.minimax(start, depth, plain.whim)
            report = plyground.search(start, f"minimax:depth={depth}", evaluate=plain.whim)
            assert report.nodes == found.nodes
            assert plain.value_of(start, report.lines[0]) == found.value
            counts[ko, size] = report.nodes
    assert counts["positional", 2] < counts["situational", 2] < counts["simple", 2]


def test_a_ko_is_not_retaken_inside_the_tree() -> None:
    start = plyground.game("go", size=4).start()
    before = start.play_all("B2 C2 C3 C4 B4 D3 A3")
    lines = plyground.search(before, "minimax:depth=2", lines=100, evaluate=plain.whim).lines
    (taken,) = [line for line in lines if line.move == "B3"]
    after = before.play("B3")
    assert "C3" not in after.moves()
    replies = [plain.whim(after.play(move)) for move in after.moves()]
    assert plain.value_of(before, taken) == max(replies)
    at_once = plyground.search(after, "minimax:depth=1", lines=100)
    assert sorted(line.move for line in at_once.lines) == sorted(after.moves())


SHUFFLE = "c1c2 a4a3 c2c1 a3a4 "


def test_a_third_occurrence_is_a_draw_inside_the_tree() -> None:
    start = plyground.game("dobutsu").start()
    white_to_repeat = start.play_all(SHUFFLE + "c1c2 a4a3 c2c1")
    for spec in ("minimax", "alphabeta", "alphabeta:order=on", "deepening"):
        happy_to = plyground.search(white_to_repeat, spec, depth=1, evaluate=lambda _: 50)
        assert (happy_to.move, happy_to.score, happy_to.mate) == ("a3a4", 0, None)
        unhappy = plyground.search(white_to_repeat, spec, depth=1, evaluate=lambda _: -50)
        assert unhappy.move != "a3a4"
        assert unhappy.score == 50

    black_before = start.play_all(SHUFFLE + "c1c2 a4a3")
    for spec, value in (("minimax", 0), ("minimax:repetition=off", 50)):
        lines = plyground.search(
            black_before, spec, depth=2, lines=100, evaluate=lambda _: 50
        ).lines
        assert {line.move: line.score for line in lines}["c2c1"] == value


def test_each_line_has_a_proof_of_its_own() -> None:
    """The draw is certain at once, whatever the other listed moves leave open."""
    position = plyground.game("dobutsu").start().play_all(SHUFFLE + "c1c2 a4a3 c2c1")
    assert position.moves()[0] != "a3a4"
    lines = plyground.search(position, "alphabeta:depth=1", lines=100).lines
    assert [line.move for line in lines if line.exact] == ["a3a4"]


def test_a_repetition_that_began_before_the_search_needs_its_past() -> None:
    """The same board read from a text has no past, so nothing repeats."""
    game = plyground.game("dobutsu")
    position = game.start().play_all(SHUFFLE + "c1c2 a4a3 c2c1")
    fresh = game.position(position.to_text())
    assert plyground.search(fresh, "alphabeta:depth=1", evaluate=lambda _: 50).score == -50


def test_repetition_within_one_line_is_a_draw() -> None:
    """At eight plies a search can repeat a position within its own line."""
    game = plyground.game("go", size=2, ko="simple", komi=0)
    for position in plain.random_positions(game, scaled(5), "within"):
        found = plain.minimax(position, 8, lambda _: 0.25)
        report = plyground.search(position, "minimax:depth=8", evaluate=lambda _: 0.25)
        assert report.nodes == found.nodes
        assert plain.value_of(position, report.lines[0]) == found.value


@functools.cache
def best_margin(position: Position) -> float:
    """The final disc difference under best play, for Black."""
    result = position.result()
    if result is not None:
        margin = result.margin or 0.0
        return margin if result.winner == "black" else -margin
    values = [best_margin(position.play(move)) for move in position.moves()]
    return max(values) if position.turn == "black" else min(values)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_an_exact_othello_score_is_the_final_disc_difference(size: int) -> None:
    game = plyground.game("othello", size=size)
    for number in range(scaled(25)):
        seed = 1000 * size + number
        empties = number % 8 + 1
        position = plyground.random_game(game.start(), seed, max_plies=size * size - 4 - empties)
        if position.result() is not None:
            continue
        margin = best_margin(position) * (1 if position.turn == "black" else -1)
        for spec in ("alphabeta:depth=20", "alphabeta:depth=20,order=on", "deepening:depth=20"):
            report = plyground.search(position, spec)
            assert report.exact
            assert report.score == margin
            assert report.win_chance == 0.5 + 0.5 * ((margin > 0) - (margin < 0))
            end = position.play_all(report.pv).result()
            assert end is not None
            assert (end.margin or 0) == abs(margin)


def test_small_othello_is_solved() -> None:
    report = plyground.search(plyground.game("othello", size=4).start(), "alphabeta:depth=20")
    assert (report.score, report.exact, report.win_chance) == (-10, True, 0)


@pytest.mark.parametrize(
    ("size", "text", "only"),
    [(8, "xo6/8/8/8/8/8/8/8 b", "c1"), (4, "xxxx/xxxx/xxo1/xx2 w", "pass")],
)
def test_only_legal_move_is_played(size: int, text: str, only: str) -> None:
    position = plyground.game("othello", size=size).position(text)
    assert position.moves() == [only]
    for spec in ("random", "minimax:depth=1", "alphabeta:depth=6", "deepening:seconds=1"):
        assert plyground.search(position, spec).move == only


FINISHED = [
    ("othello", {}, "8/8/8/3xx3/3xx3/8/8/8 w"),
    ("gomoku", {}, "xxxxx10/ooo1o10/" + "15/" * 12 + "15 w"),
    ("go", {"size": 3}, "3/xxx/1o1 b passes=2"),
    ("robogo", {"size": 3, "line": 3}, "xxx/oo1/3 w"),
    ("dobutsu", {}, "1L1/3/3/3[CCEEGG] w"),
    ("tictactoe", {}, "xxx/oo1/3 w"),
]


@pytest.mark.parametrize(("name", "options", "text"), FINISHED)
def test_finished_game_has_no_move(name: str, options: dict[str, object], text: str) -> None:
    position = plyground.game(name, **options).position(text)
    assert position.result() is not None
    for spec in ("random", "minimax:depth=3", "alphabeta:depth=3", "deepening:seconds=1"):
        for lines in (1, 5):
            report = plyground.search(position, spec, lines=lines)
            assert report.move is None
            assert report.lines == ()
            assert report.pv == ()
            assert report.depth == 0


def test_game_over_by_repetition_has_no_move() -> None:
    drawn = plyground.game("dobutsu").start().play_all(SHUFFLE * 2)
    assert drawn.result() is not None
    assert plyground.search(drawn, "alphabeta:depth=3").move is None
