"""A game between people and computers, without a front end.

A session keeps the record, writes every change to a file at once, and knows which person may act.
It never searches: front ends ask its players (see `thinking.py`) and pass it their answers.
"""

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from plyground.engine.game import Game, Position
from plyground.engine.results import IllegalMove, Result
from plyground.engine.view import Turn, other
from plyground.players.player import Answer, Forfeit, Player
from plyground.records.journal import Journal
from plyground.records.record import Evaluation, Node, Record, outside_result
from plyground.session.saved_games import new_path

PERSON = "person"
SIDES: tuple[Turn, Turn] = ("black", "white")
Stage: TypeAlias = Literal["playing", "counting", "over"]


class Session:
    """A game being played. A person plays each side that has no player.

    >>> import plyground
    >>> session = Session(Record(plyground.game("othello")), {"black": None, "white": None})
    >>> session.play("f5").move, session.position.turn, session.stage
    ('f5', 'white', 'playing')
    >>> session.undo(), session.position.turn
    (True, 'black')

    `folder` is the folder for a new game's file; `path` is the file of a continued game.
    """

    def __init__(
        self,
        record: Record,
        players: Mapping[Turn, Player | None],
        *,
        folder: Path | None = None,
        path: Path | None = None,
    ) -> None:
        self.record = record
        self.players: dict[Turn, Player | None] = dict(players)
        self.dead: set[str] = set()  # in Go's counting: the points marked so far
        # The message that the game cannot be saved; the front end clears it after showing it.
        self.trouble: str | None = None
        # Why the last change is not in the file; None if it is.
        self.unsaved: str | None = None
        self.path = path
        # whether the players agree on dead stones at the end
        self.counts = _marks_dead(record.game)
        self._folder = folder
        self._result_due = False
        self._journal: Journal | None = None
        if path is not None:
            try:
                self._journal = Journal(path, record)
            except (OSError, ValueError) as error:
                self._could_not_save(error)

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.record.game

    @property
    def position(self) -> Position:
        """The current position, with the dead stones marked."""
        if self.stage == "counting" and self.dead:
            return self.record.current.position.mark_dead(sorted(self.dead))
        return self.record.position

    @property
    def stage(self) -> Stage:
        """Whether moves are played, dead stones are marked, or the game is over."""
        if self.record.result is not None:
            return "over"
        result = self.record.current.position.result()
        if result is None:
            return "playing"
        return "counting" if self._is_counted(result) else "over"

    def _is_counted(self, result: Result | None) -> bool:
        return self.counts and result is not None and result.code == "two_passes"

    @property
    def people(self) -> list[Turn]:
        """The sides played by people."""
        return [side for side in SIDES if self.players[side] is None]

    @property
    def speaker(self) -> Turn | None:
        """The person who may act now: the only one, or the one to move."""
        people = self.people
        if len(people) == 1:
            return people[0]
        return self.record.current.position.turn if people else None

    @property
    def thinker(self) -> Player | None:
        """The computer to move; None if it is a person's turn or the game is over."""
        if self.stage != "playing":
            return None
        return self.players[self.record.current.position.turn]

    def who(self, side: Turn) -> str:
        """The name of this side's player, in a word or two."""
        player = self.players[side]
        if player is None:
            return "you" if len(self.people) == 1 else "person"
        return player.name.replace("level:", "level ", 1).partition(",")[0]

    # Playing

    def play(self, move: str, evaluation: Evaluation | None = None, **remarks: float) -> Node:
        """Plays a move; IllegalMove says why it is illegal."""
        if self.stage != "playing":
            raise ValueError("The game is over. Take a move back or start a new game.")
        thought = {} if evaluation is None else {"evaluation": evaluation}
        node = self.record.play(move, **thought, **remarks)
        self.dead = set()
        self._conclude()
        return node

    def take(self, answer: Answer | Exception, seconds: float | None = None) -> None:
        """Applies a computer's answer: a move, its resignation, or that it cannot go on.

        Errors that are not the player's fault are raised again.
        """
        turn = self.record.current.position.turn
        if isinstance(answer, Forfeit):
            self.finish(outside_result(other(turn), answer.code, answer.sentence.rstrip(".")))
        elif isinstance(answer, Exception):
            raise answer
        elif answer.move is None:
            self.resign(turn)
        else:
            remarks = {} if seconds is None else {"seconds": round(seconds, 3)}
            try:
                self.play(answer.move, Evaluation.of(answer.report), **remarks)
            except IllegalMove as refused:
                reason = f"{turn} played an illegal move: {refused.sentence.rstrip('.')}"
                self.finish(outside_result(other(turn), "illegal_move", reason))

    def _conclude(self) -> None:
        """Writes the last change, and the result if the rules now give one."""
        result = self.record.current.position.result()
        if result is not None and not self._is_counted(result):
            self.finish(result)
        else:
            self._save(result_changed=False)

    # Taking back

    def undo(self) -> bool:
        """Goes back to the person's last decision; between people, by one move.

        A resignation, an agreement or a count is undone separately. False: there was nothing to
        undo.
        """
        if self._can_reopen():
            counted = self._is_counted(self.record.current.position.result())
            self.dead = set(self.record.dead) if counted else set()
            self.finish(None)
            return True
        target = self._last_decision()
        if target is None:
            return False
        self._go_to(target)
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to undo."""
        return self._can_reopen() or self._last_decision() is not None

    def _can_reopen(self) -> bool:
        """Whether no move made the result, and a person could act again without it."""
        at = self.record.current.position
        if self.record.result is None:
            return False
        if self._is_counted(at.result()):
            return True
        return at.result() is None and self.players[at.turn] is None

    def _last_decision(self) -> Node | None:
        node, people = self.record.current.parent, self.people
        if len(people) != 1:
            return node
        me = people[0]
        while node is not None and node.turn != me:
            node = node.parent
        return node

    def redo(self) -> bool:
        """Replays the moves last taken back, up to the person's next decision."""
        if not self.can_redo:
            return False
        node = self.record.current
        while node.children:
            node = node.children[0]
            if len(self.people) != 1 or node.turn == self.people[0]:
                break
        self._go_to(node)
        return True

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back here."""
        return self.record.result is None and bool(self.record.current.children)

    def _go_to(self, node: Node) -> None:
        self.dead = set()
        self.record.go_to(node)
        self._result_due = False  # another move has replaced it
        self._conclude()

    # Ending

    def resign(self, side: Turn | None = None) -> None:
        """This side resigns, or else the person who may act now."""
        loser = side or self.speaker
        if loser is None:
            raise ValueError("Only a person can resign here, but two computers play.")
        if self.stage == "over":
            raise ValueError("The game is over already.")
        self.finish(outside_result(other(loser), "resign", f"{loser} resigned"))

    def agree_draw(self) -> None:
        """Both sides agree to a draw."""
        if self.stage != "playing":
            raise ValueError("The game is over already.")
        self.finish(outside_result(None, "agreement", "both sides agreed"))

    def finish(self, result: Result | None, dead: Iterable[str] = ()) -> None:
        """Records the result, or that the game goes on after all."""
        self.record.finish(result, dead)
        self._save(result_changed=True)

    def result_text(self) -> str:
        """How the game ended, from the person's side if there is exactly one person."""
        result = self.record.outcome()
        if result is None:
            return ""
        if result.winner is None:
            return f"A draw: {result.reason}."
        if len(self.people) != 1:
            return f"{result.winner} wins: {result.reason}."
        mine = result.winner == self.people[0]
        return f"{'You win' if mine else 'You lose'}: {result.reason}."

    # Counting in Go

    def mark(self, points: Iterable[str]) -> None:
        """Marks exactly these stones as dead."""
        wanted = list(points)
        self.dead = _dead_points(self.record.current.position.mark_dead(wanted))

    def toggle(self, point: str) -> None:
        """Marks the group on this point as dead, or as alive again; ValueError if there is none."""
        group = _dead_points(self.record.current.position.mark_dead([point]))
        self.dead = self.dead - group if group <= self.dead else self.dead | group

    def agree(self) -> None:
        """Accepts the marked stones as dead, which ends the game."""
        if self.stage != "counting":
            raise ValueError("Stones are counted after two passes.")
        self.finish(self.position.result(), sorted(self.dead))

    def play_on(self) -> None:
        """Takes passes back, so that a dispute is settled on the board.

        Against the computer it takes back the person's own pass and what followed; between people
        both passes, so that the first to pass is to move.
        """
        if self.stage != "counting":
            raise ValueError("There is no count to leave; the game is in progress.")
        first = self.record.current.parent
        target = self._last_decision() if len(self.people) == 1 else first and first.parent
        self._go_to(target or first or self.record.root)

    # Facts for the front end

    def captured(self) -> dict[Turn, int]:
        """How many stones each side has captured; empty if the game has no captures."""
        position = self.record.current.position
        root = self.record.root.position
        start = root if position.origin == root.origin else _beginning(position)
        if not _only_places_stones(start):
            return dict.fromkeys(SIDES, 0)
        first, second = start.turn, other(start.turn)
        moves = position.played
        there, now = _stones(start), _stones(position)
        placed = {
            first: there[first] + len(moves[::2]) - moves[::2].count("pass"),
            second: there[second] + len(moves[1::2]) - moves[1::2].count("pass"),
        }
        lost = {side: max(0, placed[side] - now[side]) for side in SIDES}
        return {"black": lost["white"], "white": lost["black"]}

    def shows_score(self, *, evaluates: bool = False) -> bool:
        """Whether the score is meaningful now: if only the end is counted, only then."""
        ended = self.record.current.position.result() is not None
        return not self.counts or evaluates or ended

    # The file

    def _save(self, *, result_changed: bool) -> None:
        """Appends changes to the file. If the disk cannot be written, the game goes on."""
        self._result_due |= result_changed
        try:
            if self._journal is not None:
                self._journal.catch_up()
                if self._result_due:
                    self._journal.finish()
            elif self._folder is not None:
                self.path = self.path or new_path(self._folder, self.game.name)
                self._journal = Journal(self.path, self.record)
            else:
                return
        except (OSError, ValueError) as error:
            self._could_not_save(error)
        else:
            self._result_due, self.unsaved = False, None

    def _could_not_save(self, error: OSError | ValueError) -> None:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        reason = reason.rstrip(".")
        if reason != self.unsaved:
            self.trouble = f"The game is NOT saved: {reason}."
        self.unsaved = reason

    def last_words(self) -> str:
        """What to know before leaving: whether the game is saved, and how to continue it."""
        if self.unsaved is not None:
            return f"The game is NOT saved: {self.unsaved}."
        if self.path is None or self.record.result is not None:
            return ""
        return "The game is saved; continue it with `plyground play --resume`."

    def close(self) -> None:
        """Ends the players."""
        for player in self.players.values():
            if player is not None:
                player.close()


def _marks_dead(game: Game) -> bool:
    try:
        game.start().mark_dead(())
    except ValueError:
        return False
    return True


def _dead_points(position: Position) -> set[str]:
    marks = (mark["at"] for mark in position.view()["marks"] if mark["kind"] == "dead")
    return {point for points in marks for point in points}


def _beginning(position: Position) -> Position:
    """The first position of the history."""
    game = position.game
    return game.start() if position.origin is None else game.position(position.origin)


@functools.lru_cache(maxsize=64)  # called at every move with the same first position
def _only_places_stones(position: Position) -> bool:
    """Whether every move places a stone, so that missing stones were captured."""
    moves = position.view()["moves"]
    return all(move["kind"] == "pass" or move["piece"] == "stone" for move in moves) and all(
        move["kind"] in ("place", "pass") for move in moves
    )


def _stones(position: Position) -> dict[Turn, int]:
    owners = [piece["owner"] for piece in position.pieces() if piece["kind"] == "stone"]
    return {"black": owners.count("black"), "white": owners.count("white")}
