"""Runs a training: generation after generation of self-play, learning and gating."""

import contextlib
import dataclasses
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.engine.network_file import NetworkFile, write_network
from plyground.engine.stop import Stop
from plyground.matches.crew import Crew, Worker
from plyground.train.contests import Contests
from plyground.train.fitting import Learner, Losses
from plyground.train.samples import Reader, Window
from plyground.train.self_play import GameRecord
from plyground.train.store import TrainingRun

_TASK = 8  # games that a worker plays before it answers


@dataclass
class Progress:
    """Where a run stands."""

    generation: int = 0
    phase: str = ""  # "self-play", "learning" or "matches"
    games: int = 0  # of this generation
    of_games: int = 0
    all_games: int = 0
    positions: int = 0  # of all generations, as far as they were searched in full
    games_per_second: float = 0.0
    losses: Losses | None = None


OnProgress = Callable[[Progress], None]


class Trainer:
    """Works on a run until it is stopped, or a limit is reached."""

    def __init__(
        self,
        run: TrainingRun,
        *,
        workers: int = 1,
        load: tuple[Path, ...] = (),
        on_progress: OnProgress | None = None,
        stop: Stop | None = None,
    ) -> None:
        self._run, self._settings = run, run.settings
        self._workers, self._load = workers, load
        self._notify = on_progress or (lambda _: None)
        self._stop = stop or Stop()
        self._reader = Reader(run.settings)
        self._window = Window(run.settings.least_window)
        self._learner = Learner(run.settings, threads=workers)
        self._contests = Contests(run, workers, load, self._stop)
        self._best = 0  # the generation whose network plays
        self.progress = Progress()

    def run(self, *, generations: int | None = None, minutes: float | None = None) -> None:
        """Goes on where the run was left, for so many generations or minutes in all."""
        with contextlib.closing(self._run.lock()):
            log = self._run.log()
            self._resume(log)
            spent = sum(row["seconds"] for row in log)
            begin = time.monotonic()
            generation = len(log)
            while not self._stop.is_set():
                if generations is not None and generation >= generations:
                    return
                if minutes is not None and spent + time.monotonic() - begin >= 60 * minutes:
                    return
                if not self._do_generation(generation + 1):
                    return
                generation += 1

    def _resume(self, log: list[dict[str, Any]]) -> None:
        """Reads what earlier generations left."""
        for row in log:
            for game in self._run.games(row["generation"]):
                self._window.add(self._reader.read(game))
                self.progress.all_games += 1
        self.progress.positions = self._window.total
        if log:
            self._learner.restore(self._run.state(log[-1]["generation"]))
            self._best = log[-1]["best"]
        if not self._run.network_path(0).exists():
            write_network(self._run.network_path(0), self._export(0))

    def _do_generation(self, number: int) -> bool:
        """One generation; False if it was stopped on the way."""
        begin = time.monotonic()
        games = self._play(number)
        if games is None:
            return False
        played = time.monotonic()
        fresh = 0
        for game in games:
            samples = self._reader.read(game)
            fresh += len(samples)
            self._window.add(samples)
        self._show(phase="learning", positions=self._window.total)
        steps = max(1, round(fresh * self._settings.reuse / self._settings.batch))
        losses = self._learner.learn(self._window.joined(), steps, self._settings.seed + number)
        self._show(losses=losses)
        write_network(self._run.network_path(number), self._export(number))
        self._show(phase="matches")
        better, gate = self._contests.gate(number, self._best)
        scores = self._contests.measure(number) if self._is_measured(number) else []
        if self._stop.is_set():
            return False
        self._best = number if better else self._best
        row = {
            "generation": number,
            "best": self._best,
            "gate": gate,
            "scores": scores,
            "games": len(games),
            "positions": fresh,
            "window": self._window.size,
            "black": sum(game["winner"] == "black" for game in games),
            "white": sum(game["winner"] == "white" for game in games),
            "plies": sum(len(game["rows"]) for game in games) / len(games),
            "losses": dataclasses.asdict(losses),
            "self_play_seconds": round(played - begin, 3),
            "seconds": round(time.monotonic() - begin, 3),
        }
        self._run.finish_generation(self._learner.state(), row)
        return True

    def _is_measured(self, number: int) -> bool:
        return bool(self._settings.opponents) and number % self._settings.measure_every == 0

    def _export(self, generation: int) -> NetworkFile:
        return self._learner.export(
            {
                "run": self._run.name,
                "generation": generation,
                "games": self.progress.all_games,
                "settings": dataclasses.asdict(self._settings),
            }
        )

    def _play(self, generation: int) -> list[GameRecord] | None:
        """The games of a generation, those of an earlier try included; None if it was stopped."""
        kept = {game["number"]: game for game in self._run.games(generation)}
        missing = [number for number in range(self._settings.games) if number not in kept]
        self._show(
            generation=generation,
            phase="self-play",
            games=len(kept),
            of_games=self._settings.games,
        )
        begin, before = time.monotonic(), len(kept)
        network = self._run.network_path(self._best)
        for games in self._played(self._tasks(generation, network, missing)):
            self._run.check_room()
            self._run.add_games(generation, games)
            kept |= {game["number"]: game for game in games}
            self.progress.all_games += len(games)
            seconds = max(1e-9, time.monotonic() - begin)
            self._show(games=len(kept), games_per_second=(len(kept) - before) / seconds)
        if len(kept) < self._settings.games:
            return None
        return [kept[number] for number in range(self._settings.games)]

    def _tasks(
        self, generation: int, network: Path, numbers: list[int]
    ) -> Iterator[dict[str, Any]]:
        for begin in range(0, len(numbers), _TASK):
            yield {
                "generation": generation,
                "network": str(network),
                "numbers": numbers[begin : begin + _TASK],
            }

    def _played(self, tasks: Iterator[dict[str, Any]]) -> Iterator[list[GameRecord]]:
        first = {
            "settings": dataclasses.asdict(self._settings),
            "load": [str(file) for file in self._load],
        }
        crew = Crew(self._workers, tasks, lambda: Worker("plyground.train.worker", first))
        with crew, self._stop.calling(crew.stop):
            for _, answer in crew.outcomes():
                if "error" in answer:
                    raise ValueError(f"Self-play failed: {answer['error']}")
                yield answer["games"]

    def _show(self, **changes: Any) -> None:
        for name, value in changes.items():
            setattr(self.progress, name, value)
        self._notify(self.progress)
