"""Files with a header in JSON, a body and a checksum, written whole or not at all.

bytes             meaning
8                 a word of seven letters that names the format, and a line feed
4                 the length of the header, little-endian
length            the header, JSON in UTF-8
the rest - 32     the body
32                SHA-256 of everything before
"""

import hashlib
import json
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_LONGEST = 256 << 20  # bytes; no file of ours comes close
_LENGTH = 4  # bytes of the header's length


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file atomically. Readers find the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def pack(magic: bytes, header: Mapping[str, Any], body: bytes) -> bytes:
    """The content of a file."""
    text = json.dumps(header, sort_keys=True).encode()
    content = magic + struct.pack("<I", len(text)) + text + body
    return content + hashlib.sha256(content).digest()


def read_checked(path: Path, magic: bytes, what: str) -> tuple[dict[str, Any], bytes]:
    """The header and the body; a ValueError says what is wrong with the file.

    `what` names this kind of file in the error sentences.
    """
    try:
        if path.stat().st_size > _LONGEST:
            raise ValueError(f"The {what} {path} is larger than {_LONGEST >> 20} MB.")
        content = path.read_bytes()
    except OSError as error:
        raise ValueError(f"The {what} {path} can't be read: {error.strerror}.") from None
    if not content.startswith(magic):
        raise ValueError(f"{path} is not a {what} of Plyground.")
    body, checksum = content[:-32], content[-32:]
    if len(content) < len(magic) + _LENGTH + 32 or hashlib.sha256(body).digest() != checksum:
        raise ValueError(f"The {what} {path} is damaged: its checksum is wrong.")
    (length,) = struct.unpack_from("<I", body, len(magic))
    begin = len(magic) + _LENGTH
    return _header(path, body[begin : begin + length], what), body[begin + length :]


def peek_header(path: Path, magic: bytes, what: str) -> dict[str, Any]:
    """The header alone, which is quick; the checksum is not checked."""
    try:
        with path.open("rb") as file:
            begin = file.read(len(magic) + _LENGTH)
            if not begin.startswith(magic) or len(begin) < len(magic) + _LENGTH:
                raise ValueError(f"{path} is not a {what} of Plyground.")
            (length,) = struct.unpack_from("<I", begin, len(magic))
            return _header(path, file.read(min(length, _LONGEST)), what)
    except OSError as error:
        raise ValueError(f"The {what} {path} can't be read: {error.strerror}.") from None


def _header(path: Path, text: bytes, what: str) -> dict[str, Any]:
    try:
        header: dict[str, Any] = json.loads(text)
        if not isinstance(header, dict):
            raise TypeError
    except (ValueError, TypeError):
        raise ValueError(f"The header of the {what} {path} can't be read.") from None
    return header
