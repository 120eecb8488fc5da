"""The levels: bounded, varied, reproducible, sensible in every game."""

import random
import threading
import time

import pytest

import plyground
from plyground import Game, Position, Report
from plyground.engine.report import Line
from plyground.engine.stop import Stop
from plyground.players.level import LevelPlayer, vary
from plyground.players.level.rows import EFFORTS, ROWS, long_search, nodes_for, row_for
from plyground.players.player import Clock
from tests.conftest import deep_after, scaled
from tests.games.cases import ONE_OF_EACH, every_game, games, load_examples

QUICK = range(1, 7)
LARGE = games(
    [
        ("go", {"size": 19}),
        ("go", {"size": 25}),
        ("gomoku", {"size": 20}),
        ("gomoku", {"rule": "renju"}),
        ("robogo", {"size": 19}),
        ("othello", {}),
        ("dobutsu", {}),
    ]
)


def play_on(position: Position, text: str, plies: int) -> Position:
    """This many plies of a level against itself; fewer if the game ends."""
    with LevelPlayer(text) as player:
        for _ in range(plies):
            if position.result():
                break
            move = player.choose(position).move
            assert move in position.moves()
            assert move is not None
            position = position.play(move)
    return position


@pytest.mark.parametrize("level", QUICK)
@every_game
def test_every_move_is_legal(game: Game, level: int) -> None:
    text = f"level:{level},seed=1,resign=off"
    play_on(game.start(), text, 2)
    middle = plyground.random_game(game.start(), level, max_plies=game_length(game) // 2)
    play_on(middle, text, 2)
    # Near the end there are few moves, including a pass.
    moves = plyground.random_game(game.start(), level).played
    late = game.start().play_all(moves[:-4])
    play_on(late, text, 4)


def game_length(game: Game) -> int:
    return len(plyground.random_game(game.start(), 1).played)


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_whole_games_come_to_an_end(game: Game) -> None:
    small = plyground.game("go", size=5) if game.name == "go" else game
    end = play_on(small.start(), "level:1,seed=3,resign=off", 300)
    assert end.result() is not None


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("game", LARGE)
def test_a_move_is_cheap(game: Game, level: int) -> None:
    position = plyground.random_game(game.start(), 2, max_plies=game_length(game) // 3)
    with LevelPlayer(f"level:{level},seed=2,resign=off") as player:
        player.choose(position)  # tables that a process makes once
        times = []
        for _ in range(3):
            begin = time.process_time()
            report = player.choose(position).report
            times.append(time.process_time() - begin)
    assert min(times) < 0.06  # 0.02 is the target; a busy machine counts double, a sanitizer more
    assert report is not None
    row = row_for(level, position)
    weighing = (2 * row.width + 1) * (len(position.moves()) + 10)  # for all that have defences
    assert report.nodes <= nodes_for(row, position) + weighing


def test_levels_look_at_more_and_more() -> None:
    for game in ("othello", "go"):
        start = plyground.game(game).start()
        nodes = [nodes_for(row_for(level, start), start) for level in (4, 5, 6)]
        assert nodes == sorted(set(nodes))
    assert [row.floor for row in ROWS.values()] == sorted(
        (row.floor for row in ROWS.values()), reverse=True
    )


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_a_seed_repeats_a_game(game: Game, level: int) -> None:
    text = f"level:{level},seed=7"
    first, again = (play_on(game.start(), text, 8) for _ in range(2))
    assert first.played == again.played


@pytest.mark.parametrize(
    "game",
    deep_after(2, [game.values[0] for game in ONE_OF_EACH], [game.id for game in ONE_OF_EACH]),
)
def test_a_seed_repeats_a_game_of_a_strong_level(game: Game) -> None:
    """It is limited by nodes, so a busy machine changes nothing."""
    small = plyground.game("go", size=9) if game.name == "go" else game
    start = small.start().play_all(plyground.random_game(small.start(), 5, max_plies=4).played)
    first, again = (play_on(start, "level:7,seed=7", 4) for _ in range(2))
    assert first.played == again.played


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_nodes_of_a_strong_level_are_bounded(game: Game) -> None:
    position = plyground.random_game(game.start(), 5, max_plies=4)
    with LevelPlayer("level:7,seed=1") as player:
        report = player.choose(position).report
    assert report is not None
    assert 0 < report.nodes <= long_search(7, position)


@every_game
def test_strong_levels_look_at_more(game: Game) -> None:
    start = game.start()
    six, seven, eight = (
        nodes_for(row_for(6, start), start),
        *(long_search(n, start) for n in (7, 8)),
    )
    assert six < seven < eight / 2
    assert sorted(EFFORTS) == [7, 8]


def test_a_seed_does_not_depend_on_what_was_asked_before() -> None:
    position = plyground.game("othello").start().play_all("f5d6c3")
    with LevelPlayer("level:3,seed=4") as fresh, LevelPlayer("level:3,seed=4") as used:
        for _ in range(3):
            used.choose(plyground.game("gomoku").start())
        assert used.choose(position).move == fresh.choose(position).move


@pytest.mark.parametrize("level", [1, 4, 6])
@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_games_without_a_seed_differ(game: Game, level: int) -> None:
    """Strong levels often play the same, so a different game may take a few tries."""
    first = play_on(game.start(), f"level:{level}", 12).played
    assert any(play_on(game.start(), f"level:{level}", 12).played != first for _ in range(60))


def test_other_seeds_play_other_games() -> None:
    start = plyground.game("gomoku").start()
    played = {play_on(start, f"level:6,seed={seed}", 10).played for seed in range(4)}
    assert len(played) > 1


WINS_IN_ONE: list[tuple[str, dict[str, object], str, set[str]]] = [
    ("gomoku", {}, "h8 a1 h9 a2 h10 a3 h11 a4", {"h7", "h12"}),
    ("robogo", {}, "E5 A1 E6 B3 E7 A7 E8 C9", {"E4", "E9"}),
    ("tictactoe", {}, "a1 b1 a2 b2", {"a3"}),
]


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize(("name", "options", "moves", "wins"), WINS_IN_ONE)
def test_immediate_win_is_taken(
    name: str, options: dict[str, object], moves: str, wins: set[str], level: int
) -> None:
    load_examples()
    position = plyground.game(name, **options).start().play_all(moves)
    for seed in range(scaled(8)):
        with LevelPlayer(f"level:{level},seed={seed}") as player:
            assert player.choose(position).move in wins


@pytest.mark.parametrize("level", QUICK)
def test_a_lion_is_taken(level: int) -> None:
    position = plyground.game("dobutsu").position("g1e/1l1/1C1/ELG[C] b")
    for seed in range(scaled(8)):
        with LevelPlayer(f"level:{level},seed={seed}") as player:
            assert player.choose(position).move == "b2b3"


THREATS = [
    ("gomoku", "h8 h12 h9 a2 h10 a3 h11", "h7"),
    ("robogo", "E5 E9 E6 A2 E7 A7 E8", "E4"),
    ("tictactoe", "a1 b2 a2", "a3"),
]


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize(("name", "moves", "answer"), THREATS)
def test_immediate_win_of_the_opponent_is_stopped(
    name: str, moves: str, answer: str, level: int
) -> None:
    load_examples()
    position = plyground.game(name).start().play_all(moves)
    for seed in range(scaled(8)):
        with LevelPlayer(f"level:{level},seed={seed}") as player:
            assert player.choose(position).move == answer


@pytest.mark.parametrize("level", QUICK)
def test_even_a_lost_game_is_defended(level: int) -> None:
    """An open four cannot be stopped, but one end is closed all the same."""
    position = plyground.game("gomoku").start().play_all("h8 a1 h9 c1 h10 e1 h11")
    for seed in range(scaled(8)):
        with LevelPlayer(f"level:{level},seed={seed}") as player:
            assert player.choose(position).move in {"h7", "h12"}


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("turn", ["b", "w"])
def test_level_passes_in_a_settled_position(level: int, turn: str) -> None:
    go = plyground.game("go", size=5, komi=0.5)
    for passes in ("", " passes=1"):
        position = go.position(f"1xxo1/xxxoo/1xxo1/xxxoo/1xxo1 {turn}{passes}")
        for seed in range(scaled(4)):
            with LevelPlayer(f"level:{level},seed={seed},resign=off") as player:
                assert player.choose(position).move == "pass"


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("turn", ["b", "w"])
def test_an_open_border_is_not_left(level: int, turn: str) -> None:
    """The side that takes most of the points between the two wins."""
    position = plyground.game("go", size=5, komi=0.5).position(
        f"1x1o1/1x1o1/1x1o1/xx1oo/1x1o1 {turn}"
    )
    for seed in range(scaled(6)):
        with LevelPlayer(f"level:{level},seed={seed}") as player:
            move = player.choose(position).move
            assert move is not None
            assert move.startswith("C")


@pytest.mark.parametrize("level", QUICK)
def test_no_level_passes_in_the_opening(level: int) -> None:
    position = plyground.game("go", size=9).start().play_all("E5 C3 G7")
    for seed in range(scaled(6)):
        with LevelPlayer(f"level:{level},seed={seed}") as player:
            assert player.choose(position).move != "pass"


@pytest.mark.parametrize("level", QUICK)
def test_own_eyes_stay_open(level: int) -> None:
    """White's corner lives with two eyes; elsewhere there are enough moves."""
    go = plyground.game("go", size=9)
    position = go.position("1o1ox4/oooox4/xxxxx4/9/9/9/6o2/9/9 w")
    for seed in range(scaled(6)):
        with LevelPlayer(f"level:{level},seed={seed}") as player:
            assert player.choose(position).move not in {"A9", "C9", "pass"}


def test_dead_stones_are_taken_only_where_the_count_needs_it() -> None:
    go = plyground.game("go", size=5, komi=10.5)
    needs_it = go.position("1o1x1/xxxx1/1x1x1/xxxxx/1x1x1 b passes=1")
    with LevelPlayer("level:4,seed=1") as player:
        assert player.choose(needs_it).move in needs_it.moves()
    enough = plyground.game("go", size=5, komi=0.5).position(needs_it.to_text())
    with LevelPlayer("level:4,seed=1") as player:
        assert player.choose(enough).move == "pass"


def gives_up(text: str, report: Report, times: int) -> bool:
    """Whether it resigns after seeing this so often, late in a game."""
    late = plyground.random_game(plyground.game("othello").start(), 1, max_plies=40)
    with LevelPlayer(text) as player:
        dues = [player._resignation.is_due_at(late, report) for _ in range(times)]
    return any(dues)


LOST = Report((Line("a1", -50.0, 0.001, None, exact=False, pv=("a1",)),), 5, 100, 0.1)


def test_hopeless_level_resigns() -> None:
    assert gives_up("level:5", LOST, 3)
    assert not gives_up("level:5", LOST, 2)
    assert not gives_up("level:5,resign=off", LOST, 50)
    assert not gives_up("level:1", LOST, 8)  # friendly
    assert gives_up("level:1", LOST, 20)


def test_no_level_resigns_in_the_opening() -> None:
    start = plyground.game("othello").start()
    with LevelPlayer("level:5") as player:
        assert not any(player._resignation.is_due_at(start, LOST) for _ in range(20))


def test_a_lost_game_is_given_up_and_a_new_one_begun() -> None:
    late = plyground.random_game(plyground.game("othello").start(), 1, max_plies=40)
    with LevelPlayer("level:5") as player:
        assert [player._resignation.is_due_at(late, LOST) for _ in range(3)] == [False, False, True]
        player.new_game()
        assert not player._resignation.is_due_at(late, LOST)


@pytest.mark.parametrize("level", [1, 5, 8])
def test_a_draw_is_taken_only_without_an_advantage(level: int) -> None:
    """The other side is to move, and offers it."""
    start = plyground.game("dobutsu").start()
    samples = [plyground.random_game(start, seed, max_plies=12) for seed in range(60)]
    answers: dict[bool, set[bool]] = {True: set(), False: set()}
    with LevelPlayer(f"level:{level}") as player:
        assert not player.accepts_draw(start)  # the game has just begun
        for position in samples:
            theirs = plyground.search(position, "search:nodes=50000").win_chance
            if position.result() is None and not 0.05 < theirs < 0.95:
                answers[theirs > 0.5].add(player.accepts_draw(position))
    assert answers == {True: {True}, False: {False}}


@pytest.mark.parametrize("level", [7, 8])
def test_a_strong_level_can_be_hurried(level: int) -> None:
    position = plyground.game("othello").start().play_all("f5d6c3")
    with LevelPlayer(f"level:{level},seed=1") as player:
        reports: list[Report] = []
        stop, reported = Stop(), threading.Event()

        def on_report(report: Report) -> None:
            reports.append(report)
            reported.set()

        def stop_it() -> None:
            reported.wait(60)
            stop.set()

        thread = threading.Thread(target=stop_it)
        thread.start()
        begin, clock = time.monotonic(), Clock(6000, 0)
        move = player.choose(position, clock=clock, on_report=on_report, stop=stop).move
        took = time.monotonic() - begin
        thread.join()
    assert move in position.moves()
    assert reports
    assert took < 60  # of the 240 seconds that its clock would allow


def test_a_clock_hurries_strong_levels() -> None:
    position = plyground.game("othello").start().play_all("f5d6c3d3c4")
    with LevelPlayer("level:8,seed=1") as player:
        begin = time.monotonic()
        report = player.choose(position, clock=Clock(1.0)).report
        assert time.monotonic() - begin < 20
    assert report is not None
    assert report.nodes < long_search(8, position) / 2


@pytest.mark.parametrize("level", [7, 8])
@every_game
def test_strong_levels_play_every_game(game: Game, level: int) -> None:
    with LevelPlayer(f"level:{level},seed=1") as player:
        position = game.start()
        for _ in range(2):
            move = player.choose(position, clock=Clock(0.5)).move
            assert move in position.moves()
            assert move is not None
            position = position.play(move)


@pytest.mark.parametrize("level", [1, 6])
def test_a_quick_level_reports_once_and_ignores_the_clock(level: int) -> None:
    position = plyground.game("gomoku").start().play("h8")
    reports: list[Report] = []
    with LevelPlayer(f"level:{level},seed=1") as player:
        answer = player.choose(position, clock=Clock(0.01), on_report=reports.append)
        assert reports == [answer.report]
        assert answer.report is not None
        assert answer.report.move == answer.move
        assert player.cpu_seconds > 0


def test_strong_levels_vary_in_the_opening_only_among_equals() -> None:
    lines = tuple(
        Line(move, 0.0, chance, None, exact=False, pv=(move,))
        for move, chance in (("a", 0.5), ("b", 0.49), ("c", 0.4))
    )
    dice = random.Random(1)
    seen = {vary(Report(lines, 1, 1, 0.0), dice).move for _ in range(50)}
    assert seen == {"a", "b"}


def test_a_game_that_is_over_is_reported() -> None:
    end = plyground.random_game(plyground.game("othello").start(), 1)
    with (
        LevelPlayer("level:1") as player,
        pytest.raises(ValueError, match="The game is over"),
    ):
        player.choose(end)


@pytest.mark.parametrize("text", ["level:0", "level:9", "level:x", "level", "level:", "search"])
def test_a_wrong_level_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match=r"1 to .*8"):
        LevelPlayer(text)


@pytest.mark.deep
@pytest.mark.parametrize("game", ONE_OF_EACH)
@pytest.mark.parametrize(("strong", "weak"), [(3, 1), (6, 4)])
def test_a_higher_level_wins(game: Game, strong: int, weak: int) -> None:
    small = plyground.game("go", size=9) if game.name == "go" else game
    points = sum(points_of_the_strong(small, strong, weak, number) for number in range(20))
    assert points >= 12


def points_of_the_strong(game: Game, strong: int, weak: int, number: int) -> float:
    position, strong_is_black = game.start(), number % 2 == 0
    with (
        LevelPlayer(f"level:{strong},seed={number}") as one,
        LevelPlayer(f"level:{weak},seed={number}") as two,
    ):
        while not (result := position.result()) and position.ply < 400:
            mover = one if (position.turn == "black") == strong_is_black else two
            move = mover.choose(position).move
            if move is None:
                return float(mover is two)
            position = position.play(move)
    if result is None or result.winner is None:
        return 0.5
    return float((result.winner == "black") == strong_is_black)


@pytest.mark.parametrize("level", [7, 8])
def test_a_clock_shorter_than_the_level_likes_is_kept(level: int) -> None:
    player = LevelPlayer(f"level:{level}")
    position = plyground.game("othello").start()
    report = player.choose(position, clock=Clock(move=0.05)).report
    assert report is not None
    assert report.seconds < 0.25
