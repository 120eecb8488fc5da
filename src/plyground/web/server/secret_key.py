"""The key that signs cookies: created once, readable only by its owner."""

import os
import secrets
from pathlib import Path

_LEAST = 50  # characters


def read_secret(path: Path, given: str = "") -> str:
    """The configured key, for several hosts; or that in this file, created if there is none.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first, again = (read_secret(Path(folder, "key")) for _ in range(2))
    >>> first == again, len(first) >= 50
    (True, True)
    >>> read_secret(Path("key"), "sesame")
    Traceback (most recent call last):
        ...
    ValueError: PLYGROUND_SECRET_KEY is too short for a secret key; it takes 50 characters.
    """
    if given:
        if len(given) < _LEAST:
            raise ValueError(
                "PLYGROUND_SECRET_KEY is too short for a secret key; it takes 50 characters."
            )
        return given
    try:
        return _read(path)
    except FileNotFoundError:
        _make(path)
        return _read(path)


def _read(path: Path) -> str:
    key = path.read_text(encoding="ascii").strip()
    if len(key) < _LEAST:
        raise ValueError(f"{path.name} is too short for a secret key; delete it to get a new one.")
    return key


def _make(path: Path) -> None:
    """Writes a new key under a temporary name first.

    Another process may do the same now.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)  # the first one wins
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not path.exists():
            draft.replace(path)
            return
    draft.unlink()
