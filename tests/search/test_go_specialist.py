"""Go's specialist through Monte Carlo search: reading, life and death, seki, and when to pass.

Most boards are closed except for one corner, and komi lies between the results of the right and the
wrong move there. One thread with a seed plays the same on every machine.
"""

import pytest

import plyground

# Five settled rows: Black's, with any number of eyes.
BLACK_ROWS = "xxxxxxxxx/1x1x1x1x1/xxxxxxxxx/1x1x1x1x1/x1x1x1x1x"
SEKI = f"1xxx1ox2/ooooooxx1/xxxxxxx1x/xxxxxxxxx/{BLACK_ROWS}"
SETTLED = f"1o1o1o1o1/ooooooooo/1o1o1o1o1/ooooooooo/{BLACK_ROWS}"
DEAD_STONE = f"x1o1o1o1o/ooooooooo/1o1o1o1o1/ooooooooo/{BLACK_ROWS}"
# White's seven stones on row 5 live if they reach H4. Black H5 drives
# them up along a wall.
LADDER = (
    "x1x1xx3/xxxxxx{breaker}/1x1xxx3/xxxxxx3/ooooooo2/xxxxxxxoo/1x1x1xxo1/xxxxxxxoo/1x1x1xxo1 b"
)


def search(text: str, komi: float, playouts: int = 2000, **options: object) -> plyground.Report:
    size = text.count("/") + 1
    position = plyground.game("go", size=size, komi=komi, **options).position(text)
    spec = f"mcts:playouts={playouts},seed=1"
    return plyground.search(position, spec)


def best(text: str, komi: float, playouts: int = 2000, **options: object) -> str:
    move = search(text, komi, playouts, **options).move
    assert move is not None
    return move


@pytest.mark.parametrize("turn", ["b", "w"])
@pytest.mark.parametrize(
    ("corner", "komi", "move"),
    [
        ("3xo1o2/xxxxo1o2/ooooo1o2", 16.5, "B9"),  # three in a row
        ("2xxo1o2/1xxoo1o2/xxooo1o2", 17.5, "A9"),  # three round the corner
        ("3xo1o2/2xxo1o2/xxxoo1o2", 19.5, "B9"),  # five in a lump
    ],
)
def test_vital_point_of_a_corner_is_found(corner: str, komi: float, move: str, turn: str) -> None:
    assert best(f"{corner}/ooooooooo/{BLACK_ROWS} {turn}", komi) == move


@pytest.mark.parametrize("turn", ["b", "w"])
def test_snapback_is_found(turn: str) -> None:
    """Black throws a stone in and captures three; White connects in time."""
    text = f"2oo1oo2/ooxo1oo2/xxxo1oo2/xxxoooooo/{BLACK_ROWS} {turn}"
    assert best(text, 26.5) == "B9"


def test_a_ladder_is_read_to_its_end() -> None:
    works = search(LADDER.format(breaker="3"), 50.5)
    broken = search(LADDER.format(breaker="1oo"), 50.5)
    assert works.move == "H5"
    assert works.win_chance > 0.6
    assert broken.win_chance < 0.2


@pytest.mark.parametrize(("turn", "komi"), [("b", 60.5), ("w", 68.5)])
def test_seki_is_left_alone(turn: str, komi: float) -> None:
    """A side that plays on A9 or E9 loses stones; with this komi only leaving the seki is right."""
    assert best(f"{SEKI} {turn}", komi) == "pass"


@pytest.mark.parametrize("scoring", ["area", "territory"])
@pytest.mark.parametrize("turn", ["b", "w"])
@pytest.mark.parametrize("komi", [0.5, 3.5, 7.5, 10.5])
def test_search_passes_when_nothing_is_left(turn: str, komi: float, scoring: str) -> None:
    assert best(f"{SETTLED} {turn}", komi, playouts=1500, scoring=scoring) == "pass"


@pytest.mark.parametrize("passed", ["", " passes=1"])
def test_takes_a_dead_stone_that_would_cost_the_game(passed: str) -> None:
    """Black's stone on A9 counts unless it is captured.

    White is half a point ahead only after that.
    """
    assert best(f"{DEAD_STONE} w{passed}", 9.5) == "B9"


def test_leaves_a_dead_stone_that_does_not_matter() -> None:
    assert best(f"{DEAD_STONE} w passes=1", 20.5) == "pass"


def test_ends_the_game_when_a_pass_wins_it() -> None:
    assert best(f"{DEAD_STONE} b passes=1", 9.5) == "pass"
    assert best("5/5/2x2/5/5 b passes=1", 0.5, playouts=200) == "pass"


@pytest.mark.parametrize("playouts", [1, 50, 1000])
def test_never_passes_while_that_would_lose(playouts: int) -> None:
    """White has just passed on an open board and would win by komi."""
    assert best("5/5/2x2/2o2/5 b passes=1", 7.5, playouts=playouts) != "pass"


@pytest.mark.parametrize("passed", ["", " passes=1"])
def test_does_not_fill_its_own_eyes(passed: str) -> None:
    """Black has lost, but throwing away the corner as well gains nothing."""
    assert best(f"1x1xo/xxxxo/ooooo/oo1oo/o1o1o b{passed}", 0.5, playouts=1500) == "pass"


@pytest.mark.parametrize("options", [{}, {"scoring": "territory"}, {"ko": "simple"}])
def test_a_small_game_ends_by_passing(options: dict[str, object]) -> None:
    position = plyground.game("go", size=5, komi=0.5, **options).start()
    for _ in range(100):
        if position.result() is not None:
            break
        spec = "mcts:playouts=1500,seed=1,reuse=off"
        move = plyground.search(position, spec).move
        assert move is not None
        position = position.play(move)
    result = position.result()
    assert result is not None
    assert result.winner == "black"  # the first player owns the small board


def test_opens_in_the_middle_of_a_small_board() -> None:
    move = best("9/9/9/9/9/9/9/9/9 b", 7.5, playouts=3000)
    assert move[0] in "CDEFG"
    assert move[1] in "34567"


def test_large_board_gets_a_move() -> None:
    start = "/".join(["19"] * 19) + " b"
    move = best(start, 7.5, playouts=100)
    assert move[0] not in "ABST"
    assert move[1:] not in ("1", "2", "18", "19", "ass")


def test_the_last_moves_are_no_part_of_the_position() -> None:
    start = plyground.game("go", size=9).start()
    one = start.play("C3").play("D4").play("E5").play("F6")
    two = start.play("E5").play("F6").play("C3").play("D4")
    assert one == two
    assert hash(one) == hash(two)
    assert one.to_text() == two.to_text()


def test_a_pass_is_reported_only_after_a_look_at_it() -> None:
    """White has won by far. The search tries to pass hardly ever, and passes nevertheless."""
    text = f"1o1ooooo1/{'ooooooooo/' * 6}oxxxxxxxo/ox5xo w"
    report = search(text, 0.5, playouts=3000)
    assert report.lines[0].visits > 0
    assert report.win_chance > 0.9
