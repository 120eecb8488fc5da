"""The regression behind tuning: the weights that make the results of games most likely.

The chance that Black wins is the logistic function of a weighted sum of heuristics. Further
coefficients absorb other influences: one for Black, one for the side to move, and one for every
player except the present one; otherwise features that a weak player prefers would look bad. Weights
come in the unit of the present evaluation: a point of the new one has the same meaning for results
as a point of the old.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.lab.contests import ITSELF, PRESENT
from plyground.lab.scientific import NDArray, expit, np, stdtrit
from plyground.lab.tuning_rows import Rows, rounded

FOLDS = 5
BINS = 10
_STEPS = 50
_SMALLEST = 1e-12

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Weight:
    """The learned weight of a heuristic; a spread of 0 means it was the same in all positions."""

    name: str
    present: float
    proposed: float
    low: float
    high: float
    importance: float  # the effect of one standard deviation on the log-odds
    spread: float  # that standard deviation

    @property
    def is_known(self) -> bool:
        """Whether the games give any information about it."""
        return self.spread > 0


@dataclass(frozen=True)
class Bin:
    """Held-out positions with similar expected results: the expectation, and the result."""

    expected: float
    seen: float
    low: float
    high: float
    positions: int


@dataclass(frozen=True)
class Lesson:
    """All that the games of a study show about the weights.

    The losses are mean log losses on positions with openings that the fit has not seen: for knowing
    only the players and the side to move, for the present weights, and for the proposed ones.
    `gain` is the saving of the proposed weights per position against the present ones, with its 95
    % interval.
    """

    table: tuple[Weight, ...]
    unit: float  # log-odds of a point of the evaluation
    positions: int
    games: int
    openings: int
    blind_loss: float
    present_loss: float
    proposed_loss: float
    gain: tuple[float, float, float]
    bins: tuple[Bin, ...]

    @property
    def weights(self) -> dict[str, float]:
        """The proposal, rounded; the present weight if nothing is known."""
        return {
            one.name: rounded(one.proposed) if one.is_known else one.present for one in self.table
        }


@dataclass(frozen=True)
class _Data:
    """The rows as arrays; `sides` has the other influences: Black, the move, the players."""

    values: Array
    sides: Array
    points: Array
    openings: NDArray[np.int64]

    def of(self, chosen: NDArray[np.bool_]) -> "_Data":
        """A selection of the rows."""
        return _Data(
            self.values[chosen], self.sides[chosen], self.points[chosen], self.openings[chosen]
        )


@dataclass(frozen=True)
class _Fit:
    """Coefficients, and each opening's influence on them."""

    values: Array
    pulls: Array  # one row per opening

    def chances(self, columns: Array) -> Array:
        return np.asarray(expit(columns @ self.values), dtype=np.float64)


def learn(rows: Rows, asked: Mapping[str, Any]) -> Lesson:
    """The weights that these positions propose; ValueError if they propose none."""
    data = _data(rows)
    if len(np.unique(data.openings)) < FOLDS or len(np.unique(data.points)) < 2:
        raise ValueError(
            f"There are too few games: tuning needs {FOLDS} openings and different results."
        )
    present = np.array([asked["terms"][name] for name in rows.names])
    spread = data.values.std(axis=0)
    known = spread > _SMALLEST
    full = _fit(_columns(data, known), data, spread[known], asked["ridge"])
    plain = _fit(_scored(data, present), data, None, asked["ridge"])
    unit = float(plain.values[0])
    if unit <= 0:
        raise ValueError(
            "The current evaluation does not predict the winner, so its unit can't be kept."
        )
    gain, losses, chances = _held_out(data, present, known, asked["ridge"])
    return Lesson(
        table=tuple(_table(rows.names, present, spread, (full, plain))),
        unit=unit,
        positions=len(data.points),
        games=rows.games,
        openings=len(np.unique(data.openings)),
        blind_loss=losses[0],
        present_loss=losses[1],
        proposed_loss=losses[2],
        gain=gain,
        bins=tuple(_bins(data, chances)),
    )


def _data(rows: Rows) -> _Data:
    values = np.array(rows.values, dtype=np.float64).reshape(len(rows.turns), len(rows.names))
    turns = np.array(rows.turns, dtype=np.float64)
    sides = np.column_stack([np.ones_like(turns), turns, *_strengths(rows)])
    _, openings = np.unique(np.array(rows.openings), return_inverse=True)
    return _Data(values, sides, np.array(rows.points, dtype=np.float64), openings)


def _strengths(rows: Rows) -> Iterator[Array]:
    """For every player except the present one: 1 if it is Black, -1 if it is White."""
    for name in sorted({name for pair in rows.players for name in pair} - {PRESENT, ITSELF}):
        yield np.array([float(black == name) - (white == name) for black, white in rows.players])


def _columns(data: _Data, known: NDArray[np.bool_]) -> Array:
    return np.column_stack([data.values[:, known], data.sides])


def _scored(data: _Data, weights: Array) -> Array:
    return np.column_stack([data.values @ weights, data.sides])


def _fit(columns: Array, data: _Data, spread: Array | None, ridge: float) -> _Fit:
    """Newton's method. The ridge shrinks the heuristics slightly, each relative to its spread."""
    count = columns.shape[1]
    penalty = np.full(count, 1e-6)
    if spread is not None:
        penalty[: len(spread)] += ridge * spread**2
    found = np.zeros(count)
    for _ in range(_STEPS):
        chance = expit(columns @ found)
        slope = columns.T @ (data.points - chance) - penalty * found
        curve = (columns.T * (chance * (1 - chance))) @ columns + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        found = found + step
        if np.abs(step).max() < 1e-9 * (1 + np.abs(found).max()):
            break
    scores = np.zeros((int(data.openings.max()) + 1, count))
    np.add.at(scores, data.openings, columns * (data.points - expit(columns @ found))[:, None])
    return _Fit(found, np.linalg.solve(curve, scores.T).T)


def _table(
    names: tuple[str, ...], present: Array, spread: Array, fits: tuple[_Fit, _Fit]
) -> list[Weight]:
    """The weights, as ratios of two coefficients.

    An opening's influence on both counts in their errors.
    """
    full, plain = fits
    unit, found, place = plain.values[0], [], 0
    count = len(full.pulls)
    reach = float(stdtrit(count - 1, 0.975))
    for name, weight, width in zip(names, present, spread, strict=True):
        if width <= _SMALLEST:
            found.append(Weight(name, float(weight), float(weight), 0, 0, 0, 0))
            continue
        slope = full.values[place]
        pulls = full.pulls[:, place] / unit - slope * plain.pulls[:, 0] / unit**2
        error = float(np.sqrt((pulls**2).sum() * count / (count - 1)))
        value = float(slope / unit)
        low, high = value - reach * error, value + reach * error
        found.append(
            Weight(name, float(weight), value, low, high, float(slope * width), float(width))
        )
        place += 1
    return found


def _held_out(
    data: _Data, present: Array, known: NDArray[np.bool_], ridge: float
) -> tuple[tuple[float, float, float], tuple[float, float, float], Array]:
    """The gain, the three losses, and the proposal's chances, all on held-out openings.

    Every opening is left out once, so that no position is judged by weights that were fitted to its
    game.
    """
    folds = data.openings % FOLDS
    spread = data.values.std(axis=0)[known]
    ways = (data.sides, _scored(data, present), _columns(data, known))
    chances = [np.zeros(len(data.points)) for _ in ways]
    for fold in range(FOLDS):
        rest = data.of(folds != fold)
        for way, columns in enumerate(ways):
            widths = spread if way == len(ways) - 1 else None
            fit = _fit(columns[folds != fold], rest, widths, ridge)
            chances[way][folds == fold] = fit.chances(columns[folds == fold])
    losses = [_loss(data.points, each) for each in chances]
    blind, old, new = (float(each.mean()) for each in losses)
    low, high = _interval(losses[1] - losses[2], data.openings)
    return (old - new, low, high), (blind, old, new), chances[-1]


def _loss(points: Array, chances: Array) -> Array:
    sure = np.clip(chances, _SMALLEST, 1 - _SMALLEST)
    return np.asarray(-points * np.log(sure) - (1 - points) * np.log(1 - sure))


def _interval(values: Array, openings: NDArray[np.int64]) -> tuple[float, float]:
    """A mean's 95 % interval, if values of one opening are not independent."""
    names, places = np.unique(openings, return_inverse=True)
    mean, count = float(values.mean()), len(names)
    if count < 2:
        return 0.0, 1.0
    pulls = np.zeros(count)
    np.add.at(pulls, places, values - mean)
    error = float(np.sqrt((pulls**2).sum() * count / (count - 1))) / len(values)
    reach = float(stdtrit(count - 1, 0.975)) * error
    return mean - reach, mean + reach


def _bins(data: _Data, chances: Array) -> list[Bin]:
    """Positions by their expected result, a tenth of them in each bin."""
    order = np.argsort(chances, kind="stable")
    found = []
    for part in np.array_split(order, BINS):
        if not len(part):
            continue
        low, high = _interval(data.points[part], data.openings[part])
        found.append(
            Bin(
                float(chances[part].mean()),
                float(data.points[part].mean()),
                max(0.0, low),
                min(1.0, high),
                len(part),
            )
        )
    return found
