"""Round pieces that fill their square, for every size of a square."""

from collections.abc import Sequence

_ON_POINTS = {
    (4, 2): ("▐█▌",),
    (6, 3): ("▗▄▄▄▖", "█████", "▝▀▀▀▘"),
}
_ON_SQUARES = {
    (4, 1): ("▐█▌",),
    (4, 2): ("▐█▌",),
    (6, 3): ("▟███▙", "▜███▛"),
    (8, 4): ("▗▟███▙▖", "███████", "▝▜███▛▘"),
    (10, 5): ("▗▟█████▙▖", "█████████", "█████████", "▝▜█████▛▘"),
}


def stamp(scale: Sequence[int], *, points: bool) -> tuple[str, ...] | None:
    r"""The lines of a stone or disc; None if it is a single character.

    >>> print("\n".join(stamp((6, 3), points=False) or ()))
    ▟███▙
    ▜███▛
    """
    shapes = _ON_POINTS if points else _ON_SQUARES
    return shapes.get((scale[0], scale[1]))


def outline(shape: Sequence[str]) -> tuple[str, ...]:
    r"""The same size, hollow: for White, if there are no colours.

    >>> print("\n".join(outline(("▟███▙", "▜███▛"))))
    ╭───╮
    ╰───╯
    """
    width = len(shape[0]) - 2
    between = ["│" + " " * width + "│"] * (len(shape) - 2)
    return ("╭" + "─" * width + "╮", *between, "╰" + "─" * width + "╯")


def letters(shape: Sequence[str], letter: str) -> tuple[str, ...]:
    """The same size, made of one letter, for outputs without other characters.

    >>> letters(("▐█▌",), "X")
    ('XXX',)
    """
    return tuple(letter * len(line) for line in shape)
