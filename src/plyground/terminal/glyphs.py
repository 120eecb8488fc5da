"""The characters for drawing boards: Unicode or plain ASCII."""

from dataclasses import dataclass

from rich.cells import cell_len

MARKS = ("star", "place", "drop", "capture", "ko", "forbidden", "dead", "line", "last", "mark")


@dataclass(frozen=True)
class Glyphs:
    """One character for everything on a board; no two marks share one."""

    black: str
    white: str
    crossings: str  # three rows of three: corners, edges and the middle of a board of lines
    box: str  # the same for a board of squares
    across: str
    down: str
    star: str
    up_arrow: str
    down_arrow: str
    place: str
    drop: str
    capture: str
    ko: str
    forbidden: str
    dead: str
    line: str
    last: str
    mark: str
    previous: str
    next: str
    bar: str
    bar_rest: str
    dash: str


_TIMES = "\N{MULTIPLICATION SIGN}"

DRAWN = Glyphs(
    black="●",
    white="○",
    crossings="┌┬┐├┼┤└┴┘",
    box="┌┬┐├┼┤└┴┘",
    across="─",
    down="│",
    star="╋",
    up_arrow="▲",
    down_arrow="▼",
    place="•",
    drop="+",
    capture="!",
    ko="□",
    forbidden="#",
    dead=_TIMES,
    line="◆",
    last="◉",
    mark="*",
    previous="◀",
    next="▶",
    bar="█",
    bar_rest="░",
    dash="·",
)
ASCII = Glyphs(
    black="X",
    white="O",
    crossings=".........",
    box="+++++++++",
    across="-",
    down="|",
    star=",",
    up_arrow="^",
    down_arrow="v",
    place="*",
    drop="+",
    capture="!",
    ko="~",
    forbidden="#",
    dead="%",
    line="=",
    last="@",
    mark="?",
    previous="<",
    next=">",
    bar="#",
    bar_rest=".",
    dash="-",
)
_BLOCKS = "▐█▌▗▄▖▝▀▘▟▙▜▛"  # the character that fills large stones


def glyphs_for(encoding: str | None) -> Glyphs:
    """The character set for an output with this encoding.

    >>> glyphs_for("utf-8").black, glyphs_for("ascii").black
    ('●', 'X')
    """
    needed = "".join(value for value in vars(DRAWN).values()) + _BLOCKS
    assert cell_len(needed) == len(needed), "every character takes one column"
    try:
        needed.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return DRAWN
