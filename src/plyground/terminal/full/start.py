"""The start screen: choose a game, the players, and the options."""

import math
import re
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.options import Option, Value, left_to_the_player, show
from plyground.engine.view import Turn
from plyground.session.session import PERSON, SIDES
from plyground.session.setup import LEVELS, OPPONENT, level_sentence, network_players
from plyground.terminal.full.pages import Links, TextPage
from plyground.terminal.full.panel import Key, key_bar
from plyground.terminal.glyphs import Glyphs

_WIDE = 18  # columns for the name of a row
_MOST = 100_000  # values per row
_USUAL = (PERSON, OPPONENT)  # the players of Black and White
_NETWORK = re.compile(r"mcts:net=([^,]+),.*")
_AROUND = 1000  # the default, if an option has no limits


def values_of(option: Option) -> Sequence[Value]:
    """The values of an option, in order: integers or halves, a selection if there are many.

    >>> list(values_of(Option("size", "", "int", 3, low=3, high=5)))
    [3, 4, 5]
    >>> values_of(Option("share", "", "float", 0.3, low=0, high=1))
    [0.0, 0.3, 0.5, 1.0]
    """
    if option.choices:
        return option.choices
    usual = option.default if isinstance(option.default, int | float) else 0
    low = usual - _AROUND if option.low is None else option.low
    high = usual + _AROUND if option.high is None else option.high
    step = 0.5 if option.type == "float" else 1.0
    while (high - low) / step > _MOST:
        step *= 10
    between = range(math.ceil(low / step), math.floor(high / step) + 1)
    ends = [end for end in (option.low, option.high) if end is not None]
    chosen = [] if option.default is None else [usual]
    numbers = sorted({*(step * count for count in between), *ends, *chosen})
    values = numbers if option.type == "float" else [int(number) for number in numbers]
    return [None, *values] if option.may_be_none else values


class Row(Static, can_focus=True):
    """A name and a value that the arrow keys, or a click on an arrow, change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "change(-1)"),
        Binding("right", "change(1)"),
        Binding("pageup", "change(-10)"),
        Binding("pagedown", "change(10)"),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, row: "Row") -> None:
            super().__init__()
            self.row = row

    def __init__(
        self, name: str, sentence: str, values: Sequence[Value], index: int, glyphs: Glyphs
    ) -> None:
        super().__init__(markup=False)
        self.title, self.sentence, self.values = name, sentence, values
        self.index, self._glyphs = index, glyphs

    @property
    def value(self) -> Value:
        """The chosen value."""
        return self.values[self.index]

    def shown(self) -> str:
        """The value in words."""
        text = show(self.value)
        if text == PERSON:
            return "a person (you)"
        if network := _NETWORK.fullmatch(text):
            return f"computer, the network {network[1]}"
        level = text.removeprefix("level:")
        return f"computer, level {level}: {LEVELS[int(level)]}" if level != text else text

    def offer(self, values: Sequence[Value], usual: Value) -> None:
        """Changes the available values; the chosen one stays if it is among them."""
        chosen = self.value if self.value in values else usual
        self.values, self.index = values, values.index(chosen)
        self._write()

    def on_mount(self) -> None:
        """Shows the value."""
        self._write()

    def _write(self, *, chosen: bool = False) -> None:
        arrows = (self._glyphs.previous, self._glyphs.next)
        mark = self._glyphs.next if chosen else " "
        self.update(f"{mark} {self.title:<{_WIDE}}{arrows[0]} {self.shown()} {arrows[1]}")

    def action_change(self, by: int) -> None:
        """The next or previous value; single steps wrap around."""
        last = len(self.values) - 1
        if abs(by) > 1:
            self.index = min(max(0, self.index + by), last)
        else:
            self.index = (self.index + by) % (last + 1)
        self._write(chosen=True)
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """A click to the left of the value goes back; on it or to the right, forward."""
        self.focus()
        self.action_change(-1 if event.x <= _WIDE + 3 else 1)

    def on_focus(self) -> None:
        """Highlights the row."""
        self._write(chosen=True)
        self.post_message(self.Changed(self))

    def on_blur(self) -> None:
        """Removes the highlight."""
        self._write()


class StartScreen(Screen[None]):
    """Every row has a sensible default, so Enter begins at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)"),
        Binding("down", "step(1)"),
        Binding("enter,space", "start"),
        Binding("w", "resume"),
        Binding("i", "rules"),
        Binding("escape", "back"),
        Binding("t", "app.next_theme"),
        Binding("question_mark", "help"),
        Binding("q", "app.quit"),
    ]

    class Chosen(Message):
        """The chosen game and its players."""

        def __init__(self, game: Game, players: dict[Turn, str]) -> None:
            super().__init__()
            self.game, self.players = game, players

    def __init__(self, glyphs: Glyphs, resumable: str | None, first: str | None = None) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._resumable = resumable
        self._games = list(registry.all_games().values())
        names = [game.name for game in self._games]
        self._first = names.index(first) if first in names else 0

    def compose(self) -> ComposeResult:
        """Rows, an explanation of the current one, and the keys."""
        yield Static(" Plyground: new game", id="title", markup=False)
        with VerticalScroll(id="rows", can_focus=False):
            yield self._row("Game", "", [game.name for game in self._games], self._first)
            people = _people(self._games[self._first])
            for side, usual in zip(SIDES, _USUAL, strict=True):
                begins = " (begins)" if side == "black" else ""
                name = f"{side.capitalize()}{begins}"
                yield self._row(name, "The player of this side.", people, people.index(usual))
            yield Vertical(id="options")
        yield Static(id="about", markup=False)
        yield Links(id="keys")

    def _row(self, name: str, sentence: str, values: Sequence[Value], index: int) -> Row:
        return Row(name, sentence, values, index, self._glyphs)

    @property
    def rows(self) -> list[Row]:
        """All rows from the top."""
        return list(self.query(Row))

    @property
    def game(self) -> Game:
        """The chosen game, without its options."""
        return self._games[self.rows[0].index]

    async def on_mount(self) -> None:
        """The cursor starts on the game."""
        await self._show_options()
        self.rows[0].focus()

    async def _show_options(self) -> None:
        options = self.query_one("#options", Vertical)
        await options.remove_children()
        await options.mount(
            *(
                self._row(option.name, option.sentence, values, values.index(option.default))
                for option in self.game.options
                if (values := values_of(option))
            )
        )
        self._write()

    async def on_row_changed(self, changed: Row.Changed) -> None:
        """Updates the options for another game, and the explanation of the row."""
        if changed.row is self.rows[0]:
            for row, usual in zip(self.rows[1:3], _USUAL, strict=True):
                row.offer(_people(self.game), usual)
        shown = [row.title for row in self.rows[3:]]
        if changed.row is self.rows[0] and shown != [option.name for option in self.game.options]:
            await self._show_options()
        self._write()

    def on_resize(self) -> None:
        """The keys take as many lines as they need."""
        self._write()

    def _write(self) -> None:
        rows = self.rows
        focused = self.focused if isinstance(self.focused, Row) else rows[0]
        words = self.game.rules if focused is rows[0] else self._about(focused)
        try:
            self.chosen()
        except ValueError as error:
            words = str(error)
        title = self.game.title if focused is rows[0] else focused.title
        self.query_one("#about", Static).update(f"{title}: {words}")
        self.query_one("#keys", Static).update(key_bar(self._keys(), self.size.width - 2))

    def _about(self, row: Row) -> str:
        """An explanation of a row; for a level also its strength."""
        kind, _, level = show(row.value).partition(":")
        if row not in self.rows[1:3] or kind != "level":
            return row.sentence
        return f"{row.sentence} {level_sentence(int(level), self.game.name)}".rstrip()

    def _keys(self) -> list[Key]:
        keys = [
            Key("Enter", "begin", "screen.start"),
            Key("Up, Down", "choose a row", "screen.step(1)"),
            Key("Left, Right", "change it", "screen.help"),
        ]
        if self._resumable:
            keys.append(Key("w", f"continue the last game ({self._resumable})", "screen.resume"))
        return [
            *keys,
            Key("i", "rules", "screen.rules"),
            Key("t", "colours", "app.next_theme"),
            Key("?", "help", "screen.help"),
            Key("q", "quit", "app.quit"),
        ]

    def chosen(self) -> Game:
        """The game with its options; ValueError if they conflict."""
        options = {row.title: row.value for row in self.rows[3:]}
        chosen = left_to_the_player(self.game.options, self.game.rule_sets, options)
        return registry.game(self.game.name, **chosen)

    def action_step(self, by: int) -> None:
        """Moves to another row."""
        rows = self.rows
        at = rows.index(self.focused) if isinstance(self.focused, Row) else 0
        rows[(at + by) % len(rows)].focus()

    def action_start(self) -> None:
        """Begins, if the options fit together."""
        try:
            game = self.chosen()
        except ValueError:
            self._write()
            return
        _, black, white = self.rows[:3]
        players: dict[Turn, str] = {"black": str(black.value), "white": str(white.value)}
        self.post_message(self.Chosen(game, players))

    def action_resume(self) -> None:
        """Continues the last game."""
        if self._resumable:
            self.app.action_resume()  # type: ignore[attr-defined]

    def action_back(self) -> None:
        """Returns to the game behind, if there is one."""
        self.app.action_leave_start()  # type: ignore[attr-defined]

    def action_rules(self) -> None:
        """Shows the rules of the chosen game."""
        self.app.push_screen(TextPage(f"{self.game.title}: the rules", self.game.rules))

    def action_help(self) -> None:
        """Shows how this screen works."""
        self.app.push_screen(TextPage("Choosing a game", _HELP))


def _people(game: Game) -> list[Value]:
    """The available players: a person, a level, a network of the game."""
    levels = [f"level:{level}" for level in LEVELS]
    return [PERSON, *levels, *network_players(game.name)]


_HELP = """\
Press Up and Down to choose a row, Left and Right to change it (Page Up and
Page Down by ten), or click on the arrows. Press Enter to start the game. The
defaults are good: if in doubt, just press Enter.

With a person on both sides, two people share this keyboard. With a computer on
both sides, you watch. Level 1 is a friendly beginner, level 8 is the strongest."""
