"""Saved games: their folder, the last unfinished one, and exporting one."""

import datetime
import json
from pathlib import Path

from plyground.engine import registry
from plyground.paths import data_folder
from plyground.records.journal import load_records
from plyground.records.record import Record

_LOOKED_AT = 200  # the largest number of files to look at, the latest first
_TAIL = 20_000  # bytes, longer than any result
_RESULT = b'{"result":{'


def games_folder() -> Path:
    """The folder of games in progress."""
    return data_folder() / "games"


def new_path(folder: Path, game: str) -> Path:
    """A path for a new file, named after the time and the game."""
    stem = f"{datetime.datetime.now():%Y%m%d-%H%M%S}-{game}"
    names = (stem if not again else f"{stem}-{again}" for again in range(1000))
    return next(path for name in names if not (path := folder / f"{name}.jsonl").exists())


def last_unfinished(
    folder: Path, game: str | None = None, *, but: Path | None = None
) -> tuple[Path, Record] | None:
    """The file and record of the latest unfinished game.

    Only of this game, if one is named, and never the one in the file `but`.
    """
    for path in _latest_first(folder):
        if path == but or _has_ended(path):
            continue
        try:
            records = load_records(path)
        # a file of another program, or of a game that is not loaded now
        except (ValueError, OSError):
            continue
        if records and _goes_on(records[-1]) and game in (None, records[-1].game.name):
            return path, records[-1]
    return None


def unloaded_game(folder: Path, game: str | None = None) -> str | None:
    """The name of the latest unfinished game, if that game is not loaded.

    Only of this game, if one is named.
    """
    for path in _latest_first(folder):
        name = None if _has_ended(path) else _game_of(path)
        if name is not None and game in (None, name):
            return None if name in registry.all_games() else name
    return None


def _game_of(path: Path) -> str | None:
    """The game of a file, from its first line; None if that is not a record."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(_TAIL))
    except (OSError, ValueError, RecursionError):
        return None
    name = head.get("game") if isinstance(head, dict) and "record" in head else None
    return name if isinstance(name, str) else None


def _latest_first(folder: Path) -> list[Path]:
    try:
        dated = [(path.stat().st_mtime_ns, path.name, path) for path in folder.glob("*.jsonl")]
    except OSError:
        return []
    return [path for _, _, path in sorted(dated, reverse=True)[:_LOOKED_AT]]


def _has_ended(path: Path) -> bool:
    """Whether the last line is a result, which is faster than reading the game."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _TAIL))
            return file.read().rpartition(b"\n")[0].rpartition(b"\n")[2].startswith(_RESULT)
    except OSError:
        return True


def _goes_on(record: Record) -> bool:
    """Whether there is anything left to do, such as counting after two passes."""
    if record.result is not None:
        return False
    result = record.position.result()
    return result is None or result.code == "two_passes"


def save_as(record: Record, name: str) -> Path:
    """Writes the record to a new file, in the notation of the file name's ending.

    A ValueError lists the available notations. An existing file is not overwritten.
    """
    from plyground.records import notation

    path = Path(name).expanduser()
    rows = [row for row in notation.formats().values() if row.holds(record.game)]
    endings = [f".{ending}" for row in rows for ending in row.extensions]
    if path.suffix.lower() not in endings:
        raise ValueError(
            f"A file for {record.game.title} ends in one of {', '.join(endings)};"
            f" {path.name[:60]!r} does not."
        )
    text = notation.write([record], path.name)
    try:
        with path.open("xb") as file:
            file.write(text.encode())
    except FileExistsError:
        raise ValueError(f"There is already a file {path.name}; choose another name.") from None
    except OSError as error:
        raise ValueError(f"{path.name} can't be written: {error.strerror or error}.") from None
    return path
