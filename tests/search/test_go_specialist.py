"""Go's specialist through Monte Carlo search: reading, life and death, seki, and when to pass.

Most boards are closed but for one corner, and komi lies between what the right and the wrong move
there are worth. One thread with a seed plays the same on every machine.
"""

import pytest

import plyground

SPEC = "mcts:playouts={playouts},seed=1,exploration=0,bias=off"

# Five rows in which nothing is left to do: black's, with any number of eyes.
BLACK_ROWS = "xxxxxxxxx/1x1x1x1x1/xxxxxxxxx/1x1x1x1x1/x1x1x1x1x"
SEKI = f"1xxx1ox2/ooooooxx1/xxxxxxx1x/xxxxxxxxx/{BLACK_ROWS}"
DEAD_STONES = f"2x2o1o1/5ooo1/5o1o1/ooooooooo/{BLACK_ROWS}"
SETTLED = f"1o1o1o1o1/ooooooooo/1o1o1o1o1/ooooooooo/{BLACK_ROWS}"


def best(
    text: str, komi: float, playouts: int = 2000, seed: int = 1, **options: object
) -> plyground.Report:
    size = text.count("/") + 1
    position = plyground.game("go", size=size, komi=komi, **options).position(text)
    spec = f"mcts:playouts={playouts},seed={seed},exploration=0,bias=off"
    return plyground.search(position, spec)


@pytest.mark.parametrize("turn", ["b", "w"])
@pytest.mark.parametrize(
    ("corner", "komi", "move"),
    [
        ("3xo1o2/xxxxo1o2/ooooo1o2", 16.5, "B9"),  # three in a row
        ("2xxo1o2/1xxoo1o2/xxooo1o2", 17.5, "A9"),  # three round the corner
        ("3xo1o2/2xxo1o2/xxxoo1o2", 19.5, "B9"),  # five in a lump
    ],
)
def test_the_vital_point_of_a_corner(corner: str, komi: float, move: str, turn: str) -> None:
    assert best(f"{corner}/ooooooooo/{BLACK_ROWS} {turn}", komi).move == move


@pytest.mark.parametrize("turn", ["b", "w"])
def test_snapback(turn: str) -> None:
    """Black throws a stone in and takes three back; white connects in time."""
    text = f"2oo1oo2/ooxo1oo2/xxxo1oo2/xxxoooooo/{BLACK_ROWS} {turn}"
    assert best(text, 26.5).move == "B9"
