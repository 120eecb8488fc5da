"""Networks of 32-bit numbers against the slow reference, on every kind of board and shape."""

import numpy as np
import pytest

from plyground import _core
from tests.net.reference import Answer, Floats, Reference, Shape, random_planes

KERNELS = _core.network_kernels()
# Rows, columns, batch, and a shape. Together they cover every size of tile, whole and cut, every
# remainder of vectors and register blocks, and every optional part of a network.
CASES = [
    (1, 1, 1, Shape(planes=1, blocks=1, channels=8, policy_extras=0)),
    (1, 2, 2, Shape(planes=2, blocks=1, channels=24, has_score=False)),
    (2, 1, 3, Shape(planes=3, blocks=2, channels=8, has_ownership=False)),
    (1, 25, 1, Shape(planes=5, blocks=3, channels=16, policy_planes=2)),
    (3, 3, 9, Shape(planes=3, blocks=2, channels=40, head_channels=16, hidden=1)),
    (4, 4, 4, Shape(planes=7, blocks=1, channels=32, policy_planes=0, policy_extras=5)),
    (4, 3, 5, Shape(planes=20, blocks=2, channels=16, policy_planes=9, policy_extras=0)),
    (5, 5, 6, Shape(planes=8, blocks=4, channels=24, head_channels=24, hidden=33)),
    (6, 7, 7, Shape(planes=9, blocks=2, channels=48, policy_planes=1, policy_extras=0)),
    (8, 8, 8, Shape(planes=16, blocks=3, channels=32, head_channels=32, hidden=32)),
    (9, 9, 2, Shape(planes=17, blocks=6, channels=32, head_channels=32, policy_extras=3)),
    (10, 9, 3, Shape(planes=6, blocks=5, channels=56, policy_planes=4)),
    (11, 13, 1, Shape(planes=12, blocks=2, channels=64, head_channels=48)),
    (15, 15, 2, Shape(planes=4, blocks=2, channels=32, has_score=False, has_ownership=False)),
    (19, 19, 1, Shape(planes=18, blocks=6, channels=64, head_channels=32, hidden=48)),
    (25, 25, 1, Shape(planes=4, blocks=1, channels=8)),
]


def answer(network: _core.Network, planes: np.ndarray) -> Answer:
    """What the core says."""
    return Answer(*network.evaluate(planes))  # type: ignore[arg-type]


def assert_close(found: Answer, wanted: Answer, tolerance: float) -> None:
    for name, numbers in vars(wanted).items():
        core: Floats | None = getattr(found, name)
        if numbers is None:
            assert core is None
            continue
        assert core is not None
        assert core.dtype == np.float32
        assert core.shape == numbers.shape
        np.testing.assert_allclose(core, numbers, rtol=tolerance, atol=tolerance, err_msg=name)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}x{case[1]}")
def test_answers_agree_with_the_reference(case: tuple[int, int, int, Shape], kernel: str) -> None:
    rows, columns, batch, shape = case
    random = np.random.default_rng(rows * 100 + columns)
    weights = shape.random_weights(random)
    planes = random_planes(random, batch, rows, columns, shape.planes)
    network = shape.network(weights, kernel=kernel)
    assert network.kernel == kernel
    assert_close(answer(network, planes), Reference(shape, weights).run(planes), 1e-4)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_position_gets_the_same_answer_in_every_batch(kernel: str) -> None:
    random = np.random.default_rng(1)
    shape = Shape(blocks=2, channels=24)
    network = shape.network(shape.random_weights(random), kernel=kernel)
    planes = random_planes(random, 40, 7, 6, shape.planes)  # more than one pass holds
    alone = [network.evaluate(planes[i : i + 1]) for i in range(len(planes))]
    for batch in (9, 2, 40, 3, 8, 5):
        together = network.evaluate(planes[:batch])
        for part, whole in enumerate(together):
            assert whole is not None
            np.testing.assert_array_equal(
                whole, np.concatenate([one[part] for one in alone[:batch]])
            )


def test_one_thread_may_ask_networks_of_all_sizes_in_turn() -> None:
    """Working memory of earlier calls must have no effect."""
    random = np.random.default_rng(2)
    boards = [
        (shape.network(weights := shape.random_weights(random)), shape, weights, planes)
        for rows, columns, batch, shape in CASES[:11]
        for planes in [random_planes(random, batch, rows, columns, shape.planes)]
    ]
    for _ in range(3):
        for index in random.permutation(len(boards)):
            network, shape, weights, planes = boards[index]
            assert_close(answer(network, planes), Reference(shape, weights).run(planes), 1e-4)


def test_no_positions_get_no_answers() -> None:
    shape = Shape()
    network = shape.network(shape.random_weights(np.random.default_rng(3)))
    value, policy, score, ownership = network.evaluate(np.zeros((0, 4, 5, 4), np.float32))
    assert score is not None
    assert ownership is not None
    assert [part.shape for part in (value, policy, score, ownership)] == [
        (0, 3),
        (0, 21),
        (0,),
        (0, 4, 5),
    ]


def test_weights_may_be_numbers_of_16_bits() -> None:
    random = np.random.default_rng(4)
    shape = Shape()
    weights = shape.random_weights(random).astype(np.float16)
    weights[:6] = [0, -0.0, 6e-8, -3e-6, 65504, 6.1e-5]  # the smallest, the largest, and the limits
    planes = random_planes(random, 3, 5, 5, shape.planes)
    short = shape.network(weights).evaluate(planes)
    long = shape.network(weights.astype(np.float32)).evaluate(planes)
    for one, other in zip(short, long, strict=True):
        assert one is not None
        assert other is not None
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("kernel", KERNELS)
def test_largest_inputs_of_the_convolutions_are_measured(kernel: str) -> None:
    random = np.random.default_rng(5)
    shape = Shape(blocks=3, channels=24)
    weights = shape.random_weights(random)
    planes = random_planes(random, 5, 6, 6, shape.planes)
    reference = Reference(shape, weights)
    reference.run(planes)
    found = shape.network(weights, kernel=kernel).measure_inputs(planes)
    np.testing.assert_allclose(found, reference.largest[1:], rtol=1e-4)
    integers = shape.network(weights, found, kernel)
    assert integers.uses_integers
    assert integers.measure_inputs(planes) == found


def test_fastest_kernel_is_chosen() -> None:
    shape = Shape()
    assert shape.network(shape.random_weights(np.random.default_rng(6))).kernel == KERNELS[-1]
    assert KERNELS[0] == "portable"
