"""Networks with 8-bit integers, against the reference and 32-bit numbers."""

import numpy as np
import pytest

from plyground import _core
from tests.net.reference import IntegerReference, Reference, Shape, random_planes
from tests.net.test_float import answer, assert_close

KERNELS = _core.network_kernels()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    ("rows", "columns", "channels"), [(1, 1, 8), (3, 7, 16), (6, 5, 24), (9, 9, 32), (13, 13, 64)]
)
def test_integers_are_those_of_the_reference(
    rows: int, columns: int, channels: int, kernel: str
) -> None:
    """One block has no pool, so the same planes give the same integers everywhere.

    If a number is almost halfway between two integers, its last bit decides. Hence the tolerance:
    all numbers except a few are much closer.
    """
    random = np.random.default_rng(rows)
    shape = Shape(blocks=1, channels=channels)
    weights = shape.random_weights(random)
    planes = random_planes(random, 4, rows, columns, shape.planes)
    largest = shape.network(weights).measure_inputs(planes)
    largest[1] *= 0.7  # larger inputs than measured become the largest integer
    network = shape.network(weights, largest, kernel)
    assert network.uses_integers
    wanted = IntegerReference(shape, weights, largest).run(planes)
    assert_close(answer(network, planes), wanted, 2e-3)
    found = answer(network, planes).policy
    assert np.median(np.abs(found - wanted.policy)) < 1e-5


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernels_compute_the_same_integers(kernel: str) -> None:
    """With these planes and first weights nothing is rounded, so all later numbers are equal."""
    random = np.random.default_rng(7)
    shape = Shape(planes=3, blocks=1, channels=32)
    weights = shape.random_weights(random)
    first = 9 * shape.planes * shape.channels + shape.channels
    weights[:first] = np.rint(weights[:first] * 8) / 8
    planes = (random.random((6, 9, 9, shape.planes)) < 0.4).astype(np.float32)
    largest = [float(np.pi), float(np.e)]
    plain = answer(shape.network(weights, largest, "portable"), planes)
    assert_close(answer(shape.network(weights, largest, kernel), planes), plain, 1e-5)


@pytest.mark.parametrize("kernel", KERNELS)
def test_integers_change_values_and_best_moves_little(kernel: str) -> None:
    """Several networks, because random weights often make the best moves almost equal."""
    same = []
    for seed in range(8):
        random = np.random.default_rng(seed)
        shape = Shape(planes=8, blocks=4, channels=32, head_channels=32, hidden=32)
        weights = shape.random_weights(random)
        measured = random_planes(random, 50, 9, 9, shape.planes)
        planes = random_planes(random, 50, 9, 9, shape.planes)
        exact = answer(shape.network(weights, kernel=kernel), planes)
        largest = shape.network(weights).measure_inputs(measured)
        found = answer(shape.network(weights, largest, kernel), planes)
        share = np.array([1, 0.5, 0])
        assert np.abs(found.value @ share - exact.value @ share).max() < 0.02
        same += list(found.policy.argmax(axis=1) == exact.policy.argmax(axis=1))
    assert np.mean(same) >= 0.97


def test_layer_that_is_always_zero_stays_zero() -> None:
    random = np.random.default_rng(9)
    shape = Shape(blocks=2)
    weights = shape.random_weights(random)
    weights[: 9 * shape.planes * shape.channels + shape.channels] = 0
    planes = random_planes(random, 2, 4, 4, shape.planes)
    largest = shape.network(weights).measure_inputs(planes)
    assert largest[0] == 0
    exact = Reference(shape, weights).run(planes)
    assert_close(answer(shape.network(weights, largest), planes), exact, 0.1)
