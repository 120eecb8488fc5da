"""The game service: applies commands to stored games, and describes positions, as plain data.

A service does not depend on Django, visitors or time, so it can run in a separate process:
`remote_service.py` is this service for games written in Python. It refuses with `Refused`.
"""

import threading
from collections import OrderedDict
from typing import cast

from plyground.engine import registry, tablebase
from plyground.engine.game import Game, Position
from plyground.engine.report import Report
from plyground.engine.search import search
from plyground.engine.stop import Stop
from plyground.engine.view import Turn, View, other
from plyground.learn import game_summary, lessons, teacher, watch
from plyground.learn.recording import Glance
from plyground.learn.review import Review
from plyground.players.kinds import make_player
from plyground.players.player import Clock, Player
from plyground.records import notation
from plyground.session.advice import Adviser
from plyground.session.session import PERSON, SIDES, Session
from plyground.web.contract.boards import Analysis, Limits, NetworkAnswer, TerritoryData
from plyground.web.contract.boards import Position as BoardPosition
from plyground.web.contract.games import PositionValues
from plyground.web.contract.jobs import HintData
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
from plyground.web.game_service import analysis_service, sessions
from plyground.web.game_service.analysis_data import (
    analysed,
    answer_data,
    described,
    hint_data,
    result_data,
    seen,
    thinking,
    thought_of,
    true_values,
)
from plyground.web.game_service.commands import Refused, apply, refuse
from plyground.web.game_service.review_service import reviewed, write_reviewed
from plyground.web.game_service.service_type import (
    GameService,
    OnAnalysis,
    OnProgress,
    OnThinking,
)
from plyground.web.game_service.stored_game import StoredGame, stored_game_of, stored_game_of_record
from plyground.web.game_service.territory import propose, territory

__all__ = ["GameService", "LocalGameService", "Refused"]

Key = tuple[object, ...]  # as returned by StoredGame.key

_PLAYERS = 16  # cached with their memory; a transposition table takes up to 64 megabytes
_SESSIONS = 32  # cached sessions, so that long games are not replayed for every request
_LONGEST = 1000  # the longest cached game, in moves: every position of a large board takes memory
_ADVICE = 128  # reports
_DEMO = 60  # plies
_IMPORTED = 100  # games in one file
_IMPORTED_MOVES = 30_000  # moves in all of them; about 10,000 take a second


class LocalGameService:
    """The service in this process, for known games; it never runs files to load others."""

    def __init__(self, players: int = _PLAYERS) -> None:
        self._most_players = players
        self._players: OrderedDict[tuple[str, Turn, str], Player] = OrderedDict()
        self._sessions: OrderedDict[Key, Session] = OrderedDict()
        self._advice: OrderedDict[object, Report] = OrderedDict()
        self._lock = threading.Lock()

    # Choosing

    def describe(self, name: str) -> Description:
        """Title, rules, options with their ranges, formats, and the first view."""
        return described(sessions.game_of(name, {}))

    def open(self, stored: StoredGame) -> StoredGame:
        """The stored game with options, position and moves in our own notation."""
        game = sessions.game_of(stored.game, stored.options)
        for side in SIDES:
            sessions.check_seat(stored.seat(side), game)
        if not 0 <= stored.at <= len(stored.moves):
            raise refuse("no_such_ply")
        return self._leave(*sessions.opened(stored))

    # Playing

    def picture(self, stored: StoredGame) -> Picture:
        """View, aids, stage, the person who may act, the commands, score, captured stones."""
        key = stored.key()
        session = self._enter(stored, key)
        game = session.game
        seen_now, placed = seen(session, session.position), sessions.placed(session)
        kinds = [move["kind"] for move in seen_now["view"]["moves"]]
        last = seen_now["view"]["last_move"]
        outcome = session.record.outcome() if placed["stage"] == "over" else None
        picture: Picture = {
            **seen_now,
            **placed,
            "game": {"name": game.name, "title": game.title, "options": dict(game.values)},
            "speaker": session.speaker,
            "result": None if outcome is None else result_data(outcome),
            "can_undo": session.can_undo,
            "can_redo": session.can_redo,
            "can_pass": placed["stage"] == "playing" and "pass" in kinds,
            "passed": last is not None and last["kind"] == "pass",
            "must_pass": kinds == ["pass"],
        }
        self._keep(session, stored, key)
        return picture

    def place(self, stored: StoredGame) -> Placed:
        """Turn, stage, people, and the player to move."""
        key = stored.key()
        session = self._enter(stored, key)
        place = sessions.placed(session)
        self._keep(session, stored, key)
        return place

    def look(self, stored: StoredGame, ply: int) -> BoardPosition:
        """The same data for an earlier position."""
        session = sessions.session_at(stored, ply)
        return {**seen(session, session.position), "ply": ply}

    def tablebase_values(self, stored: StoredGame, ply: int) -> PositionValues | None:
        """The values of the position and of its moves; None if it is not in the tablebase."""
        session = sessions.session_at(stored, ply)
        table = tablebase.find(stored.game)
        position = session.record.current.position
        known = table if session.stage == "playing" else None
        return None if table is None else {**true_values(known, position), "ply": ply}

    def territory(self, stored: StoredGame, ply: int, *, marked: bool) -> TerritoryData | None:
        """The count if the game is over by passes, or an estimate by playouts."""
        return territory(sessions.session_at(stored, ply), marked=marked)

    def act(self, stored: StoredGame, action: str, command: CommandArguments) -> StoredGame:
        """Plays, takes back, ends or counts."""
        session = self._enter(stored, stored.key())
        node = session.record.current
        apply(session, action, command)
        propose(session, new=session.record.current is not node)
        return self._leave(session, stored, played=action == "move")

    def _enter(self, stored: StoredGame, key: Key) -> Session:
        """The session of a stored game for one caller: from the cache, or replayed."""
        with self._lock:
            session = self._sessions.pop(key, None)
        return session or sessions.session_on(stored)

    def _leave(self, session: Session, before: StoredGame, *, played: bool = False) -> StoredGame:
        """The stored game of a session after a change."""
        stored = stored_game_of(session, before, played=played)
        self._keep(session, stored, stored.key())
        return stored

    def _keep(self, session: Session, stored: StoredGame, key: Key) -> None:
        """Caches the session of a stored game for the next request, unless it has variations."""
        if len(session.record.nodes) == len(stored.moves) + 1 <= _LONGEST:
            with self._lock:
                self._sessions[key] = session
                while len(self._sessions) > _SESSIONS:
                    self._sessions.popitem(last=False)

    # Searches

    def think(
        self,
        key: str,
        stored: StoredGame,
        clock: ClockLeft | None,
        on_report: OnThinking,
        stop: Stop,
    ) -> Chosen:
        """Asks the player to move; one job per game at a time."""
        session = sessions.session_on(stored)
        if session.thinker is None:
            raise refuse("no_computer")
        position = session.record.current.position
        player = self._player(key, position.turn, stored.seat(position.turn), session.game)
        answer = player.choose(
            position,
            clock=None if clock is None else Clock(**clock),
            on_report=lambda report: on_report(thinking(position, report)),
            stop=stop,
        )
        return answer_data(answer)

    def take(self, stored: StoredGame, answer: Chosen, seconds: float) -> StoredGame:
        """Plays the answer, or records that the computer resigned.

        If two computers have both passed, the game is counted at once.
        """
        session = self._enter(stored, stored.key())
        if session.thinker is None:
            raise refuse("no_computer")
        if answer["move"] is None:
            session.resign(session.record.current.position.turn)
            return self._leave(session, stored)
        thought = answer["evaluation"]
        evaluation = None if thought is None else thought_of(thought)
        session.play(answer["move"], evaluation, seconds=round(seconds, 3))
        propose(session, new=True)
        return self._leave(session, stored, played=True)

    def hint(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> HintData:
        """Asks the adviser."""
        session = sessions.session_on(stored)
        if session.stage != "playing":
            raise refuse("game_over")
        position = session.record.current.position
        return hint_data(position, self._advise(position, on_report, stop))

    def warn(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> Mistake | None:
        """Asks the same adviser; after a stop there is no warning."""
        node = sessions.session_on(stored).record.current
        if node.parent is None or node.move is None:
            return None
        found = teacher.warning(
            node.parent.position,
            node.move,
            lambda position: self._advise(position, on_report, stop),
        )
        return None if stop.is_set() else cast("Mistake | None", found)

    def _advise(self, position: Position, on_report: OnThinking, stop: Stop) -> Report:
        """The adviser's answer, which is cached because the teacher repeats a hint's question."""
        key = position.game, position.origin, position.played
        with self._lock:
            known = self._advice.get(key)
        if known is not None:
            return known
        answer = Adviser().choose(
            position, on_report=lambda report: on_report(thinking(position, report)), stop=stop
        )
        report = answer.report
        assert report is not None, "a search always reports"
        if not stop.is_set():
            with self._lock:
                self._advice[key] = report
                while len(self._advice) > _ADVICE:
                    self._advice.popitem(last=False)
        return report

    def analyse(
        self, stored: StoredGame, limits: Limits, on_report: OnAnalysis, stop: Stop
    ) -> Analysis:
        """Searches as strongly as the limits allow."""
        session = sessions.session_on(stored)
        if session.stage != "playing":
            raise refuse("counting" if session.stage == "counting" else "game_over")
        position = session.record.current.position
        report = search(
            position,
            "search",
            lines=limits["lines"],
            seconds=limits["seconds"],
            depth=limits["depth"],
            on_report=lambda report: on_report(analysed(position, report)),
            stop=stop,
        )
        return analysed(position, report)

    def watch(self, stored: StoredGame, spec: str, on_report: OnProgress, stop: Stop) -> Recording:  # noqa: ARG002
        """The tree of a small search, or the playouts of one."""
        return watch.record(sessions.session_on(stored).record.current.position, spec, stop)

    def glance(self, stored: StoredGame, lines: list[list[str]], spec: str) -> list[Glance]:
        """The boards of several later positions."""
        position = sessions.session_on(stored).record.current.position
        return watch.look(position, lines, spec)

    def begin_task(self, task: TaskData) -> Judgement:
        """The first position of a step."""
        return self._teach(task, [], "look")

    def judge_task(self, task: TaskData, moves: list[str]) -> Judgement:
        """Judges the last move."""
        return self._teach(task, moves, "judge")

    def _teach(self, task: TaskData, moves: list[str], command: str) -> Judgement:
        with registry.inside():
            return cast(Judgement, lessons.answer(dict(task), moves, command))

    def show_move(self, task: TaskData, moves: list[str]) -> ShownMove:
        """Helps with the next move."""
        with registry.inside():
            return cast(ShownMove, lessons.answer(dict(task), moves, "hint"))

    def study(self, stored: StoredGame) -> Looked:
        """Board, aids, the terms of the evaluation, perfect play."""
        with registry.inside():
            return analysis_service.look(stored)

    def ask_network(self, stored: StoredGame, network: str) -> NetworkAnswer:
        """Policy, value, and the network's other outputs."""
        with registry.inside():
            return analysis_service.ask_network(stored, network)

    def palette(self, name: str, options: Options) -> Palette:
        """The kinds of pieces in this game's positions."""
        with registry.inside():
            return analysis_service.palette(name, options)

    def compose(
        self, name: str, options: Options, pieces: list[Piece], hands: list[Held], turn: Turn
    ) -> str:
        """Writes the position as text."""
        with registry.inside():
            return analysis_service.compose(name, options, pieces, hands, turn)

    def read_trees(self, name: str, options: Options, text: str) -> list[GameTree]:
        """A position, a game in any notation, or moves."""
        with registry.inside():
            return analysis_service.read(name, options, text)

    def write_tree(self, tree: GameTree, format_name: str) -> str:
        """Without support for variations, the main line."""
        with registry.inside():
            return analysis_service.write(tree, format_name)

    def review(
        self, stored: StoredGame, effort: int, on_report: OnProgress, stop: Stop
    ) -> PlainReview:
        """Reviews the game from its end."""
        return reviewed(sessions.session_on(stored).record, effort, on_report, stop)

    def game_summary(self, stored: StoredGame, found: PlainReview, side: Turn) -> Summary:
        """Finds the most costly kind of mistake."""
        record = sessions.session_on(stored).record
        return cast(Summary, game_summary.summarise(record, Review.of(found), side))

    def wants_draw(self, stored: StoredGame) -> bool:
        """Asks a player created for the question."""
        session = sessions.session_on(stored)
        position = session.record.current.position
        seat = stored.seat(other(position.turn))
        if seat == PERSON:
            raise refuse("no_computer")
        with make_player(seat, session.game) as player:
            return player.accepts_draw(position)

    def forget(self, key: str) -> None:
        """Ends the players of a game."""
        with self._lock:
            gone = [one for one in self._players if one[0] == key]
            players = [self._players.pop(one) for one in gone]
        for player in players:
            player.close()

    def _player(self, key: str, side: Turn, spec: str, game: Game) -> Player:
        """The player of this seat, with its memory of the game; the latest few are cached."""
        with self._lock:
            player = self._players.pop((key, side, spec), None) or make_player(spec, game)
            self._players[key, side, spec] = player
            old = []
            while len(self._players) > self._most_players:
                old.append(self._players.popitem(last=False)[1])
        for one in old:
            one.close()
        return player

    # Other notations

    def write(self, stored: StoredGame, format_name: str, info: dict[str, str]) -> str:
        """The record in one of the notations that can hold it."""
        game = sessions.game_of(stored.game, stored.options)
        known = [row.name for row in notation.formats().values() if row.holds(game)]
        if format_name not in known:
            raise Refused("no_such_format", f"{game.title} is written as {', '.join(known)}.")
        return notation.write([sessions.signed(stored, info)], format_name)

    def write_review(
        self,
        stored: StoredGame,
        format_name: str,
        info: dict[str, str],
        found: PlainReview,
        remarks: list[str],
    ) -> str:
        """The same with the review."""
        return write_reviewed(sessions.signed(stored, info), format_name, found, remarks)

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[StoredGame, str]]:
        """Reads any notation; a given game decides what the text leaves open."""
        game = None if name is None else sessions.game_of(name, {})
        with registry.inside():
            if notation.holds_more(data, _IMPORTED, name=file_name):
                raise refuse("too_many_games")
            if _most_moves(data) > _IMPORTED_MOVES:
                raise refuse("too_many_moves")
            try:
                records = notation.read(data, game=None, name=file_name)
            except ValueError:
                if game is None:
                    raise
                records = notation.read(data, game=game, name=file_name)
        found = [stored_game_of_record(record) for record in records]
        return [(stored_game_of(*sessions.opened(stored)), note) for stored, note in found]

    def demo(self, name: str) -> list[View]:
        """Two levels play the first moves of a small game."""
        game = sessions.game_of(name, {})
        position = game.start()
        views = [position.view()]
        with make_player("level:4,seed=7", game) as player:
            while len(views) < _DEMO and position.result() is None:
                move = player.choose(position).move
                if move is None:
                    break
                position = position.play(move)
                views.append(position.view())
        return views


def _most_moves(data: bytes) -> int:
    """An upper estimate of the number of moves in a text, without reading it.

    In SGF each move begins with a semicolon, and comments have words; elsewhere a word is a move.
    JSON needs so many bytes per move that two megabytes contain few enough.
    """
    brackets = data.lstrip()[:1] in (b"(", b"{")
    return max(data.count(b";"), 0 if brackets else len(data.split()))
