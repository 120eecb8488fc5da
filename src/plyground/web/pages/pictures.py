"""Small boards as JSON in a page; the page's code draws them."""

import json

from plyground.engine.view import Turn, View
from plyground.web.contract.boards import PackedHint, PackedView


def pack(view: View) -> PackedView:
    """A view without the parts that only players need, with equal pieces combined.

    >>> import plyground
    >>> pack(plyground.game("othello", size=4).start().view())["pieces"]
    [('white', 'disc', 'b2 c3'), ('black', 'disc', 'c2 b3')]
    """
    together: dict[tuple[Turn, str], list[str]] = {}
    for piece in view["pieces"]:
        together.setdefault((piece["owner"], piece["kind"]), []).append(piece["at"])
    small: PackedView = {
        "game": view["game"],
        "shape": view["shape"],
        "columns": view["columns"],
        "rows": view["rows"],
        "turn": view["turn"],
        "ply": view["ply"],
        "pieces": [(owner, kind, " ".join(at)) for (owner, kind), at in together.items()],
    }
    if view["hands"]:
        small["hands"] = view["hands"]
    if view["last_move"] is not None:
        small["last_move"] = view["last_move"]
    if view["marks"]:
        small["marks"] = view["marks"]
    return small


def is_turned(view: View, side: Turn | None) -> bool:
    """Whether this side sees the board from the other end: stones and discs have no direction."""
    return side == "white" and any(one["kind"] not in ("stone", "disc") for one in view["pieces"])


def packed(view: View, hint: PackedHint | None = None) -> str:
    """The same as text, with the highlighted points."""
    small = pack(view)
    if hint is not None:
        small["hint"] = hint
    return json.dumps(small, ensure_ascii=False, separators=(",", ":"))
