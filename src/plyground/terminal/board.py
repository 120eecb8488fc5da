"""A position drawn for a terminal: colours help, but nothing depends on them."""

from rich.text import Text

from plyground.view import View, letter

_STONES = {"black": "●", "white": "○"}
_STYLES = {"black": "bold cyan", "white": "bold magenta"}


def draw(view: View) -> Text:
    """The board with labels on two sides, the last move underlined, hands and score below."""
    cells = {piece["at"]: _piece(piece["kind"], piece["owner"]) for piece in view["pieces"]}
    empty = _empties(view)
    last = view["last_move"]["to"] if view["last_move"] else None
    margin = max(map(len, view["rows"]))
    text = Text(" " * (margin + 2) + " ".join(view["columns"]) + "\n", style="dim")
    for row in view["rows"]:
        text.append(f"{row:>{margin}}  ", style="dim")
        for column in view["columns"]:
            cell = cells.get(column + row) or empty.get(column + row) or Text("·", style="dim")
            if column + row == last:
                cell.stylize("underline reverse")
            text.append_text(cell).append(" ")
        text.append("\n")
    return text.append(_below(view))


def _piece(kind: str, owner: str) -> Text:
    if kind in ("stone", "disc"):
        return Text(_STONES[owner], style=_STYLES[owner])
    return Text(letter(kind, owner), style=_STYLES[owner])


def _empties(view: View) -> dict[str, Text]:
    """Empty points that say something: where one may play, or may not, or a star point."""
    texts: dict[str, Text] = {}
    if view["shape"] == "points":
        texts = {c + r: Text("+", style="dim") for c in view["columns"] for r in view["rows"]}
    if view["game"] == "othello":
        texts |= {move["to"]: Text("*", style="green") for move in view["moves"] if move["to"]}
    for mark in view["marks"]:
        if mark["kind"] in ("ko", "forbidden"):
            texts |= {at: Text("#", style="red") for at in mark["at"]}
    return texts


def _below(view: View) -> str:
    lines = []
    for owner in ("black", "white"):
        held = [hand for hand in view["hands"] if hand["owner"] == owner]
        if held:
            words = ", ".join(f"{hand['kind']} x{hand['count']}" for hand in held)
            lines.append(f"{owner} holds {words}")
    if scores := view["scores"]:
        lines.append(f"black {scores['black']:g}, white {scores['white']:g} {scores['unit']}")
    return "\n".join(lines)
