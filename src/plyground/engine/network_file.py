"""The file of a network: a header in JSON, the weights, and a checksum.

    bytes             meaning
    8                 "PLYNET1" and a line feed
    4                 the length of the header, little-endian
    length            the header: JSON in UTF-8, the fields of NetworkHeader
    the rest but 32   the weights, little-endian float16 or float32 numbers in the order that
                      cpp/net/network.hpp gives
    32                SHA-256 of everything before

docs/explanation/networks.md describes the fields.
"""

import dataclasses
import hashlib
import json
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ENDING = ".plynet"
SCORE_SCALE = 20.0  # points that the score's answer counts as 1
_MAGIC = b"PLYNET1\n"
_LONGEST = 256 << 20  # bytes; no network of ours comes near
_WIDTH = {"float16": 2, "float32": 4}


@dataclass(frozen=True)
class NetworkHeader:
    """What a network is: for which game, of which size, made how."""

    game: str
    options: Mapping[str, str | int | float | None]  # those it was trained with
    planes: tuple[str, ...]  # what it is shown
    blocks: int
    channels: int
    policy_planes: int
    policy_extras: int
    head_channels: int = 32
    hidden: int = 32
    has_score: bool = False
    has_ownership: bool = False
    numbers: str = "float16"
    largest_inputs: tuple[float, ...] = ()  # of the 3x3 convolutions but the first, for 8 bits
    about: Mapping[str, Any] = field(default_factory=dict)  # how it was made


@dataclass(frozen=True)
class NetworkFile:
    """A network as its file has it."""

    header: NetworkHeader
    weights: bytes


def write_network(path: Path, network: NetworkFile) -> None:
    """Writes a network. Readers find the old file or the new one, never a part of it."""
    header = json.dumps(dataclasses.asdict(network.header), sort_keys=True).encode()
    content = _MAGIC + struct.pack("<I", len(header)) + header + network.weights
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content + hashlib.sha256(content).digest())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_network(path: Path) -> NetworkFile:
    """Reads a network; a ValueError says what is wrong with the file."""
    try:
        if path.stat().st_size > _LONGEST:
            raise ValueError(f"The network {path} is larger than {_LONGEST >> 20} MB.")
        content = path.read_bytes()
    except OSError as error:
        raise ValueError(f"The network {path} can't be read: {error.strerror}.") from None
    if not content.startswith(_MAGIC):
        raise ValueError(f"{path} is not a network of Plyground.")
    body, checksum = content[:-32], content[-32:]
    if hashlib.sha256(body).digest() != checksum:
        raise ValueError(f"The network {path} is damaged: its checksum is wrong.")
    (length,) = struct.unpack_from("<I", body, len(_MAGIC))
    begin = len(_MAGIC) + 4
    header = _read_header(path, body[begin : begin + length])
    weights = body[begin + length :]
    if len(weights) % _WIDTH[header.numbers]:
        raise ValueError(f"The network {path} has half a number at its end.")
    return NetworkFile(header, weights)


def read_header(path: Path) -> NetworkHeader:
    """The header of a network alone, which is quick; the checksum is not looked at."""
    start = len(_MAGIC) + 4
    try:
        with path.open("rb") as file:
            begin = file.read(start)
            if not begin.startswith(_MAGIC) or len(begin) < start:
                raise ValueError(f"{path} is not a network of Plyground.")
            (length,) = struct.unpack_from("<I", begin, len(_MAGIC))
            return _read_header(path, file.read(min(length, _LONGEST)))
    except OSError as error:
        raise ValueError(f"The network {path} can't be read: {error.strerror}.") from None


def _read_header(path: Path, text: bytes) -> NetworkHeader:
    try:
        fields = json.loads(text)
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
