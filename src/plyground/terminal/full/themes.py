"""The four colour themes, of which one has no colours."""

from dataclasses import dataclass, field

from rich.style import Style
from textual.theme import Theme

NO_COLOUR = "plain"


@dataclass(frozen=True)
class Look:
    """A theme for the page, and the colours of the board's parts and backgrounds."""

    theme: Theme
    parts: dict[str, str]
    grounds: dict[str, str]
    solid: bool = True  # whether colours distinguish Black from White
    _cache: dict[tuple[str, str, str], Style] = field(default_factory=dict, hash=False)

    def style(self, part: str, ground: str, shape: str) -> Style:
        """The style of a character: its part, its background, and the kind of board."""
        key = (part, ground, shape)
        if key not in self._cache:
            ink = Style.parse(self.parts.get(part, self.parts["grid"]))
            under = self.grounds.get(f"{ground}-{shape}", self.grounds.get(ground, ""))
            self._cache[key] = Style.parse(under) + ink
        return self._cache[key]


_COLOURED = {
    "label": "dim",
    "piece-black": "#0c0c0c",
    "piece-white": "#ffffff",
    "named-black": "bold #ffffff",
    "named-white": "bold #1a1a1a",
    "named-cursor": "bold #06263f",
    "on-black": "bold #ff9d5c",
    "on-white": "bold #b3261e",
    "grid": "#6d4f25",
    "target-place": "bold #0c3d24",
    "target-move": "bold #eafff0",
    "target-drop": "bold #ffe27a",
    "target-capture": "bold #ffb4a8",
    "mark-ko": "bold #7a1c12",
    "mark-forbidden": "bold #a3180c",
    "mark-line": "bold #8f1d14",
    "mark-dead": "bold #8f1d14",
    "mark-last": "bold #8f1d14",
    "mark-try": "bold #ffe27a",
    "selected": "bold #ffe27a",
    "brackets": "bold #06263f",
    "value-win": "bold #ffffff",
    "value-draw": "bold #1a1a1a",
    "value-loss": "bold #ffffff",
}
_GROUNDS = {
    "board-points": "on #d2a562",
    "board-squares": "on #3c8f63",
    "board-holes": "on #4c86c6",
    "cursor": "on #7cc4f2",
    "tile-black": "on #34466b",
    "tile-white": "on #efe3c6",
    "piece-black": "on #0c0c0c",
    "piece-white": "on #ffffff",
    "value-win": "on #14652c",
    "value-draw": "on #e9c46a",
    "value-loss": "on #9c1f16",
}
_ON_PAPER = {
    **dict.fromkeys(_COLOURED, "#000000"),
    "label": "",
    "grid": "#767676",
    "piece-white": "bold #000000",
    "piece-black": "bold #000000",
    "named-black": "bold #000000",
    "named-white": "bold #000000",
    "named-cursor": "bold #000000",
    "target-place": "bold #0000d0",
    "target-move": "bold #0000d0",
    "target-drop": "bold #00600a",
    "target-capture": "bold #c00000",
    "mark-ko": "bold #c00000",
    "mark-forbidden": "bold #c00000",
    "mark-line": "bold #c00000",
    "mark-dead": "bold #c00000",
    "mark-last": "bold #c00000",
    "selected": "bold #c00000",
    "brackets": "bold #000000",
    "value-win": "bold #00600a",
    "value-draw": "bold #0000d0",
    "value-loss": "bold #c00000",
}
_BARE = {
    **dict.fromkeys(_COLOURED, "bold"),
    "label": "",
    "grid": "",
    "selected": "bold reverse",
    "brackets": "bold reverse",
}

# Parts that Textual colours by default and that should keep the terminal's colours.
_AS_IT_IS = "ansi_default"
_VARIABLES = [
    "ansi-background",
    "ansi-foreground",
    "border",
    "border-blurred",
    "block-cursor-foreground",
    "block-cursor-background",
    "block-hover-background",
    "input-cursor-background",
    "input-cursor-foreground",
    "input-selection-background",
    "input-selection-foreground",
    "screen-selection-background",
    "screen-selection-foreground",
    "scrollbar",
    "scrollbar-hover",
    "scrollbar-active",
    "scrollbar-background",
    "scrollbar-corner-color",
    "scrollbar-background-hover",
    "scrollbar-background-active",
]

LOOKS = {
    "dark": Look(
        Theme(
            "dark",
            primary="#7cc4f2",
            accent="#e8b45a",
            success="#6fce8a",
            warning="#f0c75e",
            error="#ff8f80",
            foreground="#dfe3ea",
            background="#14181d",
            surface="#1c222a",
            panel="#1c222a",
        ),
        _COLOURED,
        _GROUNDS,
    ),
    "light": Look(
        Theme(
            "light",
            primary="#0b5c8f",
            accent="#8a4b00",
            success="#14652c",
            warning="#7a5200",
            error="#9c1f16",
            foreground="#1b1f24",
            background="#f7f6f2",
            surface="#ebe8df",
            panel="#ebe8df",
            dark=False,
        ),
        {**_COLOURED, "grid": "#7b5a2a"},
        {
            **_GROUNDS,
            "board-points": "on #e3bd80",
            "board-squares": "on #57a97c",
            "board-holes": "on #6fa3dc",
        },
    ),
    "contrast": Look(
        Theme(
            "contrast",
            primary="#ffff00",
            accent="#00ffff",
            success="#00ff66",
            warning="#ffff00",
            error="#ff8080",
            foreground="#ffffff",
            background="#000000",
            surface="#000000",
            panel="#000000",
        ),
        _ON_PAPER,
        {
            "board": "on #ffffff",
            "cursor": "on #ffe600",
            "tile-black": "on #000000",
            "tile-white": "on #ffffff",
            "value-win": "on #ffffff",
            "value-draw": "on #ffffff",
            "value-loss": "on #ffffff",
        },
        solid=False,
    ),
    NO_COLOUR: Look(
        Theme(
            NO_COLOUR,
            ansi=True,
            primary=_AS_IT_IS,
            secondary=_AS_IT_IS,
            warning=_AS_IT_IS,
            error=_AS_IT_IS,
            success=_AS_IT_IS,
            accent=_AS_IT_IS,
            foreground=_AS_IT_IS,
            background=_AS_IT_IS,
            surface=_AS_IT_IS,
            panel=_AS_IT_IS,
            boost=_AS_IT_IS,
            variables={
                **dict.fromkeys(_VARIABLES, _AS_IT_IS),
                "block-cursor-text-style": "reverse",
                "input-cursor-text-style": "reverse",
            },
        ),
        _BARE,
        {},
        solid=False,
    ),
}
