"""The command `convert`: rewrites records in another notation."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import Load, Settings, load_games, read_settings
from plyground.engine import registry
from plyground.engine.game import Game
from plyground.records.notation import (
    MAX_BYTES,
    find_format,
    formats,
    losses,
    read,
    read_good,
    write,
)
from plyground.records.record import Malformed, Record

app = typer.Typer()

_STANDARD = "-"  # standard input or output
_SHOWN = 10  # the number of games whose losses are listed one by one

Encoding = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The encoding of IN, overriding the declared one."),
]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Skip games that can't be read.")]


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, or - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, or - for standard output.")],
    from_format: Annotated[
        str | None, typer.Option("--from", metavar="NOTATION", help="The notation of IN.")
    ] = None,
    to_format: Annotated[
        str | None, typer.Option("--to", metavar="NOTATION", help="The notation of OUT.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game, if IN does not name it."),
    ] = None,
    settings: Settings = None,
    encoding: Encoding = None,
    skip_bad: SkipBad = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it exists.")] = False,
    load: Load = None,
) -> None:
    """Convert records to another notation, and list what is lost."""
    load_games(load)
    given = _game(game, settings)
    if target != _STANDARD and Path(target).exists() and not force:
        raise ValueError(f"{target} exists; --force replaces it.")
    row = find_format(_target_format(target, to_format))
    name = "" if source == _STANDARD else source
    shown = name or "standard input"
    try:
        records = _read(read_bytes(source), shown, skip_bad, from_format, given, name, encoding)
    except Malformed as wrong:
        raise ValueError(f"{shown}, {wrong}") from None
    if not records:
        raise ValueError(f"There is no game in {shown}.")
    text = write(records, row.name)
    put(target, text.encode("utf-8", "replace"), force)
    _print_losses(records, text, row.name)


def _read(
    data: bytes,
    shown: str,
    skip_bad: bool,
    notation: str | None,
    game: Game | None,
    name: str,
    encoding: str | None,
) -> list[Record]:
    """All records, or only the good ones; errors in the others are reported."""
    if not skip_bad:
        return read(data, notation, game=game, name=name, encoding=encoding)
    records, wrongs = read_good(data, notation, game=game, name=name, encoding=encoding)
    if wrongs and not records:
        raise wrongs[0]
    for wrong in wrongs[:_SHOWN]:
        _warn(f"left out: {shown}, {str(wrong).rstrip('.')}")
    if len(wrongs) > _SHOWN:
        _warn(f"left out {len(wrongs) - _SHOWN} more games")
    return records


def _game(name: str | None, settings: list[str] | None) -> Game | None:
    if name is None:
        if settings:
            raise ValueError("--set needs --game, because options belong to a game.")
        return None
    return registry.game(name, **read_settings(settings))


def _target_format(target: str, named: str | None) -> str:
    if named is not None:
        return named
    try:
        return find_format(target).name
    except ValueError:
        known = ", ".join(formats())
        raise ValueError(f"Name the notation with --to; the notations are: {known}.") from None


def read_bytes(source: str) -> bytes:
    """The content of a file, up to the size that can be read, so that an endless input ends."""
    if source == _STANDARD:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with Path(source).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{source} can't be read: {_why(error)}.") from None


def _why(error: OSError) -> str:
    """The system's message, without its numbers and the names of temporary files."""
    return (error.strerror or type(error).__name__).lower()


def put(target: str, data: bytes, force: bool) -> None:
    """Writes a file completely or not at all."""
    if target == _STANDARD:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    if path.is_dir():
        raise ValueError(f"{target} can't be written: it is a folder.")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        if force:
            part.replace(path)
        else:
            _claim(path, part)
    except OSError as error:
        raise ValueError(f"{target} can't be written: {_why(error)}.") from None
    finally:
        with contextlib.suppress(OSError):  # not a folder, or not writable
            part.unlink(missing_ok=True)


def _claim(path: Path, part: Path) -> None:
    """Gives the file its name, unless the name was taken meanwhile."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise ValueError(f"{path} exists; --force replaces it.") from None
    except OSError:  # not every file system has hard links
        part.replace(path)


def _print_losses(records: list[Record], text: str, name: str) -> None:
    """Prints to standard error what the new text, read again, does not contain."""
    try:
        back = read(text, name)
    except Malformed:
        _warn(f"{name} omits the options of the game; to read it again, use --game and --set")
        return
    lost = [losses(before, after) for before, after in zip(records, back, strict=True)]
    affected = [number for number, what in enumerate(lost, 1) if what]
    for number in affected[:_SHOWN]:
        where = f"game {number}: " if len(records) > 1 else ""
        _warn(f"{where}{name} leaves out {', '.join(lost[number - 1])}")
    if len(affected) > _SHOWN:
        _warn(f"{len(affected) - _SHOWN} more games are affected")


def _warn(sentence: str) -> None:
    print(f"plyground: {sentence}.", file=sys.stderr)
