"""The command `new`: writes a game of your own to start from, with tests and a lesson."""

import keyword
import re
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from plyground.cli.new_files import GAME, LESSON, TEST
from plyground.engine import registry

app = typer.Typer()


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name, in lower case.")],
    folder: Annotated[Path, typer.Option(metavar="DIR", help="Where to write the files.")] = Path(),
) -> None:
    """Write a small game in Python, with comments, tests and a lesson, as a start for your own."""
    _check_name(name)
    words = name.replace("_", " ").title()
    lesson = folder / "lessons" / f"01-{name.replace('_', '-')}.toml"
    names = {
        "name": name,
        "title": words,
        "type": words.replace(" ", ""),
        "lesson": lesson.relative_to(folder).as_posix(),
    }
    files = {
        folder / f"{name}.py": GAME,
        folder / f"test_{name}.py": TEST,
        lesson: LESSON,
    }
    for file in files:
        if file.exists():
            raise ValueError(f"{file} exists already; choose another name or --folder.")
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(Template(text).substitute(names), encoding="utf-8")
        print(f"wrote {file}")
    game = folder / f"{name}.py"
    print(f"Next: plyground check {game}, then plyground play {name} --load {game}")


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,30}", name) or keyword.iskeyword(name):
        raise ValueError(
            f"A game's name is a lower-case letter, then letters, digits and '_', not {name!r}."
        )
    if name in registry.native():
        raise ValueError(f"There is already a game called {name!r}.")
