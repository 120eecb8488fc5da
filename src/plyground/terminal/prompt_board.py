"""Draws positions for the prompt. Nothing depends on colours."""

from collections.abc import Mapping

from rich.text import Text

from plyground.engine.view import Turn, View, cell_text, gaps, indent
from plyground.terminal.tablebase_text import TablebaseEntry, by_value, in_hand, sign, word

GLYPHS = "●○·"
MARKS = {
    "( )": "the last move",
    "*": "here you may play",
    "~": "ko: not now",
    "#": "forbidden",
    "%": "dead",
}
_STONES = {"black": "●", "white": "○"}
_STYLES = {"black": "bold cyan", "white": "bold magenta"}
_VALUES = {"win": "bold green", "draw": "bold yellow", "loss": "bold red"}
_FEW = 30  # the largest number of legal moves to mark; more would cover the board


def draw(
    view: View,
    captured: Mapping[Turn, int] | None = None,
    *,
    plain: bool = False,
    score: bool = True,
) -> Text:
    """The board with labels, the last move in brackets, hands, captures and score below.

    A plain drawing uses only ASCII.
    """
    cells = {piece["at"]: _piece(piece["kind"], piece["owner"], plain) for piece in view["pieces"]}
    dead = {at for mark in view["marks"] if mark["kind"] == "dead" for at in mark["at"]}
    cells |= {at: Text("%", style="red") for at in dead}
    empty = _empties(view, plain)
    last = view["last_move"]["to"] if view["last_move"] else None
    margin = max(map(len, view["rows"]))
    wide = max([1, *map(len, cells.values())])
    heads = " ".join(f"{column:<{wide}}" for column in view["columns"]).rstrip()
    text = Text(" " * (margin + 2) + heads + "\n", style="dim")
    for row in view["rows"]:
        text.append(f"{row:>{margin}}", style="dim").append(" " * (1 + indent(view, row)))
        before = " "
        for column in view["columns"]:
            at = column + row
            is_last = at == last
            text.append("(" if is_last else before, style="bold")
            cell = cells.get(at) or empty[at]
            text.append_text(cell)
            before = f"{')' if is_last else ' '}{' ' * (wide - len(cell))}"
        text.append(before.rstrip() + "\n", style="bold")
    return text.append(_below(view, captured or {}, score=score))


def draw_values(view: View, values: Mapping[str, int]) -> Text:
    """The board with an exact value behind every square that has one."""
    pieces = {piece["at"]: piece for piece in view["pieces"]}
    margin = max(map(len, view["rows"]))
    heads = "".join(f"{column:<7}" for column in view["columns"]).rstrip()
    text = Text(" " * (margin + 2) + heads + "\n", style="dim")
    for row in view["rows"]:
        text.append(f"{row:>{margin}}  ", style="dim")
        for column in view["columns"]:
            piece, value = pieces.get(column + row), values.get(column + row)
            shown = _piece(piece["kind"], piece["owner"], True) if piece else Text(".", style="dim")
            text.append_text(shown).append(" ")
            if value is None:
                text.append(" " * 5)
            else:
                text.append(f"{sign(value):<5}", style=_VALUES[word(value)])
        text.rstrip()
        text.append("\n")
    return text


def value_list(view: View, entry: TablebaseEntry) -> Text:
    """The pieces in hand with their best drops, and all moves grouped by value."""
    held = [f"{kind} {sign(value)}" for kind, value in in_hand(view, entry).items()]
    text = Text(f"{view['turn']}'s best drops: {', '.join(held)}\n" if held else "")
    for value, moves in by_value(entry):
        text.append(f"{sign(value):>4}", style=_VALUES[word(value)])
        text.append(f"  {' '.join(moves)}\n")
    text.rstrip()
    return text


def _piece(kind: str, owner: str, plain: bool) -> Text:
    if kind in ("stone", "disc") and not plain:
        return Text(_STONES[owner], style=_STYLES[owner])
    return Text(cell_text(kind, owner), style=_STYLES[owner])


def _empties(view: View, plain: bool) -> dict[str, Text]:
    """Empty points: plain ones, star points, legal ones if they are few, forbidden ones."""
    squares = view["shape"] not in ("points", "hexagons")
    blank = "." if squares or plain else "·"
    texts = {c + r: Text(blank, style="dim") for c in view["columns"] for r in view["rows"]}
    marks = {mark["kind"]: mark["at"] for mark in view["marks"]}
    texts |= {at: Text(" ") for at in gaps(view)}
    texts |= {at: Text("+", style="dim") for at in marks.get("star", [])}
    places = [move["to"] for move in view["moves"] if move["kind"] == "place" and move["to"]]
    if squares and len(places) <= _FEW:
        texts |= {at: Text("*", style="green") for at in places}
    for kind, char in (("ko", "~"), ("forbidden", "#")):
        texts |= {at: Text(char, style="red") for at in marks.get(kind, [])}
    return texts


def _below(view: View, captured: Mapping[Turn, int], *, score: bool) -> str:
    lines = []
    owners: tuple[Turn, Turn] = ("black", "white")
    for owner in owners:
        held = [hand for hand in view["hands"] if hand["owner"] == owner]
        if held:
            words = ", ".join(f"{hand['kind']} x{hand['count']}" for hand in held)
            lines.append(f"{owner} holds {words}")
        if captured.get(owner):
            lines.append(f"{owner} has captured {captured[owner]}")
    if score and (scores := view["scores"]):
        white = amount(scores["white"], scores["unit"])
        lines.append(f"black {scores['black']:g}, white {white}")
    return "\n".join(lines)


def amount(value: float, unit: str) -> str:
    """A score with its unit, in the singular for 1.

    >>> amount(1, "points"), amount(6.5, "points"), amount(1, "in a row")
    ('1 point', '6.5 points', '1 in a row')
    """
    return f"{value:g} {unit.removesuffix('s') if value == 1 else unit}"
