"""The command that rewrites records from one notation to another."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from plyground import registry
from plyground.cli.arguments import Load, Settings, load_games, read_settings
from plyground.game import Game
from plyground.notation import MAX_BYTES, find_format, formats, losses, read, write
from plyground.record import Malformed, Record

app = typer.Typer()

_STANDARD = "-"  # standard input or output
_TOLD = 10  # games whose losses are told one by one


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, or - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, or - for standard output.")],
    from_format: Annotated[
        str | None, typer.Option("--from", metavar="NOTATION", help="What IN is written in.")
    ] = None,
    to_format: Annotated[
        str | None, typer.Option("--to", metavar="NOTATION", help="What to write.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game, where IN leaves it open."),
    ] = None,
    settings: Settings = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
    load: Load = None,
) -> None:
    """Rewrite records in another notation; what can't be carried over is told."""
    load_games(load)
    given = _game(game, settings)
    if target != _STANDARD and Path(target).exists() and not force:
        raise ValueError(f"{target} is there already; --force replaces it.")
    row = find_format(_target_format(target, to_format))
    name = "" if source == _STANDARD else source
    try:
        records = read(_bytes(source), from_format, game=given, name=name)
    except Malformed as wrong:
        raise ValueError(f"{name or 'standard input'}, {wrong}") from None
    if not records:
        raise ValueError(f"There is no game in {name or 'standard input'}.")
    text = write(records, row.name)
    _put(target, text.encode("utf-8", "replace"), force)
    _tell(records, text, row.name)


def _game(name: str | None, settings: list[str] | None) -> Game | None:
    if name is None:
        if settings:
            raise ValueError("--set needs --game, for options belong to a game.")
        return None
    return registry.game(name, **read_settings(settings))


def _target_format(target: str, named: str | None) -> str:
    if named is not None:
        return named
    try:
        return find_format(target).name
    except ValueError:
        known = ", ".join(formats())
        raise ValueError(f"Say with --to what to write; the notations are: {known}.") from None


def _bytes(source: str) -> bytes:
    """What is there to read; no more than can be read, so that an endless input ends."""
    if source == _STANDARD:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(source).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _put(target: str, data: bytes, force: bool) -> None:
    """Writes a whole file or none."""
    if target == _STANDARD:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        if force:
            part.replace(path)
        else:
            _claim(path, part)
    finally:
        part.unlink(missing_ok=True)


def _claim(path: Path, part: Path) -> None:
    """Gives the file its name, unless someone has taken that meanwhile."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise ValueError(f"{path} is there already; --force replaces it.") from None
    except OSError:  # not every file system knows hard links
        part.replace(path)


def _tell(records: list[Record], text: str, name: str) -> None:
    """Says on standard error what the new text, read again, does not hold."""
    try:
        back = read(text, name)
    except Malformed:
        _warn(f"{name} leaves out the options of the game; to read it again, give --game and --set")
        return
    lost = [losses(before, after) for before, after in zip(records, back, strict=True)]
    affected = [number for number, what in enumerate(lost, 1) if what]
    for number in affected[:_TOLD]:
        where = f"game {number}: " if len(records) > 1 else ""
        _warn(f"{where}{name} leaves out {', '.join(lost[number - 1])}")
    if len(affected) > _TOLD:
        _warn(f"so it is with {len(affected) - _TOLD} more games")


def _warn(sentence: str) -> None:
    print(f"plyground: {sentence}.", file=sys.stderr)
