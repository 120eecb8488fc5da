"""The positions of self-play games as arrays, and the window of those that are learned from."""

import math
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.engine.actions import Actions
from plyground.engine.game import Game, Position
from plyground.engine.policy_layout import layout_of
from plyground.engine.symmetry import Image, images
from plyground.train.self_play import FULL, GameRecord, unpack_policy
from plyground.train.settings import TrainSettings

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Samples:
    """Positions with what is to be learned about them, each for the side to move."""

    planes: npt.NDArray[np.float16]  # [position, row, column, plane]
    policy: npt.NDArray[np.float16]  # [position, action]
    value: npt.NDArray[np.float16]  # [position, 3]: win, draw, loss
    share: npt.NDArray[np.float16]  # of the point, as the search saw it
    score: npt.NDArray[np.float16]  # the final margin
    owners: npt.NDArray[np.int8]  # [position, square]; empty where the game has none
    weight: npt.NDArray[np.float32]  # how surprising each was

    def __len__(self) -> int:
        return len(self.weight)


class Reader:
    """Turns records of games into samples."""

    def __init__(self, settings: TrainSettings) -> None:
        self._start = settings.rules.start()
        self._layout = layout_of(settings.rules)
        self.has_owners = "ownership" in self._start.extra_targets

    def read(self, record: GameRecord) -> Samples:
        """The positions of a game whose moves were found by a full search."""
        position, rows = self._start, []
        for move, row in zip(record["moves"].split(), record["rows"], strict=True):
            if row[0] == FULL:
                rows.append((position, row))
            position = position.play(move)
        owners = position.final_ownership() if self.has_owners and position.result() else None
        sides = [1 if before.turn == "black" else -1 for before, _ in rows]
        planes = [before.planes() for before, _ in rows]
        return Samples(
            planes=_stacked(planes, (0, 0, 0), np.float16),
            policy=_stacked([self._policy(p, row[3]) for p, row in rows], (0,), np.float16),
            value=_stacked([_value(record, before) for before, _ in rows], (3,), np.float16),
            share=np.array([row[1] for _, row in rows], np.float16),
            score=np.array([_margin(record, before) for before, _ in rows], np.float16),
            owners=_stacked(
                [np.array(owners, np.int8) * side for side in sides] if owners else [],
                (0,),
                np.int8,
            ),
            weight=np.array([row[2] for _, row in rows], np.float32),
        )

    def _policy(self, position: Position, packed: str) -> Floats:
        policy = np.zeros(len(self._layout.texts), np.float32)
        for move, share in zip(position.moves(), unpack_policy(packed), strict=True):
            policy[self._layout.slots[move]] += share
        return policy / max(1.0, float(policy.sum()))


def _stacked(rows: list[Any], shape: tuple[int, ...], kind: type) -> Any:
    """The rows as one array, also where there are none."""
    return np.stack(rows).astype(kind) if rows else np.zeros((0, *shape), kind)


def _value(record: GameRecord, position: Position) -> Floats:
    if record["winner"] is None:
        return np.array([0, 1, 0], np.float32)
    won = record["winner"] == position.turn
    return np.array([won, 0, not won], np.float32)


def _margin(record: GameRecord, position: Position) -> float:
    if record["margin"] is None or record["winner"] is None:
        return 0.0
    return record["margin"] if record["winner"] == position.turn else -record["margin"]


class Window:
    """The newest positions; it grows more slowly than the number of positions so far."""

    def __init__(self, least: int) -> None:
        self._least = least
        self._parts: deque[Samples] = deque()
        self._held = 0
        self.total = 0

    @property
    def size(self) -> int:
        """How many positions are kept.

        The rule of KataGo (Wu, "Accelerating self-play learning in Go", 2019).
        """
        if self.total <= self._least:
            return self._least
        grown = math.pow(self.total / self._least, 0.75) - 1
        return int(self._least * (1 + 0.4 / 0.75 * grown))

    def add(self, samples: Samples) -> None:
        """Adds the positions of a game, and lets go of the oldest."""
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
    """For each place of the policy, which one comes there when the board is turned."""
    layout = layout_of(actions.game)
    sources = list(range(len(layout.texts)))
    for text, slot in layout.slots.items():
        turned = actions.move(image.actions[actions.number(text)])
        sources[layout.slots[turned]] = slot
    return sources


class Sampler:
    """Draws batches from a window, each position in one of the board's symmetries."""

    def __init__(self, settings: TrainSettings, game: Game, samples: Samples, seed: int) -> None:
        self._samples = samples
        self._random = np.random.default_rng(seed)
        actions = Actions(game)
        turned = images(actions) if settings.symmetries else images(actions)[:1]
        self._squares = np.array([np.argsort(image.squares) for image in turned])
        self._moves = np.array([_sources(actions, image) for image in turned])
        surprise = np.maximum(samples.weight.astype(np.float64), 0) + 1e-6
        weights = (1 - settings.surprise) / len(
            samples
        ) + settings.surprise * surprise / surprise.sum()
        self._sums = np.cumsum(weights / weights.sum())

    def batch(self, size: int) -> dict[str, npt.NDArray[np.float32]]:
        """So many positions, as float32 arrays; planes as [position, plane, row, column]."""
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
