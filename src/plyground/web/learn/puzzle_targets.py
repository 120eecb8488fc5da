"""Capture puzzles: their texts, and the marked stones."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from plyground.engine.view import View
from plyground.puzzles import Puzzle, begin
from plyground.web.games import sentences


def marked(view: View, one: Puzzle) -> View:
    """A view with a mark on the stones to capture, as long as they are on the board.

    >>> view = {"columns": ["A", "B"], "rows": ["2", "1"], "marks": [], "pieces": [
    ...     {"at": "A2", "owner": "white"}, {"at": "B2", "owner": "white"}]}
    >>> corner = Puzzle("go", "black", "capture", 1, "oo/2 b", ("A1",), target="B2")
    >>> marked(view, corner)["marks"]
    [{'kind': 'target', 'at': ['B2', 'A2']}]
    """
    stones = _stones(view, one)
    if not stones:
        return view
    return {**view, "marks": [*view["marks"], {"kind": "target", "at": stones}]}


def _stones(view: View, one: Puzzle) -> list[str]:
    """The stones connected to the target; none after its capture."""
    prey = {piece["at"] for piece in view["pieces"] if piece["owner"] != one.side}
    columns, rows = view["columns"], view["rows"]
    places = {c + r: (x, y) for y, r in enumerate(rows) for x, c in enumerate(columns)}
    stones = [one.target] if one.target in prey else []
    for stone in stones:
        x, y = places[stone]
        near = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
        stones += sorted(other for other in prey.difference(stones) if places[other] in near)
    return stones


def task_words(one: Puzzle) -> str:
    """The task in words."""
    values = {"side": sentences.side_name(one.side), "count": one.moves}
    if len(_stones(begin(one).view(), one)) > 1:
        sentence = ngettext(
            "%(side)s to move: capture the marked stones in %(count)s move.",
            "%(side)s to move: capture the marked stones in %(count)s moves.",
            one.moves,
        )
    else:
        sentence = ngettext(
            "%(side)s to move: capture the marked stone in %(count)s move.",
            "%(side)s to move: capture the marked stone in %(count)s moves.",
            one.moves,
        )
    return sentence % values


def claimed() -> str:
    """The claim about all other moves."""
    return _("At each turn but the last, only one move captures fastest.")
