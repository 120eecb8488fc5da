"""The command line imports only what a command needs."""

import subprocess
import sys
from importlib import import_module

import pytest

from plyground import cli

MODULES = sorted(cli.MODULES)


def imported(*arguments: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from plyground.cli import main\n"
        f"main({list(arguments)!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def test_version_is_shown_without_typer() -> None:
    assert "typer" not in imported("--version")


def test_command_imports_its_own_module_only() -> None:
    found = imported("games")
    assert [name for name in MODULES if f"plyground.cli.{name}" in found] == ["positions"]


@pytest.mark.parametrize("name", MODULES)
def test_each_module_has_the_commands_of_the_list(name: str) -> None:
    app = import_module(f"plyground.cli.{name}").app
    if name in cli.GROUPS:
        assert cli.MODULES[name] == (name,)
        return
    rows = app.registered_commands
    names = [row.name or row.callback.__name__.replace("_", "-") for row in rows]
    assert sorted(names) == sorted(cli.MODULES[name])


def test_help_lists_every_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "--help"], capture_output=True, text=True, timeout=60
    )
    words = done.stdout.split()
    assert [one for names in cli.MODULES.values() for one in names if one not in words] == []
