"""Ratings of many players from pairs of games: Elo, confidence intervals, and their limits.

Bradley and Terry's model with an advantage of the first move; a draw is half a win and half a loss,
so that a difference in rating means the same share of the points as in a match.
`docs/explanation/lab-statistics.md` explains the computation and its assumptions. Every function is
pure.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.lab.bradley_terry import Array, Games, Model, clopper_pearson, shift_to
from plyground.lab.scientific import expit, ndtr, ndtri, np
from plyground.matches.stats import Estimate, Tally, beta_below, expected_share

_ELO = 400 / math.log(10)
_FAR = 30.0  # a larger difference rounds the shares of the points to 0 and 1
_EVEN = Estimate(0.5, 0.5, 0.5, 0.5)  # a player compared with itself
_UNKNOWN = Estimate(0.5, 0.0, 1.0, 0.5)


@dataclass(frozen=True)
class Pairing:
    """Two games from one opening with colours changed: the first player's points in each colour.

    None stands for a game that was not played. `opening` identifies the opening, because pairs of
    other players from the same opening are not independent. Without a name the opening is unique.

    >>> Pairing("A", "B", (1, 0.5)).played
    (1, 0.5)
    >>> Pairing("A", "B", (None, 0)).played
    (0,)
    """

    first: str
    second: str
    points: tuple[float | None, float | None]
    opening: Hashable = None

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise ValueError(f"A pairing is between two players, not {self.first} and itself.")
        if len(self.points) != 2:
            raise ValueError(f"A pairing has two games, not {len(self.points)}.")
        Tally.of(self.played)  # states the possible results of a game

    @property
    def played(self) -> tuple[float, ...]:
        """The first player's points in the games that were played."""
        return tuple(points for points in self.points if points is not None)


@dataclass(frozen=True)
class Rating:
    """A player's rating relative to the anchor.

    `estimate` is in Elo and in the expected share of the points against the anchor, with colours
    alternating. An end that the games do not bound is open.
    """

    player: str
    estimate: Estimate
    tally: Tally

    @property
    def elo(self) -> float | None:
        """The likeliest rating; None if an end is open."""
        is_open = self.estimate.elo_low is None or self.estimate.elo_high is None
        return None if is_open else self.estimate.elo

    def as_row(self) -> dict[str, Any]:
        """Plain data for a row of a table, for example in pandas."""
        return {
            "player": self.player,
            "elo": self.elo,
            "low": self.estimate.elo_low,
            "high": self.estimate.elo_high,
            "games": self.tally.games,
            "wins": self.tally.wins,
            "draws": self.tally.draws,
            "losses": self.tally.losses,
            "share": self.tally.share,
        }

    def __str__(self) -> str:
        return f"{self.player}: {self.estimate}"


@dataclass(frozen=True)
class Matchup:
    """Two players who met: the first one's share of the points, observed and expected.

    `p` is the probability of a deviation this large if the ratings explain everything.
    """

    first: str
    second: str
    games: int
    share: float
    expected: float
    p: float


@dataclass(frozen=True)
class Ratings:
    """Ratings, best first, and other results.

    `group` has the players whose mean is 0: the anchor alone if one was named. `first_move` is
    Black's advantage in Elo, None if it was not requested; `draws` the share of drawn games.
    `apart` has the groups of players who never met, directly or through others.
    """

    ratings: tuple[Rating, ...]
    group: tuple[str, ...]
    first_move: Estimate | None
    draws: float
    apart: tuple[tuple[str, ...], ...]
    confidence: float
    _names: dict[str, int] = field(repr=False, compare=False)
    _model: Model = field(repr=False, compare=False)

    def __getitem__(self, player: str) -> Rating:
        self._number(player)
        return next(rating for rating in self.ratings if rating.player == player)

    def difference(self, first: str, second: str) -> Estimate:
        """How much stronger the first player is than the second, from all games of all players.

        Its ends are the wider ones of those from either player's points.
        """
        contrast = self._contrast(first, second)
        if first == second:
            return _EVEN
        here = _bounded(self._model, contrast, self._names[first], self.confidence)
        there = _bounded(self._model, contrast, self._names[second], self.confidence)
        return replace(here, low=min(here.low, there.low), high=max(here.high, there.high))

    def p_value(self, first: str, second: str) -> float:
        """The probability of a difference this large, in either direction, between equal players.

        It is that of a match of these two with as much information as all games.
        """
        won, lost = _equal_match(self._model, self._contrast(first, second))
        few = min(
            beta_below(0.5, won, lost + 1) if won > 0 else 1.0,
            beta_below(0.5, lost, won + 1) if lost > 0 else 1.0,
        )
        return min(1.0, 2 * few)

    def superiority(self, first: str, second: str) -> float:
        """The likelihood that the first is the stronger one; one half without information."""
        return _superiority(*_equal_match(self._model, self._contrast(first, second)))

    def superiorities(self) -> list[list[float]]:
        """For each player (row) over each (column), best first; one half on the diagonal."""
        names = [rating.player for rating in self.ratings]
        return [[self.superiority(a, b) for b in names] for a in names]

    def matchups(self) -> list[Matchup]:
        """The pairs who met, and how well the ratings explain their results."""
        names, (who, _) = list(self._names), self._model.games.matchups
        counts, totals = self._model.games.counts, self._model.games.totals
        expected, deviations = self._model.residuals()
        played = counts.sum(axis=1)
        return [
            Matchup(names[first], names[second], int(games), won / games, due / games, p)
            for (first, second), games, won, due, p in zip(
                who.tolist(),
                played.tolist(),
                totals.sum(axis=1).tolist(),
                expected.tolist(),
                (2 * ndtr(-np.abs(deviations))).tolist(),
                strict=True,
            )
        ]

    def rows(self) -> list[dict[str, Any]]:
        """One plain dict per player, best first."""
        return [rating.as_row() for rating in self.ratings]

    def sentences(self) -> list[str]:
        """What a reader of the table should know, in plain words."""
        found = [_anchor_sentence(self.group)] if self.ratings else ["No games were played."]
        for rating in self.ratings:
            if rating.player not in self.group:
                found += _open_sentence(rating, self.group)
        if len(self.apart) > 1:
            groups = "; ".join(", ".join(group) for group in self.apart)
            found.append(
                "These groups have not met, directly or through others, so they can't be"
                f" compared: {groups}."
            )
        if self.first_move is not None and self.ratings:
            found.append(f"The value of the first move: {self.first_move}.")
        return found

    def _number(self, player: str) -> int:
        if player not in self._names:
            known = ", ".join(self._names) or "none"
            raise ValueError(
                f"There is no player {player!r} in these games; the players are: {known}."
            )
        return self._names[player]

    def _contrast(self, first: str, second: str) -> Array:
        contrast = np.zeros(len(self._names) + 1)
        contrast[self._number(first)] += 1
        contrast[self._number(second)] -= 1
        return contrast


def rate(
    pairings: Iterable[Pairing],
    *,
    anchor: str | None = None,
    first_move: bool = True,
    players: Sequence[str] = (),
    confidence: float = 0.95,
) -> Ratings:
    """Ratings of all players in these pairings.

    They are relative to the player named as `anchor`, or to the mean of the largest group whose
    players took points from each other. `players` may include players without games. Without
    `first_move` both colours count the same.

    >>> even, won = Pairing("A", "B", (1, 0)), Pairing("B", "C", (1, 1))
    >>> found = rate([even, won, Pairing("B", "A", (0.5, 0))] * 5, anchor="B", first_move=False)
    >>> print(*found.ratings, sep="; ")
    A: +89 Elo, from -17 to +199; B: +0 Elo, from +0 to +0; C: at most -140 Elo
    """
    if not 0 < confidence < 1:
        raise ValueError(f"A confidence is a number between 0 and 1, not {confidence:g}.")
    pairings = list(pairings)
    names = {name: None for pair in pairings for name in (pair.first, pair.second)}
    numbers = {name: i for i, name in enumerate(dict.fromkeys([*players, *names]))}
    model = Model(_games(pairings, numbers), first_move)
    group = _anchors(model.games, numbers, anchor)
    tallies = _tallies(pairings, numbers)
    rated = [
        Rating(name, _estimate(model, number, group, confidence), tallies[name])
        for name, number in numbers.items()
    ]
    games = sum(tallies.values(), Tally())
    return Ratings(
        tuple(sorted(rated, key=lambda one: -_place(one, model, numbers[one.player], group))),
        tuple(name for name, number in numbers.items() if number in group),
        _first_move(model, confidence) if first_move else None,
        games.draws / games.games if games.games else 0.0,
        _apart(model.games, list(numbers)),
        confidence,
        numbers,
        model,
    )


def _anchors(games: Games, numbers: dict[str, int], anchor: str | None) -> list[int]:
    """The players whose mean is 0."""
    if anchor is None:
        return _largest_group(games)
    if anchor not in numbers:
        known = ", ".join(numbers) or "none"
        raise ValueError(f"The anchor {anchor!r} has not played; the players are: {known}.")
    return [numbers[anchor]]


def _place(rating: Rating, model: Model, number: int, group: Sequence[int]) -> float:
    """The sort key of a player: its rating, or the rating with one more draw."""
    if rating.elo is not None:
        return rating.elo
    values = model.held.values
    return _ELO * float(values[number] - values[list(group)].mean())


def _games(pairings: Sequence[Pairing], numbers: dict[str, int]) -> Games:
    def number(points: float | None) -> float:
        return math.nan if points is None else points

    rows = [
        (numbers[pair.first], numbers[pair.second], number(pair.points[0]), number(pair.points[1]))
        for pair in pairings
    ]
    return Games.of(len(numbers), rows, [pair.opening for pair in pairings])


def _tallies(pairings: Sequence[Pairing], numbers: dict[str, int]) -> dict[str, Tally]:
    points: dict[str, list[float]] = {name: [] for name in numbers}
    for pair in pairings:
        points[pair.first] += pair.played
        points[pair.second] += [1 - won for won in pair.played]
    return {name: Tally.of(won) for name, won in points.items()}


def _largest_group(games: Games) -> list[int]:
    """Players who took points from each other: most players, then most games, then first."""
    labels = games.strong_components
    if not len(labels):
        return []
    played = np.zeros(games.players)
    who, _ = games.matchups
    for side in (0, 1):
        np.add.at(played, who[:, side], games.counts.sum(axis=1))
    sizes, totals = np.bincount(labels), np.bincount(labels, weights=played)
    order = {label: place for place, label in reversed(list(enumerate(labels.tolist())))}
    best = max(order, key=lambda label: (sizes[label], totals[label], -order[label]))
    return [int(number) for number in np.flatnonzero(labels == best)]


def _apart(games: Games, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    labels = games.components.tolist()
    return tuple(
        tuple(name for name, label in zip(names, labels, strict=True) if label == wanted)
        for wanted in dict.fromkeys(labels)
    )


def _estimate(model: Model, player: int, group: Sequence[int], confidence: float) -> Estimate:
    """A player's rating relative to the mean of a group."""
    if list(group) == [player]:
        return _EVEN
    contrast = np.zeros(model.games.players + 1)
    contrast[list(group)] -= 1 / len(group)
    contrast[player] += 1
    return _bounded(model, contrast, player, confidence)


def _first_move(model: Model, confidence: float) -> Estimate:
    """The first-move advantage, as Black's share between equal players."""
    contrast = np.zeros(model.games.players + 1)
    contrast[-1] = 1
    return _bounded(model, contrast, -1, confidence)


def _bounded(model: Model, contrast: Array, column: int, confidence: float) -> Estimate:
    """The interval of a contrast, from the share of the points that one player, or Black, has won.

    If all others were known, the share's interval would be that of this many games. Moving this one
    value until the expected share is at an end makes it an interval of the contrast. The
    uncertainty of the others is added as for independent errors.
    """
    bounded = model.ends(contrast)
    if not any(bounded):
        return _UNKNOWN
    fit = model.free if all(bounded) else model.held
    seen, weight, value = model.field(column), float(contrast[column]), float(contrast @ fit.values)
    x = np.clip(seen.rows @ fit.values, -_FAR, _FAR)
    expected = expit(x)
    parts = seen.counts / seen.counts.sum()
    share, slope = float(parts @ expected), float(parts @ (expected * (1 - expected)))
    own, whole = weight**2 * float(fit.own[column]), fit.variance(contrast)
    games = share * (1 - share) * weight**2 / (slope**2 * min(own, whole))
    others = float(ndtri((1 + confidence) / 2)) * math.sqrt(max(0.0, whole - own))
    moves = sorted(
        weight * shift_to(end, x, seen.counts)
        for end in clopper_pearson(games, seen.share, confidence)
    )
    low = value - math.hypot(min(0.0, moves[0]), others)
    high = value + math.hypot(max(0.0, moves[1]), others)
    return Estimate(
        expected_share(_ELO * value) if all(bounded) else float(bounded[0]),
        expected_share(_ELO * low) if bounded[0] else 0.0,
        expected_share(_ELO * high) if bounded[1] else 1.0,
        _superiority(*_equal_match(model, contrast)),
    )


def _equal_match(model: Model, contrast: Array) -> tuple[float, float]:
    """Games won and lost in a match with as much information about a contrast as all games."""
    bounded = model.ends(contrast)
    if not any(bounded) or not contrast.any():
        return 0.0, 0.0
    fit = model.free if all(bounded) else model.held
    share = float(expit(np.clip(contrast @ fit.values, -_FAR, _FAR)))
    games = 1 / (share * (1 - share) * fit.variance(contrast))
    sides = [model.field(int(column)).share for column in np.flatnonzero(contrast)]
    if not all(bounded) and {0.0, 1.0}.intersection(sides):
        share = float(bounded[0])  # no result favours the other side
    return games * share, games * (1 - share)


def _superiority(won: float, lost: float) -> float:
    return 0.5 if won == lost else beta_below(0.5, lost + 0.5, won + 0.5)


def _anchor_sentence(group: Sequence[str]) -> str:
    if len(group) == 1:
        return f"Ratings are relative to {group[0]}."
    return f"Ratings are relative to the mean of {len(group)} players: {', '.join(group)}."


def _open_sentence(rating: Rating, group: Sequence[str]) -> list[str]:
    low, high = rating.estimate.elo_low, rating.estimate.elo_high
    others = group[0] if len(group) == 1 else "these"
    if low is None and high is None:
        return [f"{rating.player} can't be compared with {others}."]
    if high is None:
        reason = "it lost no point" if rating.tally.share == 1 else "no game limits it"
        return [f"{rating.player} has no upper end: {reason}."]
    if low is None:
        reason = "it won no point" if rating.tally.share == 0 else "no game limits it"
        return [f"{rating.player} has no lower end: {reason}."]
    return []
