"""Turns self-play games into arrays of positions, and keeps the window of recent ones."""

import hashlib
import math
import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.engine.actions import Actions
from plyground.engine.game import Game, Position
from plyground.engine.policy_layout import layout_of
from plyground.engine.symmetry import Image, images
from plyground.train.self_play import (
    DRAWN,
    EXACT,
    FULL,
    GameRecord,
    Row,
    unpack_policy,
    winner_of,
)
from plyground.train.settings import TrainSettings

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Samples:
    """Positions with their training targets, each for the side to move."""

    planes: npt.NDArray[np.float16]  # [position, row, column, plane]
    policy: npt.NDArray[np.float16]  # [position, action]
    value: npt.NDArray[np.float16]  # [position, 3]: win, draw, loss
    share: npt.NDArray[np.float16]  # of the point, from the searches' values
    score: npt.NDArray[np.float16]  # the final margin
    owners: npt.NDArray[np.int8]  # [position, square]; empty if the game has none
    weight: npt.NDArray[np.float32]  # the surprise of each position
    key: npt.NDArray[np.int64]  # equal for positions that look the same

    def __len__(self) -> int:
        return len(self.weight)

    def some_planes(self, count: int, seed: int) -> Floats:
        """The planes of some random positions."""
        chosen = np.random.default_rng(seed).permutation(len(self))[:count]
        return np.ascontiguousarray(self.planes[np.sort(chosen)], np.float32)


class Reader:
    """Turns records of games into samples."""

    def __init__(self, settings: TrainSettings) -> None:
        self._start = settings.rules.start()
        self._layout = layout_of(settings.rules)
        self._fade = settings.value_horizon / (1 + settings.value_horizon)
        self.has_owners = "ownership" in self._start.extra_targets

    def read(self, record: GameRecord) -> Samples:
        """The positions of a game whose moves were found by a full search.

        A ValueError says that the record is not a legal game.
        """
        try:
            return self._read(record)
        except ValueError as error:
            name = f"Game {record['number']} of generation {record['generation']}"
            raise ValueError(f"{name} is damaged: {error} Remove its line to continue.") from None

    def _read(self, record: GameRecord) -> Samples:
        positions = [self._start]
        for move in record["moves"].split():
            positions.append(positions[-1].play(move))
        end = positions.pop()
        owners = self._owners(end) if self.has_owners else None
        shares = self._shares(record, positions)
        chosen = [i for i, row in enumerate(record["rows"]) if row[0] in (FULL, EXACT)]
        kept = [(positions[i], record["rows"][i]) for i in chosen]
        sides = [1 if before.turn == "black" else -1 for before, _ in kept]
        planes = [before.planes() for before, _ in kept]
        return Samples(
            planes=_stacked(planes, (0, 0, 0), np.float16),
            policy=_stacked([self._policy(p, row[3]) for p, row in kept], (0,), np.float16),
            value=_stacked([_value(record, *each) for each in kept], (3,), np.float16),
            share=np.array([shares[i] for i in chosen], np.float16),
            score=np.array([_margin(record, before) for before, _ in kept], np.float16),
            owners=_stacked(
                [owners * side for side in sides] if owners is not None else [],
                (0,),
                np.int8,
            ),
            weight=np.array([row[2] for _, row in kept], np.float32),
            key=np.array([_key(seen) for seen in planes], np.int64),
        )

    def _owners(self, end: Position) -> npt.NDArray[np.int8]:
        """The owner of each square; nobody if the game was cut off."""
        if end.result() is None:
            return np.zeros(len(end.rows) * len(end.columns), np.int8)
        return np.array(end.final_ownership(), np.int8)

    def _shares(self, record: GameRecord, positions: list[Position]) -> list[float]:
        """For each move the mover's share of the point, from the searches' values.

        The weight of later searches fades with the distance; after the last one comes the result.
        """
        found = []
        black = _share_of_black(record["winner"])
        for position, row in zip(reversed(positions), reversed(record["rows"]), strict=True):
            its = row[1] if position.turn == "black" else 1 - row[1]
            if row[0] != DRAWN:
                fade = 0.0 if row[0] == EXACT else self._fade
                black = (1 - fade) * its + fade * black
            found.append(black if position.turn == "black" else 1 - black)
        return found[::-1]

    def _policy(self, position: Position, packed: str) -> Floats:
        policy = np.zeros(len(self._layout.texts), np.float32)
        for move, share in zip(position.moves(), unpack_policy(packed), strict=True):
            policy[self._layout.slots[move]] += share
        return policy / max(1.0, float(policy.sum()))


def random_planes(game: Game, count: int, seed: int) -> Floats:
    """The planes of positions of random games, for an untrained network."""
    found: list[Any] = []
    dice = random.Random(seed)  # noqa: S311 - for positions
    position = game.start()
    while len(found) < count:
        found.append(position.planes())
        position = position.play(dice.choice(position.moves()))
        if position.result() is not None:
            position = game.start()
    return np.stack(found).astype(np.float32)


def _key(planes: Floats) -> int:
    """A hash of a network's input."""
    digest = hashlib.blake2b(np.ascontiguousarray(planes).tobytes(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def _stacked(rows: list[Any], shape: tuple[int, ...], kind: type) -> Any:
    """The rows as one array, also if there are none."""
    return np.stack(rows).astype(kind) if rows else np.zeros((0, *shape), kind)


def _share_of_black(winner: str | None) -> float:
    return 0.5 if winner is None else float(winner == "black")


def _value(record: GameRecord, position: Position, row: Row) -> Floats:
    """Win, draw and loss: the result of the game, or its exact value if known."""
    exact = row[0] == EXACT
    winner = winner_of(position.turn, row[1]) if exact else record["winner"]
    if winner is None:
        return np.array([0, 1, 0], np.float32)
    won = winner == position.turn
    return np.array([won, 0, not won], np.float32)


def _margin(record: GameRecord, position: Position) -> float:
    if record["margin"] is None or record["winner"] is None:
        return 0.0
    return record["margin"] if record["winner"] == position.turn else -record["margin"]


class Window:
    """The newest positions. The window grows more slowly than the total number of positions."""

    def __init__(self, least: int) -> None:
        self._least = least
        self._parts: deque[Samples] = deque()
        self._held = 0
        self.total = 0

    @property
    def size(self) -> int:
        """The number of positions to keep.

        This is the rule of KataGo (Wu, "Accelerating self-play learning in Go", 2019).
        """
        return self._size_at(self.total)

    def _size_at(self, total: int) -> int:
        if total <= self._least:
            return self._least
        grown = math.pow(total / self._least, 0.75) - 1
        return int(self._least * (1 + 0.4 / 0.75 * grown))

    def fill(self, generations: Iterable[list[Samples]], total: int) -> None:
        """Fills a new window as if all positions so far had been added to it.

        The games of the newest generation are read first; those too old for the window are not
        read.
        """
        kept: list[list[Samples]] = []
        held = 0
        for games in generations:
            kept.append(games)
            held += sum(map(len, games))
            if held >= self._size_at(total):
                break
        self.total = total - held
        for games in reversed(kept):
            for samples in games:
                self.add(samples)

    def add(self, samples: Samples) -> None:
        """Adds the positions of a game, and drops the oldest."""
        if not len(samples):
            return
        self._parts.append(samples)
        self._held += len(samples)
        self.total += len(samples)
        while self._held - len(self._parts[0]) >= self.size:
            self._held -= len(self._parts.popleft())

    def joined(self) -> Samples:
        """All positions of the window."""
        fields = Samples.__dataclass_fields__
        return Samples(
            **{
                name: np.concatenate([getattr(part, name) for part in self._parts])
                for name in fields
            }
        )


def _sources(actions: Actions, image: Image) -> list[int]:
    """For each index of the policy, the index that moves there when the board is turned."""
    layout = layout_of(actions.game)
    sources = list(range(len(layout.texts)))
    for text, slot in layout.slots.items():
        turned = actions.move(image.actions[actions.number(text)])
        sources[layout.slots[turned]] = slot
    return sources


def _chances(samples: Samples, settings: TrainSettings) -> npt.NDArray[np.float64]:
    """The sampling weights: surprising positions more often, repeated ones less."""
    surprise = np.maximum(samples.weight.astype(np.float64), 0) + 1e-6
    weights = (1 - settings.surprise) / len(samples)
    weights = weights + settings.surprise * surprise / surprise.sum()
    _, place, counts = np.unique(samples.key, return_inverse=True, return_counts=True)
    weights *= counts[place].astype(np.float64) ** (settings.repeats - 1)
    return np.asarray(weights / weights.sum())


class Sampler:
    """Draws batches from a window, each position in one of the board's symmetries."""

    def __init__(self, settings: TrainSettings, game: Game, samples: Samples, seed: int) -> None:
        self._samples = samples
        self._random = np.random.default_rng(seed)
        actions = Actions(game)
        turned = images(actions) if settings.symmetries else images(actions)[:1]
        self._squares = np.array([np.argsort(image.squares) for image in turned])
        self._moves = np.array([_sources(actions, image) for image in turned])
        self._sums = np.cumsum(_chances(samples, settings))

    def batch(self, size: int) -> dict[str, npt.NDArray[np.float32]]:
        """A batch of float32 arrays; planes as [position, plane, row, column]."""
        chosen = np.searchsorted(self._sums, self._random.random(size))
        chosen = np.minimum(chosen, len(self._samples) - 1)
        turn = self._random.integers(len(self._squares), size=size)
        s = self._samples
        rows, columns, planes = s.planes.shape[1:]
        flat = s.planes[chosen].reshape(size, rows * columns, planes)
        each = np.arange(size)[:, None]
        flat = flat[each, self._squares[turn]].astype(np.float32)
        found = {
            "planes": np.ascontiguousarray(
                flat.reshape(size, rows, columns, planes).transpose(0, 3, 1, 2)
            ),
            "policy": s.policy[chosen][each, self._moves[turn]].astype(np.float32),
            "value": s.value[chosen].astype(np.float32),
            "share": s.share[chosen].astype(np.float32),
            "score": s.score[chosen].astype(np.float32),
        }
        if s.owners.shape[1]:
            found["owners"] = s.owners[chosen][each, self._squares[turn]].astype(np.float32)
        return found
