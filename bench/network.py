"""Compares networks in the core with onnxruntime: the same weights, one thread, alternating.

`python bench/network.py [BLOCKSxCHANNELS ...] [--board 9x9] [--batches 1,8] [--rounds 7]`

Needs `pip install plyground[onnx] onnxruntime`. Rates are evaluations per CPU-second, as the median
of all rounds; ratios are medians over the rounds.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from plyground import _core
from plyground.engine.network import make_core
from plyground.engine.network_file import NetworkFile, NetworkHeader
from plyground.engine.onnx_export import layer_sizes, to_onnx

Planes = NDArray[np.float32]
Contender = Callable[[], Sequence[Any]]

SECONDS = 0.25  # of each contender in each round


def header_of(blocks: int, channels: int) -> NetworkHeader:
    """A network of this size with eight planes, a pass, a score and ownership."""
    planes = tuple(f"plane {number}" for number in range(8))
    return NetworkHeader(
        game="",
        options={},
        planes=planes,
        blocks=blocks,
        channels=channels,
        policy_planes=1,
        policy_extras=1,
        has_score=True,
        has_ownership=True,
        numbers="float32",
    )


def random_weights(header: NetworkHeader, seed: int = 1) -> NDArray[np.float32]:
    """Weights that keep numbers near 1 from layer to layer."""
    random = np.random.default_rng(seed)
    parts = [
        random.normal(0, 1 / np.sqrt(inputs), (inputs + 1) * outputs)
        for inputs, outputs in layer_sizes(header)
    ]
    return np.concatenate(parts).astype(np.float32)


def onnx_contender(
    header: NetworkHeader, weights: NDArray[np.float32], planes: Planes
) -> Contender:
    """Onnxruntime on one thread, without busy waiting."""
    options = onnxruntime.SessionOptions()
    for name in ("intra_op_num_threads", "inter_op_num_threads"):
        setattr(options, name, 1)
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    rows, columns = planes.shape[1:3]
    model = to_onnx(header, weights, rows, columns).SerializeToString()
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    inputs = {"planes": np.ascontiguousarray(planes.transpose(0, 3, 1, 2))}
    return partial(session.run, None, inputs)


def contenders(header: NetworkHeader, planes: Planes) -> dict[str, Contender]:
    """The measured implementations, onnxruntime first."""
    weights = random_weights(header)
    found = {"onnxruntime": onnx_contender(header, weights, planes)}
    file = NetworkFile(header, weights.tobytes())
    for kernel in _core.network_kernels():
        network = make_core(file, kernel=kernel)
        integers = make_core(file, network.measure_inputs(planes), kernel)
        found[kernel] = partial(network.evaluate, planes)
        found[f"{kernel}, 8 bits"] = partial(integers.evaluate, planes)
    check(found)
    return found


def check(found: dict[str, Contender]) -> None:
    """Checks that all implementations agree, because otherwise the figures mean nothing."""
    value, policy = found["onnxruntime"]()[:2]
    for name, contender in found.items():
        tolerance = 0.05 if "bits" in name else 1e-4
        own_value, own_policy = contender()[:2]
        np.testing.assert_allclose(own_value, value, atol=tolerance, err_msg=name)
        np.testing.assert_allclose(own_policy, policy, atol=10 * tolerance, err_msg=name)


def rate(contender: Contender, batch: int) -> float:
    """Evaluations per second of CPU time."""
    runs = 0
    start = time.thread_time()
    while (spent := time.thread_time() - start) < SECONDS:
        for _ in range(8):
            contender()
        runs += 8
    return runs * batch / spent


def measure(header: NetworkHeader, planes: Planes, rounds: int) -> None:
    """Print the rates of all implementations at one batch size."""
    found = contenders(header, planes)
    rates: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(rounds):
        for name, contender in found.items():
            rates[name].append(rate(contender, len(planes)))
    batch, rows, columns, _ = planes.shape
    print(f"{header.blocks} blocks x {header.channels}, {rows}x{columns}, batch {batch}")
    base = rates["onnxruntime"]
    for name, own in rates.items():
        ratio = statistics.median(mine / other for mine, other in zip(own, base, strict=True))
        print(f"  {name:20} {statistics.median(own):9,.0f}/s {ratio:6.2f}x")


def main() -> None:
    """Measure all requested shapes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", default=["4x32", "6x64"])
    parser.add_argument("--board", default="9x9")
    parser.add_argument("--batches", default="1,8")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    rows, columns = map(int, asked.board.split("x"))
    for size in asked.shapes:
        blocks, channels = map(int, size.split("x"))
        header = header_of(blocks, channels)
        for batch in map(int, asked.batches.split(",")):
            random = np.random.default_rng(batch)
            planes = (random.random((batch, rows, columns, len(header.planes))) < 0.3).astype(
                np.float32
            )
            measure(header, planes, asked.rounds)


if __name__ == "__main__":
    main()
