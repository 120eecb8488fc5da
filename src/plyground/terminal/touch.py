"""The meaning of a click on a square: a move, a picked-up piece, or a refusal."""

from dataclasses import dataclass, replace

from plyground.engine.game import Position
from plyground.engine.view import FullMoveView, View
from plyground.terminal.picture import Pointer


@dataclass(frozen=True)
class Touch:
    """The possible moves (the person chooses if several), the piece then held, or why not."""

    pointer: Pointer
    moves: tuple[str, ...] = ()
    refusal: str | None = None


def touch(position: Position, view: View, pointer: Pointer, at: str) -> Touch:
    """Selects a square with the piece that the person holds.

    >>> import plyground
    >>> start = plyground.game("dobutsu").start()
    >>> held = touch(start, start.view(), Pointer(), "b2")
    >>> held.pointer.selected, touch(start, start.view(), held.pointer, "b3").moves
    ('b2', ('b2b3',))
    """
    free = replace(pointer, selected=None, piece=None)
    moves = view["moves"]
    if [move["kind"] for move in moves] == ["pass"]:
        return Touch(free, (moves[0]["text"],))
    if at == pointer.selected:
        return Touch(free)
    held = [move for move in moves if move["to"] == at and _is_held(move, pointer)]
    held = held or [move for move in moves if _names_column(move, view, at)]
    if held:
        return Touch(free, tuple(move["text"] for move in held))
    if any(move["from"] == at for move in moves):
        return Touch(replace(free, selected=at))
    return Touch(pointer, refusal=_why_not(position, view, pointer, at))


def _names_column(move: FullMoveView, view: View, at: str) -> bool:
    """Whether the move names only the column of this square, so any square of it means the move."""
    return move["text"] in view["columns"] and at.startswith(move["text"])


def _is_held(move: FullMoveView, pointer: Pointer) -> bool:
    if pointer.piece is not None:
        return move["kind"] == "drop" and move["piece"] == pointer.piece
    if pointer.selected is not None:
        return move["from"] == pointer.selected
    return move["from"] is None and move["kind"] not in ("drop", "pass")


def pick(view: View, pointer: Pointer, number: int) -> Touch:
    """Takes the piece with this number, from 1, from the mover's hand; again puts it back."""
    held = [hand["kind"] for hand in view["hands"] if hand["owner"] == view["turn"]]
    free = replace(pointer, selected=None, piece=None)
    if not held:
        return Touch(free, refusal="There is nothing in your hand.")
    if not 1 <= number <= len(held):
        return Touch(free, refusal=f"Your hand has pieces 1 to {len(held)}.")
    kind = held[number - 1]
    return Touch(free if pointer.piece == kind else replace(free, piece=kind))


def _why_not(position: Position, view: View, pointer: Pointer, at: str) -> str:
    pieces = {piece["at"]: piece for piece in view["pieces"]}
    there = pieces.get(at)
    if pointer.piece is not None:
        return f"Drop a piece on an empty square; {at} is not empty."
    if pointer.selected is not None:
        refusal = position.explain(pointer.selected + at)
        name = pieces[pointer.selected]["kind"] if pointer.selected in pieces else "piece"
        return refusal.sentence if refusal else f"The {name} can't go to {at}."
    if any(move["from"] for move in view["moves"]):
        if there is None:
            return "Pick up one of your pieces first to see its moves."
        if there["owner"] != view["turn"]:
            return f"The {there['kind']} on {at} is not yours; it is {view['turn']}'s turn."
        return f"The {there['kind']} on {at} has no legal move now."
    refusal = position.explain(at)
    if refusal is None or refusal.code == "unreadable":
        return f"You can't play on {at} now."
    return refusal.sentence


def held(view: View, pointer: Pointer) -> str:
    """The picked-up piece, as a question; empty if there is none."""
    pieces = {piece["at"]: piece["kind"] for piece in view["pieces"]}
    if pointer.piece:
        return f"Choose a square for the {pointer.piece}. Esc cancels."
    if pointer.selected:
        name = pieces.get(pointer.selected, "piece")
        return f"Choose a square for the {name} on {pointer.selected}. Esc cancels."
    return ""


def central(view: View) -> str:
    """The square nearest to the middle of the board where a move can begin.

    >>> import plyground
    >>> [central(plyground.game(name).start().view()) for name in ("go", "othello", "dobutsu")]
    ['K10', 'd3', 'b2']
    """
    begins = {move["from"] or move["to"] for move in view["moves"] if move["kind"] != "drop"}
    middle = ((len(view["columns"]) - 1) / 2, (len(view["rows"]) - 1) / 2)
    squares = [
        ((x - middle[0]) ** 2 + (y - middle[1]) ** 2, column + row)
        for y, row in enumerate(view["rows"])
        for x, column in enumerate(view["columns"])
    ]
    possible = [square for square in squares if square[1] in begins]
    return min(possible or squares, key=lambda square: square[0])[1]


def aim(view: View, pointer: Pointer, text: str) -> Pointer:
    """The piece to hold, and where, so that selecting the square plays this move."""
    move = next((move for move in view["moves"] if move["text"] == text), None)
    if move is None or move["to"] is None:
        return pointer
    piece = move["piece"] if move["kind"] == "drop" else None
    return replace(pointer, cursor=move["to"], selected=move["from"], piece=piece)
