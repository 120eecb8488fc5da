"""Compresses the records of a study, and decompresses them."""

from pathlib import Path

from plyground.lab.record_file import HeldFile, hold
from plyground.lab.store import read_study
from plyground.matches.file import file_errors


def pack(folder: Path) -> Path:
    """Compresses the records of a study that is not running, and returns the file."""
    with _held(folder) as file, file_errors(folder):
        file.pack()
        return file.path


def unpack(folder: Path) -> Path:
    """Decompresses the records of a study; returns the file. A plain file stays unchanged."""
    with _held(folder) as file, file_errors(folder):
        file.unpack()
        return file.path


def _held(folder: Path) -> HeldFile:
    """Refuses a folder that is not a study: holding the file would create one."""
    read_study(folder)
    with file_errors(folder):
        return hold(folder)
