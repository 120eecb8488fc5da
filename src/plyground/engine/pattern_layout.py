"""The places of a game's patterns on its board, in the form that the core takes.

The cells of a place are numbers: the squares in reading order, then the extras, such as pieces in
hand (cpp/core/squares.hpp).
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Game
from plyground.engine.game_guide import guide_of
from plyground.engine.pattern_shapes import Cells, placed, usual_shapes
from plyground.engine.symmetry import square_images

Place: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Pattern:
    """Places that share weights, and how the board's symmetries permute the cells of a place."""

    places: tuple[Place, ...]
    turned: tuple[Place, ...]


@dataclass(frozen=True)
class PatternLayout:
    """Everything about an evaluation by patterns except its weights."""

    squares: int
    contents: tuple[str, ...]  # what a square can hold
    extras: tuple[str, ...]  # the other numbers
    patterns: tuple[Pattern, ...]
    stages: int
    by_turn: bool

    def plan(self) -> _core.PatternPlan:
        """The same in the core's form."""
        plan = _core.PatternPlan(
            squares=self.squares,
            extras=len(self.extras),
            contents=len(self.contents),
            stages=self.stages,
            by_turn=self.by_turn,
        )
        for pattern in self.patterns:
            plan.add(
                [list(place) for place in pattern.places],
                [list(cells) for cells in pattern.turned],
            )
        return plan

    @classmethod
    def of_fields(cls, fields: Mapping[str, Any]) -> Self:
        """A layout read from JSON."""
        return cls(
            int(fields["squares"]),
            tuple(map(str, fields["contents"])),
            tuple(map(str, fields["extras"])),
            tuple(
                Pattern(_places(pattern["places"]), _places(pattern["turned"]))
                for pattern in fields["patterns"]
            ),
            int(fields["stages"]),
            bool(fields["by_turn"]),
        )


def _places(rows: Iterable[Iterable[Any]]) -> tuple[Place, ...]:
    return tuple(tuple(map(int, row)) for row in rows)


def layout_for(game: Game, stages: int = 0) -> PatternLayout:
    """The patterns of a game with its options: those of its guide, or the usual ones.

    >>> import plyground
    >>> layout = layout_for(plyground.game("othello"))
    >>> len(layout.patterns[0].places), layout.extras, layout.by_turn
    (8, ('own moves', 'other moves'), False)
    """
    start = game.start()
    rows, columns, contents, extras = core_state(start).squares_shape()
    guide = guide_of(game.name).patterns(game)
    if not guide.fixed and not guide.sliding:
        usual = usual_shapes(rows, columns, len(contents))
        fixed, sliding = usual.fixed, usual.sliding
    else:
        fixed, sliding = guide.fixed, guide.sliding
    images = square_images(start)
    groups = [[cells] for cells in fixed]
    groups += [list(placed(cells, rows, columns)) for cells in sliding]
    found: dict[frozenset[Place], Pattern] = {}
    for group in groups:
        pattern = _pattern(group, images, columns)
        if pattern.places:
            found.setdefault(frozenset(tuple(sorted(place)) for place in pattern.places), pattern)
    squares = rows * columns
    found |= {
        frozenset([(squares + at,)]): Pattern(((squares + at,),), ()) for at in range(len(extras))
    }
    return PatternLayout(
        squares,
        tuple(contents),
        tuple(extras),
        tuple(found.values()),
        stages or guide.stages,
        by_turn=not guide.alike,
    )


def _pattern(group: Sequence[Cells], images: Sequence[Place], columns: int) -> Pattern:
    """A shape in all its places and images, each place once."""
    places: dict[frozenset[int], Place] = {}
    turned: set[Place] = set()
    for cells, image in itertools.product(group, images):
        place = tuple(image[row * columns + column] for row, column in cells)
        first = places.setdefault(frozenset(place), place)
        if first != place:
            turned.add(tuple(first.index(square) for square in place))
    return Pattern(tuple(places.values()), tuple(sorted(turned)))
