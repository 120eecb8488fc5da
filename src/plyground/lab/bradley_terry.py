"""The statistical model behind the ratings: strengths, the first-move advantage, and their errors.

Black's expected share of the points is the logistic function of black's strength less white's plus
the advantage. Strengths are natural logarithms here; `ratings.py` converts them to Elo and
sentences. `docs/explanation/lab-statistics.md` has the formulas.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from plyground.lab.scientific import (
    NDArray,
    betaincinv,
    brentq,
    connected_components,
    expit,
    linprog,
    logit,
    np,
)

Array = NDArray[np.float64]

_PRIOR = 2.0  # the prior for the scatter, as in plyground.matches.stats
_TRACE = 1e-7  # a prior too weak to matter if there are data; it keeps the rest finite
_RIDGE = 1e-11  # makes every system solvable; it only affects directions without data


@dataclass(frozen=True)
class Games:
    """Pairs of games as numbers: the players, and the first player's points as Black and as White.

    `first` is always the smaller number. A missing game is NaN. Pairs with the same number in
    `openings` have the same opening.
    """

    players: int
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    points: Array
    openings: NDArray[np.intp]

    @classmethod
    def of(
        cls,
        players: int,
        rows: Sequence[tuple[int, int, float, float]],
        openings: Sequence[Hashable] = (),
    ) -> "Games":
        """From rows of first player, second player, points as Black, points as White.

        Their openings are given separately; None is an opening that no other pair has.
        """
        table = np.array(rows, dtype=float).reshape(-1, 4)
        own = [(place,) if name is None else name for place, name in enumerate(openings)]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(own))}
        begun = np.array([numbers[name] for name in own] or range(len(table)), dtype=np.intp)
        played = ~np.isnan(table[:, 2:]).all(axis=1)
        table, begun = table[played], begun[played]
        swap = table[:, 0] > table[:, 1]
        # From the other player's point of view, colours are exchanged and points are 1 minus the
        # points.
        table[swap] = np.column_stack(
            [table[swap][:, [1, 0]], 1 - table[swap][:, 3], 1 - table[swap][:, 2]]
        )
        who = table[:, :2].astype(int)
        return cls(players, who[:, 0], who[:, 1], table[:, 2:], begun)

    @cached_property
    def matchups(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The pairs of players who met, as rows of two numbers; and the matchup of each pair."""
        both = np.column_stack([self.first, self.second]).reshape(-1, 2)
        unique, inverse = np.unique(both, axis=0, return_inverse=True)
        return unique, inverse.reshape(-1)

    @cached_property
    def signs(self) -> Array:
        """One row per matchup: 1 for its first player, -1 for its second."""
        who, _ = self.matchups
        rows = np.zeros((len(who), self.players))
        rows[np.arange(len(who)), who[:, 0]] = 1
        rows[np.arange(len(who)), who[:, 1]] = -1
        return rows

    def sums(self, values: Array) -> Array:
        """The sums of pairs' values by matchup; NaN is ignored."""
        who, inverse = self.matchups
        found = np.zeros((len(who), *values.shape[1:]))
        np.add.at(found, inverse, np.nan_to_num(values))
        return found

    @cached_property
    def counts(self) -> Array:
        """The number of games of each matchup with its first player as Black, and as White."""
        return self.sums((~np.isnan(self.points)).astype(float))

    @cached_property
    def totals(self) -> Array:
        """The points of its first player in these games."""
        return self.sums(self.points)

    @cached_property
    def components(self) -> NDArray[np.intp]:
        """For every player the number of its group: players who met, directly or through others."""
        return self._groups(strong=False)

    @cached_property
    def strong_components(self) -> NDArray[np.intp]:
        """The same for players who took points from each other, directly or in a cycle."""
        return self._groups(strong=True)

    def _groups(self, strong: bool) -> NDArray[np.intp]:
        took = np.zeros((self.players, self.players))
        who, _ = self.matchups
        gained, games = self.totals.sum(axis=1), self.counts.sum(axis=1)
        took[who[:, 0], who[:, 1]] = gained > 0
        took[who[:, 1], who[:, 0]] = gained < games
        kind = "strong" if strong else "weak"
        _, labels = connected_components(took, directed=True, connection=kind)
        return np.asarray(labels, dtype=np.intp)


@dataclass(frozen=True)
class Fit:
    """Strengths, and the first-move advantage as the last number, with their covariance.

    `covariance` treats pairs as independent, `shared` only those from different openings. `own` is
    the variance of each value if all others were known.
    """

    values: Array
    covariance: Array
    shared: Array
    own: Array

    def variance(self, contrast: Array) -> float:
        """The variance of a weighted sum of the values: the larger of two.

        Few openings alone would show too little.
        """
        return max(float(contrast @ each @ contrast) for each in (self.covariance, self.shared))


@dataclass(frozen=True)
class Field:
    """Some games, one kind per row: advantages are `rows @ values`; games; points."""

    rows: Array
    counts: Array
    points: Array

    @property
    def share(self) -> float:
        """The share of the points won."""
        return float(self.points.sum() / self.counts.sum())


class Model:
    """The games with all fitted quantities."""

    def __init__(self, games: Games, first_move: bool) -> None:
        self.games = games
        self.first_move = first_move
        size = games.players + 1
        self._free = np.arange(size if first_move else size - 1)
        labels = games.components
        # The level of each group is free: fixing its sum at 0 changes no difference.
        level = (labels[:, None] == np.unique(labels)[None, :]).astype(float)
        self._level = np.zeros((size, size))
        self._level[:-1, :-1] = level @ level.T
        self._ends: dict[bytes, tuple[bool, bool]] = {}
        self.parameters = games.players - level.shape[1] + first_move

    @cached_property
    def free(self) -> Fit:
        """The maximum likelihood estimate; an infinite value becomes large but finite."""
        return self._fit(_TRACE)

    @cached_property
    def held(self) -> Fit:
        """The same with a drawn game of each player against the average. No value is far away."""
        return self._fit(1.0)

    def advantages(self, values: Array) -> Array:
        """By matchup: the first player's advantage in strength as Black, and as White."""
        difference = self.games.signs @ values[:-1]
        return np.column_stack([difference + values[-1], difference - values[-1]])

    def _fit(self, pull: float) -> Fit:
        values = np.zeros(self.games.players + 1)
        best = self._objective(values, pull)
        for _ in range(200):
            step = np.zeros_like(values)
            slope, bend = self._slope(values, pull)
            step[self._free] = np.linalg.solve(bend, slope)
            step *= min(1.0, 3.0 / max(np.abs(step).max(initial=0.0), 1e-300))
            while (found := self._objective(values + step, pull)) < best - 1e-10 * (1 + abs(best)):
                step /= 2
            values, best = values + step, found
            if np.abs(step).max(initial=0.0) < 1e-10:
                break
        return Fit(values, *self._covariance(values))

    def _objective(self, values: Array, pull: float) -> float:
        """The log likelihood, with each draw as half a win and half a loss, and with the prior."""
        x = self.advantages(values)
        likelihood = (self.games.totals * x - self.games.counts * np.logaddexp(0, x)).sum()
        drawn = (values / 2 - np.logaddexp(0, values)).sum()
        return float(likelihood + pull * drawn - values @ self._level @ values / 2)

    def _slope(self, values: Array, pull: float) -> tuple[Array, Array]:
        """The first derivatives, and the negative second derivatives."""
        share = expit(self.advantages(values))
        rest = self.games.totals - self.games.counts * share
        slope = np.append(self.games.signs.T @ rest.sum(axis=1), (rest[:, 0] - rest[:, 1]).sum())
        own = expit(values)
        slope += pull * (0.5 - own) - self._level @ values
        bend = self._information(self._weights(values)) + np.diag(pull * own * (1 - own))
        keep = np.ix_(self._free, self._free)
        return slope[self._free], (bend + self._level + _RIDGE * np.eye(len(values)))[keep]

    def _weights(self, values: Array) -> Array:
        share = expit(self.advantages(values))
        return np.asarray(self.games.counts * share * (1 - share), dtype=float)

    def _information(self, weights: Array) -> Array:
        total, balance = weights.sum(axis=1), weights[:, 0] - weights[:, 1]
        return self._assemble(total, balance, total)

    def _assemble(self, strength: Array, mixed: Array, move: Array) -> Array:
        """A matrix over all values from each matchup's two directions.

        These are the difference in strength, which a pair's sum shows, and the first move, which
        the difference of its two games shows.
        """
        signs = self.games.signs
        matrix = np.empty((self.games.players + 1,) * 2)
        matrix[:-1, :-1] = signs.T @ (strength[:, None] * signs)
        matrix[:-1, -1] = matrix[-1, :-1] = signs.T @ mixed
        matrix[-1, -1] = move.sum()
        return matrix

    def _trust(self) -> Array:
        """By matchup: the weight of its observed scatter, from 0 to 1.

        If one side took all points (of one colour, if colours count separately), no scatter was
        observed.
        """
        counts, totals = self.games.counts, self.games.totals
        if not self.first_move:
            counts, totals = counts.sum(axis=1, keepdims=True), totals.sum(axis=1, keepdims=True)
        known = (totals * (1 - totals / np.maximum(counts, 1))).sum(axis=1)
        return np.asarray(known / (known + _PRIOR), dtype=float)

    def _scatter(self, values: Array) -> Array:
        """By matchup: the variances and the covariance of the pairs' two directions.

        The columns are those of `_assemble`: the observed values, weighted by trust, and the
        expected ones.
        """
        both, apart = self._rests(values)
        seen = self.games.sums(np.column_stack([both * both, both * apart, apart * apart]))
        weights = self._weights(values)
        total, balance = weights.sum(axis=1), weights[:, 0] - weights[:, 1]
        trust = self._trust()[:, None]
        expected = np.column_stack([total, balance, total])
        return np.asarray(trust * self._stretch * seen + (1 - trust) * expected, dtype=float)

    @property
    def _stretch(self) -> float:
        """Corrects for the fit, which is closer to the data than the truth is."""
        pairs = len(self.games.points)
        return float(pairs / max(1, pairs - self.parameters))

    def _rests(self, values: Array) -> tuple[Array, Array]:
        """By pair: the residuals of its sum, and of the difference of its games."""
        _, inverse = self.games.matchups
        rest = np.nan_to_num(self.games.points - expit(self.advantages(values))[inverse])
        return rest.sum(axis=1), rest[:, 0] - rest[:, 1]

    def _together(self, values: Array) -> Array:
        """The covariance of pairs of different players with the same opening.

        It gets the same weight as the scatter, so that no variance can become negative.
        """
        _, inverse = self.games.matchups
        both, apart = self._rests(values)
        trust = np.sqrt(self._stretch * self._trust()[inverse])[:, None]
        pairs = trust * np.column_stack([both[:, None] * self.games.signs[inverse], apart])
        names, place = np.unique(self.games.openings, return_inverse=True)
        if len(names) == len(pairs):
            return np.zeros((pairs.shape[1],) * 2)
        openings = np.zeros((len(names), pairs.shape[1]))
        np.add.at(openings, place, pairs)
        # few openings show less variance than there is
        stretch = len(names) / max(1, len(names) - 1)
        return np.asarray(stretch * openings.T @ openings - pairs.T @ pairs, dtype=float)

    def _covariance(self, values: Array) -> tuple[Array, Array, Array]:
        """The sandwich estimate: the real variance of the pairs' sums, between the expected ones.

        Then the part from openings that several pairs share, and last the variance of each value
        alone, with all others known.
        """
        size = len(values)
        keep = np.ix_(self._free, self._free)
        bend = self._information(self._weights(values)) + _RIDGE * np.eye(size)
        filling = self._assemble(*self._scatter(values).T)
        bread = np.linalg.inv((bend + self._level)[keep])
        covariance, shared = np.zeros((size, size)), np.zeros((size, size))
        covariance[keep] = bread @ filling[keep] @ bread
        shared[keep] = bread @ (filling + self._together(values))[keep] @ bread
        return covariance, shared, np.diag(filling) / np.diag(bend) ** 2

    def residuals(self) -> tuple[Array, Array]:
        """By matchup: the expected points of its first player, and the standardised deviations.

        The deviations are conservative, because the fit used the same games.
        """
        values = self.free.values
        expected = (self.games.counts * expit(self.advantages(values))).sum(axis=1)
        # For players of very different strength with expected results, the spread is lost in
        # rounding.
        spread = np.sqrt(np.maximum(self._scatter(values)[:, 0], 1e-12))
        return expected, (self.games.totals.sum(axis=1) - expected) / spread

    @cached_property
    def _classes(self) -> Field:
        """All games by matchup and colour, from their first player's point of view."""
        signs, counts, totals = self.games.signs, self.games.counts, self.games.totals
        black = np.column_stack([signs, np.ones(len(signs))])
        white = np.column_stack([signs, -np.ones(len(signs))])
        met = counts.T.ravel() > 0
        rows = np.concatenate([black, white])[met]
        return Field(rows, counts.T.ravel()[met], totals.T.ravel()[met])

    def field(self, column: int) -> Field:
        """The games of one player from its point of view; for column -1 all games, from Black's."""
        every = self._classes
        mine = every.rows[:, column] != 0
        side = every.rows[mine, column]
        points = np.where(side > 0, every.points[mine], every.counts[mine] - every.points[mine])
        return Field(side[:, None] * every.rows[mine], every.counts[mine], points)

    @cached_property
    def is_finite(self) -> bool:
        """Whether every difference inside a group, and the first move, has a finite estimate.

        True is certain; False may only mean that `ends` must check.
        """
        every = self._classes
        shared = every.rows[(every.points > 0) & (every.points < every.counts)][:, self._free]
        return bool(len(shared)) and int(np.linalg.matrix_rank(shared)) == self.parameters

    def ends(self, contrast: Array) -> tuple[bool, bool]:
        """Whether the games bound this weighted sum of the values from below, and from above.

        It is unbounded if the values can change forever without making any game less likely.
        """
        labels = self.games.components
        loose = np.bincount(labels, weights=contrast[:-1]) if len(labels) else np.zeros(0)
        if np.abs(loose).max(initial=0.0) > 1e-9:  # these players have never met
            return False, False
        if self.is_finite:
            return True, True
        if (key := contrast.tobytes()) not in self._ends:
            self._ends[key] = self._extreme(contrast) > -1e-6, self._extreme(-contrast) > -1e-6
        return self._ends[key]

    def _extreme(self, contrast: Array) -> float:
        """The minimum in a box in which no game may become less likely."""
        every = self._classes
        won, lost = every.points == every.counts, every.points == 0
        move = float(self.first_move)
        found = linprog(
            contrast,
            A_ub=np.concatenate([-every.rows[~lost], every.rows[~won]]),
            b_ub=np.zeros((~lost).sum() + (~won).sum()),
            bounds=[(-1.0, 1.0)] * (len(contrast) - 1) + [(-move, move)],
        )
        return float(found.fun)


def clopper_pearson(games: float, share: float, confidence: float) -> tuple[float, float]:
    """Clopper and Pearson's interval, for numbers of games that need not be integers.

    >>> [round(end, 3) for end in clopper_pearson(20, 1.0, 0.95)]
    [0.832, 1.0]
    """
    won, lost, tail = games * share, games * (1 - share), (1 - confidence) / 2
    low = float(betaincinv(won, lost + 1, tail)) if won > 0 else 0.0
    high = 1 - float(betaincinv(lost, won + 1, tail)) if lost > 0 else 1.0
    return low, high


def shift_to(share: float, advantages: Array, games: Array) -> float:
    """The shift of all advantages that gives this expected share of the points.

    Infinite for no points and for all of them.

    >>> round(shift_to(0.5, np.array([1.0, 1.0]), np.array([3.0, 1.0])), 6)
    -1.0
    """
    wanted = float(logit(share))
    if math.isinf(wanted):
        return wanted
    ends = wanted - float(advantages.max()) - 1e-6, wanted - float(advantages.min()) + 1e-6
    weights = games / games.sum()
    return float(brentq(lambda shift: weights @ expit(advantages + shift) - share, *ends))
