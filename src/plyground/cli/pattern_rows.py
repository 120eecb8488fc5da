"""Tables of patterns in the commands `nets list`, `nets show` and `nets add`."""

import shutil
from pathlib import Path
from typing import Any

from plyground.engine.pattern_file import ENDING
from plyground.engine.patterns import Patterns, load_patterns, pattern_files
from plyground.paths import data_folder


def described(table: Patterns) -> dict[str, Any]:
    """A table as a row of a list."""
    header, layout = table.header, table.header.layout
    return {
        "network": table.name,
        "game": header.game,
        "options": dict(header.options),
        "size": f"{table.core.weights} weights",
        "patterns": [len(pattern.places[0]) for pattern in layout.patterns],
        "contents": list(layout.contents),
        "extras": list(layout.extras),
        "stages": layout.stages,
        "meaning": header.meaning,
        "about": dict(header.about),
        "path": str(table.path),
    }


def pattern_rows(games: list[str]) -> list[dict[str, Any]]:
    """The tables of patterns for these games."""
    found = [
        described(load_patterns(path, name))
        for game in games
        for name, path in pattern_files(game).items()
    ]
    unique = {row["path"]: row for row in found if row["game"] in games}
    return list(unique.values())


def tables_in(files: list[Path]) -> list[Path]:
    """The tables among some files, and in folders."""
    folders = [sorted(file.glob(f"*{ENDING}")) if file.is_dir() else [file] for file in files]
    return [path for paths in folders for path in paths if path.suffix == ENDING]


def add_table(path: Path) -> None:
    """Copies a table into the data folder."""
    table = load_patterns(path)  # refuse a damaged one before copying anything
    target = data_folder() / "networks" / table.header.game / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
    print(f"{table.name} for {table.header.game}: {target}")
