"""Who owns enclosed groups of Go, against a slow, exhaustive solver."""

import pytest

from tests.search.life_and_death import Problem, errors, eye_shapes, fights

THREE = ((2, 2), (2, 3), (2, 4))
STRAIGHT_FOUR = ((2, 2), (2, 3), (2, 4), (2, 5))


@pytest.mark.parametrize(
    ("cells", "turn", "lives"),
    [
        (THREE, "x", True),
        (THREE, "o", False),
        (STRAIGHT_FOUR, "o", True),
        (((2, 2), (2, 3), (3, 2), (3, 3)), "x", False),
        (((2, 2), (2, 3), (2, 4), (3, 3)), "o", False),  # the T
        (((2, 2), (2, 3), (2, 4), (3, 2), (3, 3)), "o", False),  # the bulky five
        (
            ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)),
            "o",
            False,
        ),  # six in the corner, no way out
        (((2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (3, 4)), "o", True),  # the same in the middle
    ],
)
def test_the_solver_knows_the_textbook(
    cells: tuple[tuple[int, int], ...], turn: str, lives: bool
) -> None:
    assert Problem(cells, (".",) * len(cells), turn).lives() is lives


def test_small_eye_shapes_have_the_right_owner() -> None:
    problems = [problem for problem in eye_shapes() if len(problem.cells) <= 4]
    assert len(problems) == 32
    assert errors(problems, playouts=100) == []


@pytest.mark.deep
def test_all_eye_shapes_and_fights_have_the_right_owner() -> None:
    problems = [*eye_shapes(), *fights()]
    assert len(problems) == 140
    assert errors(problems) == []
