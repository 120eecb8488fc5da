"""The interim result of a study while it runs: the leader, and how certain that is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from plyground.lab.parts import Hypotheses, Parts
from plyground.lab.plan import pair_id
from plyground.matches.stats import Estimate, estimate

if TYPE_CHECKING:
    from plyground.lab.sprt import Sprt

Record = Mapping[str, Any]
_Pair = tuple[str, str, tuple[float, ...]]  # two players, and the first one's points


@dataclass(frozen=True)
class Failure:
    """A task that could not be done."""

    task: str
    sentence: str


@dataclass
class Standing:
    """The results of a study's tasks so far. It grows while the study runs."""

    experiment: Parts
    total: int
    done: int = 0
    failures: list[Failure] = field(default_factory=list)
    _pairs: list[_Pair] = field(default_factory=list)
    _winners: Counter[str] = field(default_factory=Counter)
    _last: Record | None = None
    _test: "_Sequence | None" = None

    def __post_init__(self) -> None:
        if self.experiment.test:
            self._test = _Sequence(self.experiment)

    def take(self, record: Record) -> None:
        """Counts the record of another task."""
        self.done += 1
        self._last = record
        if record["kind"] == "pair":
            self._pairs.append(_pair(record))
            if self._test:
                self._test.take(record)
        elif record["kind"] == "random":
            self._winners.update({name: record[name] for name in ("black", "white", "draw")})

    @property
    def verdict(self) -> str | None:
        """The decision of a sequential test; None for other kinds."""
        return self._test.state.verdict if self._test else None

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do."""
        return self.done >= self.total or self.verdict is not None

    def leader(self) -> tuple[str, Estimate] | None:
        """The player with the largest share of the points, and the estimate from its games."""
        found = {name: estimate(pairs) for name, pairs in _by_player(self._pairs).items()}
        if not found:
            return None
        best = max(found, key=lambda name: found[name].share)
        return best, found[best]

    def __str__(self) -> str:
        if self._test:
            return str(self._test.state)
        if (leads := self.leader()) is not None:
            name, known = leads
            return f"{name} {known.share:.1%} ({known.low:.0%} to {known.high:.0%})"
        if games := self._winners.total():
            return f"black wins {self._winners['black'] / games:.1%} of {games} games"
        if self._last is not None:
            depth = f" depth {self._last['reached']}"
            return f"{self._last['player']}{depth}: {self._last['nodes']} nodes"
        return "beginning"


def _pair(record: Record) -> _Pair:
    points = tuple(float(game["points"]) for game in record["games"])
    return record["first"], record["second"], points


def _by_player(pairs: Iterable[_Pair]) -> dict[str, list[tuple[float, ...]]]:
    """The pairs of every player, each from its own point of view."""
    found: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    for first, second, points in pairs:
        found[first].append(points)
        found[second].append(tuple(1 - each for each in points))
    return found


def sequential_test(test: Hypotheses) -> "Sprt":
    """The test of these hypotheses; ValueError if the extra for statistics is missing."""
    try:
        from plyground.lab.sprt import Sprt  # needed by no other kind of study
    except ModuleNotFoundError as missing:
        raise ValueError(str(missing)) from None
    return Sprt(**asdict(test))


class _Sequence:
    """Feeds a sequential test the pairs in plan order, in whatever order they arrive.

    Otherwise short games, which are often wins, would count first.
    """

    def __init__(self, experiment: Parts) -> None:
        assert experiment.test is not None, "made for tests only"
        (self._meeting,) = experiment.meetings
        self._test = sequential_test(experiment.test)
        self._counts = [0] * 5  # pairs by half points
        self._waiting: dict[str, Record] = {}
        self._next = 0
        self.state = self._test.state(self._counts)

    def take(self, record: Record) -> None:
        self._waiting[record["task"]] = record
        while self.state.verdict is None:
            heard = self._waiting.pop(pair_id(self._meeting, self._next), None)
            if heard is None:
                return
            self._next += 1
            _, _, points = _pair(heard)
            self._counts[round(2 * sum(points))] += 1
            self.state = self._test.state(self._counts)
