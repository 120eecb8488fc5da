"""Where the server runs: `local`, on one's own machine, or `production`, for others to reach.

In production only HTTPS is spoken, by a proxy before the server. What is missing is told before the
first request, and not by a server that is less safe than it seems.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_NAMES = ("local", "production")
_OWN = ("localhost", "127.0.0.1", "[::1]")
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Profile:
    """What differs between the two."""

    hosts: tuple[str, ...]  # the names the server answers to
    https: bool  # cookies go by HTTPS only, and a proxy says whether it was spoken
    redirect: bool = False  # who comes without it is sent there
    hsts: int = 0  # seconds for which a browser shall not even try without


def read_profile(environment: Mapping[str, str], key_file: Path) -> Profile:
    """The profile that the environment asks for; ValueError says what it lacks.

    >>> read_profile({}, Path("key")).https
    False
    >>> read_profile({"PLYGROUND_PROFILE": "production"}, Path("key"))
    Traceback (most recent call last):
        ...
    ValueError: In production PLYGROUND_HOSTS has to name the server, such as games.example.org.
    """
    name = environment.get("PLYGROUND_PROFILE") or "local"
    if name not in _NAMES:
        raise ValueError(f"PLYGROUND_PROFILE is local or production, not {name[:40]!r}.")
    given = environment.get("PLYGROUND_HOSTS", "").split(",")
    hosts = tuple(filter(None, map(str.strip, given)))
    if name == "local":
        return Profile((*_OWN, *hosts), https=environment.get("PLYGROUND_HTTPS") == "on")
    if not hosts:
        raise ValueError(
            "In production PLYGROUND_HOSTS has to name the server, such as games.example.org."
        )
    if "*" in hosts:
        raise ValueError("In production PLYGROUND_HOSTS names every host; * is none.")
    if not environment.get("PLYGROUND_SECRET_KEY") and not key_file.is_file():
        raise ValueError(
            "In production there has to be a key: in PLYGROUND_SECRET_KEY, or in the file"
            f" {key_file.name} of PLYGROUND_HOME. `plyground new-key` makes one."
        )
    return Profile(hosts, https=True, redirect=True, hsts=_seconds(environment))


def _seconds(environment: Mapping[str, str]) -> int:
    text = environment.get("PLYGROUND_HSTS") or str(_YEAR)
    if not text.isdecimal() or len(text) > 9:
        raise ValueError(f"PLYGROUND_HSTS is a number of seconds, not {text[:40]!r}.")
    return int(text)
