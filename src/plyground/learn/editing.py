"""The board editor: builds positions piece by piece, in the game's own notation.

The module infers how a game writes its board from the game's positions: rows from the top joined by
`/`, one sign per piece, numbers for empty squares, then the side to move. If a game uses another
format, as a game written in Python may, a position can only be reached by playing.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from plyground.engine.game import Game, Position
from plyground.engine.game_guide import guide_of
from plyground.engine.view import Turn, View

Piece = tuple[str, str]  # owner and kind

_PLIES = 8  # plies of the sample game
_MOST_IN_HAND = 9
_TEXT = re.compile(r"(?P<board>[^\s\[\]]+)(?P<hand>\[[^\]\s]*\])? (?P<turn>[bw])(?P<words>( \S+)*)")
_TURNS: dict[Turn, str] = {"black": "b", "white": "w"}


class Unwritable(ValueError):  # noqa: N818 - says what the board is
    """A piece that no board of this game can have."""


@dataclass(frozen=True)
class Letters:
    """A game's format: a letter for each piece, and whether pieces may be in hand."""

    pieces: dict[Piece, str]
    hands: bool
    order: tuple[str, ...] = ()  # kinds that should come first

    @property
    def kinds(self) -> list[str]:
        """The kinds of pieces, in a good order for selection."""
        kinds = {kind for _owner, kind in self.pieces}
        first = {kind: place for place, kind in enumerate(self.order)}
        return sorted(kinds, key=lambda kind: (first.get(kind, len(first)), kind))


@functools.lru_cache(maxsize=64)
def letters(game: Game) -> Letters | None:
    """The letters of the game's pieces; None if its positions do not show them.

    >>> import plyground
    >>> letters(plyground.game("othello")).pieces
    {('black', 'disc'): 'x', ('white', 'disc'): 'o'}
    """
    found: dict[Piece, str] = {}
    samples = _samples(game)
    for position in samples:
        signs = _learn(position)
        if signs is None or any(found.get(piece, sign) != sign for piece, sign in signs.items()):
            return None
        found |= signs
    guide = guide_of(game.name)
    found |= guide.piece_signs  # pieces that may not occur in a short game
    hands = "[" in samples[0].to_text()
    result = Letters(dict(sorted(found.items())), hands, guide.piece_order)
    return result if _agrees(result, samples) else None


def write(game: Game, pieces: Mapping[str, Piece], hands: Mapping[Piece, int], turn: Turn) -> str:
    """The position in the game's own format; a ValueError says why it is invalid.

    >>> import plyground
    >>> board = {"a1": ("black", "disc"), "b2": ("white", "disc")}
    >>> write(plyground.game("othello", size=4), board, {}, "black")
    'x3/1o2/4/4 b'
    """
    known = letters(game)
    if known is None:
        raise Unwritable(f"Positions of {game.title} can only be reached by playing.")
    view = game.start().view()
    places = {column + row for row in view["rows"] for column in view["columns"]}
    for at, piece in pieces.items():
        if at not in places:
            raise Unwritable(f"There is no point {at[:8]!r} on this board.")
        if piece not in known.pieces:
            raise Unwritable(f"There is no {' '.join(piece)[:40]} in {game.title}.")
    for piece, count in hands.items():
        if not known.hands or piece not in known.pieces or not 0 <= count <= _MOST_IN_HAND:
            raise Unwritable(f"A hand can't hold {count} of {' '.join(piece)[:40]}.")
    return game.position(_written(known, view, pieces, hands, turn)).to_text()


def _samples(game: Game) -> list[Position]:
    """The first position, and those of a short game."""
    position = game.start()
    found = [position]
    for ply in range(_PLIES):
        moves = position.moves()
        if not moves:
            break
        position = position.play(moves[(7 * ply + len(moves) // 2) % len(moves)])
        found.append(position)
    return found


def _learn(position: Position) -> dict[Piece, str] | None:
    view = position.view()
    match = _TEXT.fullmatch(position.to_text())
    if match is None:
        return None
    rows = [_spread(row) for row in match["board"].split("/")]
    columns = view["columns"]
    if len(rows) != len(view["rows"]) or any(len(row) != len(columns) for row in rows):
        return None
    signs = {
        column + name: row[place]
        for name, row in zip(view["rows"], rows, strict=True)
        for place, column in enumerate(columns)
    }
    found: dict[Piece, str] = {}
    for piece in view["pieces"]:
        owner_kind = (piece["owner"], piece["kind"])
        sign = signs.pop(piece["at"], ".")
        if sign == "." or found.setdefault(owner_kind, sign) != sign:
            return None
    return None if any(sign != "." for sign in signs.values()) else found


def _spread(row: str) -> list[str]:
    """A row as signs, with a dot for every empty square; a promoted piece has a plus.

    >>> _spread("x2+Cx")
    ['x', '.', '.', '+C', 'x']
    """
    signs: list[str] = []
    for sign in re.findall(r"\d+|\+?\D", row):
        signs += ["."] * min(int(sign), 100) if sign.isdecimal() else [sign]
    return signs


def _agrees(known: Letters, samples: list[Position]) -> bool:
    """Whether the inferred format writes the positions as the game does."""
    for position in samples:
        view, text = position.view(), position.to_text()
        match = _TEXT.fullmatch(text)
        assert match is not None, "it was read before"
        if match["words"]:
            continue  # state of the rules, such as an earlier pass; a composed position has none
        pieces = {one["at"]: (str(one["owner"]), one["kind"]) for one in view["pieces"]}
        hands = {(str(one["owner"]), one["kind"]): one["count"] for one in view["hands"]}
        if hands and not known.hands:
            return False
        try:
            again = position.game.position(_written(known, view, pieces, hands, position.turn))
        except ValueError:
            return False
        if again.to_text() != text:
            return False
    return True


def _written(
    known: Letters,
    view: View,
    pieces: Mapping[str, Piece],
    hands: Mapping[Piece, int],
    turn: Turn,
) -> str:
    rows = []
    for row in view["rows"]:
        signs = [
            known.pieces[pieces[column + row]] if column + row in pieces else "."
            for column in view["columns"]
        ]
        runs = [(sign, len(list(run))) for sign, run in groupby(signs)]
        rows.append("".join(str(count) if sign == "." else sign * count for sign, count in runs))
    hand = "".join(known.pieces[piece] * count for piece, count in hands.items())
    held = f"[{hand or '-'}]" if known.hands else ""
    return f"{'/'.join(rows)}{held} {_TURNS[turn]}"
