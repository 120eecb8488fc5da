"""The tasks of an experiment: small, independent, always the same in the same order."""

import hashlib
import itertools
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from plyground.lab.experiment import Experiment
from plyground.lab.parts import BATCH, SEPARATOR, Meeting, recorded_options
from plyground.matches import Match, Opening, Openings

TaskKind = Literal["pair", "count", "time", "random"]
# a task's id, and the function that makes the task
_Step = tuple[str, TaskKind, Callable[[], dict[str, Any]]]


@dataclass(frozen=True)
class Task:
    """A piece of work that is done completely or not at all; `data` is its whole input, as JSON.

    A "pair" is two games from one opening with colours changed, a "count" one search whose nodes
    are counted, a "time" one search that is timed, "random" some random games.
    """

    id: str
    kind: TaskKind
    data: Mapping[str, Any] = field(hash=False)


class Plan:
    """An experiment's tasks.

    Openings are drawn when they are needed, because that may take a search; `known` has those of
    existing records.

    >>> experiment = Experiment.of('''
    ... name = "tiny"
    ... kind = "nodes"
    ... game = "dobutsu"
    ... depths = [1, 2]
    ... [players]
    ... plain = "minimax"
    ... ''')
    >>> Plan(experiment).ids
    ('count|0|1|plain|0', 'count|0|2|plain|0')
    """

    def __init__(self, experiment: Experiment, known: Mapping[int, Opening] | None = None) -> None:
        self.experiment = experiment
        self._openings = Openings(experiment.game, experiment.openings, experiment.seed, known)
        self.ids: tuple[str, ...] = tuple(name for name, _, _ in self._steps())

    def missing(self, done: Container[str] = ()) -> Iterator[Task]:
        """The tasks that are not done yet, in order; all of them if none is done."""
        for name, kind, make in self._steps():
            if name not in done:
                yield Task(name, kind, make())

    def _steps(self) -> Iterator[_Step]:
        yield from self._pairs()
        yield from self._searches()
        yield from self._random()

    def _pairs(self) -> Iterator[_Step]:
        """Pair by pair, each for all meetings, so that a study stopped early is balanced."""
        meetings = self.experiment.meetings
        for pair in range(max((meeting.pairs for meeting in meetings), default=0)):
            for meeting in meetings:
                if pair < meeting.pairs:
                    yield pair_id(meeting, pair), "pair", partial(self._pair, meeting, pair)

    def _pair(self, meeting: Meeting, pair: int) -> dict[str, Any]:
        experiment = self.experiment
        match = Match(
            experiment.game,
            experiment.players[meeting.first],
            experiment.players[meeting.second],
            2 * meeting.pairs,
            seed=seed_of(experiment.seed, meeting.first, meeting.second),
            time=experiment.time,
            rules=experiment.rules,
        )
        return {
            "first": meeting.first,
            "second": meeting.second,
            "pair": pair,
            "opening": self.opening(pair).as_json(),
            "match": match.as_json(),
        }

    def _searches(self) -> Iterator[_Step]:
        """Repeats come last.

        So a temporary disturbance of the machine affects all cases equally.
        """
        experiment = self.experiment
        kind: TaskKind = "time" if experiment.kind == "timing" else "count"
        players = () if experiment.meetings else experiment.players
        for repeat in range(experiment.repeats):
            for number, case in enumerate(experiment.cases):
                for depth, player in itertools.product(case.depths or (None,), players):
                    name = _join(kind, number, depth or "", player, repeat)
                    make = partial(_search_task, experiment, number, depth, player, repeat)
                    yield name, kind, make

    def _random(self) -> Iterator[_Step]:
        experiment = self.experiment
        for number in range(len(experiment.cases)):
            for begin in range(0, experiment.games, BATCH):
                name = _join("random", number, begin)
                yield name, "random", partial(_random_task, experiment, number, begin)

    def opening(self, pair: int) -> Opening:
        """The opening of a pair, the same for all meetings."""
        return self._openings[pair]


def _join(*words: object) -> str:
    return SEPARATOR.join(map(str, words))


def pair_id(meeting: Meeting, pair: int) -> str:
    """The id of a pair of games.

    >>> pair_id(Meeting("a", "b", 10), 3)
    'pair|a|b|3'
    """
    return _join("pair", meeting.first, meeting.second, pair)


def seed_of(*words: object) -> int:
    """A seed derived from these words, the same on every machine.

    >>> seed_of(1, "a"), seed_of(1, "b")
    (3579708452, 489952885)
    """
    return int.from_bytes(hashlib.sha256(_join(*words).encode()).digest()[:4])


def _search_task(
    experiment: Experiment, number: int, depth: int | None, player: str, repeat: int
) -> dict[str, Any]:
    case = experiment.cases[number]
    return {
        "player": player,
        "spec": experiment.players[player],
        "case": number,
        "title": case.title,
        "game": case.game.name,
        "options": recorded_options(case.game),
        "opening": case.opening.as_json(),
        "depth": depth,
        "repeat": repeat,
    }


def _random_task(experiment: Experiment, number: int, begin: int) -> dict[str, Any]:
    case = experiment.cases[number]
    return {
        "case": number,
        "game": case.game.name,
        "options": recorded_options(case.game),
        "games": min(BATCH, experiment.games - begin),
        "seed": seed_of(experiment.seed, number, begin),
        "max_plies": experiment.rules.max_plies,
    }
