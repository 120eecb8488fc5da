"""Many random networks against PyTorch, or against the reference if it is not installed."""

import importlib
import importlib.util
import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from plyground import _core
from tests.net.reference import Answer, Reference, Shape, random_planes
from tests.net.test_float import answer, assert_close

NETWORKS = 60
torch: Any = importlib.import_module("torch") if importlib.util.find_spec("torch") else None


class TorchNetwork:
    """The network of cpp/net/network.hpp in PyTorch, with 32-bit numbers."""

    def __init__(self, shape: Shape, weights: NDArray[np.float32]) -> None:
        self.shape = shape
        self.weights = torch.from_numpy(weights)

    def take(self, *shape: int) -> Any:
        """The next weights."""
        count = math.prod(shape)
        taken, self.weights = self.weights[:count], self.weights[count:]
        return taken.reshape(shape)

    def convolve(self, x: Any, outputs: int, side: int = 3) -> Any:
        """A convolution of [batch, channels, rows, columns]."""
        weights = self.take(side, side, x.shape[1], outputs).permute(3, 2, 0, 1)
        return torch.nn.functional.conv2d(x, weights, self.take(outputs), padding=side // 2)

    def dense(self, x: Any, outputs: int) -> Any:
        """A dense layer."""
        return x @ self.take(x.shape[1], outputs) + self.take(outputs)

    def run(self, planes: NDArray[np.float32]) -> Answer:
        """The network's answer."""
        shape = self.shape
        x = self.convolve(torch.from_numpy(planes).permute(0, 3, 1, 2), shape.channels).relu()
        for block in range(shape.blocks):
            u = self.convolve(x, shape.channels)
            if block % 2 == 1:
                u = u + self.dense(pool(u.relu()), shape.channels)[:, :, None, None]
            x = (x + self.convolve(u.relu(), shape.channels)).relu()
        p = self.convolve(x, shape.head_channels, 1)
        v = self.convolve(x, shape.head_channels, 1).relu()
        g = pool(v)
        q = (p + self.dense(g, shape.head_channels)[:, :, None, None]).relu()
        policy = self.convolve(q, shape.policy_planes, 1).flatten(1)
        if shape.policy_extras:
            policy = torch.cat([policy, self.dense(g, shape.policy_extras)], 1)
        h = self.dense(g, shape.hidden).relu()
        value = self.dense(h, 3).softmax(1)
        score = self.dense(h, 1)[:, 0].numpy() if shape.has_score else None
        ownership = self.convolve(v, 1, 1).tanh()[:, 0].numpy() if shape.has_ownership else None
        return Answer(value.numpy(), policy.numpy(), score, ownership)


def pool(x: Any) -> Any:
    """Means, scaled means and maxima over the board."""
    squares = x.flatten(2)
    means = squares.mean(2)
    scale = (math.sqrt(squares.shape[2]) - 9) / 10
    return torch.cat([means, means * scale, squares.amax(2)], 1)


def random_shape(random: np.random.Generator) -> Shape:
    return Shape(
        planes=int(random.integers(1, 24)),
        blocks=int(random.integers(1, 7)),
        channels=8 * int(random.integers(1, 9)),
        head_channels=8 * int(random.integers(1, 5)),
        hidden=int(random.integers(1, 50)),
        policy_planes=int(random.integers(1, 6)),
        policy_extras=int(random.integers(0, 4)),
        has_score=bool(random.integers(2)),
        has_ownership=bool(random.integers(2)),
    )


@pytest.mark.deep
@pytest.mark.parametrize("kernel", _core.network_kernels())
def test_random_networks_agree_with_pytorch(kernel: str) -> None:
    random = np.random.default_rng(1)
    for _ in range(NETWORKS):
        shape = random_shape(random)
        weights = shape.random_weights(random)
        batch, rows, columns = random.integers(1, [10, 20, 20])
        planes = random_planes(random, batch, rows, columns, shape.planes)
        other = TorchNetwork(shape, weights) if torch else Reference(shape, weights)
        assert_close(answer(shape.network(weights, kernel=kernel), planes), other.run(planes), 1e-4)
