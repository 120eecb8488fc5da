"""The layout of the game screen: title, board, texts beside it, keys below."""

import time

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from plyground.terminal.full import keys, panel
from plyground.terminal.full.board import Board
from plyground.terminal.full.pages import Links
from plyground.terminal.full.scene import Scene
from plyground.terminal.full.themes import LOOKS
from plyground.terminal.picture import Scale, extent, fit, scales

PANEL = 22  # columns that the text beside the board needs


class GameLayout(Vertical):
    """Shows a scene, and redraws it on request."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(id="layout")
        self._scene = scene

    def compose(self) -> ComposeResult:
        """Adds the parts."""
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            yield Board()
            with Vertical(id="panel"):
                yield Links(id="players")
                yield Static(id="message", markup=False)
                yield Static(id="thoughts")
                yield Static(id="moves")
        yield Static(id="small", markup=False)
        yield Links(id="keys")

    def on_resize(self, _: events.Resize) -> None:
        """The board takes the available room."""
        self.redraw()

    def redraw(self) -> None:
        """Redraws everything."""
        if not self.is_mounted or not self.size.width:
            return
        scene = self._scene
        scale = self._fit_keys()
        self.query_one("#table").display = scale is not None
        small = self.query_one("#small", Static)
        small.display = scale is None
        if scale is None:
            small.update(self._too_small())
            return
        self.query_one(Board).draw(
            scene.view,
            scene.shown_pointer(),
            scale,
            LOOKS[self.app.theme],
            scene.glyphs,
            flipped=scene.flipped,
            values=scene.square_values(),
        )
        self.write()

    def _fit_keys(self) -> Scale | None:
        """Shows the keys in as many lines as they may need; returns the scale of the board."""
        width, height = self.size
        view = self._scene.view
        lines = panel.key_bar(keys.keys_at_most(self._scene), width - 2).plain.count("\n") + 1
        scale = fit(view, width - PANEL - 2, height - 1 - lines)
        if scale is None:  # the board is more important than all the keys
            lines = 1
            scale = fit(view, width - PANEL - 2, height - 2)
        bar = panel.key_bar(keys.keys_now(self._scene), width - 2).split("\n")[:lines]
        shown = self.query_one("#keys", Static)
        shown.styles.height = lines
        shown.update(Content("\n").join(bar))
        return scale

    def _too_small(self) -> str:
        view = self._scene.view
        columns, lines = extent(view, scales(view)[-1])
        return (
            f"This board needs {columns + PANEL + 2} columns and {lines + 2} lines;"
            f" the terminal has {self.size.width} and {self.size.height}."
            " Make the window larger or its letters smaller, or press q and play with --plain."
        )

    def panel_width(self) -> int:
        """The columns of the text beside the board."""
        return max(PANEL, self.query_one("#panel").size.width - 2)

    def write(self) -> None:
        """Updates the texts, which change more often than the board."""
        if not self.is_mounted:
            return
        scene = self._scene
        self.query_one("#title", Static).update(self._heading())
        players = panel.players_block(scene, self.panel_width())
        self.query_one("#players", Static).update(players)
        self.query_one("#message", Static).update(scene.message)
        thoughts = self._thoughts()
        shown = self.query_one("#thoughts", Static)
        shown.display = bool(thoughts)
        shown.update(Content("\n").join(thoughts))
        self.call_after_refresh(self._write_moves)  # only now is the number that fits known

    def _heading(self) -> str:
        session = self._scene.session
        changed = [f"{name}={value}" for name, value in session.game.changed.items()]
        unsaved = ["NOT saved"] if session.unsaved else []
        return " " + "  ".join([session.game.title, *changed, *unsaved])

    def _thoughts(self) -> list[Content]:
        scene = self._scene
        thoughts = [scene.advice] if scene.advice else []
        if scene.exact_values is not None:
            thoughts.append(panel.exact_values_block(scene.view["turn"], scene.exact_values))
        if scene.thinks:
            seconds = time.monotonic() - scene.since
            thoughts.append(panel.thinking_block(scene.thinks, scene.report, seconds, scene.ticks))
        elif scene.evaluates and scene.advice is None:
            chance = panel.chance_of(scene.session.record.current)
            if chance is not None:
                width = self.panel_width()
                thoughts.append(panel.evaluation_block(chance, "", scene.glyphs, width))
        return thoughts

    def _write_moves(self) -> None:
        moves = self.query_one("#moves", Static)
        text = panel.move_list(self._scene.session, self.panel_width(), moves.size.height)
        moves.update(text)
