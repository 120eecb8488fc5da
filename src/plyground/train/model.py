"""The network of cpp/net/network.hpp in PyTorch, for training, and its export."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from plyground.engine.network_file import NetworkHeader


@dataclass(frozen=True)
class Shape:
    """The size of a network; the fields are those of NetworkHeader."""

    planes: int
    blocks: int
    channels: int
    policy_planes: int
    policy_extras: int
    head_channels: int = 32
    hidden: int = 32
    has_score: bool = False
    has_ownership: bool = False

    @classmethod
    def of(cls, header: NetworkHeader) -> "Shape":
        """The shape of an existing network."""
        return cls(
            len(header.planes),
            header.blocks,
            header.channels,
            header.policy_planes,
            header.policy_extras,
            header.head_channels,
            header.hidden,
            header.has_score,
            header.has_ownership,
        )


def pool(board: Tensor) -> Tensor:
    """Mean, mean scaled by the board's size, and maximum of each channel."""
    mean = board.mean((2, 3))
    size = float(board.shape[2] * board.shape[3]) ** 0.5
    return torch.cat([mean, mean * ((size - 9) / 10), board.amax((2, 3))], 1)


class Convolution(nn.Module):
    """A 3x3 convolution with batch normalisation, which the export folds into it."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        nn.init.kaiming_normal_(self.conv.weight, nonlinearity="relu")

    def forward(self, board: Tensor) -> Tensor:
        """The normalised convolution."""
        result: Tensor = self.norm(self.conv(board))
        return result

    def folded(self) -> tuple[Tensor, Tensor]:
        """Equivalent weights and biases without normalisation."""
        assert self.norm.running_mean is not None
        assert self.norm.running_var is not None
        scale = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        weight = self.conv.weight * scale[:, None, None, None]
        return weight, self.norm.bias - self.norm.running_mean * scale


class Block(nn.Module):
    """A residual block; every second one adds information about the whole board."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.first = Convolution(channels, channels)
        self.dense = nn.Linear(3 * channels, channels) if pools else None
        self.second = Convolution(channels, channels)
        nn.init.zeros_(self.second.norm.weight)  # at first a block changes nothing

    def forward(self, board: Tensor) -> Tensor:
        """The board after the block."""
        inner = self.first(board)
        if self.dense is not None:
            inner = inner + self.dense(pool(torch.relu(inner)))[:, :, None, None]
        result: Tensor = torch.relu(board + self.second(torch.relu(inner)))
        return result


class PolicyValueNet(nn.Module):
    """The whole network."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        heads, hidden = shape.head_channels, shape.hidden
        self.entry = Convolution(shape.planes, shape.channels)
        self.tower = nn.ModuleList(Block(shape.channels, i % 2 == 1) for i in range(shape.blocks))
        self.policy = nn.Conv2d(shape.channels, heads, 1)
        self.value = nn.Conv2d(shape.channels, heads, 1)
        self.policy_pool = nn.Linear(3 * heads, heads)
        self.policy_out = nn.Conv2d(heads, shape.policy_planes, 1) if shape.policy_planes else None
        self.extras = nn.Linear(3 * heads, shape.policy_extras) if shape.policy_extras else None
        self.inner = nn.Linear(3 * heads, hidden)
        self.outcome = nn.Linear(hidden, 3)
        self.score = nn.Linear(hidden, 1) if shape.has_score else None
        self.owners = nn.Conv2d(heads, 1, 1) if shape.has_ownership else None

    def forward(self, planes: Tensor) -> dict[str, Tensor]:
        """Logits of policy and outcome, the score, and ownership before tanh."""
        board = torch.relu(self.entry(planes))
        for block in self.tower:
            board = block(board)
        value = torch.relu(self.value(board))
        seen = pool(value)
        policy = torch.relu(self.policy(board) + self.policy_pool(seen)[:, :, None, None])
        parts = []
        if self.policy_out is not None:
            parts.append(self.policy_out(policy).flatten(1))
        if self.extras is not None:
            parts.append(self.extras(seen))
        hidden = torch.relu(self.inner(seen))
        answer = {"policy": torch.cat(parts, 1), "value": self.outcome(hidden)}
        if self.score is not None:
            answer["score"] = self.score(hidden)[:, 0]
        if self.owners is not None:
            answer["owners"] = self.owners(value).flatten(1)
        return answer


def export_weights(net: PolicyValueNet, numbers: str = "float16") -> bytes:
    """The weights in the order of cpp/net/network.hpp."""
    with torch.no_grad():
        rows = [part.detach().float().reshape(-1).numpy() for part in _parts(net)]
    whole = np.concatenate(rows)
    return whole.astype("<f2" if numbers == "float16" else "<f4").tobytes()


def _parts(net: PolicyValueNet) -> Iterator[Tensor]:
    yield from _folded(net.entry)
    for block in net.tower:
        assert isinstance(block, Block)
        yield from _folded(block.first)
        if block.dense is not None:
            yield from _dense(block.dense)
        yield from _folded(block.second)
    yield from itertools.chain(_point(net.policy), _point(net.value), _dense(net.policy_pool))
    if net.policy_out is not None:
        yield from _point(net.policy_out)
    if net.extras is not None:
        yield from _dense(net.extras)
    yield from itertools.chain(_dense(net.inner), _dense(net.outcome))
    if net.score is not None:
        yield from _dense(net.score)
    if net.owners is not None:
        yield from _point(net.owners)


def _folded(convolution: Convolution) -> Iterator[Tensor]:
    weight, bias = convolution.folded()
    yield weight.permute(2, 3, 1, 0).contiguous()
    yield bias


def _dense(layer: nn.Linear) -> Iterator[Tensor]:
    yield layer.weight.t().contiguous()
    yield layer.bias


def _point(layer: nn.Conv2d) -> Iterator[Tensor]:
    yield layer.weight[:, :, 0, 0].t().contiguous()
    yield layer.bias
