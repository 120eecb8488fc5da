"""Small networks for tests: random weights, in the format of the package."""

import random
import struct
from pathlib import Path

import plyground
from plyground.engine.network_file import NetworkFile, NetworkHeader, write_network
from plyground.engine.policy_layout import layout_of


def header_for(game: plyground.Game, blocks: int = 2, channels: int = 8) -> NetworkHeader:
    """The header of a small network for a game."""
    start, layout = game.start(), layout_of(game)
    return NetworkHeader(
        game=game.name,
        options=dict(game.values),
        planes=tuple(start.plane_names),
        blocks=blocks,
        channels=channels,
        policy_planes=layout.planes,
        policy_extras=layout.extras,
        head_channels=8,
        hidden=8,
        has_score="score" in start.extra_targets,
        has_ownership="ownership" in start.extra_targets,
        numbers="float32",
    )


def count_weights(header: NetworkHeader) -> int:
    """The number of weights of a network with this shape."""
    planes, inner, heads = len(header.planes), header.channels, header.head_channels
    pools = header.blocks // 2
    count = 9 * planes * inner + inner
    count += 2 * header.blocks * (9 * inner * inner + inner) + pools * (3 * inner * inner + inner)
    count += 2 * (inner * heads + heads) + 3 * heads * heads + heads
    if header.policy_planes:
        count += heads * header.policy_planes + header.policy_planes
    if header.policy_extras:
        count += 3 * heads * header.policy_extras + header.policy_extras
    count += 3 * heads * header.hidden + header.hidden + 3 * header.hidden + 3
    if header.has_score:
        count += header.hidden + 1
    if header.has_ownership:
        count += heads + 1
    return count


def random_network(
    path: Path, game: plyground.Game, seed: int = 1, *, spread: float = 0.2, **shape: int
) -> Path:
    """Writes a network with random weights; a wider spread makes it more certain."""
    header = header_for(game, **shape)
    dice = random.Random(seed)
    weights = [dice.gauss(0, spread) for _ in range(count_weights(header))]
    write_network(path, NetworkFile(header, struct.pack(f"<{len(weights)}f", *weights)))
    return path
