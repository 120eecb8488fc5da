"""Builds a tablebase in short steps, so that it can report progress, stop, and continue later."""

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plyground import _core
from plyground.engine.stop import Stop, Stopped
from plyground.engine.tablebase import Tablebase, figures, games
from plyground.engine.tablebase.file import write_packed
from plyground.engine.tablebase.part import part_of, save, take_up
from plyground.engine.tablebase.verify import start_of, verify

__all__ = ["Built", "Progress", "Stopped", "build", "part_of"]

_STRETCH = 0.25  # seconds
_SAVE_AFTER = 30.0
_SAMPLES = 5000
_ROOM = 64 << 20  # bytes for the packed file; there may be none for the unfinished one


@dataclass(frozen=True)
class Progress:
    """The phase (reaching, filling, solving, ending, counting or packing) and its progress."""

    phase: str
    share: float
    note: str = ""  # a sentence for the person waiting


@dataclass(frozen=True)
class Built:
    """A finished tablebase: built, counted and checked."""

    game: str
    path: Path
    counts: figures.Counts
    start: int  # the value of the first position
    checked: int  # positions whose values were compared with those of their successors
    seconds: float  # for this run
    cpu_seconds: float
    memory: int  # peak memory of the process in bytes; 0 if the system does not report it


def build(
    game: str,
    out: Path,
    *,
    threads: int,
    on_progress: Callable[[Progress], None],
    stop: Stop,
) -> Built:
    """Builds the tablebase of a game and packs it into `out`.

    The unfinished work is written to `out`.part now and then and when `stop` is set, which raises
    Stopped with a sentence that says what is kept. The next call continues from there. ValueError
    or OSError if the tablebase cannot be built.
    """
    _check(game, out, threads)
    begin, cpu = time.monotonic(), time.process_time()
    part = part_of(out)
    builder, note = take_up(part, game)
    on_progress(Progress(builder.phase, builder.share, note))
    _work(builder, part, game, threads, on_progress, stop)
    if stop.is_set():
        _rest(builder, part, game)
    on_progress(Progress("counting", 1.0))
    counts, start, checked = _checked(builder, game, threads, part)
    on_progress(Progress("packing", 1.0))
    write_packed(out, game, builder.values(), threads=threads)
    part.unlink(missing_ok=True)
    seconds, spent = time.monotonic() - begin, time.process_time() - cpu
    return Built(game, out, counts, start, checked, seconds, spent, _peak())


def _check(game: str, out: Path, threads: int) -> None:
    if game not in games():
        raise ValueError(
            f"{game} is too large to be solved as a whole; the games are: {', '.join(games())}."
        )
    if not 1 <= threads <= 256:
        raise ValueError(f"threads can be a whole number from 1 to 256, not {threads}.")
    if out.is_dir():
        raise ValueError(f"{out} is a folder; the tablebase needs the name of a file.")
    if out.exists() and not out.is_file():
        raise ValueError(f"{out} is not a regular file; the tablebase would replace it.")
    out.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(out.parent, os.W_OK):
        raise ValueError(f"Nothing can be written to {out.parent}.")
    if shutil.disk_usage(out.parent).free < _ROOM:
        raise ValueError(
            f"There is not enough space in {out.parent}: building a tablebase needs"
            f" {_ROOM >> 20} MB."
        )


def _work(
    builder: _core.TablebaseBuilder,
    part: Path,
    game: str,
    threads: int,
    on_progress: Callable[[Progress], None],
    stop: Stop,
) -> None:
    saved = time.monotonic()
    while not builder.work(threads, _STRETCH):
        on_progress(Progress(builder.phase, builder.share))
        if stop.is_set():
            _rest(builder, part, game)
        if time.monotonic() - saved > _SAVE_AFTER:
            # no room for it: then the work cannot be continued later
            with contextlib.suppress(OSError):
                save(part, game, builder)
            saved = time.monotonic()


def _rest(builder: _core.TablebaseBuilder, part: Path, game: str) -> None:
    try:
        save(part, game, builder)
    except OSError as error:
        why = error.strerror or error
        raise Stopped(f"Stopped; {part} can't be written ({why}), so the work is lost.") from None
    raise Stopped(f"Stopped. The work is saved in {part}; the same command continues.")


def _checked(
    builder: _core.TablebaseBuilder, game: str, threads: int, part: Path
) -> tuple[figures.Counts, int, int]:
    """The counts of the tablebase, compared with the known ones."""
    totals = builder.count(threads)
    counts = figures.counted(totals.over, totals.by_value)
    if counts != figures.known(game):
        part.unlink(missing_ok=True)
        raise ValueError(
            f"The tablebase of {game} is wrong: it has {counts.wins} wins, {counts.losses}"
            f" losses and {counts.draws} draws. Nothing was written. The memory of this machine"
            " may be faulty."
        )
    table = Tablebase(game, part, builder.values())
    found = verify(table, samples=_SAMPLES, depth=0)
    return counts, table.value(start_of(game)) or 0, found.samples


def _peak() -> int:
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
