"""The profiles of a server: `local`, or `production`.

In production, a proxy in front of the server accepts only HTTPS. Missing settings are reported
before the first request, so that no server is less secure than it seems.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_NAMES = ("local", "production")
_OWN = ("localhost", "127.0.0.1", "[::1]")
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Profile:
    """The differences between the two profiles."""

    hosts: tuple[str, ...]  # the host names of the server
    https: bool  # cookies require HTTPS, and a proxy reports whether it was used
    redirect: bool = False  # requests without HTTPS are redirected
    hsts: int = 0  # seconds for which a browser must not try without HTTPS


def read_profile(environment: Mapping[str, str], key_file: Path) -> Profile:
    """The profile in the environment; a ValueError says what is missing.

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
    is_on(environment, "PLYGROUND_RATE", usual=True)  # read elsewhere, and checked here
    hsts = _seconds(environment)
    https = is_on(environment, "PLYGROUND_HTTPS", usual=name == "production")
    if name == "local":
        return Profile((*_OWN, *hosts), https=https)
    if not https:
        raise ValueError("In production PLYGROUND_HTTPS can't be off: a proxy provides HTTPS.")
    if not hosts:
        raise ValueError(
            "In production PLYGROUND_HOSTS has to name the server, such as games.example.org."
        )
    if "*" in hosts:
        raise ValueError("In production PLYGROUND_HOSTS must list every host; * is not allowed.")
    if not environment.get("PLYGROUND_SECRET_KEY") and not key_file.is_file():
        raise ValueError(
            "In production a secret key is needed: in PLYGROUND_SECRET_KEY, or in the file"
            f" {key_file.name} of PLYGROUND_HOME. `plyground new-key` makes one."
        )
    return Profile(hosts, https=True, redirect=True, hsts=hsts)


def is_on(environment: Mapping[str, str], name: str, *, usual: bool) -> bool:
    """Whether a setting is on; ValueError if it is neither on nor off.

    >>> is_on({"LAMP": "off"}, "LAMP", usual=True), is_on({}, "LAMP", usual=True)
    (False, True)
    >>> is_on({"LAMP": "yes"}, "LAMP", usual=True)
    Traceback (most recent call last):
        ...
    ValueError: LAMP is on or off, not 'yes'.
    """
    text = environment.get(name) or ("on" if usual else "off")
    if text not in ("on", "off"):
        raise ValueError(f"{name} is on or off, not {text[:40]!r}.")
    return text == "on"


def _seconds(environment: Mapping[str, str]) -> int:
    text = environment.get("PLYGROUND_HSTS") or str(_YEAR)
    if not text.isdecimal() or len(text) > 9:
        raise ValueError(f"PLYGROUND_HSTS is a number of seconds, not {text[:40]!r}.")
    return int(text)
