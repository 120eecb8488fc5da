"""What `plyground train` shows while it runs: a line for each generation, and a bar beneath."""

import sys
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from plyground.train.progress import Elo
from plyground.train.progress import Progress as Standing
from plyground.train.run_folder import Run

_LOSSES = ("policy", "value")  # those that are shown


def sentence_of(rating: Elo) -> str:
    """A rating in words.

    >>> sentence_of({"player": "mine@0005", "elo": 212.4, "low": 120.0, "high": 330.1})
    'Elo +212 (+120 to +330): mine@0005'
    """
    elo, low, high = rating["elo"], rating["low"], rating["high"]
    return f"Elo {elo:+.0f} ({low:+.0f} to {high:+.0f}): {rating['player']}"


class Display:
    """The live display of a run."""

    def __init__(self, run: Run[Any]) -> None:
        self._run = run
        self._shown = len(run.log())
        self._last = Standing()
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("starting", total=None)

    def show(self, standing: Standing) -> None:
        """Shows the state of the run."""
        self._last = standing
        words = f"generation {standing.generation}: {standing.phase}"
        if standing.phase == "self-play" and standing.games_per_second:
            words += f", {standing.games_per_second:.1f} games/s"
        self._bar.update(
            self._task, description=words, completed=standing.games, total=standing.of_games
        )
        self._print_new()

    def _print_new(self) -> None:
        rows = self._run.log()
        for row in rows[self._shown :]:
            losses = (
                f"{row['losses'][name]:.3f} {name}" for name in _LOSSES if name in row["losses"]
            )
            print(
                f"generation {row['generation']:3}: {row['games']} games,"
                f" {row['plies']:.1f} plies each,"
                f" black {row['black']}, white {row['white']};"
                f" losses {', '.join(losses)};"
                f" {row['seconds']:.0f} s",
                flush=True,
            )
            for score in (row["gate"], *row["scores"]):
                if score:
                    print(
                        f"    {score['share']:.0%} ({score['low']:.0%} to {score['high']:.0%})"
                        f" of {score['games']} games against {score['opponent']}",
                        flush=True,
                    )
            for rating in row.get("elo", ()):
                print(f"    {sentence_of(rating)}", flush=True)
        self._shown = len(rows)

    def print_end(self) -> None:
        """Prints where the networks or tables are."""
        self._print_new()
        count = f"{self._shown} generation{'' if self._shown == 1 else 's'}"
        print(f"{count} in {self._run.folder}")
        if self._shown:
            last = self._run.network_path(self._shown).stem
            print(f"Play against the latest with {self._run.settings.shown_spec(last)}.")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()
