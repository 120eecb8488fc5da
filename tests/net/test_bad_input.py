"""Invalid weights and inputs of networks, and their error sentences."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from plyground import _core
from tests.net.reference import Shape

SHAPE = Shape()
WEIGHTS = SHAPE.random_weights(np.random.default_rng(1))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"planes": 0}, "The number of planes must be from 1 to 4096, not 0."),
        ({"blocks": 0}, "The number of blocks must be from 1 to 4096, not 0."),
        ({"blocks": -3}, "The number of blocks must be from 1 to 4096, not -3."),
        (
            {"channels": 12},
            "The number of channels must be a multiple of 8, from 8 to 4096, not 12.",
        ),
        (
            {"channels": 8000},
            "The number of channels must be a multiple of 8, from 8 to 4096, not 8000.",
        ),
        (
            {"head_channels": 0},
            "The number of head channels must be a multiple of 8, from 8 to 4096, not 0.",
        ),
        ({"hidden": 0}, "The number of hidden units must be from 1 to 4096, not 0."),
        ({"policy_planes": -1}, "The number of policy planes must be from 0 to 4096, not -1."),
        (
            {"policy_extras": 5000},
            "The number of moves without a square must be from 0 to 4096, not 5000.",
        ),
        (
            {"policy_planes": 0, "policy_extras": 0},
            "A network needs at least one policy plane or one move without a square.",
        ),
        ({"planes": 5}, f"A network of this shape must have {len(WEIGHTS) + 144} weights, not "),
    ],
)
def test_impossible_shape_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"network|number") as refused:
        replace(SHAPE, **change).network(WEIGHTS)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_weights_that_are_not_finite_are_refused(number: float, kind: type[np.floating]) -> None:
    weights = WEIGHTS.astype(kind)
    weights[-1] = number
    with pytest.raises(ValueError, match=r"^All weights must be finite\.$"):
        SHAPE.network(weights)


def test_missing_and_cut_weights_are_refused() -> None:
    with pytest.raises(
        ValueError, match=rf"have {len(WEIGHTS)} weights, not {len(WEIGHTS) - 1}\.$"
    ):
        SHAPE.network(WEIGHTS[:-1])
    with pytest.raises(
        ValueError, match=r"^The size of the weights must be .* 4 bytes, not 7 bytes"
    ):
        SHAPE.network(np.zeros(7, np.uint8))


@pytest.mark.parametrize(
    ("largest", "sentence"),
    [
        ([1.0, 2.0], "A network of this shape must have 4 largest inputs, not 2."),
        ([1.0, 2.0, 3.0, -1.0], "All largest inputs must be finite and at least 0."),
        ([1.0, 2.0, 3.0, np.nan], "All largest inputs must be finite and at least 0."),
    ],
)
def test_impossible_largest_inputs_are_refused(largest: list[float], sentence: str) -> None:
    with pytest.raises(ValueError, match="largest inputs") as refused:
        SHAPE.network(WEIGHTS, largest)
    assert str(refused.value) == sentence


def test_unknown_kernel_is_refused() -> None:
    names = ", ".join(_core.network_kernels())
    with pytest.raises(ValueError, match="kernel") as refused:
        SHAPE.network(WEIGHTS, kernel="abacus")
    assert str(refused.value) == (
        f"The kernel 'abacus' is not available here; the available kernels are {names}."
    )


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        ((1, 26, 9, 4), "A board must have 1 to 25 rows and columns, not 26 by 9."),
        ((1, 9, 26, 4), "A board must have 1 to 25 rows and columns, not 9 by 26."),
        ((1, 0, 9, 4), "A board must have 1 to 25 rows and columns, not 0 by 9."),
        ((1, 9, 9, 3), "The network expects positions with 4 planes, not 3."),
    ],
)
def test_impossible_boards_are_refused(shape: tuple[int, ...], sentence: str) -> None:
    network = SHAPE.network(WEIGHTS)
    for ask in (network.evaluate, network.measure_inputs):
        with pytest.raises(ValueError, match=r"board|planes") as refused:
            ask(np.zeros(shape, np.float32))
        assert str(refused.value) == sentence


def test_array_of_other_dimensions_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        SHAPE.network(WEIGHTS).evaluate(np.zeros((9, 9, 4), np.float32))
