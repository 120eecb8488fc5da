"""One network, many threads."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from tests.net.reference import Shape, random_planes

THREADS = 4


@pytest.mark.parametrize("integers", [False, True])
def test_threads_that_share_a_network_get_identical_answers(integers: bool) -> None:
    random = np.random.default_rng(1)
    shape = Shape(blocks=3, channels=32)
    weights = shape.random_weights(random)
    boards = [random_planes(random, batch, 9 - batch, 7, shape.planes) for batch in (1, 2, 3, 5)]
    largest = shape.network(weights).measure_inputs(boards[3]) if integers else None
    alone = [shape.network(weights, largest).evaluate(planes) for planes in boards]
    shared = shape.network(weights, largest)
    together = Barrier(THREADS)

    def work(thread: int) -> None:
        """The first requests come together, while the network still prepares its weights."""
        together.wait()
        for step in range(20):
            board = (thread + step) % len(boards)
            for found, wanted in zip(shared.evaluate(boards[board]), alone[board], strict=True):
                assert found is not None
                assert wanted is not None
                np.testing.assert_array_equal(found, wanted)

    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(work, range(THREADS))) == [None] * THREADS
