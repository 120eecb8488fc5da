"""Dialogs in front of the board: a text, an input line, a choice."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

_AROUND = 6  # lines of a page beside its text: borders, title, foot and the space between


class Links(Static):
    """Text with clickable parts, in separate colours."""

    auto_links = False


class TextPage(ModalScreen[None]):
    """Something to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,q,question_mark,i", "app.pop_screen", "back")
    ]

    def __init__(self, title: str, text: str | Content) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """A title, the text, and how to close it."""
        with Vertical(classes="page"):
            yield Static(self._title, classes="page-title", markup=False)
            with VerticalScroll(can_focus=True):
                yield Static(self._text, markup=False)
            yield Static("Esc or Enter: back", classes="page-foot", markup=False)

    def on_resize(self) -> None:
        """Limits the text to the screen's height, so that its foot is always visible."""
        text = self.query_one(VerticalScroll)
        text.styles.max_height = max(1, self.size.height - _AROUND)
        self.call_after_refresh(self._say_how_to_read_on)

    def _say_how_to_read_on(self) -> None:
        more = "Up, Down: scroll   " if self.query_one(VerticalScroll).max_scroll_y else ""
        self.query_one(".page-foot", Static).update(f"{more}Esc or Enter: back")

    def on_click(self) -> None:
        """A click closes it, too."""
        self.app.pop_screen()


class LinePage(ModalScreen[str | None]):
    """An input line: for a move, or a file name."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "back")]

    def __init__(self, title: str, hint: str, value: str = "") -> None:
        super().__init__()
        self._title, self._hint, self._value = title, hint, value

    def compose(self) -> ComposeResult:
        """A question and a field."""
        with Vertical(classes="page small"):
            yield Static(self._title, classes="page-title", markup=False)
            yield Input(value=self._value, placeholder=self._hint)
            yield Static("Enter: accept   Esc: cancel", classes="page-foot", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Returns the input."""
        self.dismiss(event.value.strip() or None)

    def action_leave(self) -> None:
        """Closes the page without input."""
        self.dismiss(None)


class ChoicePage(ModalScreen[str | None]):
    """A choice by arrow keys, number or mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "back")]

    def __init__(self, title: str, choices: Sequence[str]) -> None:
        super().__init__()
        self._title, self._choices = title, choices

    def compose(self) -> ComposeResult:
        """A question and its answers."""
        with Vertical(classes="page small"):
            yield Static(self._title, classes="page-title", markup=False)
            yield OptionList(*(Option(Content(text), id=text) for text in self._choices))
            yield Static("Enter: choose   Esc: cancel", classes="page-foot", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Returns the answer."""
        self.dismiss(event.option.id)

    def action_leave(self) -> None:
        """Closes the page without an answer."""
        self.dismiss(None)
