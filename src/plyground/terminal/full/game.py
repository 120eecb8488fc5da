"""The game screen: the effects of keys, and the reactions to background events."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen

from plyground.engine import registry
from plyground.engine.report import Report
from plyground.engine.results import IllegalMove
from plyground.engine.view import other
from plyground.players.player import Answer
from plyground.session import advice, saved_games
from plyground.session.session import Session
from plyground.terminal.full import keys, panel
from plyground.terminal.full.board import Board
from plyground.terminal.full.layout import GameLayout
from plyground.terminal.full.pages import ChoicePage, LinePage, TextPage
from plyground.terminal.full.scene import Scene
from plyground.terminal.full.workers import Heard, Workers
from plyground.terminal.glyphs import Glyphs
from plyground.terminal.picture import Pointer
from plyground.terminal.situation import situation, why_wait
from plyground.terminal.touch import Touch, aim, central, held, pick, touch


class GameScreen(Screen[None]):
    """A game on the full screen."""

    BINDINGS: ClassVar[list[BindingType]] = keys.BINDINGS
    AUTO_FOCUS = "#board"

    def __init__(self, session: Session, glyphs: Glyphs, pace: float = 0.5) -> None:
        super().__init__()
        self.session = session
        self._pace = pace  # seconds between the moves of two computers
        view = session.position.view()
        pointer = Pointer(cursor=central(view), show_moves=view["shape"] != "points")
        self.scene = Scene(session, glyphs, view, pointer)
        self.scene.flipped = session.people == ["white"] and any(
            piece["kind"] not in ("stone", "disc") for piece in view["pieces"]
        )
        self._parts = GameLayout(self.scene)
        self._helpers = Workers(session, self.post_message)
        self._has_pointed = False  # until the person moves the cursor, it goes to a legal move

    def compose(self) -> ComposeResult:
        """Adds the layout."""
        yield self._parts

    def on_mount(self) -> None:
        """Begins or continues the game."""
        self.set_interval(0.1, self._tick)
        self.advance()

    def _tick(self) -> None:
        if self.scene.thinks:
            self.scene.ticks += 1
            self._parts.write()

    def redraw(self) -> None:
        """Redraws everything."""
        self._parts.redraw()

    def say(self, message: str) -> None:
        """Shows a sentence beside the board."""
        self.scene.message = message
        self._parts.write()

    def close(self) -> None:
        """Ends all background work. Call it when the screen is gone."""
        self._helpers.close()

    # Background events

    def advance(self, message: str = "") -> None:
        """Called after every change: requests the next move of a computer."""
        session, scene = self.session, self.scene
        self._helpers.hush()
        scene.thinks = scene.report = scene.advice = None
        scene.view = session.position.view()
        scene.look_up()
        scene.message = message or self._situation()
        if session.trouble:
            scene.message += f" {session.trouble}"
            session.trouble = None
        if scene.is_yours and not self._has_pointed:
            scene.pointer = replace(scene.pointer, cursor=central(scene.view))
        self._ask_around()
        self.redraw()

    def _situation(self) -> str:
        return situation(self.session, self.scene.view, paused=self.scene.paused)

    def _ask_around(self) -> None:
        session, moment = self.session, self._helpers.moment
        if session.stage == "counting" and not session.dead:
            self._helpers.ask_what_is_dead()
        elif session.thinker is not None and not self.scene.paused:
            self._thinking(session.who(self.scene.view["turn"]))
            if session.people or not self._pace:
                self._helpers.ask_mover()
            else:
                self.set_timer(self._pace, lambda: self._ask_mover(moment))
        elif session.stage == "playing" and self.scene.evaluates:
            self._helpers.ask_evaluation()

    def _ask_mover(self, moment: int) -> None:
        if moment == self._helpers.moment:
            self._helpers.ask_mover()

    def _thinking(self, who: str) -> None:
        self.scene.thinks, self.scene.since, self.scene.report = who, time.monotonic(), None

    def on_heard(self, heard: Heard) -> None:
        """Handles a result from the background."""
        take = {
            "answer": self._heard_answer,
            "hint": self._heard_hint,
            "dead": self._heard_dead,
            "draw": self._heard_draw,
        }.get(heard.what)
        if heard.moment != self._helpers.moment:
            return
        if heard.what.endswith("so far"):
            self._heard_report(heard.what, heard.value)
        elif take is not None:
            take(heard.value)

    def _heard_report(self, what: str, report: Report) -> None:
        if what.startswith("evaluation") and report.lines:
            words = advice.evaluation_words(self.session.record.current.position, report)
            width = self._parts.panel_width()
            self.scene.advice = panel.report_bar(self.scene, report, words, width)
        self.scene.report = report
        self._parts.write()

    def _heard_answer(self, answer: Answer | Exception) -> None:
        seconds = time.monotonic() - self.scene.since
        try:
            self.session.take(answer, seconds)
        except Exception as error:  # noqa: BLE001 - a player's mistake must not end the game
            self.scene.paused = True
            sentence = (registry.blame(error) or str(error)).rstrip(".")
            back = " Press u to take your move back." if self.session.can_undo else ""
            self.advance(f"The computer can't play: {sentence}.{back}")
        else:
            self.advance()

    def _heard_hint(self, answer: Answer | Exception) -> None:
        self.scene.thinks = None
        if isinstance(answer, Answer) and answer.report is not None and answer.move is not None:
            words = advice.hint_words(self.session.record.current.position, answer.report)
            how = "p passes." if answer.move == "pass" else "Enter plays it."
            self.scene.advice = Content(f"{words} {how}")
            self.scene.pointer = aim(self.scene.view, self.scene.pointer, answer.move)
        else:
            self.scene.advice = Content("There is no hint for this position.")
        self.redraw()

    def _heard_dead(self, proposal: list[str] | Exception) -> None:
        if isinstance(proposal, Exception):
            proposal = []  # then people mark the stones themselves
        if not self.session.dead:  # the person may have been faster
            self.session.mark(proposal)
            self.scene.view = self.session.position.view()
        if not self.session.people:
            self.session.agree()
            self.scene.message = self._situation()
        self.redraw()

    def _heard_draw(self, accepted: bool | Exception) -> None:
        if accepted is True:
            self.session.agree_draw()
            self.advance()
        else:
            self.say("The computer wants to play on.")

    # The keys

    def _may_act(self) -> bool:
        """Whether a person is to move; if not, shows a message."""
        if sentence := why_wait(self.session, paused=self.scene.paused):
            self.say(sentence)
        return not sentence

    def action_move(self, right: int, down: int) -> None:
        """Moves the cursor."""
        picture, cursor = self.query_one(Board).picture, self.scene.pointer.cursor
        if picture and cursor:
            self._point(picture.step(cursor, right, down))

    def _point(self, at: str) -> None:
        self._has_pointed = True
        self.scene.pointer = replace(self.scene.pointer, cursor=at)
        self.redraw()

    def on_board_touched(self, touched: Board.Touched) -> None:
        """Moves the cursor to the clicked square and selects it."""
        self._point(touched.at)
        self.action_touch()

    def action_touch(self) -> None:
        """Plays at the cursor, picks up, puts down, marks a group; or pauses."""
        session, cursor = self.session, self.scene.pointer.cursor
        if session.stage == "playing" and not session.people:
            self.scene.paused = not self.scene.paused
            self.advance()
        elif session.stage == "counting" and cursor:
            self._toggle(cursor)
        elif self._may_act() and cursor:
            self._take(touch(session.position, self.scene.view, self.scene.pointer, cursor))

    def action_pick(self, number: int) -> None:
        """Picks a piece from the hand."""
        if self._may_act():
            self._take(pick(self.scene.view, self.scene.pointer, number))

    def _take(self, meant: Touch) -> None:
        self.scene.pointer = meant.pointer
        if meant.refusal:
            self.say(meant.refusal)
        elif len(meant.moves) > 1:
            self.app.push_screen(ChoicePage("Which move?", meant.moves), self._play)
        elif meant.moves:
            self._play(meant.moves[0])
        else:
            self.scene.message = held(self.scene.view, meant.pointer) or self._situation()
        self.redraw()

    def _toggle(self, at: str) -> None:
        try:
            self.session.toggle(at)
        except ValueError as error:
            self.say(str(error))
            return
        self.scene.view = self.session.position.view()
        self.redraw()

    def _play(self, move: str | None) -> None:
        if move is None or not self._may_act():
            return
        self.scene.paused = False
        try:
            self.session.play(move)
        except IllegalMove as refused:
            self.say(refused.sentence)
            return
        self._put_down()
        self.advance()

    def _put_down(self) -> None:
        self.scene.pointer = replace(self.scene.pointer, selected=None, piece=None)

    def action_let_go(self) -> None:
        """Puts down the piece that was picked up."""
        self._put_down()
        self.scene.message = self._situation()
        self.redraw()

    def action_type(self) -> None:
        """Asks for a move by its text."""
        if self._may_act():
            example = next(iter(self.session.position.moves()), "pass")
            self.app.push_screen(LinePage("Your move", f"such as {example}"), self._play)

    def action_pass(self) -> None:
        """Passes."""
        self._play("pass")

    def action_undo(self) -> None:
        """Takes back a move, also while the computer thinks."""
        if not self.session.people:
            self.scene.paused = True
        self._step(self.session.undo(), "There is no move to take back.")

    def action_redo(self) -> None:
        """Replays the move that was taken back."""
        self._step(self.session.redo(), "There is no move to redo.")

    def _step(self, done: bool, otherwise: str) -> None:
        self._put_down()
        if done:
            self.advance()
        else:
            self.say(otherwise)

    def action_hint(self) -> None:
        """Starts a short search for a hint."""
        if self._may_act():
            self.scene.advice = None
            self._thinking("The hint")
            self._helpers.ask_hint()
            self._parts.write()

    def action_evaluation(self) -> None:
        """Turns evaluations on or off."""
        self.scene.evaluates = not self.scene.evaluates
        on = "on" if self.scene.evaluates else "off"
        if self.scene.is_yours or self.scene.paused:
            self.advance(f"Evaluation {on}.")
        else:
            self.say(f"Evaluation {on}.")

    def action_exact_values(self) -> None:
        """Turns exact values on or off, if there is a tablebase."""
        self.scene.toggle_exact_values()
        self.redraw()

    def action_legal(self) -> None:
        """Turns marks on legal moves on or off."""
        shows = not self.scene.pointer.show_moves
        self.scene.pointer = replace(self.scene.pointer, show_moves=shows)
        self.scene.message = f"Legal moves {'shown' if shows else 'hidden'}."
        self.redraw()

    def action_draw(self) -> None:
        """Offers a draw."""
        if not self._may_act():
            return
        across = other(self.scene.view["turn"])
        opponent = self.session.players[across]
        if opponent is None:
            asked = f"{across.capitalize()}, do you agree to a draw?"
            self.app.push_screen(ChoicePage(asked, ["yes", "no"]), self._answer_draw)
            return
        self.say("A draw is offered.")
        self._helpers.offer_draw(opponent)

    def _answer_draw(self, answer: str | None) -> None:
        if answer == "yes":
            self.session.agree_draw()
            self.advance()
        elif answer == "no":
            self.say("No draw; the game continues.")

    def action_resign(self) -> None:
        """Resigns the game, which undo can take back."""
        try:
            self.session.resign()
        except ValueError as error:
            self.say(str(error))
            return
        self.advance(f"{self.session.result_text()} u takes it back.")

    def action_agree(self) -> None:
        """Accepts the count."""
        self._settle(self.session.agree)

    def action_play_on(self) -> None:
        """Returns from counting to the game."""
        self._settle(self.session.play_on)

    def _settle(self, how: Callable[[], None]) -> None:
        try:
            how()
        except ValueError as error:
            self.say(str(error))
        else:
            self.advance()

    def action_save(self) -> None:
        """Saves a copy in any notation."""
        title = "Save a copy as (the name's ending is the format)"
        self.app.push_screen(LinePage(title, "game.sgf, game.jsonl ..."), self._save)

    def _save(self, name: str | None) -> None:
        if name is None:
            return
        try:
            path = saved_games.save_as(self.session.record, name)
        except ValueError as error:
            self.say(str(error))
        else:
            self.say(f"Saved as {path}.")

    def action_flip(self) -> None:
        """Turns the board around."""
        self.scene.flipped = not self.scene.flipped
        self.redraw()

    def action_rules(self) -> None:
        """Shows the rules of this game."""
        game = self.session.game
        self.app.push_screen(TextPage(f"{game.title}: the rules", game.rules))

    def action_help(self) -> None:
        """Shows all keys."""
        self.app.push_screen(TextPage("Keys", keys.help_page(self.scene)))

    def action_new(self) -> None:
        """Chooses another game."""
        self.app.action_new_game()  # type: ignore[attr-defined]

    def action_rematch(self) -> None:
        """Starts the same game again with colours changed."""
        if self.session.stage == "over":
            self.app.action_rematch()  # type: ignore[attr-defined]
        else:
            self.say("A rematch begins when this game is over; n begins another game.")
