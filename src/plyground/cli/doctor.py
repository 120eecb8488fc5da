"""The command `doctor`: what is installed, what is missing, and how to get it."""

import json
import platform
from typing import Any

import typer

from plyground import __version__, _cpu
from plyground.cli import BUILD
from plyground.cli.arguments import Json
from plyground.engine import tablebase
from plyground.extras import EXTRAS
from plyground.paths import data_folder, docs_folder

app = typer.Typer()


@app.command()
def doctor(as_json: Json = False) -> None:
    """Show what is installed, what is missing, and how to get it."""
    found = examine()
    if as_json:
        print(json.dumps(found, indent=2))
        return
    print(f"Plyground {found['version']}, Python {found['python']}, {found['system']}")
    print(f"Core: {found['build']} build; this processor {_avx2(found['supports_avx2'])} AVX2.")
    print(f"Data folder: {found['data_folder']}")
    print("Extras:")
    for name, extra in found["extras"].items():
        print(f"  {name:10}  {_state(extra)}")
    print(_summary(found["extras"]))
    print(f"Documentation: {found['documentation'] or 'not built (in a checkout: make docs)'}")
    print("Tablebases:")
    for game, file in found["tablebases"].items():
        print(f"  {game:10}  {file or f'not built; build it with: plyground solve {game} --all'}")


def examine() -> dict[str, Any]:
    """Everything that `doctor` reports, as plain data."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "build": BUILD,
        "supports_avx2": _cpu.supports_avx2(),
        "data_folder": str(data_folder()),
        "extras": {
            name: {"purpose": extra.purpose, "missing": extra.missing(), "command": extra.command}
            for name, extra in EXTRAS.items()
        },
        "documentation": str(docs_folder() or ""),
        "tablebases": {game: _file(game) for game in tablebase.games()},
    }


def _summary(extras: dict[str, dict[str, Any]]) -> str:
    """Say in a sentence how much is installed.

    >>> _summary({"lab": {"missing": []}, "train": {"missing": ["torch"]}})
    '1 of 2 parts are installed. To install another one, run the command beside it.'
    >>> _summary({"lab": {"missing": []}})
    'All parts are installed.'
    """
    missing = sum(bool(extra["missing"]) for extra in extras.values())
    if not missing:
        return "All parts are installed."
    return (
        f"{len(extras) - missing} of {len(extras)} parts are installed."
        " To install another one, run the command beside it."
    )


def _file(game: str) -> str:
    found = tablebase.find(game)
    return str(found.path) if found else ""


def _avx2(supported: bool) -> str:
    return "supports" if supported else "does not support"


def _state(extra: dict[str, Any]) -> str:
    """Say whether an extra is installed; if not, what is missing and how to get it.

    >>> _state({"purpose": "The laboratory", "missing": [], "command": ""})
    'installed  The laboratory'
    """
    if not extra["missing"]:
        return f"installed  {extra['purpose']}"
    modules = ", ".join(extra["missing"])
    return f"missing    {extra['purpose']} needs {modules}: {extra['command']}"
