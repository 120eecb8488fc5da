"""Go's count by the engine: the owner of each point, and the dead groups."""

import os
import random
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import plyground
from plyground import Position
from plyground.engine.counting import counted, dead_stones, ownership
from tests.conftest import missing, scaled
from tests.games.cases import every_game


def read(board: str, words: str = "b passes=2", **options: object) -> Position:
    """A position drawn with dots, rows from the top."""
    rows = board.split()
    text = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)
    return plyground.game("go", size=len(rows), **options).position(f"{text} {words}")


def groups(position: Position, *stones: str) -> list[str]:
    """All stones of the groups that these belong to."""
    marks = position.mark_dead(stones).view()["marks"]
    return sorted(point for mark in marks if mark["kind"] == "dead" for point in mark["at"])


# Named boards, with one stone of each dead group.
NAMED = {
    "nothing": ("......... " * 9, ""),
    "a stone in territory": (
        """...x.....
        ...x.....
        .o.x.....
        ...x.....
        ...x.....
        ...x.....
        xxxx.....
        oooo.....
        .........""",
        "B7",
    ),
    "a stone in the middle": (
        """....x....
        ..x...x..
        .x...x...
        .........
        ....o....
        ..x...x..
        .x.....x.
        ....x....
        .........""",
        "E5",
    ),
    "two eyes in the corner": (
        """o.ox.....
        .oox.....
        ooxx.....
        xxx......
        .....x...
        .........
        ..x......
        .........
        .........""",
        "",
    ),
    "one eye in the corner": (
        """.oox.....
        ooxx.....
        xxx......
        .........
        .....x...
        .........
        ..x......
        .........
        .........""",
        "B9",
    ),
    "seki: two liberties in common": (
        """xo.xo....
        xo.xo....
        xoxxo....
        xxooo....
        .xo......
        xxo......
        .xo.o....
        xxo......
        .xo......""",
        "",
    ),
    "seki: three stones in a room for five": (
        """.xxx.ox..
        oooooox..
        xxxxxxx..
        .........
        .........
        ....x....
        .........
        .........
        .........""",
        "",
    ),
    "four in a row live": (
        """.........
        xxxxxxxx.
        xoooooox.
        xo....ox.
        xoooooox.
        xxxxxxxx.
        .........
        .........
        .........""",
        "",
    ),
    "four in a row with both middle points taken are dead": (
        """.........
        xxxxxxxx.
        xoooooox.
        xo.xx.ox.
        xoooooox.
        xxxxxxxx.
        .........
        .........
        .........""",
        "B7",
    ),
    "four in a square are one eye": (
        """.........
        .xxxxxx..
        .xoooox..
        .xo..ox..
        .xo..ox..
        .xoooox..
        .xxxxxx..
        .........
        .........""",
        "C7",
    ),
    "three in a row: whoever comes first": (
        """.........
        xxxxxxx..
        xooooox..
        xo...ox..
        xooooox..
        xxxxxxx..
        .........
        .........
        .........""",
        "",
    ),
    "five with a stone on the vital point": (
        """xo.x.ox..
        xoo..ox..
        xxoooox..
        .xxxxxx..
        .........
        .........
        .........
        ....x....
        .........""",
        "B9",
    ),
    "six in the corner live": (
        """...ox....
        ...ox....
        oooox....
        xxxxx....
        .........
        .........
        .........
        ....x....
        .........""",
        "",
    ),
}

# Games of GNU Go 3.8 against itself, with one stone of each group that it considers dead at the
# end.
FINISHED = [
    ("9/6oo1/2xoxoxx1/1x1xxx3/xxxoox1x1/oxoooox2/ooo1oooxx/3oxooox/5xoxx b", "D7 E2 F1 F7 G8"),
    ("9/1xo1ox1o1/1xx1ox3/3xxxxx1/xxxooooxx/xoo2o1oo/oo7/2o6/1x7 w", "B1 C8 E8 H8"),
    (
        "5x3/1ox6/oxx1x1x2/o1oox2xx/1oxxx1oxo/1xooox1xo/1xxooxxoo/2xo1ooox/2xoo4 w",
        "A7 B5 B8 C6 G5 J2",
    ),
    (
        "o2oox2o/1o1ox1x2/x2ox2xx/oooxx3o/xxxx1x1x1/xox2x3/2oxxx3/o1oxo1x1o/2oxo4 w",
        "A2 A7 B4 C3 E2 J2 J6 J9",
    ),
    (
        "2oxxx2x/1ooooxo1o/oxoxxx1x1/2ox1x1o1/oooxx1xx1/xoxxxxo2/xxoooxx1x/1x2ooxxo/4ooooo b",
        "B7 C3 G4 G8 H6 J8",
    ),
    ("x6x1/oxoxx2xx/1xxox1xxo/x2ooxxoo/ox1oxoo2/oxxxxo1ox/ooxooxo1o/o1o6/9 w", "A8 C8 D7 F3 J4"),
    (
        "2xx4o/2o1o1o1x/x2o3oo/xo1ooooox/oooxxxxxx/o1ox1xxo1/oox1xx1x1/oxxx1oxo1/xx1oo2x1 b",
        "A7 C9 D1 F2 H2 H4 J8",
    ),
    (
        "xox1x1oo1/1oxx1x1x1/1ooxx1x2/1oxxoxo2/1oooox2x/oxooox1x1/oxxxoxo2/1ooxx1x2/2oox1ox1 w",
        "A9 G1 G3 G6 G9",
    ),
    (
        "oo3oox1/xo1oxoxx1/xxoooooxx/1xoxoxxoo/2xxx1xo1/1x1xox1xx/2xooxxox/2xxooooo/2oxo2o1 b",
        "C1 E8 H6",
    ),
    ("2xoxx3/2oo1o1oo/oooooooxo/xxxxoxxxx/2x1x4/6x2/5ox1x/1xx1o1o2/1o7 b", "B1 C9 E2 E9 F3 G2"),
    ("1xoo2oox/1xo1o1oxx/1xxoo1oox/xooxxooox/1oox1xxxx/oooxx2o1/oxxx5/1oox4x/o1ox5 b", "H4"),
    ("oxxxo1o2/oxoxox3/oooxxoooo/2oxxxxox/2oxo2xx/2ox5/2oxxxx2/o1ooxo3/2oxx4 b", "E5 E9 F2 F7 G9"),
    (
        "2x1o1x2/1x1o2ox1/1xo1o1ox1/oxxo2xxo/1xoox4/2xo1xx2/1ox3x1o/ox1x1oxo1/9 w",
        "A2 A6 B3 C7 D6 D8 E7 E9 F2 G8 H2 J3 J6",
    ),
    (
        "o1oxxxox1/1oooxooo1/1xoxxo3/1xooxoxx1/ooxxxooxo/xoooxxxxo/1xox3o1/xxox5/1xx1x4 w",
        "A5 A9 C9 G9 H3 J5",
    ),
    (
        "2o4o1/o1oxxxo1o/1o1ooxxoo/o1ooxxxxo/xooxxx1ox/xxoo1xxo1/1xooooxo1/xxoxxoxox/1ox2x1x1 b",
        "A5 C1 D2 D8 F1 H1 J2 J5",
    ),
]


@pytest.mark.parametrize("name", NAMED)
def test_dead_stones_of_named_positions_are_found(name: str) -> None:
    board, dead = NAMED[name]
    for seed in (1, 2, 3):
        position = read(board)
        assert sorted(dead_stones(position, seed=seed)) == groups(position, *dead.split())


@pytest.mark.parametrize("name", NAMED)
def test_both_colours_are_counted_alike(name: str) -> None:
    board, dead = NAMED[name]
    position = read(board.translate(str.maketrans("xo", "ox")), "w passes=2")
    assert sorted(dead_stones(position)) == groups(position, *dead.split())


@pytest.mark.parametrize(("text", "dead"), FINISHED)
def test_finished_games_as_gnu_go_sees_them(text: str, dead: str) -> None:
    position = plyground.game("go", size=9).position(f"{text} passes=2")
    assert sorted(dead_stones(position)) == groups(position, *dead.split())


def test_every_point_has_an_owner_value() -> None:
    position = read(NAMED["seki: two liberties in common"][0])
    owners = ownership(position)
    assert len(owners) == 81
    assert all(-1 <= share <= 1 for share in owners.values())
    assert owners["A5"] == 1
    assert owners["A9"] == 1
    assert owners["C1"] < -0.8
    assert abs(owners["C9"]) < 0.1  # nobody's
    assert owners["B9"] < -0.8  # both sides of a seki live
    assert owners["D9"] > 0.8


def test_an_empty_board_has_no_certain_owner() -> None:
    for size in (2, 5, 13):
        start = plyground.game("go", size=size).start()
        assert dead_stones(start, playouts=100) == []
        assert len(ownership(start, playouts=100)) == size * size
    owners = ownership(plyground.game("go", size=9).start())
    assert all(-0.3 < share < 0.5 for share in owners.values())


def test_seed_repeats_the_count() -> None:
    position = plyground.random_game(plyground.game("go", size=9).start(), seed=5, max_plies=40)
    assert ownership(position, seed=3) == ownership(position, seed=3)
    assert ownership(position, seed=3) != ownership(position, seed=4)
    assert ownership(position, playouts=10) != ownership(position, playouts=11)


def test_turn_matters_until_both_pass() -> None:
    board = NAMED["three in a row: whoever comes first"][0]
    assert ownership(read(board, "w"))["B7"] < ownership(read(board, "b"))["B7"]
    assert ownership(read(board, "w passes=2")) == ownership(read(board, "b passes=2"))


def test_a_limit_on_stones_does_not_stop_the_count() -> None:
    board = NAMED["a stone in territory"][0]
    assert dead_stones(read(board, "b stones=30", max_moves=30)) == ["B7"]


def test_counted_marks_the_dead() -> None:
    end = read(NAMED["a stone in territory"][0], komi=0)
    marked = counted(end)
    assert marked == end.mark_dead(["B7"])
    score = marked.score()
    assert score is not None
    assert (score.black, score.white) == (28, 4)
    assert counted(marked) == marked


def test_whole_groups_are_dead_or_alive() -> None:
    for seed in range(scaled(30)):
        size = random.Random(seed).choice([5, 7, 9, 11])
        start = plyground.game("go", size=size).start()
        position = plyground.random_game(start, seed=seed, max_plies=size * size)
        dead = dead_stones(position, playouts=40)
        assert sorted(dead) == groups(position, *dead)
        assert len(set(dead)) == len(dead)


@every_game
def test_other_games_refuse(game: plyground.Game) -> None:
    if game.name == "go":
        return
    for ask in (ownership, dead_stones, counted):
        with pytest.raises(ValueError, match="only in Go"):
            ask(game.start())


def test_absurd_arguments_are_refused() -> None:
    start = plyground.game("go", size=5).start()
    with pytest.raises(ValueError, match="playouts can be a whole number from 1 to 100000, not 0"):
        ownership(start, playouts=0)
    with pytest.raises(ValueError, match="seed can be a whole number from 0"):
        dead_stones(start, seed=-1)
    with pytest.raises(ValueError, match="Counting needs a position of Go, not str"):
        counted("start")  # type: ignore[arg-type]


def test_the_largest_seed_is_two_to_the_63rd() -> None:
    start = plyground.game("go", size=5).start()
    assert len(ownership(start, playouts=1, seed=2**63)) == 25
    with pytest.raises(ValueError, match=f"from 0 to {2**63}, not {2**63 + 1}"):
        ownership(start, playouts=1, seed=2**63 + 1)


@pytest.mark.parametrize("ask", [ownership, dead_stones, counted])
def test_playouts_and_seed_are_given_by_name(ask: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match="positional argument"):
        ask(plyground.game("go", size=5).start(), 10)


@contextmanager
def gnu_go() -> Iterator["GnuGo"]:
    path = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
    program = shutil.which("gnugo", path=path) or missing("gnugo is not installed")
    command = [program, "--mode", "gtp", "--level", "1", "--seed", "11", "--boardsize", "9"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield GnuGo(process)
        finally:
            process.kill()


class GnuGo:
    """A program that plays to the end and reports the dead stones."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, command: str) -> str | None:
        """The answer, or None if the command failed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = [self._process.stdout.readline()]
        while (line := self._process.stdout.readline()).strip():
            lines.append(line)
        return "".join(lines)[1:].strip() if lines[0].startswith("=") else None

    def finished_game(self, dice: random.Random) -> Position:
        """A game with random moves at first, and sometimes later."""
        self.ask("clear_board")
        position = plyground.game("go", size=9, ko="simple").start()
        while position.result() is None and position.ply < 160:
            color = position.turn
            move = None
            if position.ply < 6 or (position.ply < 50 and dice.random() < 0.1):
                point = dice.choice("ABCDEFGHJ") + str(dice.randint(1, 9))
                move = point if self.ask(f"play {color} {point}") is not None else None
            if move is None:
                move = self.ask(f"genmove {color}") or "pass"
            if move == "resign":
                move = "pass"
                self.ask(f"play {color} pass")
            position = position.play(move)
        return position


@pytest.mark.deep
def test_new_games_against_gnu_go() -> None:
    """Nine of ten boards have exactly the same dead stones; the rest are unresolved fights."""
    dice = random.Random(7)
    games = scaled(40)
    agreed = 0
    with gnu_go() as judge:
        for _ in range(games):
            position = judge.finished_game(dice)
            dead = judge.ask("final_status_list dead")
            assert dead is not None
            agreed += sorted(dead_stones(position)) == sorted(dead.split())
    assert agreed >= 0.9 * games


@pytest.mark.deep
def test_counting_is_quick() -> None:
    begin = time.process_time()
    for text, _ in FINISHED:
        dead_stones(plyground.game("go", size=9).position(f"{text} passes=2"))
    assert time.process_time() - begin < 0.05 * len(FINISHED)
    large = plyground.random_game(plyground.game("go").start(), seed=1, max_plies=200)
    begin = time.process_time()
    dead_stones(large)
    assert time.process_time() - begin < 0.3


def test_a_dead_group_in_a_killing_shape_belongs_to_the_killer() -> None:
    text = "9/9/1oo6/o8/1ooo5/ooxoo4/xxxxooo2/xooxxo3/1o1xoo3 b"
    position = plyground.game("go", size=9, komi=7.5).position(text)
    assert ownership(position)["A3"] == -1
