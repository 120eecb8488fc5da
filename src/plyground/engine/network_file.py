"""The file of a network: a header, the weights, and a checksum (checked_file.py).

The file begins with "PLYNET1". The header has the fields of `NetworkHeader`. The body is the
weights, little-endian float16 or float32 numbers in the order that cpp/net/network.hpp gives.

docs/explanation/networks.md describes the fields.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.engine.checked_file import pack, peek_header, read_checked, write_whole

ENDING = ".plynet"
SCORE_SCALE = 20.0  # the number of points that corresponds to 1 in the score output
_MAGIC = b"PLYNET1\n"
_WHAT = "network"
_WIDTH = {"float16": 2, "float32": 4}


@dataclass(frozen=True)
class NetworkHeader:
    """The description of a network: its game, its size and its training."""

    game: str
    options: Mapping[str, str | int | float | None]  # the options it was trained with
    planes: tuple[str, ...]  # its input planes
    blocks: int
    channels: int
    policy_planes: int
    policy_extras: int
    head_channels: int = 32
    hidden: int = 32
    has_score: bool = False
    has_ownership: bool = False
    numbers: str = "float16"
    # the inputs of the 3x3 convolutions except the first, for 8 bits
    largest_inputs: tuple[float, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)  # how it was trained


@dataclass(frozen=True)
class NetworkFile:
    """The content of a network's file."""

    header: NetworkHeader
    weights: bytes


def write_network(path: Path, network: NetworkFile) -> None:
    """Writes a network."""
    write_whole(path, pack(_MAGIC, dataclasses.asdict(network.header), network.weights))


def read_network(path: Path) -> NetworkFile:
    """Reads a network; a ValueError says what is wrong with the file."""
    fields, weights = read_checked(path, _MAGIC, _WHAT)
    header = _header_of(path, fields)
    if len(weights) % _WIDTH[header.numbers]:
        raise ValueError(f"The network {path} has half a number at its end.")
    return NetworkFile(header, weights)


def read_header(path: Path) -> NetworkHeader:
    """The header of a network alone, which is quick; the checksum is not checked."""
    return _header_of(path, peek_header(path, _MAGIC, _WHAT))


def _header_of(path: Path, fields: Mapping[str, Any]) -> NetworkHeader:
    try:
        known = {each.name for each in dataclasses.fields(NetworkHeader)}
        header = NetworkHeader(**{name: fields[name] for name in fields if name in known})
        header = dataclasses.replace(
            header, planes=tuple(header.planes), largest_inputs=tuple(header.largest_inputs)
        )
        if not isinstance(header.game, str):
            raise TypeError
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"The header of the network {path} can't be read.") from None
    if header.numbers not in _WIDTH:
        raise ValueError(f"The network {path} has weights of an unknown kind, {header.numbers!r}.")
    return header
