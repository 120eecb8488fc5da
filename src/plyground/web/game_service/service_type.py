"""The interface of game services, local or remote."""

from collections.abc import Callable
from typing import Protocol

from plyground.engine.stop import Stop
from plyground.engine.view import Turn, View
from plyground.learn.recording import Glance
from plyground.web.contract.boards import Analysis, Limits, NetworkAnswer
from plyground.web.contract.boards import Position as BoardPosition
from plyground.web.contract.games import PositionValues
from plyground.web.contract.jobs import HintData, Progress, Thinking
from plyground.web.contract.rules import Description
from plyground.web.contract.service import (
    Chosen,
    ClockLeft,
    CommandArguments,
    GameTree,
    Held,
    Judgement,
    Looked,
    Mistake,
    Palette,
    Picture,
    Piece,
    Placed,
    PlainReview,
    Recording,
    ShownMove,
    Summary,
    TaskData,
)
from plyground.web.contract.values import Options
from plyground.web.game_service.stored_game import StoredGame

OnThinking = Callable[[Thinking], None]
OnAnalysis = Callable[[Analysis], None]
OnProgress = Callable[[Progress], None]


class GameService(Protocol):
    """What the web asks of the rules. Stored games are plain data, answers are ready for JSON."""

    def describe(self, name: str) -> Description:
        """A game for people who choose one: title, rules, options, its first view."""

    def open(self, stored: StoredGame) -> StoredGame:
        """A new game checked: options, first position, seats, and moves if there are any."""

    def picture(self, stored: StoredGame) -> Picture:
        """What there is to see and to do now."""

    def place(self, stored: StoredGame) -> Placed:
        """Of that only whose turn it is and how far the game has come, which costs little."""

    def look(self, stored: StoredGame, ply: int) -> BoardPosition:
        """What there was to see after so many plies."""

    def tablebase_values(self, stored: StoredGame, ply: int) -> PositionValues | None:
        """What perfect play makes of the position after so many plies; None without a table."""

    def act(self, stored: StoredGame, action: str, command: CommandArguments) -> StoredGame:
        """The stored game after an action; Refused says why it can't be done."""

    def think(
        self,
        key: str,
        stored: StoredGame,
        clock: ClockLeft | None,
        on_report: OnThinking,
        stop: Stop,
    ) -> Chosen:
        """The answer of the computer that is to move; `stop` asks it to answer now."""

    def take(self, stored: StoredGame, answer: Chosen, seconds: float) -> StoredGame:
        """The stored game after a computer's answer."""

    def hint(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> HintData:
        """A move to try, and why."""

    def warn(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> Mistake | None:
        """What the teacher says of the last move; None unless it is a large mistake."""

    def analyse(
        self, stored: StoredGame, limits: Limits, on_report: OnAnalysis, stop: Stop
    ) -> Analysis:
        """What a search says of the position: as far as the limits allow."""

    def watch(self, stored: StoredGame, spec: str, on_report: OnProgress, stop: Stop) -> Recording:
        """A search of the position, recorded to be watched."""

    def glance(self, stored: StoredGame, lines: list[list[str]], spec: str) -> list[Glance]:
        """The view after each line of moves from here, and the terms of its evaluation."""

    def begin_task(self, task: TaskData) -> Judgement:
        """A step of a lesson before the first move."""

    def judge_task(self, task: TaskData, moves: list[str]) -> Judgement:
        """A step of a lesson after these moves of a person's."""

    def show_move(self, task: TaskData, moves: list[str]) -> ShownMove:
        """The next move of a step of a lesson."""

    def study(self, stored: StoredGame) -> Looked:
        """A position of the analysis board: what the evaluation adds up, perfect play."""

    def ask_network(self, stored: StoredGame, network: str) -> NetworkAnswer:
        """What a network of this game says about the position, by one look."""

    def palette(self, name: str, options: Options) -> Palette:
        """The pieces that can be put on the board; none where a position can't be composed."""

    def compose(
        self, name: str, options: Options, pieces: list[Piece], hands: list[Held], turn: Turn
    ) -> str:
        """The text of a position that was put together."""

    def read_trees(self, name: str, options: Options, text: str) -> list[GameTree]:
        """The games that a pasted text holds, each with its variations."""

    def write_tree(self, tree: GameTree, format_name: str) -> str:
        """A game with its variations in a notation."""

    def review(
        self, stored: StoredGame, effort: int, on_report: OnProgress, stop: Stop
    ) -> PlainReview:
        """What every move was worth, as `Review.plain` has it; reports have `done` and `of`."""

    def write_review(
        self,
        stored: StoredGame,
        format_name: str,
        info: dict[str, str],
        found: PlainReview,
        remarks: list[str],
    ) -> str:
        """The game in a notation, with its review: a remark for every move."""

    def game_summary(self, stored: StoredGame, found: PlainReview, side: Turn) -> Summary:
        """What a side may learn from a game, by its review; see `learn.after`."""

    def wants_draw(self, stored: StoredGame) -> bool:
        """Whether the computer that is not to move agrees to a draw."""

    def write(self, stored: StoredGame, format_name: str, info: dict[str, str]) -> str:
        """The game in a notation."""

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
        """The games that a text holds, each with what could not be kept."""

    def demo(self, name: str) -> list[View]:
        """The views of a short game to look at."""

    def forget(self, key: str) -> None:
        """A game is over or gone: what its players learnt is not needed any more."""
