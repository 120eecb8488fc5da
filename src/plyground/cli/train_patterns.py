"""`plyground train GAME --model patterns`: the run and its display."""

import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from plyground.engine.game import Game
from plyground.train.pattern_run import PatternRun
from plyground.train.pattern_settings import PatternSettings
from plyground.train.pattern_training import PatternProgress, PatternTrainer


def prepare_patterns(
    game: Game, changes: dict[str, Any], folder: Path, workers: int, load: tuple[Path, ...]
) -> tuple[PatternTrainer, "PatternDisplay"]:
    """The trainer of a run and its display."""
    run = PatternRun.begin(folder, PatternSettings.for_game(game, changes))
    display = PatternDisplay(run)
    return PatternTrainer(run, workers=workers, load=load, on_progress=display.show), display


class PatternDisplay:
    """A line for each generation, and a bar beneath."""

    def __init__(self, run: PatternRun) -> None:
        self._run = run
        self._shown = len(run.log())
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

    def show(self, standing: PatternProgress) -> None:
        """Shows where the run stands."""
        words = f"generation {standing.generation}: {standing.phase}"
        if standing.phase == "self-play" and standing.games_per_second:
            words += f", {standing.games_per_second:.1f} games/s"
        self._bar.update(
            self._task, description=words, completed=standing.games, total=standing.of_games
        )
        if not standing.games:
            self._print_new()

    def _print_new(self) -> None:
        rows = self._run.log()
        for row in rows[self._shown :]:
            print(
                f"generation {row['generation']:3}: {row['games']} games,"
                f" {row['plies']:.1f} plies each,"
                f" black {row['black']}, white {row['white']};"
                f" loss {row['losses']['value']:.4f} value; {row['seconds']:.0f} s",
                flush=True,
            )
            for score in row["scores"]:
                print(
                    f"    {score['share']:.0%} ({score['low']:.0%} to {score['high']:.0%})"
                    f" of {score['games']} games against {score['opponent']}",
                    flush=True,
                )
        self._shown = len(rows)

    def print_end(self) -> None:
        """Says where the tables are."""
        self._print_new()
        print(f"{self._shown} generations in {self._run.folder}")
        if self._shown:
            last = self._run.network_path(self._shown).stem
            print(f"Play against the last one with {self._run.wanted.player_spec(last)}.")

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
