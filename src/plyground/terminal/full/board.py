"""The board widget: shows the board and reports which square was clicked."""

from collections.abc import Mapping

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from plyground.engine.view import View
from plyground.terminal.full.themes import Look
from plyground.terminal.glyphs import Glyphs
from plyground.terminal.picture import Picture, Pointer, Scale


class Board(Widget, can_focus=True):
    """A board of any game. Arrow keys and clicks move the cursor; a click also selects."""

    class Touched(Message):
        """A square was clicked."""

        def __init__(self, at: str) -> None:
            super().__init__()
            self.at = at

    def __init__(self) -> None:
        super().__init__(id="board")
        self.picture: Picture | None = None
        self._look: Look | None = None

    def draw(
        self,
        view: View,
        pointer: Pointer,
        scale: Scale,
        look: Look,
        glyphs: Glyphs,
        *,
        flipped: bool,
        values: Mapping[str, int] | None = None,
    ) -> None:
        """Shows this position, with exact values on squares if there are any."""
        picture = Picture(view, scale, glyphs, look.solid, flipped)
        self.picture, self._look = picture.paint(pointer, values), look
        self.styles.width, self.styles.height = len(picture.rows[0]), len(picture.rows)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        if self.picture is None or self._look is None or y >= len(self.picture.rows):
            return Strip.blank(self.size.width, self.rich_style)
        shape = self.picture.view["shape"]
        page = self.rich_style
        segments = [
            Segment(char, page + self._look.style(part, ground, shape))
            for char, part, ground in self.picture.rows[y]
        ]
        return Strip(segments).simplify()

    def on_click(self, event: events.Click) -> None:
        """Selects the square under the mouse."""
        at = self.picture.label_at(event.x, event.y) if self.picture else None
        if at is not None:
            self.post_message(self.Touched(at))
