"""Exports networks as ONNX files for other programs. cpp/net/network.hpp describes the layers.

It needs the extra `onnx`.
"""

import json
import math
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from plyground.engine.game import Game
from plyground.engine.network_file import NetworkFile, NetworkHeader
from plyground.engine.policy_layout import layout_of

Weights = NDArray[np.float32]


def layer_sizes(header: NetworkHeader) -> list[tuple[int, int]]:
    """Inputs and outputs of each layer, in the order of the weights."""
    trunk, head = header.channels, header.head_channels
    found = [(9 * len(header.planes), trunk)]
    for block in range(header.blocks):
        pool = [(3 * trunk, trunk)] if block % 2 == 1 else []
        found += [(9 * trunk, trunk), *pool, (9 * trunk, trunk)]
    found += [(trunk, head), (trunk, head), (3 * head, head)]
    found += [(head, header.policy_planes)] if header.policy_planes else []
    found += [(3 * head, header.policy_extras)] if header.policy_extras else []
    found += [(3 * head, header.hidden), (header.hidden, 3)]
    found += [(header.hidden, 1)] if header.has_score else []
    return found + ([(head, 1)] if header.has_ownership else [])


def output_shapes(header: NetworkHeader, rows: int, columns: int) -> dict[str, list[int | str]]:
    """The shapes of the outputs for boards of one size."""
    logits = header.policy_planes * rows * columns + header.policy_extras
    found: dict[str, list[int | str]] = {"value": ["batch", 3], "policy": ["batch", logits]}
    if header.has_score:
        found["score"] = ["batch", 1]
    if header.has_ownership:
        found["ownership"] = ["batch", 1, rows, columns]
    return found


class Graph:
    """Builds the graph of a network. Layers take their weights in the order of the file."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def add(self, kind: str, *inputs: str, **settings: Any) -> str:
        """Add a node and return the name of its result."""
        name = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **settings))
        return name

    def constant(self, numbers: NDArray[Any]) -> str:
        """Add a constant and return its name."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(numbers), name))
        return name

    def take(self, *shape: int) -> Weights:
        """The next weights."""
        count = math.prod(shape)
        taken, self.weights = self.weights[:count], self.weights[count:]
        return taken.reshape(shape)

    def convolve(self, x: str, inputs: int, outputs: int, side: int = 3) -> str:
        """A convolution over the board; outside the board all numbers are 0."""
        numbers = self.constant(self.take(side, side, inputs, outputs).transpose(3, 2, 0, 1))
        return self.add("Conv", x, numbers, self.constant(self.take(outputs)), pads=4 * [side // 2])

    def dense(self, x: str, inputs: int, outputs: int) -> str:
        """A dense layer."""
        numbers = self.constant(self.take(inputs, outputs))
        return self.add("Gemm", x, numbers, self.constant(self.take(outputs)))

    def relu(self, x: str) -> str:
        """Negative numbers become 0."""
        return self.add("Relu", x)

    def pool(self, x: str, squares: int) -> str:
        """Means, scaled means and maxima over the board."""
        means = self.add("Flatten", self.add("GlobalAveragePool", x))
        scale = self.constant(np.float32((math.sqrt(squares) - 9) / 10).reshape(1))
        maxima = self.add("Flatten", self.add("GlobalMaxPool", x))
        return self.add("Concat", means, self.add("Mul", means, scale), maxima, axis=1)

    def add_everywhere(self, x: str, addends: str) -> str:
        """Add one number per channel to all squares."""
        axes = self.constant(np.array([2, 3], np.int64))
        return self.add("Add", x, self.add("Unsqueeze", addends, axes))


def _add_trunk(graph: Graph, header: NetworkHeader, squares: int) -> str:
    """The input's convolution and the blocks."""
    width = header.channels
    x = graph.relu(graph.convolve("planes", len(header.planes), width))
    for block in range(header.blocks):
        u = graph.convolve(x, width, width)
        if block % 2 == 1:
            pooled = graph.pool(graph.relu(u), squares)
            u = graph.add_everywhere(u, graph.dense(pooled, 3 * width, width))
        x = graph.relu(graph.add("Add", x, graph.convolve(graph.relu(u), width, width)))
    return x


def _add_heads(graph: Graph, header: NetworkHeader, x: str, squares: int) -> dict[str, str]:
    """The outputs, by name."""
    head = header.head_channels
    p = graph.convolve(x, header.channels, head, 1)
    v = graph.relu(graph.convolve(x, header.channels, head, 1))
    g = graph.pool(v, squares)
    q = graph.relu(graph.add_everywhere(p, graph.dense(g, 3 * head, head)))
    parts = []
    if header.policy_planes:
        parts.append(graph.add("Flatten", graph.convolve(q, head, header.policy_planes, 1)))
    if header.policy_extras:
        parts.append(graph.dense(g, 3 * head, header.policy_extras))
    policy = graph.add("Concat", *parts, axis=1)
    h = graph.relu(graph.dense(g, 3 * head, header.hidden))
    answers = {"value": graph.add("Softmax", graph.dense(h, header.hidden, 3)), "policy": policy}
    if header.has_score:
        answers["score"] = graph.dense(h, header.hidden, 1)
    if header.has_ownership:
        answers["ownership"] = graph.add("Tanh", graph.convolve(v, head, 1, 1))
    return answers


def to_onnx(header: NetworkHeader, weights: Weights, rows: int, columns: int) -> onnx.ModelProto:
    """The network for boards of one size.

    Its input `planes` is [batch, planes, rows, columns]. Its outputs are `value`, `policy` and, if
    the network has them, `score` and `ownership`.
    """
    graph = Graph(weights)
    squares = rows * columns
    answers = _add_heads(graph, header, _add_trunk(graph, header, squares), squares)
    if len(graph.weights):
        raise ValueError(f"This network has {len(weights) - len(graph.weights)} weights.")
    for name, result in answers.items():
        graph.nodes.append(helper.make_node("Identity", [result], [name]))
    planes = helper.make_tensor_value_info(
        "planes", onnx.TensorProto.FLOAT, ["batch", len(header.planes), rows, columns]
    )
    outputs = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, sizes)
        for name, sizes in output_shapes(header, rows, columns).items()
    ]
    made = helper.make_graph(graph.nodes, "network", [planes], outputs, graph.constants)
    versions = [helper.make_opsetid("", 17)]
    model = helper.make_model(made, opset_imports=versions, ir_version=8, producer_name="plyground")
    onnx.checker.check_model(model)
    return model


def export(file: NetworkFile, game: Game) -> bytes:
    """Exports a network's file as an ONNX file for the boards of a game with its options.

    Its metadata describe the input and output, both as JSON: `planes` has the names of the planes,
    `moves` the text of the move at each index of the policy.
    """
    start, header = game.start(), file.header
    rows, columns = len(start.rows), len(start.columns)
    numbers = "<f2" if header.numbers == "float16" else "<f4"
    weights = np.frombuffer(file.weights, numbers).astype(np.float32)
    model = to_onnx(header, weights, rows, columns)
    notes = {
        "game": game.name,
        "options": json.dumps(dict(game.values)),
        "planes": json.dumps(header.planes),
        "moves": json.dumps(layout_of(game).texts),
    }
    helper.set_model_props(model, notes)
    data: bytes = model.SerializeToString()
    return data
