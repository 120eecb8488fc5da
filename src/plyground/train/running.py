"""Runs a training: generation after generation of self-play, learning and gating."""

import contextlib
import dataclasses
import os
import time
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

from plyground.engine.network_file import NetworkFile
from plyground.matches.crew import Crew, Worker
from plyground.train.contests import Contests
from plyground.train.fitting import Learner
from plyground.train.generations import Generations
from plyground.train.progress import Losses
from plyground.train.samples import Floats, Reader, Window, random_planes
from plyground.train.self_play import GameRecord
from plyground.train.store import TrainingRun
from plyground.train.warm_start import check_players
from plyground.train.worker import play_task

_TASK = 8  # games that a worker plays before it answers
_MEASURED = 256  # positions for measuring how large the numbers in a network become


def cpu_seconds() -> float:
    """The processor time of this process and of those that it started and that ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Trainer(Generations[TrainingRun]):
    """Trains a network until it is stopped, or a limit is reached."""

    def __init__(self, run: TrainingRun, *, cluster: str | None = None, **how: Any) -> None:
        check_players(run.settings)
        super().__init__(run, **how)
        self._settings, self._cluster = run.settings, cluster
        self._reader = Reader(run.settings)
        self._window = Window(run.settings.least_window)
        self._learner = Learner(run.settings, threads=self._workers)
        self._contests = Contests(run, self._workers, self._load, self._stop)
        self._best = 0  # the generation whose network plays

    def _resume(self, log: list[dict[str, Any]]) -> None:
        """Reads the files of earlier generations; of the games only those still in the window."""
        self.progress.all_games = sum(row["games"] for row in log)
        self.progress.positions = sum(row["positions"] for row in log)
        self._window.fill(
            (
                [self._reader.read(game) for game in self._run.games(row["generation"])]
                for row in reversed(log)
            ),
            self.progress.positions,
        )
        if log:
            self._run.restore(log[-1]["generation"], self._learner.restore)
            self._best = log[-1]["best"]
        if not self._run.network_path(0).exists():
            planes = random_planes(self._settings.rules, _MEASURED, self._settings.seed)
            self._run.add_network(0, self._export(0, planes))

    def _do_generation(self, number: int) -> bool:
        """One generation; False if it was stopped on the way."""
        begin, used = time.monotonic(), cpu_seconds()
        games = self._play(number)
        if games is None:
            return False
        played = time.monotonic()
        losses, fresh = self._learn(number, games)
        self._show(phase="matches")
        better, gate = self._contests.gate(number, self._best)
        scores, elo = self._contests.measured(number, self._run.log())
        if self._stop.is_set():
            return False
        self._best = number if better else self._best
        row = {
            "generation": number,
            "best": self._best,
            "gate": gate,
            "scores": scores,
            "elo": elo,
            "games": len(games),
            "positions": fresh,
            "window": self._window.size,
            "black": sum(game["winner"] == "black" for game in games),
            "white": sum(game["winner"] == "white" for game in games),
            "plies": sum(len(game["rows"]) for game in games) / len(games),
            "losses": dataclasses.asdict(losses),
            "self_play_seconds": round(played - begin, 3),
            "seconds": round(time.monotonic() - begin, 3),
            "cpu_seconds": round(cpu_seconds() - used, 3),
        }
        self._run.finish_generation(self._learner.state(), row)
        return True

    def _learn(self, number: int, games: list[GameRecord]) -> tuple[Losses, int]:
        """Makes the network of a generation; returns it with the number of new positions."""
        fresh = 0
        for game in games:
            samples = self._reader.read(game)
            fresh += len(samples)
            self._window.add(samples)
        if not self._window.total:
            raise ValueError("These games have no full search; increase games or full_share.")
        self._show(phase="learning", positions=self._window.total)
        steps = max(1, round(fresh * self._settings.reuse / self._settings.batch))
        samples, seed = self._window.joined(), self._settings.seed + number
        losses = self._learner.learn(samples, steps, seed)
        self._show(losses=losses)
        planes = samples.some_planes(_MEASURED, seed)
        self._run.add_network(number, self._export(number, planes))
        return losses, fresh

    def _export(self, generation: int, planes: Floats) -> NetworkFile:
        about = {
            "run": self._run.name,
            "generation": generation,
            "games": self.progress.all_games,
            "settings": dataclasses.asdict(self._settings),
        }
        return self._learner.export(about, planes)

    def _play(self, generation: int) -> list[GameRecord] | None:
        """The games of a generation, including those of an earlier try; None if it was stopped."""
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
        with contextlib.closing(self._answers(tasks)) as answers:
            for answer in answers:
                if "error" in answer:
                    raise ValueError(f"Self-play failed: {answer['error']}")
                yield answer["games"]

    def _answers(self, tasks: Iterator[dict[str, Any]]) -> Generator[Mapping[str, Any], None, None]:
        """The answers of the workers, processes of this machine or of a cluster."""
        settings = dataclasses.asdict(self._settings)
        if self._cluster is None:
            first = {"settings": settings, "load": [str(file) for file in self._load]}
            crew = Crew(self._workers, tasks, lambda: Worker("plyground.train.worker", first))
            with crew, self._stop.calling(crew.stop):
                for _, answer in crew.outcomes():
                    yield answer
            return
        from plyground.lab.cluster import by_cluster

        carried = (
            (
                str(task["numbers"]),
                {**task, "network": Path(task["network"]).read_bytes(), "settings": settings},
            )
            for task in tasks
        )
        for _, answer in by_cluster(self._cluster, carried, self._load, self._stop, play_task):
            yield answer
