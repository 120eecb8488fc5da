"""Small boards as JSON in a page; the page's code draws them."""

import json
from collections.abc import Mapping

from plyground.engine.view import View


def packed(view: View, **more: object) -> str:
    """A view without what only players need, equal pieces together; `more` goes beside it.

    >>> packed({"game": "x", "shape": "squares", "columns": ["a"], "rows": ["1"], "turn": "black",
    ...         "pieces": [{"at": "a1", "owner": "white", "kind": "disc"}], "ply": 3})
    ... # doctest: +ELLIPSIS
    '{"game":"x","shape":"squares","columns":["a"],"rows":["1"],...,"pieces":[["white","disc","a1"]]}'
    """
    kept = ("game", "shape", "columns", "rows", "hands", "last_move", "marks", "turn", "ply")
    known: Mapping[str, object] = view
    small = {name: known[name] for name in kept if known.get(name) not in (None, [])}
    together: dict[tuple[str, str], list[str]] = {}
    for piece in view["pieces"]:
        together.setdefault((piece["owner"], piece["kind"]), []).append(piece["at"])
    small["pieces"] = [[owner, kind, " ".join(at)] for (owner, kind), at in together.items()]
    return json.dumps(small | more, ensure_ascii=False, separators=(",", ":"))
