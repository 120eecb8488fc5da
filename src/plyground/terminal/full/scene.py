"""The state of the game screen: the screen changes it, the layout shows it."""

from dataclasses import dataclass, replace

from textual.content import Content

from plyground.engine.report import Report
from plyground.engine.view import View
from plyground.session.session import Session
from plyground.terminal.glyphs import Glyphs
from plyground.terminal.picture import Pointer
from plyground.terminal.tablebase_text import TablebaseEntry, in_hand, look_up, on_squares, why_none
from plyground.terminal.touch import touch


@dataclass
class Scene:
    """A session with the additional state of the screen."""

    session: Session
    glyphs: Glyphs
    view: View
    pointer: Pointer
    flipped: bool = False
    message: str = ""
    advice: Content | None = None  # a hint or an evaluation
    evaluates: bool = False
    shows_exact_values: bool = False
    exact_values: TablebaseEntry | None = None  # for the current position, if switched on and known
    paused: bool = False
    thinks: str | None = None  # the players
    since: float = 0.0  # when the search began
    ticks: int = 0
    report: Report | None = None  # its latest result

    @property
    def is_yours(self) -> bool:
        """Whether a person is to move."""
        session = self.session
        return session.stage == "playing" and session.thinker is None

    def shown_pointer(self) -> Pointer:
        """The cursor if it has an effect, and marks on legal moves if a person is to move."""
        session = self.session
        useful = session.people and session.stage != "over"
        return replace(
            self.pointer,
            cursor=self.pointer.cursor if useful else None,
            show_moves=self.pointer.show_moves and self.is_yours,
        )

    def look_up(self) -> None:
        """Looks up the position in the tablebase, if exact values are on."""
        wanted = self.shows_exact_values and self.session.stage == "playing"
        self.exact_values = look_up(self.session.position) if wanted else None

    def toggle_exact_values(self) -> None:
        """Turns exact values on or off; returns why there are none, if so."""
        self.shows_exact_values = not self.shows_exact_values
        self.look_up()
        self.message = f"Exact values {'shown' if self.shows_exact_values else 'hidden'}."
        if self.shows_exact_values and self.exact_values is None:
            self.shows_exact_values = False
            over = self.session.stage != "playing"
            self.message = "The game is over." if over else why_none(self.session.position)

    def square_values(self) -> dict[str, int]:
        """Exact values on squares: the picked-up piece's targets, or every piece's best move."""
        pointer = self.pointer
        if self.exact_values is None:
            return {}
        return on_squares(self.view, self.exact_values, pointer.selected, pointer.piece)

    def hand_values(self) -> dict[str, int]:
        """Exact values of the pieces in hand."""
        return {} if self.exact_values is None else in_hand(self.view, self.exact_values)

    def touch_word(self) -> str:
        """The effect of Enter, in a word or two."""
        cursor = self.pointer.cursor or ""
        meant = touch(self.session.position, self.view, self.pointer, cursor)
        if meant.refusal:
            return f"why not {cursor}"
        if len(meant.moves) == 1:
            return "pass" if meant.moves[0] == "pass" else f"play {meant.moves[0]}"
        if cursor == self.pointer.selected:
            return "let go"
        return f"pick up {cursor}" if meant.pointer.selected == cursor else f"play {cursor}"
