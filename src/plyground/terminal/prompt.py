"""Playing at a line prompt, on any terminal or through a pipe."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console

from plyground.books import find as find_book
from plyground.books.listing import list_moves
from plyground.engine.counting import dead_stones
from plyground.engine.results import IllegalMove
from plyground.engine.search import search
from plyground.engine.view import other
from plyground.learn import teacher
from plyground.session import advice, saved_games, setup
from plyground.session.session import Session
from plyground.terminal import tablebase_text
from plyground.terminal.prompt_board import GLYPHS, MARKS, draw, draw_values, value_list

Ask = Callable[[str], str]

_WORDS = {
    "help": "list these commands",
    "board": "show the board again",
    "moves": "list the legal moves",
    "rules": "explain the rules",
    "undo": "take your last move back",
    "redo": "redo the move that you took back",
    "hint": "suggest a move and explain it",
    "teacher": "turn warnings before large mistakes on or off",
    "eval": "turn the evaluation after every move on or off",
    "book": "list the moves of the opening book",
    "values": "show the exact value of every move in a solved game; values b1: of one piece",
    "pass": "pass, if the game allows it",
    "draw": "offer a draw",
    "resign": "resign the game",
    "save FILE": "save a copy, for example as game.sgf",
    "resume": "continue the last unfinished game",
    "text": "show the position as one line of text",
    "quit": "stop playing",
}
_COUNTING = {
    "dead E5": "mark the group on E5 as dead, or as alive again",
    "agree": "count the points and end the game",
    "continue": "play on to settle it on the board",
    "board": "show the board again",
    "undo": "take the last pass back; against the computer, yours",
    "resign": "resign the game",
    "save FILE": "save a copy, for example as game.sgf",
    "quit": "stop playing",
}
_YES = ("y", "yes")
_NO = ("n", "no")


class _Stop(Exception):  # noqa: N818 - it is no error
    """The person wants to leave."""


class Prompt:
    """Plays a session at a prompt. Every line is a move or a word; `help` lists the words."""

    def __init__(
        self, session: Session, console: Console, ask: Ask, folder: Path, *, teaches: bool = False
    ) -> None:
        self.session = session
        self._console = console
        self._ask = ask
        self._folder = folder
        self._evaluates = False
        self._teaches = teaches
        self._drawable = _can_draw(console)

    def run(self) -> None:
        """Plays to the end, or until the person leaves or the input ends."""
        self._say(f"{self.session.game.title}. Type help for help.")
        try:
            while self.session.stage != "over":
                self._turn()
        except (_Stop, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, _Stop):
                self._console.print()  # the question is still on this line
            self._say(f"{self.session.last_words()} Goodbye.".strip())
            return
        finally:
            self.session.close()
        self._show()
        self._say(self.session.result_text())

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)
        if self.session.trouble:
            self._console.print(self.session.trouble, markup=False, soft_wrap=True)
            self.session.trouble = None

    def _show(self) -> None:
        self._console.print()
        view = self.session.position.view()
        score = self.session.shows_score(evaluates=self._evaluates)
        taken = self.session.captured()
        self._console.print(draw(view, taken, plain=not self._drawable, score=score))

    def _turn(self) -> None:
        """One move of the computer, or input lines until the game changes."""
        session = self.session
        if session.stage == "counting":
            self._count()
            return
        if session.thinker is not None:
            self._computer_moves()
            return
        self._show()
        if self._evaluates:
            self._evaluate()
        if session.position.moves() == ["pass"]:
            self._say("You have no legal move, so you must pass: type pass.")
        node, result = session.record.current, session.record.result
        while (
            self.session is session
            and session.record.current is node
            and session.record.result is result
        ):
            self._answer(self._ask(f"{session.position.turn}> ").strip())

    def _computer_moves(self) -> None:
        session = self.session
        player, turn = session.thinker, session.position.turn
        assert player is not None, "it is a computer's turn"
        with self._console.status("thinking"):
            try:
                answer = player.choose(session.record.current.position)
            except ValueError:
                raise
            except Exception as error:  # noqa: BLE001 - the session knows which of them are forfeits
                session.take(error)
                return
        session.take(answer)
        if session.record.result is None or answer.move is not None:
            move = session.record.current.move
            self._say(f"{turn} passes" if move == "pass" else f"{turn} plays {move}")

    # The meanings of a line

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands().get(word.lower())
        if command is not None:
            try:
                command(rest.strip())
            except ValueError as error:
                self._say(str(error))
        elif line:
            try:
                self.session.play("pass" if word.lower() == "pass" else line)
            except IllegalMove as refused:
                self._say(refused.sentence)
            else:
                self._teach()

    def _teach(self) -> None:
        """Lets the person take back a large mistake before the computer answers."""
        session, node = self.session, self.session.record.current
        if not self._teaches or session.thinker is None or node.parent is None:
            return
        with self._console.status("thinking"):
            warning = teacher.warning(node.parent.position, node.move or "", advice.advise)
        if warning is None:
            return
        self._say(teacher.sentence(warning, node.position.turn))
        while (answer := self._ask("Take it back? (y/n) ").strip().lower()) not in (*_YES, *_NO):
            if answer == "hint":
                self._say(f"{warning['better'][0]} is better.")
            else:
                self._say("Type y to take it back, n to play on, or hint.")
        if answer in _YES:
            session.undo()

    def _commands(self) -> Mapping[str, Callable[[str], None]]:
        position = self.session.position
        return {
            "help": lambda _: self._say(self._help(_WORDS)),
            "board": lambda _: self._show(),
            "moves": lambda _: self._say(" ".join(position.moves())),
            "rules": lambda _: self._say(self.session.game.rules),
            "text": lambda _: self._say(position.to_text()),
            "undo": lambda _: self._step(self.session.undo(), "There is no move to take back."),
            "redo": lambda _: self._step(self.session.redo(), "There is no move to redo."),
            "hint": lambda _: self._hint(),
            "teacher": lambda _: self._call_teacher(),
            "eval": lambda _: self._toggle_evaluation(),
            "book": lambda _: self._show_book(),
            "values": self._show_exact_values,
            "truth": self._show_exact_values,  # the name until 0.1
            "draw": lambda _: self._offer_draw(),
            "resign": lambda _: self.session.resign(),
            "save": self._save,
            "resume": lambda _: self._resume(),
            "quit": lambda _: self._quit(),
        }

    def _help(self, words: Mapping[str, str]) -> str:
        example = next(iter(self.session.position.moves()), "pass")
        first = f"Type a move, such as {example}, or a command:"
        if words is _COUNTING:
            first = "Both sides passed. Mark the dead stones:"
        lines = [f"  {word:<10} {meaning}" for word, meaning in words.items()]
        lines[-1] += f"; {self._kept()}"
        marks = "; ".join(f"{mark} {meaning}" for mark, meaning in MARKS.items())
        return "\n".join([first, *lines, f"On the board: {marks}."])

    def _kept(self) -> str:
        """Whether the game is saved, in words."""
        reason = self.session.unsaved
        return "every move is saved" if reason is None else f"the game is NOT saved: {reason}"

    def _step(self, done: bool, otherwise: str) -> None:
        if not done:
            self._say(otherwise)

    def _quit(self) -> None:
        raise _Stop

    def _hint(self) -> None:
        position = self.session.position
        with self._console.status("thinking"):
            report = advice.advise(position)
        self._say(advice.hint_words(position, report))

    def _call_teacher(self) -> None:
        if len(self.session.people) != 1:
            self._say("The teacher is available only against the computer.")
            return
        self._teaches = not self._teaches
        self._say("The teacher is on." if self._teaches else "The teacher is off.")

    def _toggle_evaluation(self) -> None:
        self._evaluates = not self._evaluates
        if self._evaluates:
            self._evaluate()
        else:
            self._say("Evaluation off.")

    def _evaluate(self) -> None:
        with self._console.status("thinking"):
            report = search(self.session.position, advice.EVALUATION)
        words = advice.evaluation_words(self.session.position, report)
        self._say(f"evaluation: {words}")

    def _show_exact_values(self, of: str) -> None:
        """Shows exact values: of all pieces, or of the targets of one piece."""
        position, view = self.session.position, self.session.position.view()
        known = tablebase_text.look_up(position)
        if known is None:
            raise ValueError(tablebase_text.why_none(position))
        kinds = {hand["kind"] for hand in view["hands"] if hand["owner"] == view["turn"]}
        piece, square = (of.lower(), None) if of.lower() in kinds else (None, of.lower() or None)
        values = tablebase_text.on_squares(view, known, square, piece)
        if not values and of:
            raise ValueError(tablebase_text.why_nothing(view, of.lower()))
        self._console.print(draw_values(view, values))
        self._console.print(value_list(view, known))
        self._say(f"{tablebase_text.sentence(view['turn'], known)} ({tablebase_text.SIGNS}.)")

    def _show_book(self) -> None:
        """Lists the moves of the opening book, with their values for the side to move."""
        book = find_book(self.session.game)
        if book is None:
            raise ValueError("There is no opening book of this game with these options.")
        self._say(list_moves(book, self.session.position))

    def _offer_draw(self) -> None:
        session = self.session
        across = other(session.position.turn)
        opponent = session.players[across]
        if opponent is not None:
            agreed = opponent.accepts_draw(session.position)
        else:
            answer = self._ask(f"{across}, do you agree to a draw? yes or no> ")
            agreed = answer.strip().lower() in _YES
        if agreed:
            session.agree_draw()
        else:
            self._say("No draw; the game continues.")

    def _save(self, name: str) -> None:
        if not name:
            raise ValueError("Name a file, as in: save game.sgf")
        self._say(f"Saved as {saved_games.save_as(self.session.record, name)}.")

    def _resume(self) -> None:
        session = setup.resume_session(self._folder, but=self.session.path)
        if session is None:
            raise ValueError("There is no other unfinished game.")
        self.session.close()
        self.session = session
        self._say(f"{session.game.title}, after {len(session.record.moves)} moves.")

    # Counting in Go

    def _count(self) -> None:
        session = self.session
        session.mark(dead_stones(session.record.current.position))
        if not session.people:
            session.agree()
            return
        self._show()
        self._show_dead()
        self._say(self._help(_COUNTING))
        while session.stage == "counting":
            self._answer_count(self._ask("count> ").strip())

    def _show_dead(self) -> None:
        dead = " ".join(sorted(self.session.dead)) or "nothing"
        score = self.session.position.score()
        score_text = f"black {score.black:g}, white {score.white:g}" if score else ""
        self._say(f"Dead: {dead}. The count would be {score_text}.")

    def _answer_count(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        session = self.session
        commands: dict[str, Callable[[], object]] = {
            "agree": session.agree,
            "continue": session.play_on,
            "board": self._show,
            "undo": session.undo,
            "help": lambda: self._say(self._help(_COUNTING)),
            "resign": session.resign,
            "save": lambda: self._save(rest.strip()),
            "quit": self._quit,
        }
        try:
            if word.lower() == "dead" and rest:
                session.toggle(rest.strip())
                self._show_dead()
            elif word.lower() in commands:
                commands[word.lower()]()
            elif line:
                self._say("Type dead and a point, agree, or continue; type help for more.")
        except ValueError as error:
            self._say(str(error))


def _can_draw(console: Console) -> bool:
    """Whether the output's encoding has the characters of a drawn board."""
    try:
        GLYPHS.encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True


def choose(
    title: str, choices: Mapping[str, str], console: Console, ask: Ask, usual: str | None = None
) -> str:
    """Asks for one of several choices, by number or by name, until the answer is valid.

    A blank answer takes the default, or else the first.
    """
    names = list(choices)
    default = names.index(usual) + 1 if usual in names else 1
    console.print(f"[bold]{title}[/bold]")
    for number, (name, words) in enumerate(choices.items(), 1):
        console.print(f"  {number}  {name}: {words}" if words else f"  {number}  {name}")
    while True:
        answer = ask(f"1-{len(names)} [{default}]> ").strip().lower() or str(default)
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        console.print(f"Please answer with a number from 1 to {len(names)}, or a name.")
