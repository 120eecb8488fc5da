"""Finds lesson files: ours in the folders of the games, and those in your own folders."""

import functools
import os
from collections.abc import Sequence
from pathlib import Path

from plyground.engine.game_guide import folder_of, native_guides
from plyground.learn.lessons.model import Lesson
from plyground.learn.lessons.reading import read

FOLDERS = "PLYGROUND_LESSONS"  # an environment variable: folders, as in PATH


def folders() -> list[Path]:
    """The folders of lessons, besides ours."""
    return [Path(one) for one in os.environ.get(FOLDERS, "").split(os.pathsep) if one]


def use(more: Sequence[Path]) -> None:
    """Adds the lessons of these folders, in this process and its child processes.

    A ValueError says what is wrong with one of them.
    """
    for folder in more:
        if not folder.is_dir():
            raise ValueError(f"{folder} is not a folder of lessons.")
        for file in files(folder):
            read(file)
    known = [str(folder.resolve()) for folder in (*folders(), *more)]
    os.environ[FOLDERS] = os.pathsep.join(dict.fromkeys(known))
    lessons.cache_clear()


def files(folder: Path) -> list[Path]:
    """The lessons of a folder and its subfolders, ordered by name."""
    return sorted([*folder.glob("*.toml"), *folder.glob("*/*.toml")])


@functools.cache
def lessons() -> dict[str, list[Lesson]]:
    """All lessons by game, in order. If two have the same name, the later one counts.

    >>> [lesson.name for lesson in lessons()["go"]][:2]
    ['liberties', 'capture']
    """
    found: dict[str, dict[str, Lesson]] = {}
    for folder in (*_own_folders(), *folders()):
        for file in files(folder):
            lesson = read(file)
            found.setdefault(lesson.game, {})[lesson.name] = lesson
    return {game: list(rows.values()) for game, rows in found.items() if rows}


def _own_folders() -> list[Path]:
    """The folders of our own lessons, in the order of the games' guides."""
    guides = native_guides()
    games = sorted(guides, key=lambda name: guides[name].lesson_place)
    return [folder / "lessons" for name in games if (folder := folder_of(name))]


def find(game: str, name: str) -> Lesson | None:
    """The lesson with this name; None if there is none.

    >>> find("go", "capture").title.text_in("en"), find("go", "no-such-lesson")
    ('Capture', None)
    """
    return next((one for one in lessons().get(game, ()) if one.name == name), None)
