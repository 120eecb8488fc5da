"""Everything the rules are asked: sheets and wishes in, sheets and pictures out, all plain data.

A desk knows nothing of Django, of people or of time, so it can stand in a process of its own:
`remote.py` is this desk for games written in Python. What it refuses it refuses by `Refused`.
"""

import threading
from collections import OrderedDict

from plyground import notation, registry, tablebase
from plyground.game import Game, Position
from plyground.learn import after, lessons, teacher, watch
from plyground.learn.review import Review
from plyground.player import Clock, Player
from plyground.record import Evaluation
from plyground.report import Report
from plyground.roster import make_player
from plyground.search import search
from plyground.sitting.advice import Adviser
from plyground.sitting.session import PERSON, SIDES, Session
from plyground.stop import Stop
from plyground.view import Turn, other
from plyground.web import analysis_desk, sittings
from plyground.web.dead import propose
from plyground.web.desk_type import Desk, OnReport
from plyground.web.facts import (
    Data,
    analysed,
    answer_data,
    described,
    hint_data,
    seen,
    told,
    true_values,
)
from plyground.web.review_desk import reviewed, write_reviewed
from plyground.web.sheet import Sheet, sheet_of, sheet_of_record
from plyground.web.wishes import Refused, grant, refuse

__all__ = ["Desk", "LocalDesk", "OnReport", "Refused"]

_PLAYERS = 16  # kept with what they learnt; a table takes up to 64 megabytes
_SESSIONS = 32  # kept as they were left, so that nobody plays a long game again for every request
_LONGEST = 1000  # moves of a game that is kept so: every position of a large board takes room
_ADVICE = 128  # reports
_DEMO = 60  # plies
_IMPORTED = 100  # games of one file
_IMPORTED_MOVES = 30_000  # of all of them; a second has some 10,000


class LocalDesk:
    """The desk in this process, for the games it knows; it never runs a file to learn others."""

    def __init__(self, players: int = _PLAYERS) -> None:
        self._most_players = players
        self._players: OrderedDict[tuple[str, Turn, str], Player] = OrderedDict()
        self._sessions: OrderedDict[tuple[object, ...], Session] = OrderedDict()
        self._advice: OrderedDict[object, Report] = OrderedDict()
        self._lock = threading.Lock()

    # Choosing

    def describe(self, name: str) -> Data:
        """Title, rules, options with what is allowed, formats, and the first view."""
        return described(sittings.game_of(name, {}))

    def open(self, sheet: Sheet) -> Sheet:
        """The sheet with its options read, its position in our text, its moves as we write them."""
        game = sittings.game_of(sheet.game, sheet.options)
        for side in SIDES:
            sittings.check_seat(sheet.seat(side), game)
        if not 0 <= sheet.at <= len(sheet.moves):
            raise refuse("no_such_ply")
        return self._leave(*sittings.opened(sheet))

    # Playing

    def picture(self, sheet: Sheet) -> Data:
        """View, aids, stage, whose word counts, what can be done, score, captured stones."""
        session = self._enter(sheet)
        game = session.game
        seen_now = seen(session, session.position)
        moves, last = seen_now["view"]["moves"], seen_now["view"]["last_move"]
        outcome = session.record.outcome() if session.stage == "over" else None
        playing = session.stage == "playing"
        picture = {
            **seen_now,
            **sittings.placed(session),
            "game": {"name": game.name, "title": game.title, "options": dict(game.values)},
            "speaker": session.speaker,
            "result": None if outcome is None else dict(vars(outcome)),
            "can_undo": session.can_undo,
            "can_redo": session.can_redo,
            "can_pass": playing and any(move["kind"] == "pass" for move in moves),
            "passed": last is not None and last["kind"] == "pass",
            "must_pass": [move["kind"] for move in moves] == ["pass"],
        }
        self._leave(session, sheet)
        return picture

    def place(self, sheet: Sheet) -> Data:
        """Turn, stage, people, and who is to move."""
        session = self._enter(sheet)
        place = sittings.placed(session)
        self._leave(session, sheet)
        return place

    def look(self, sheet: Sheet, ply: int) -> Data:
        """The same facts of an earlier position."""
        session = sittings.session_at(sheet, ply)
        return {**seen(session, session.position), "ply": ply}

    def truth(self, sheet: Sheet, ply: int) -> Data | None:
        """The values of the position and of its moves; none where it is not in the table."""
        session = sittings.session_at(sheet, ply)
        table = tablebase.find(sheet.game)
        position = session.record.current.position
        known = table if session.stage == "playing" else None
        return None if table is None else {**true_values(known, position), "ply": ply}

    def act(self, sheet: Sheet, action: str, wish: Data) -> Sheet:
        """Plays, takes back, ends or counts."""
        session = self._enter(sheet)
        node = session.record.current
        grant(session, action, wish)
        propose(session, new=session.record.current is not node)
        return self._leave(session, sheet, played=action == "move")

    def _enter(self, sheet: Sheet) -> Session:
        """The session of a sheet, for one caller: as it was left, or made anew."""
        with self._lock:
            session = self._sessions.pop(sheet.key(), None)
        return session or sittings.session_on(sheet)

    def _leave(self, session: Session, before: Sheet, *, played: bool = False) -> Sheet:
        """The sheet of a session, which is kept. One with variations is not: sheets have none."""
        sheet = sheet_of(session, before, played=played)
        if len(session.record.nodes) == len(sheet.moves) + 1 <= _LONGEST:
            with self._lock:
                self._sessions[sheet.key()] = session
                while len(self._sessions) > _SESSIONS:
                    self._sessions.popitem(last=False)
        return sheet

    # Thinking

    def think(
        self, key: str, sheet: Sheet, clock: Data | None, on_report: OnReport, stop: Stop
    ) -> Data:
        """Asks the player whose turn it is; one job a game at a time."""
        session = sittings.session_on(sheet)
        if session.thinker is None:
            raise refuse("no_computer")
        position = session.record.current.position
        player = self._player(key, position.turn, sheet.seat(position.turn), session.game)
        answer = player.choose(
            position,
            clock=None if clock is None else Clock(**clock),
            on_report=lambda report: on_report(told(position, report)),
            stop=stop,
        )
        return answer_data(answer)

    def take(self, sheet: Sheet, answer: Data, seconds: float) -> Sheet:
        """Plays the answer, or writes down that the computer resigned.

        Where two computers have both passed nobody is there to agree, so it is counted at once.
        """
        session = self._enter(sheet)
        if session.thinker is None:
            raise refuse("no_computer")
        if answer["move"] is None:
            session.resign(session.record.current.position.turn)
            return self._leave(session, sheet)
        thought = answer["evaluation"]
        evaluation = None if thought is None else Evaluation(**thought)
        session.play(answer["move"], evaluation, seconds=round(seconds, 3))
        propose(session, new=True)
        return self._leave(session, sheet, played=True)

    def hint(self, sheet: Sheet, on_report: OnReport, stop: Stop) -> Data:
        """Asks the adviser."""
        session = sittings.session_on(sheet)
        if session.stage != "playing":
            raise refuse("game_over")
        position = session.record.current.position
        return hint_data(position, self._advise(position, on_report, stop))

    def warn(self, sheet: Sheet, on_report: OnReport, stop: Stop) -> Data | None:
        """Asks the same adviser; who is in a hurry is not warned."""
        node = sittings.session_on(sheet).record.current
        if node.parent is None or node.move is None:
            return None
        found = teacher.warning(
            node.parent.position,
            node.move,
            lambda position: self._advise(position, on_report, stop),
        )
        return None if stop.is_set() else found

    def _advise(self, position: Position, on_report: OnReport, stop: Stop) -> Report:
        """What the adviser says, which is remembered: the teacher asks what a hint has asked."""
        key = position.game, position.origin, position.played
        with self._lock:
            known = self._advice.get(key)
        if known is not None:
            return known
        answer = Adviser().choose(
            position, on_report=lambda report: on_report(told(position, report)), stop=stop
        )
        report = answer.report
        assert report is not None, "a search always reports"
        if not stop.is_set():
            with self._lock:
                self._advice[key] = report
                while len(self._advice) > _ADVICE:
                    self._advice.popitem(last=False)
        return report

    def analyse(self, sheet: Sheet, wish: Data, on_report: OnReport, stop: Stop) -> Data:
        """Searches as strongly as it can within the limits."""
        session = sittings.session_on(sheet)
        if session.stage != "playing":
            raise refuse("counting" if session.stage == "counting" else "game_over")
        report = search(
            session.record.current.position,
            "search",
            lines=wish["lines"],
            seconds=wish["seconds"],
            depth=wish["depth"],
            on_report=lambda report: on_report(analysed(report)),
            stop=stop,
        )
        return analysed(report)

    def watch(self, sheet: Sheet, spec: str, on_report: OnReport, stop: Stop) -> Data:  # noqa: ARG002
        """The tree of a small search, or the playouts of one."""
        return watch.record(sittings.session_on(sheet).record.current.position, spec, stop)

    def glance(self, sheet: Sheet, lines: list[list[str]], spec: str) -> list[Data]:
        """Looks at several positions after this one."""
        return watch.look(sittings.session_on(sheet).record.current.position, lines, spec)

    def teach(self, task: Data, moves: list[str], wish: str) -> Data:
        """Judges the last move, or helps with the next."""
        with registry.inside():
            return lessons.answer(task, moves, wish)

    def study(self, kind: str, wish: Data) -> Data:
        """A position, or a game with its variations."""
        return analysis_desk.study(kind, wish)

    def review(self, sheet: Sheet, effort: int, on_report: OnReport, stop: Stop) -> Data:
        """Goes through the game from its end."""
        return reviewed(sittings.session_on(sheet).record, effort, on_report, stop)

    def learnt(self, sheet: Sheet, found: Data, side: Turn) -> Data:
        """Looks for the kind of mistake that cost most."""
        return after.learnt(sittings.session_on(sheet).record, Review.of(found), side)

    def wants_draw(self, sheet: Sheet) -> bool:
        """Asks a player made for the question."""
        session = sittings.session_on(sheet)
        position = session.record.current.position
        seat = sheet.seat(other(position.turn))
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
        """The player who sits here, with what it remembers of the game; the latest few are kept."""
        with self._lock:
            player = self._players.pop((key, side, spec), None) or make_player(spec, game)
            self._players[key, side, spec] = player
            old = []
            while len(self._players) > self._most_players:
                old.append(self._players.popitem(last=False)[1])
        for one in old:
            one.close()
        return player

    # Elsewhere

    def write(self, sheet: Sheet, format_name: str, info: Data) -> str:
        """The record in one of the notations that can hold it."""
        game = sittings.game_of(sheet.game, sheet.options)
        known = [row.name for row in notation.formats().values() if row.holds(game)]
        if format_name not in known:
            raise Refused("no_such_format", f"{game.title} is written as {', '.join(known)}.")
        return notation.write([sittings.signed(sheet, info)], format_name)

    def write_review(
        self, sheet: Sheet, format_name: str, info: Data, found: Data, remarks: list[str]
    ) -> str:
        """The same with what a review says."""
        return write_reviewed(sittings.signed(sheet, info), format_name, found, remarks)

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[Sheet, str]]:
        """In any notation; a game, where one is named, decides what the text leaves open."""
        game = None if name is None else sittings.game_of(name, {})
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
        found = [sheet_of_record(record) for record in records]
        return [(sheet_of(*sittings.opened(sheet)), note) for sheet, note in found]

    def demo(self, name: str) -> list[Data]:
        """Two levels play the first moves of a small game."""
        game = sittings.game_of(name, {})
        position = game.start()
        views = [dict(position.view())]
        with make_player("level:4,seed=7", game) as player:
            while len(views) < _DEMO and position.result() is None:
                move = player.choose(position).move
                if move is None:
                    break
                position = position.play(move)
                views.append(dict(position.view()))
        return views


def _most_moves(data: bytes) -> int:
    """About how many moves a text has at most, without reading it.

    In SGF each begins with a semicolon, and comments have words; elsewhere a word is a move. JSON
    needs so many bytes for one that two megabytes hold few enough.
    """
    brackets = data.lstrip()[:1] in (b"(", b"{")
    return max(data.count(b";"), 0 if brackets else len(data.split()))
