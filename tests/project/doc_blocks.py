"""Runs the code blocks of the documents.

- A Python block is run, or its examples (`>>>`) are compared. The blocks of a page share their
  names. A block that begins with a comment such as `# col.py` is saved under that name instead.
- A TOML block is read as an experiment or a lesson. It, too, is saved if its first line names it.
- In a `console` block, each line after `$ ` is run. The lines after it are compared with its
output; `...` stands for anything.
- Commands in other blocks are only parsed: each command, option and argument must exist.

Long work is shortened: SHORTER has a smaller number for each large one.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import typer

from plyground.cli import make_app
from tests.project import ROOT

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SHORTER = (
    (r"games(\s*=\s*|=)\d+", r"games\g<1>2"),
    (r"--games \d+", "--games 2"),
    (r"--minutes [\d.]+", "--generations 1 --with games=50,measure_games=2"),
    (r"playouts=\d{3,}", "playouts=20"),
    (r"nodes=\d{3,}", "nodes=50"),
    (r"--seconds \d+", "--seconds 0.1"),
    (r"plyground check (\S+)", r"plyground check \1 --games 50"),
    (r"--max-plies \d+", "--max-plies 4"),
    (r" --open\b", ""),
    (r"plyground serve", "plyground serve --no-browser --port 0"),
    (r"plyground play", "plyground play --plain"),
)
_FENCE = re.compile(r"^(```|~~~)(\w*)[^\n]*\n(.*?)^\1\s*$", re.DOTALL | re.MULTILINE)
_INDENTED = re.compile(r"(?<=\n\n)((?: {4}\S.*\n(?:\n(?= {4}))?)+)")
_NAMED = re.compile(r"# ([\w-]+\.(?:py|toml))\n")
_PLACEHOLDER = re.compile(r"\[|\.\.\.|\||(?<![\w/.-])[A-Z]{3,}\b|<")


@dataclass(frozen=True)
class Block:
    """A block of code: its page, its line, its language (none if it is indented), its text."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """All blocks of a page, in order."""
    return blocks_of(page.read_text(encoding="utf-8"), page)


def blocks_of(text: str, page: Path) -> list[Block]:
    """The blocks of a text as if it were this page."""
    found = []

    def keep(match: re.Match[str], language: str, code: str) -> str:
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(page, line, language, code))
        return re.sub(r"[^\n]", " ", match[0])

    bare = _FENCE.sub(lambda match: keep(match, match[2] or "text", match[3]), text)
    for match in _INDENTED.finditer(bare):
        keep(match, "", re.sub(r"^ {4}", "", match[1], flags=re.MULTILINE))
    return sorted(found, key=lambda block: block.line)


def commands(block: Block) -> Iterator[str]:
    """The lines of a block that call `plyground`, joined if they continue."""
    if block.language not in ("", "text", "console", "sh", "shell"):
        return
    for line in re.sub(r"\\\n\s*", " ", block.text).splitlines():
        found = re.match(r"(?:\$ )?plyground (.*)", line)
        if found:
            yield found[1]


class Commands:
    """The command line, for checking the documents against it."""

    def __init__(self) -> None:
        self.root: Any = typer.main.get_command(make_app())

    def problem(self, line: str) -> str:
        """The error in a command; empty if it is valid.

        If it has placeholders, its commands and options must exist.
        """
        if _PLACEHOLDER.search(line.partition("#")[0]):
            return self._unknown(line)
        try:
            words = shlex.split(line.partition(" | ")[0].partition(" || ")[0], comments=True)
            self._parse(words)
        except (click.ClickException, typer.Exit) as error:
            return str(getattr(error, "message", "") or error)
        except Exception as error:  # noqa: BLE001 - Typer brings its own copy of click's errors
            return str(getattr(error, "message", "") or error)
        return ""

    def _parse(self, words: list[str]) -> None:
        command = self.root
        while hasattr(command, "commands"):
            if not words or words[0].startswith("-"):
                return
            name, *words = words
            if name not in command.commands:
                raise ValueError(f"there is no command {name}")
            command = command.commands[name]
        command.make_context(command.name, words)

    def _unknown(self, line: str) -> str:
        names = re.match(r"[a-z|-]+(?: \| [a-z]+)*(?: [a-z-]+)?", line)
        assert names is not None, line
        for first in re.split(r"\s*\|\s*", names[0]):
            command: Any = self.root
            for name in first.split():
                command = getattr(command, "commands", {}).get(name, command)
            if command is self.root:
                return f"there is no command {first}"
            known = {word for one in command.params for word in (*one.opts, *one.secondary_opts)}
            wrong = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", line)) - known
            if wrong:
                return f"plyground {first} has no option {', '.join(sorted(wrong))}"
        return ""


def shortened(text: str) -> str:
    """The same with less work."""
    for long, short in SHORTER:
        text = re.sub(long, short, text)
    return text


class Session:
    """Runs the blocks of a page, one after the other, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "page"}
        (folder / "examples").mkdir()
        for file in (ROOT / "examples").iterdir():
            if file.is_file():
                text = file.read_text(encoding="utf-8")
                is_settings = file.suffix == ".toml"
                (folder / "examples" / file.name).write_text(
                    shortened(text) if is_settings else text, encoding="utf-8"
                )

    def run(self, block: Block) -> None:
        """Runs a block; an AssertionError describes the difference from the page."""
        if named := _NAMED.match(block.text):
            text = shortened(block.text) if named[1].endswith(".toml") else block.text
            (self.folder / named[1]).write_text(text, encoding="utf-8")
        elif block.language == "python":
            self._python(block)
        elif block.language == "console":
            self._console(block)

    def run_complete(self, line: str, block: Block) -> None:
        """Runs a command unless it has placeholders."""
        if not _PLACEHOLDER.search(line.partition("#")[0]):
            self._command(shortened(f"plyground {line}"), block)

    def _python(self, block: Block) -> None:
        with contextlib.chdir(self.folder):
            if ">>> " not in block.text:
                code = compile(shortened(block.text), block.place, "exec")
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(code, self.names)
                return
            parsed = doctest.DocTestParser().get_doctest(
                block.text, self.names, block.place, str(block.page), block.line
            )
            wrong = io.StringIO()
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            runner.run(parsed, out=wrong.write, clear_globs=False)
            self.names.update(parsed.globs)
            assert not runner.failures, wrong.getvalue()

    def _console(self, block: Block) -> None:
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            line, _, expected = part.partition("\n")
            printed = self._command(shortened(line), block)
            if expected.strip():
                checker = doctest.OutputChecker()
                wanted = expected.rstrip() + "\n"
                same = checker.check_output(wanted, printed, FLAGS)
                assert same, f"{block.place}: {line}\nexpected:\n{expected}\nprinted:\n{printed}"

    def _command(self, line: str, block: Block) -> str:
        """The output of a shell line; a server is ended as soon as it is ready."""
        if "plyground serve" in line:
            return self._serve(line)
        script = f'plyground() {{ {shlex.quote(sys.executable)} -m plyground "$@"; }}\n{line}'
        words = shlex.split(line, comments=True)
        plain = words[:1] == ["plyground"] and not {"|", "||", ">"} & set(words)
        command = [sys.executable, "-m", *words] if plain else ["/bin/sh", "-c", script]
        done = subprocess.run(
            command,
            cwd=self.folder,
            input="quit\n" if "plyground play" in line else "",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self._environment(),
            timeout=600,
        )
        assert done.returncode == 0, f"{block.place}: {line}\n{done.stdout}"
        return done.stdout

    def _serve(self, line: str) -> str:
        command = [sys.executable, "-m", *shlex.split(line)]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self._environment(),
        ) as server:
            watch = threading.Timer(120, server.kill)
            watch.start()
            printed = []
            assert server.stdout is not None
            for row in server.stdout:
                printed.append(row)
                if "http://" in row:
                    server.send_signal(signal.SIGINT)
                    break
            watch.cancel()
            printed += server.stdout
        assert any("http://" in row for row in printed), "".join(printed)
        return "".join(printed)

    def _environment(self) -> dict[str, str]:
        tools = str(Path(sys.executable).parent)
        path = os.pathsep.join([tools, os.environ.get("PATH", os.defpath)])
        return os.environ | {"PATH": path, "PLYGROUND_HOME": str(self.folder / "home")}
