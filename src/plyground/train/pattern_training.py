"""Runs a training of patterns: the core plays and learns, game after game. Needs no PyTorch."""

import dataclasses
import time
from typing import Any

from plyground import _core
from plyground.engine.pattern_file import PatternFile, PatternHeader, write_patterns
from plyground.engine.pattern_layout import PatternLayout, layout_for
from plyground.engine.patterns import play_and_learn
from plyground.train.generations import Generations
from plyground.train.opponents import Opponents
from plyground.train.pattern_run import PatternRun
from plyground.train.pattern_settings import PatternSettings

_MOST_WEIGHTS = 20_000_000  # patterns with more weights would have too large a state file
_GLANCE = 0.25  # seconds between two updates of the display


class PatternTrainer(Generations[PatternRun]):
    """Trains patterns until it is stopped, or a limit is reached."""

    def __init__(self, run: PatternRun, **how: Any) -> None:
        super().__init__(run, **how)
        self._settings = run.settings
        self._opponents = Opponents(run, self._workers, self._load, self._stop)
        self._start = run.settings.rules.start()
        self._layout = layout_for(run.settings.rules, run.settings.stages)
        self._learner = _core.PatternLearner(self._layout.plan(), run.settings.sum_meaning)
        if self._learner.weights > _MOST_WEIGHTS:
            raise ValueError(
                f"These patterns have {self._learner.weights:,} weights, and at most"
                f" {_MOST_WEIGHTS:,} can be learned; fewer stages= make fewer."
            )

    def _resume(self, log: list[dict[str, Any]]) -> None:
        if log:
            self._learner.restore(self._run.kept_state(log[-1]["generation"]))

    def _do_generation(self, number: int) -> bool:
        """One generation; False if it was stopped on the way, and has to be repeated."""
        self._run.check_room()
        begin, used = time.monotonic(), time.process_time()
        row = self._play(number)
        if row is None:
            return False
        played, used = time.monotonic(), time.process_time() - used
        write_patterns(self._run.network_path(number), self._export(number))
        scores = []
        if self._settings.opponents and self._opponents.is_measured(number):
            self._show(phase="matches")
            scores = self._opponents.measure(number)
        if self._stop.is_set():
            return False
        row |= {
            "scores": scores,
            "self_play_seconds": round(played - begin, 3),
            "seconds": round(time.monotonic() - begin, 3),
            "cpu_seconds": round(used, 3),
        }
        self._run.keep_generation(self._learner.state(), row)
        return True

    def _play(self, generation: int) -> dict[str, Any] | None:
        """The games of a generation; None if it was stopped."""
        of_games = self._settings.games
        self._show(generation=generation, phase="self-play", games=0, of_games=of_games)
        plan = make_plan(self._settings)
        sums = dict.fromkeys(_COUNTED, 0.0)
        begin, done, at_once = time.monotonic(), 0, 1
        while done < of_games:
            at_once = min(at_once, of_games - done)
            first, before = (generation - 1) * of_games + done, time.monotonic()
            found = play_and_learn(self._start, self._learner, plan, first, at_once, self._stop)
            if self._stop.is_set():
                return None
            sums = {name: sums[name] + getattr(found, name) for name in _COUNTED}
            done += at_once
            now = time.monotonic()
            at_once = max(1, 2 * at_once if now - before < _GLANCE / 2 else at_once // 2)
            self._show(games=done, games_per_second=done / max(1e-9, now - begin))
        return _row_of(generation, sums)

    def _export(self, generation: int) -> PatternFile:
        weights, unit = self._learner.whole_weights()
        about = {
            "run": self._run.name,
            "generation": generation,
            "games": generation * self._settings.games,
            "settings": dataclasses.asdict(self._settings),
        }
        return PatternFile(self._header(unit, about), weights)

    def _header(self, unit: float, about: dict[str, Any]) -> PatternHeader:
        game = self._settings.rules
        layout: PatternLayout = self._layout
        meaning = self._settings.sum_meaning
        return PatternHeader(game.name, dict(game.values), layout, meaning, unit, about)


_COUNTED = ("games", "positions", "plies", "black_wins", "white_wins", "error")


def make_plan(settings: PatternSettings) -> _core.PatternTraining:
    """The core's settings for the games."""
    plan = _core.PatternTraining()
    plan.rate, plan.result_weight = settings.rate, settings.result_weight
    plan.explore, plan.random_plies = settings.explore, settings.random_plies
    plan.depth, plan.width = settings.depth, settings.width
    plan.most_plies, plan.seed = settings.ply_bound, settings.seed
    return plan


def _row_of(generation: int, sums: dict[str, float]) -> dict[str, Any]:
    """A generation's line in the log, as far as its games provide it."""
    games, positions = int(sums["games"]), int(sums["positions"])
    return {
        "generation": generation,
        "best": generation,
        "gate": None,
        "games": games,
        "positions": positions,
        "black": int(sums["black_wins"]),
        "white": int(sums["white_wins"]),
        "plies": sums["plies"] / games,
        "losses": {"value": sums["error"] / max(1, positions)},
    }
