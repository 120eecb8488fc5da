"""The optional parts of Plyground: what each is for, and which modules it needs.

`pip install plyground` installs the engine, the games, the command line and the Python interface.
Everything else is an extra, as in `pip install "plyground[web]"`.
"""

import contextlib
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Extra:
    """An optional part: its name in `pip install "plyground[NAME]"`, its use, its modules."""

    name: str
    purpose: str
    modules: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command that installs it."""
        return f'pip install "plyground[{self.name}]"'

    def missing(self) -> list[str]:
        """The modules that are not installed here."""
        return [name for name in self.modules if importlib.util.find_spec(name) is None]


_WEB = ("django", "pydantic", "uvicorn", "h11", "servestatic", "brotli", "pyotp", "segno")
EXTRAS = {
    extra.name: extra
    for extra in (
        Extra("web", "Playing in the browser", _WEB),
        Extra("terminal", "The full screen of the terminal", ("textual",)),
        Extra("lab", "The laboratory", ("numpy", "scipy")),
        Extra("cluster", "Running studies on a cluster", ("distributed",)),
        Extra(
            "server",
            "A server with PostgreSQL and metrics",
            ("psycopg", "prometheus_client", *_WEB),
        ),
        Extra("train", "Training a network", ("torch", "numpy", "scipy")),
        Extra("networks", "Reading planes", ("numpy",)),
        Extra("onnx", "Exporting a network as ONNX", ("onnx", "numpy")),
        Extra("openspiel", "The OpenSpiel adapter", ("pyspiel", "open_spiel", "numpy")),
        Extra("pettingzoo", "The PettingZoo adapter", ("pettingzoo", "gymnasium", "numpy")),
    )
}


class MissingExtraError(ModuleNotFoundError, ValueError):
    """A module of an optional part is not installed. The message names the command to run."""


@contextlib.contextmanager
def needed_for(name: str) -> Iterator[None]:
    """Import modules of an extra; if one is missing, say how to install it.

    >>> with needed_for("lab"):
    ...     raise ModuleNotFoundError("No module named 'scipy'", name="scipy")
    Traceback (most recent call last):
        ...
    plyground.extras.MissingExtraError: The laboratory needs scipy, which is not installed: \
pip install "plyground[lab]".
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if sentence := explain(error, EXTRAS[name]):
            raise MissingExtraError(sentence, name=error.name) from error
        raise


def explain(error: ModuleNotFoundError, *extras: Extra) -> str:
    """Say which extra provides the missing module; nothing if none of them does.

    >>> explain(ModuleNotFoundError("No module named 'textual'", name="textual"))
    'The full screen of the terminal needs textual, which is not installed: \
pip install "plyground[terminal]".'
    """
    if isinstance(error, MissingExtraError) and not extras:
        return str(error)
    module = (error.name or "").partition(".")[0]
    for extra in extras or EXTRAS.values():
        if module in extra.modules:
            return f"{extra.purpose} needs {module}, which is not installed: {extra.command}."
    return ""
