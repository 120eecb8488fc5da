"""The list of a protocol's commands: what runs each one, its syntax, its help."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

NAME = "Plyground"
VERSION = version("plyground")
AUTHOR = "Plyground contributors"


@dataclass(frozen=True)
class Command:
    """A row: the function (called with the rest of the line), usage and sentence."""

    run: Callable[[Any, Any], Any]
    usage: str
    sentence: str


def listing(commands: Mapping[str, Command]) -> str:
    """The table for the documentation, in Markdown.

    >>> print(listing({"PING": Command(print, "PING N", "answers PONG")}))
    | command | effect |
    | --- | --- |
    | `PING N` | answers PONG |
    """
    rows = [f"| `{command.usage}` | {command.sentence} |" for command in commands.values()]
    return "\n".join(["| command | effect |", "| --- | --- |", *rows])
