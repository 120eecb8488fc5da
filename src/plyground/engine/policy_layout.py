"""The positions of a game's moves in a network's policy.

A network's policy has numbers for the squares of a board, one plane for each pattern of move text,
and extra numbers for moves that name no square, such as a pass. A move that names one square is on
that square. A move that names two squares is on the second, in the plane of the first. A move that
names a column is on its top square. Every other move is an extra.
"""

import functools
from dataclasses import dataclass

from plyground.engine.actions import Actions, pattern_of, squares_of
from plyground.engine.game import Game


@dataclass(frozen=True)
class PolicyLayout:
    """The indexes of all moves: `planes` times the squares, then the `extras`.

    >>> import plyground
    >>> layout = layout_of(plyground.game("connect_four"))
    >>> layout.planes, layout.extras, layout.slots["d"], len(layout.texts)
    (1, 0, 3, 42)
    >>> layout_of(plyground.game("go", size=9)).slots["pass"]
    81
    """

    planes: int
    extras: int
    texts: tuple[str, ...]  # the move at each index; "" if there is none
    slots: dict[str, int]


@functools.lru_cache(maxsize=32)
def layout_of(game: Game) -> PolicyLayout:
    """The layout of a game with its options."""
    actions, squares = Actions(game), squares_of(game)
    at = {label: number for number, label in enumerate(squares)}
    columns = {label: number for number, label in enumerate(game.start().view()["columns"])}
    groups: dict[tuple[str, ...], int] = {}  # the index of each pattern's first plane
    planes, places, extras = 0, {}, []
    for text in (actions.move(number) for number in range(actions.count)):
        words, named = pattern_of(text, at)
        if text in columns:
            words, named = ("column",), [squares[columns[text]]]
        if len(named) not in (1, 2):
            extras.append(text)
            continue
        if words not in groups:
            groups[words] = planes
            planes += len(squares) ** (len(named) - 1)
        first = at[named[0]] if len(named) == 2 else 0
        places[text] = (groups[words] + first) * len(squares) + at[named[-1]]
    places |= {text: planes * len(squares) + number for number, text in enumerate(extras)}
    texts = [""] * (planes * len(squares) + len(extras))
    for text, place in places.items():
        texts[place] = text
    return PolicyLayout(planes, len(extras), tuple(texts), places)
