"""The screen with the board: what the keys do, and what is shown."""

import time
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from plyground.terminal import shelf
from plyground.terminal.full import keys, panel
from plyground.terminal.full.board import Board
from plyground.terminal.full.pages import ChoicePage, LinePage, Links, TextPage
from plyground.terminal.full.table import Table
from plyground.terminal.full.themes import LOOKS
from plyground.terminal.glyphs import Glyphs
from plyground.terminal.picture import Pointer, extent, fit, scales
from plyground.terminal.session import Session, other
from plyground.terminal.touch import Touch, pick, touch
from plyground.verdicts import IllegalMove

PANEL = 22  # columns that the text beside the board needs


class GameScreen(Table):
    """A game on the full screen."""

    BINDINGS: ClassVar[list[BindingType]] = keys.BINDINGS
    AUTO_FOCUS = "#board"

    def __init__(self, session: Session, glyphs: Glyphs, pace: float = 0.5) -> None:
        super().__init__(session, glyphs, pace)
        columns, rows = self._view["columns"], self._view["rows"]
        squares = self._view["shape"] == "squares"
        middle = columns[len(columns) // 2] + rows[len(rows) // 2]
        self.pointer = Pointer(cursor=middle, show_moves=squares)
        self._flipped = session.people == ["white"] and any(
            piece["kind"] not in ("stone", "disc") for piece in self._view["pieces"]
        )

    def compose(self) -> ComposeResult:
        """Title, board, panel, keys."""
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

    def on_mount(self) -> None:
        """The game begins, or goes on."""
        self.set_interval(0.1, self._tick)
        self.advance()

    # What is shown

    def on_resize(self, _: events.Resize) -> None:
        """The board takes what room there is."""
        self.redraw()

    def redraw(self) -> None:
        """Draws everything anew."""
        width, height = self.size
        if not self.is_mounted or not width:
            return
        now = keys.keys_now(self.session, self._touch_word(), paused=self._paused)
        bar = panel.key_bar(now, width - 2)
        scale = fit(self._view, width - PANEL - 2, height - 1 - bar.plain.count("\n") - 1)
        if scale is None:  # rather the board than all the keys
            bar = bar.split("\n")[0]
            scale = fit(self._view, width - PANEL - 2, height - 2)
        self.query_one("#table").display = scale is not None
        small = self.query_one("#small", Static)
        small.display = scale is None
        self.query_one("#keys", Static).update(bar)
        if scale is None:
            small.update(self._too_small())
            return
        look, pointer = LOOKS[self.app.theme], self.pointer
        if self.session.thinker is not None:  # where the computer may play is its own affair
            pointer = replace(pointer, show_moves=False)
        self.query_one(Board).draw(
            self._view, pointer, scale, look, self._glyphs, flipped=self._flipped
        )
        self.write()

    def _too_small(self) -> str:
        columns, lines = extent(self._view, scales(self._view)[-1])
        return (
            f"This board needs {columns + PANEL + 2} columns and {lines + 2} lines;"
            f" the terminal has {self.size.width} and {self.size.height}."
            " Make the window larger or its letters smaller, or press q and play with --plain."
        )

    def panel_width(self) -> int:
        """Columns for text beside the board."""
        return max(PANEL, self.query_one("#panel").size.width - 2)

    def write(self) -> None:
        """The texts, which change more often than the board."""
        session = self.session
        changed = "  ".join(f"{name}={value}" for name, value in session.game.changed.items())
        self.query_one("#title", Static).update(f" {session.game.title}  {changed}")
        self.query_one("#players", Static).update(
            panel.players_block(
                session,
                self._view,
                self._glyphs,
                self.pointer.piece,
                flipped=self._flipped,
                width=self.panel_width(),
            )
        )
        self.query_one("#message", Static).update(self.message)
        thoughts = [self._advice] if self._advice else []
        if self._thinks:
            seconds = time.monotonic() - self._since
            thoughts.append(panel.thinking_block(self._thinks, self._report, seconds, self._ticks))
        elif self._evaluates and not thoughts:
            thoughts.append(self._last_evaluation())
        shown = self.query_one("#thoughts", Static)
        shown.display = bool(thoughts)
        shown.update(Content("\n").join(thoughts))
        self.call_after_refresh(self._write_moves)  # only then is it known how many have room

    def _write_moves(self) -> None:
        moves = self.query_one("#moves", Static)
        moves.update(panel.move_list(self.session, self.panel_width(), moves.size.height))

    def _last_evaluation(self) -> Content:
        """What the computer thought of its last move."""
        chance = panel.chance_of(self.session.record.current)
        if chance is None:
            return Content("")
        return panel.evaluation_block(chance, "", self._glyphs, self.panel_width())

    def _touch_word(self) -> str:
        """What Enter would do, in a word or two."""
        cursor = self.pointer.cursor or ""
        if self.session.stage != "playing" or self.session.thinker is not None:
            return f"play {cursor}"
        meant = touch(self.session.position, self._view, self.pointer, cursor)
        if len(meant.moves) == 1:
            return "pass" if meant.moves[0] == "pass" else f"play {meant.moves[0]}"
        return f"pick up {cursor}" if meant.pointer.selected == cursor else f"play {cursor}"

    # The keys

    def _may_act(self) -> bool:
        """Whether a person is to move; if not, says so."""
        session = self.session
        if session.stage == "over":
            self.say(f"{session.told()} Press n for a new game, or u to take a move back.")
        elif session.stage == "counting":
            self.say("Stones are being counted: a agrees, c continues to play.")
        elif session.thinker is not None:
            self.say("It is the computer's turn; u takes your move back.")
        else:
            return True
        return False

    def action_move(self, right: int, down: int) -> None:
        """Moves the cursor."""
        picture = self.query_one(Board).picture
        if picture and self.pointer.cursor:
            self._point(picture.step(self.pointer.cursor, right, down))

    def _point(self, at: str) -> None:
        self.pointer = Pointer(
            at, self.pointer.selected, self.pointer.piece, self.pointer.show_moves
        )
        self.redraw()

    def on_board_touched(self, touched: Board.Touched) -> None:
        """A click moves the cursor there and touches."""
        self._point(touched.at)
        self.action_touch()

    def action_touch(self) -> None:
        """Plays where the cursor is, picks up, puts down, marks a group; or pauses."""
        session, cursor = self.session, self.pointer.cursor
        if session.stage == "playing" and not session.people:
            self._paused = not self._paused
            self.advance()
        elif session.stage == "counting" and cursor:
            self._toggle(cursor)
        elif self._may_act() and cursor:
            self._take(touch(session.position, self._view, self.pointer, cursor))

    def action_pick(self, number: int) -> None:
        """Takes a piece from the hand."""
        if self._may_act():
            self._take(pick(self._view, self.pointer, number))

    def _take(self, meant: Touch) -> None:
        self.pointer = meant.pointer
        if meant.refusal:
            self.say(meant.refusal)
        elif len(meant.moves) > 1:
            self.app.push_screen(ChoicePage("Which move?", meant.moves), self._play)
        elif meant.moves:
            self._play(meant.moves[0])
        else:
            self.message = self._held() or self._situation()
        self.redraw()

    def _held(self) -> str:
        """What was picked up, as a question."""
        pieces = {piece["at"]: piece["kind"] for piece in self._view["pieces"]}
        if self.pointer.piece:
            return f"Where shall the {self.pointer.piece} be dropped? Esc lets go."
        if self.pointer.selected:
            name = pieces.get(self.pointer.selected, "piece")
            return f"Where shall the {name} on {self.pointer.selected} go? Esc lets go."
        return ""

    def _toggle(self, at: str) -> None:
        try:
            self.session.toggle(at)
        except ValueError as error:
            self.say(str(error))
            return
        self._view = self.session.position.view()
        self.redraw()

    def _play(self, move: str | None) -> None:
        if move is None or not self._may_act():
            return
        self._paused = False
        try:
            self.session.play(move)
        except IllegalMove as refused:
            self.say(refused.sentence)
            return
        self.pointer = Pointer(self.pointer.cursor, show_moves=self.pointer.show_moves)
        self.advance()

    def action_let_go(self) -> None:
        """Puts down what was picked up."""
        self.pointer = Pointer(self.pointer.cursor, show_moves=self.pointer.show_moves)
        self.message = self._situation()
        self.redraw()

    def action_type(self) -> None:
        """A move by its text."""
        if self._may_act():
            example = next(iter(self.session.position.moves()), "pass")
            self.app.push_screen(LinePage("Your move", f"such as {example}"), self._play)

    def action_pass(self) -> None:
        """Passes."""
        self._play("pass")

    def action_undo(self) -> None:
        """Takes back, also while the computer thinks."""
        if not self.session.people:
            self._paused = True
        self._step(self.session.undo(), "There is nothing to take back.")

    def action_redo(self) -> None:
        """Plays again what was taken back."""
        self._step(self.session.redo(), "There is nothing to play again.")

    def _step(self, done: bool, otherwise: str) -> None:
        self.pointer = Pointer(self.pointer.cursor, show_moves=self.pointer.show_moves)
        if done:
            self.advance()
        else:
            self.say(otherwise)

    def action_hint(self) -> None:
        """A short search for the person."""
        if self._may_act():
            self._judge.cancel()
            self._advice = None
            self._thinking("The hint")
            self._ask("hint", self._advisor)
            self.write()

    def action_evaluation(self) -> None:
        """Evaluations on or off."""
        self._evaluates = not self._evaluates
        on = "on" if self._evaluates else "off"
        if self.session.stage == "playing" and self.session.thinker is None:
            self.advance(f"Evaluation {on}.")
        else:
            self.say(f"Evaluation {on}.")

    def action_legal(self) -> None:
        """Marks where one may play, or not."""
        self.pointer = Pointer(
            self.pointer.cursor,
            self.pointer.selected,
            self.pointer.piece,
            not self.pointer.show_moves,
        )
        self.message = f"Legal moves {'shown' if self.pointer.show_moves else 'hidden'}."
        self.redraw()

    def action_draw(self) -> None:
        """Offers a draw."""
        if not self._may_act():
            return
        session = self.session
        opponent = session.players[other(self._view["turn"])]
        if opponent is None:
            asked = f"{other(self._view['turn']).capitalize()}, do you agree to a draw?"
            self.app.push_screen(ChoicePage(asked, ["yes", "no"]), self._answer_draw)
            return
        self.say("A draw is offered.")
        moment, position = self._moment, session.position
        self._errands.run(
            lambda: opponent.accepts_draw(position), lambda yes: self._hear("draw", moment, yes)
        )

    def _answer_draw(self, answer: str | None) -> None:
        if answer == "yes":
            self.session.agree_draw()
            self.advance()
        elif answer == "no":
            self.say("No draw; the game goes on.")

    def action_resign(self) -> None:
        """Gives the game up; undo takes even that back."""
        try:
            self.session.resign()
        except ValueError as error:
            self.say(str(error))
            return
        self.advance(f"{self.session.told()} u takes it back.")

    def action_agree(self) -> None:
        """Counts."""
        if self.session.stage == "counting":
            self.session.agree()
            self.advance()
        else:
            self.say("There is nothing to agree to; stones are counted after two passes.")

    def action_play_on(self) -> None:
        """Back to the game from counting."""
        if self.session.stage == "counting":
            self.session.play_on()
            self.advance()
        else:
            self.say("The game is not being counted.")

    def action_save(self) -> None:
        """A copy in any notation."""
        title = "Save a copy as (the name's ending is the format)"
        self.app.push_screen(LinePage(title, "game.sgf, game.jsonl ..."), self._save)

    def _save(self, name: str | None) -> None:
        if name is None:
            return
        try:
            path = shelf.save_as(self.session.record, name)
        except ValueError as error:
            self.say(str(error))
        else:
            self.say(f"Saved as {path}.")

    def action_flip(self) -> None:
        """Turns the board around."""
        self._flipped = not self._flipped
        self.redraw()

    def action_rules(self) -> None:
        """The rules of this game."""
        game = self.session.game
        self.app.push_screen(TextPage(f"{game.title}: the rules", game.rules))

    def action_help(self) -> None:
        """All keys."""
        example = next(iter(self.session.position.moves()), "pass")
        text = keys.HELP.format(example=example, marks=self._marks())
        self.app.push_screen(TextPage("Keys", text))

    def _marks(self) -> str:
        g = self._glyphs
        return (
            f"[ ] the cursor; ( ) or {g.last} the last move; {g.place} here you may play;"
            f" {g.capture} here you capture; {g.drop} here you may drop; {g.ko} ko;"
            f" {g.forbidden} forbidden, or dead; < > or {g.line} the winning line."
        )

    def action_new(self) -> None:
        """Another game."""
        self.app.action_new_game()  # type: ignore[attr-defined]

    def action_rematch(self) -> None:
        """The same again, colours changed."""
        if self.session.stage == "over":
            self.app.action_rematch()  # type: ignore[attr-defined]
        else:
            self.say("A rematch begins when this game is over; n begins another game.")
