"""The command `match`: plays two players against each other."""

import contextlib
import json
import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, Self

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from plyground.cli.arguments import (
    GameName,
    Json,
    Load,
    Settings,
    TableFile,
    load_games,
    read_settings,
    use_table,
)
from plyground.engine import registry
from plyground.matches import Agreement, Match, Rules, Summary, read_time, run
from plyground.matches.file import NotWritten
from plyground.matches.playing import MAX_PLIES

app = typer.Typer()

UNPLAYED, _MISSED, INTERRUPTED, TERMINATED = 1, 3, 130, 143


First = Annotated[
    str, typer.Argument(metavar="A", help="A player, such as level:3 or 'gtp:gnugo --mode gtp'.")
]
Second = Annotated[str, typer.Argument(metavar="B", help="The opponent of A.")]
Games = Annotated[int, typer.Option(help="The number of games, two for each opening.")]
OpeningsFrom = Annotated[
    str,
    typer.Option(
        metavar="random:N|none|FILE[:N]", help="The openings: N random plies, none, or a file."
    ),
]
Seed = Annotated[int, typer.Option(help="Seed for openings and players.")]
Concurrency = Annotated[
    int, typer.Option(min=1, max=256, help="The number of games played at the same time.")
]
Time = Annotated[
    str | None,
    typer.Option(metavar="S|BASE+INC", help="Seconds a move, or a clock with increment."),
]
MaxPlies = Annotated[int, typer.Option(min=1, help="The longest game, in plies.")]
AtLimit = Annotated[str, typer.Option(metavar="draw|score", help="How such a game ends.")]
Win = Annotated[
    str | None,
    typer.Option(
        "--win", metavar="CHANCE:PLIES", help="Adjudicate a win if both agree, as 0.99:6."
    ),
]
Draw = Annotated[
    str | None,
    typer.Option(
        "--draw", metavar="DISTANCE:PLIES", help="Adjudicate a draw if both agree, as 0.02:20."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE.jsonl", help="Save the games here; an unfinished match continues."),
]
Require = Annotated[float | None, typer.Option(min=0, max=1, help="Exit 3 if A's share is lower.")]


@app.command()
def match(
    name: GameName,
    first: First,
    second: Second,
    games: Games = 100,
    settings: Settings = None,
    openings: OpeningsFrom = "random:4",
    seed: Seed = 1,
    concurrency: Concurrency = 1,
    time: Time = None,
    max_plies: MaxPlies = MAX_PLIES,
    at_limit: AtLimit = "draw",
    win: Win = None,
    draw: Draw = None,
    out: Out = None,
    require: Require = None,
    table_file: TableFile = None,
    as_json: Json = False,
    load: Load = None,
) -> None:
    """Play a match between two players; report the score and Elo."""
    load_games(load)
    use_table(table_file, name)
    game = registry.game(name, **read_settings(settings))
    rules = Rules(
        max_plies, _at_limit(at_limit), _agreement("win", win, 0.5, 1), _agreement("draw", draw)
    )
    control = read_time(time) if time is not None else None
    planned = Match(game, first, second, games, openings, seed, control, rules)
    if out is not None and str(out) == "-":
        raise ValueError("--out takes a file name; use --json to print the result of a match.")
    summary, status = _play(planned, concurrency, out, tuple(load or ()))
    print(json.dumps(summary.as_json()) if as_json else summary)
    raise typer.Exit(status or _status(summary, require))


def _play(
    planned: Match, concurrency: int, out: Path | None, load: tuple[Path, ...]
) -> tuple[Summary, int]:
    """The standing of the match at its end, and the exit status if it ended early."""
    status = 0
    with _Bar(planned) as bar, ending_early():
        try:
            run(planned, concurrency=concurrency, out=out, on_game=bar.show, load=load)
        except KeyboardInterrupt as ended:
            status = TERMINATED if isinstance(ended, Terminated) else INTERRUPTED
        except NotWritten as error:
            if not bar.has_begun:
                raise
            status = UNPLAYED
            print(f"plyground: {error}", file=sys.stderr)
    return bar.summary, status


def _status(summary: Summary, require: float | None) -> int:
    if summary.failures:
        return UNPLAYED
    return _MISSED if require is not None and summary.tally().share < require else 0


class Terminated(KeyboardInterrupt):
    """The system asks the program to end."""


@contextlib.contextmanager
def ending_early() -> Iterator[None]:
    """Makes SIGTERM end the work like Ctrl-C.

    A second SIGTERM is ignored while the first takes effect.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def _terminate(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Terminated


def _at_limit(text: str) -> Literal["draw", "score"]:
    if text == "draw":
        return "draw"
    if text == "score":
        return "score"
    raise ValueError(f"At the limit a game is a draw, or decided by score, not {text[:40]!r}.")


def _agreement(
    name: str, text: str | None, low: float = 0.0, high: float = 0.5
) -> Agreement | None:
    """A number and plies, such as 0.99:6."""
    if text is None:
        return None
    match_ = re.fullmatch(r"([0-9](?:\.[0-9]{1,6})?):([0-9]{1,4})", text)
    if match_ is None or not low <= float(match_[1]) <= high or int(match_[2]) < 2:
        raise ValueError(
            f"--{name} takes a number from {low:g} to {high:g}, a colon and 2 plies or more,"
            f" not {text[:40]!r}."
        )
    return Agreement(float(match_[1]), int(match_[2]))


def make_bar() -> Progress:
    """A progress bar on standard error with a text and an estimate of the time left.

    It is shown only on a terminal, and removed at the end.
    """
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


class _Bar:
    """The progress of a match, shown only on a terminal; it keeps the latest state."""

    def __init__(self, match: Match) -> None:
        self.summary = Summary(match)
        self._bar = make_bar()
        self._task: TaskID | None = None

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to show."""
        return self._task is not None

    def show(self, summary: Summary) -> None:
        """Shows the standing of the match."""
        self.summary = summary
        tally = summary.tally()
        words, played = f"{tally} {tally.share:.1%}", len(summary.rows)
        if self._task is None:  # games of an earlier run give no information about the time left
            self._task = self._bar.add_task(words, total=summary.match.games, completed=played)
        self._bar.update(self._task, description=words, completed=played)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
