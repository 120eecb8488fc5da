"""A slow reference for networks, written only from the description in cpp/net/network.hpp."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground import _core

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Shape:
    """The sizes of a network's layers."""

    planes: int = 4
    blocks: int = 2
    channels: int = 16
    head_channels: int = 8
    hidden: int = 8
    policy_planes: int = 1
    policy_extras: int = 1
    has_score: bool = True
    has_ownership: bool = True

    def layers(self) -> Iterator[tuple[int, int, float]]:
        """Inputs, outputs and usual size of weights of each layer, in the order of the weights."""
        trunk, head = self.channels, self.head_channels
        yield 9 * self.planes, trunk, 1.4
        for block in range(self.blocks):
            yield 9 * trunk, trunk, 1.4
            if block % 2 == 1:
                yield 3 * trunk, trunk, 0.4
            yield 9 * trunk, trunk, 0.5
        yield trunk, head, 1.4
        yield trunk, head, 1.4
        yield 3 * head, head, 0.5
        yield head, self.policy_planes, 1.4
        if self.policy_extras:
            yield 3 * head, self.policy_extras, 0.7
        yield 3 * head, self.hidden, 1.0
        yield self.hidden, 3, 0.7
        if self.has_score:
            yield self.hidden, 1, 0.7
        if self.has_ownership:
            yield head, 1, 0.7

    def random_weights(self, random: np.random.Generator) -> NDArray[np.float32]:
        """Weights that keep numbers near 1 from layer to layer, as training does."""
        parts = []
        for inputs, outputs, gain in self.layers():
            parts.append(random.normal(0, gain / np.sqrt(inputs), inputs * outputs))
            parts.append(random.normal(0, 0.1, outputs))
        return np.concatenate(parts).astype(np.float32)

    def network(
        self, weights: NDArray[Any], largest: list[float] | None = None, kernel: str | None = None
    ) -> _core.Network:
        """The core's network of this shape."""
        half = weights.dtype == np.float16
        return _core.Network(
            **asdict(self),
            weights=weights.tobytes(),
            half=half,
            largest_inputs=largest or [],
            kernel=kernel,
        )


@dataclass
class Answer:
    """A network's answer about some positions."""

    value: Floats
    policy: Floats
    score: Floats | None
    ownership: Floats | None


class Reference:
    """A network that reads its weights layer by layer, in order."""

    def __init__(self, shape: Shape, weights: NDArray[Any]) -> None:
        self.shape = shape
        self.weights = weights.astype(np.float64)
        self.read = 0
        self.largest: list[float] = []  # the inputs of each 3x3 convolution

    def take(self, *shape: int) -> Floats:
        """The next weights."""
        count = int(np.prod(shape))
        self.read += count
        return self.weights[self.read - count : self.read].reshape(shape)

    def dense(self, x: Floats, outputs: int) -> Floats:
        """A dense layer of the last axis; a 1x1 convolution is the same."""
        weights = self.take(x.shape[-1], outputs)
        return x @ weights + self.take(outputs)

    def convolve(self, x: Floats, outputs: int) -> Floats:
        """A 3x3 convolution."""
        self.largest.append(float(x.max()))
        return convolved(x, self.take(3, 3, x.shape[-1], outputs)) + self.take(outputs)

    def run_block(self, x: Floats, block: int) -> Floats:
        """A residual block."""
        u = self.convolve(x, self.shape.channels)
        if block % 2 == 1:
            u = u + self.dense(pool(relu(u)), self.shape.channels)[:, None, None]
        return relu(x + self.convolve(relu(u), self.shape.channels))

    def run(self, planes: NDArray[Any]) -> Answer:
        """The network's answer."""
        shape, batch = self.shape, len(planes)
        x = relu(self.convolve(planes.astype(np.float64), shape.channels))
        for block in range(shape.blocks):
            x = self.run_block(x, block)
        p = self.dense(x, shape.head_channels)
        v = relu(self.dense(x, shape.head_channels))
        g = pool(v)
        q = relu(p + self.dense(g, shape.head_channels)[:, None, None])
        logits = self.dense(q, shape.policy_planes).transpose(0, 3, 1, 2).reshape(batch, -1)
        extras = [self.dense(g, shape.policy_extras)] if shape.policy_extras else []
        h = relu(self.dense(g, shape.hidden))
        value = softmax(self.dense(h, 3))
        score = self.dense(h, 1)[:, 0] if shape.has_score else None
        ownership = np.tanh(self.dense(v, 1))[..., 0] if shape.has_ownership else None
        assert self.read == len(self.weights)
        return Answer(value, np.concatenate([logits, *extras], axis=1), score, ownership)


class IntegerReference(Reference):
    """The same network with 8-bit integers in every 3x3 convolution except the first.

    Inputs become 0 to 255, where 255 is the layer's largest input. The weights of each output
    become -127 to 127, where 127 is the largest of them.
    """

    def __init__(self, shape: Shape, weights: NDArray[Any], largest_inputs: list[float]) -> None:
        super().__init__(shape, weights)
        self.units = [largest / 255 for largest in largest_inputs]

    def convolve(self, x: Floats, outputs: int) -> Floats:
        """Multiplies integers, then scales the sums back."""
        if self.read == 0:
            return super().convolve(x, outputs)
        unit = self.units.pop(0)
        weights = self.take(3, 3, x.shape[-1], outputs)
        weight_units: Floats = np.abs(weights).max(axis=(0, 1, 2)) / 127
        inputs = np.minimum(np.rint(x / unit), 255)
        sums = convolved(inputs, np.rint(weights / weight_units))
        return sums * unit * weight_units + self.take(outputs)


def convolved(x: Floats, weights: Floats) -> Floats:
    """Each square sees its neighbours, and zeros outside the board."""
    batch, rows, columns, inputs = x.shape
    padded = np.zeros((batch, rows + 2, columns + 2, inputs))
    padded[:, 1:-1, 1:-1] = x
    total = np.zeros((batch, rows, columns, weights.shape[-1]))
    for down in range(3):
        for right in range(3):
            total += padded[:, down : down + rows, right : right + columns] @ weights[down, right]
    return total


def relu(x: Floats) -> Floats:
    """Negative numbers become 0."""
    return np.maximum(x, 0)


def pool(x: Floats) -> Floats:
    """Means, scaled means and maxima over the board."""
    squares = x.shape[1] * x.shape[2]
    means = x.mean(axis=(1, 2))
    return np.concatenate([means, means * (np.sqrt(squares) - 9) / 10, x.max(axis=(1, 2))], axis=1)


def softmax(x: Floats) -> Floats:
    """Shares that add up to 1."""
    powers: Floats = np.exp(x - x.max(axis=1, keepdims=True))
    sums: Floats = powers.sum(axis=1, keepdims=True)
    return powers / sums


def random_planes(
    random: np.random.Generator, batch: int, rows: int, columns: int, planes: int
) -> NDArray[np.float32]:
    """Positions like those of games: most planes are 0 or 1, the last one is any number."""
    numbers = (random.random((batch, rows, columns, planes)) < 0.3).astype(np.float32)
    numbers[..., -1] = random.random((batch, 1, 1))
    return numbers
