"""Everything the rules are asked: sheets and wishes in, sheets and pictures out, all plain data.

A desk knows nothing of Django, of people or of time, so it can stand in a process of its own:
`remote.py` is this desk for games written in Python. What it refuses it refuses by `Refused`.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from plyground import notation, registry
from plyground.counting import dead_stones
from plyground.game import Game
from plyground.player import Clock, Player
from plyground.record import Evaluation, Record
from plyground.roster import make_player
from plyground.sitting.advice import HINT
from plyground.sitting.session import PERSON, SIDES, Session
from plyground.verdicts import IllegalMove
from plyground.view import other
from plyground.web.facts import Data, answer_data, described, hint_data, seen, told
from plyground.web.sheet import Sheet, session_of, sheet_of, sheet_of_record

OnReport = Callable[[Data], None]

_PLAYERS = 16  # kept with what they learnt; a table takes up to 64 megabytes
_DEMO = 60  # plies
_IMPORTED = 100  # games of one file
_SMALL: dict[str, dict[str, Any]] = {"go": {"size": 9}, "gomoku": {"size": 9}}


class Refused(ValueError):  # noqa: N818 - nothing is broken: the rules say no
    """A wish that can't be granted: a stable code, its arguments, a sentence, and where."""

    def __init__(
        self, code: str, sentence: str, args: Mapping[str, str] | None = None, at: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.arguments = dict(args or {})
        self.at = at

    def __reduce__(self) -> tuple[type["Refused"], tuple[Any, ...]]:
        return Refused, (self.code, self.sentence, self.arguments, self.at)


class Desk(Protocol):
    """What the web asks of the rules. Sheets are plain data, answers are ready for JSON."""

    def describe(self, name: str) -> Data:
        """A game for people who choose one: title, rules, options, its first view."""

    def open(self, sheet: Sheet) -> Sheet:
        """A new game checked: options, first position, seats, and moves if there are any."""

    def picture(self, sheet: Sheet) -> Data:
        """What there is to see and to do now."""

    def look(self, sheet: Sheet, ply: int) -> Data:
        """What there was to see after so many plies."""

    def act(self, sheet: Sheet, action: str, wish: Data) -> Sheet:
        """The sheet after an action; Refused says why it can't be done."""

    def think(
        self, key: str, sheet: Sheet, clock: Data | None, on_report: OnReport, stop: threading.Event
    ) -> Data:
        """The answer of the computer that is to move; `stop` asks it to answer now."""

    def take(self, sheet: Sheet, answer: Data, seconds: float) -> Sheet:
        """The sheet after a computer's answer."""

    def hint(self, sheet: Sheet, on_report: OnReport, stop: threading.Event) -> Data:
        """A move to try, and why."""

    def wants_draw(self, sheet: Sheet) -> bool:
        """Whether the computer that is not to move agrees to a draw."""

    def write(self, sheet: Sheet, format_name: str, info: Data) -> str:
        """The game in a notation."""

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[Sheet, str]]:
        """The games that a text holds, each with what could not be kept."""

    def demo(self, name: str) -> list[Data]:
        """The views of a short game to look at."""

    def forget(self, key: str) -> None:
        """A game is over or gone: what its players learnt is not needed any more."""


class LocalDesk:
    """The desk in this process, for the games of the core."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, str], Player] = OrderedDict()
        self._lock = threading.Lock()

    # Choosing

    def describe(self, name: str) -> Data:
        """Title, rules, options with what is allowed, formats, and the first view."""
        return described(_game(name, {}))

    def open(self, sheet: Sheet) -> Sheet:
        """The sheet with its options read, its position in our text, its moves as we write them."""
        game = _game(sheet.game, sheet.options)
        for side in SIDES:
            _check_seat(sheet.seat(side), game)
        session = _session(sheet)
        read = sheet_of(session, sheet)
        read = replace(read, options=dict(game.changed), start=session.record.start)
        return _with_count(read, was="playing")

    # Playing

    def picture(self, sheet: Sheet) -> Data:
        """View, aids, stage, whose word counts, what can be done, score, captured stones."""
        session = _session(sheet)
        position = session.position
        game = session.game
        view = position.view()
        outcome = session.record.outcome() if session.stage == "over" else None
        playing = session.stage == "playing"
        return {
            **seen(session, position),
            "game": {"name": game.name, "title": game.title, "options": dict(game.values)},
            "stage": session.stage,
            "people": session.people,
            "speaker": session.speaker,
            "to_move": None if not playing else ("computer" if session.thinker else "person"),
            "result": None if outcome is None else dict(vars(outcome)),
            "can_undo": session.can_undo,
            "can_redo": session.can_redo,
            "can_pass": playing and any(move["kind"] == "pass" for move in view["moves"]),
            "passed": view["last_move"] is not None and view["last_move"]["kind"] == "pass",
            "must_pass": [move["kind"] for move in view["moves"]] == ["pass"],
        }

    def look(self, sheet: Sheet, ply: int) -> Data:
        """The same facts of an earlier position."""
        if not 0 <= ply <= len(sheet.moves):
            raise Refused("no_such_ply", f"This game has plies 0 to {len(sheet.moves)}.")
        session = _session(sheet.cut(ply))
        return {**seen(session, session.record.current.position), "ply": ply}

    def act(self, sheet: Sheet, action: str, wish: Data) -> Sheet:
        """Plays, takes back, ends or counts."""
        session = _session(sheet)
        was = session.stage
        try:
            _ACTIONS[action](session, wish)
        except KeyError:
            known = ", ".join(_ACTIONS)
            raise Refused(
                "no_such_action", f"There is no such action; there are: {known}."
            ) from None
        except IllegalMove as refused:
            at = refused.refusal.args.get("point") or refused.refusal.args.get("to")
            raise Refused(refused.code, refused.sentence, refused.refusal.args, at) from None
        return _with_count(sheet_of(session, sheet), was)

    # Thinking

    def think(
        self, key: str, sheet: Sheet, clock: Data | None, on_report: OnReport, stop: threading.Event
    ) -> Data:
        """Asks the player whose turn it is; one job a game at a time."""
        session = _session(sheet)
        position = session.record.current.position
        player = self._player(key, sheet.seat(position.turn), session.game)
        with _stopping(player, stop):
            answer = player.choose(
                position,
                clock=None if clock is None else Clock(**clock),
                on_report=lambda report: on_report(told(position, report)),
            )
        return answer_data(answer)

    def take(self, sheet: Sheet, answer: Data, seconds: float) -> Sheet:
        """Plays the answer, or writes down that the computer resigned or can't go on."""
        session = _session(sheet)
        was = session.stage
        if answer["move"] is None:
            session.resign(session.record.current.position.turn)
        else:
            thought = answer["evaluation"]
            evaluation = None if thought is None else Evaluation(**thought)
            session.play(answer["move"], evaluation, seconds=round(seconds, 3))
        return _with_count(sheet_of(session, sheet), was)

    def hint(self, sheet: Sheet, on_report: OnReport, stop: threading.Event) -> Data:
        """Searches for a second."""
        position = _session(sheet).record.current.position
        player = make_player(HINT, position.game)
        with player, _stopping(player, stop):
            answer = player.choose(
                position, on_report=lambda report: on_report(told(position, report))
            )
        assert answer.report is not None, "a search always reports"
        return hint_data(position, answer.report)

    def wants_draw(self, sheet: Sheet) -> bool:
        """Asks a player made for the question."""
        session = _session(sheet)
        position = session.record.current.position
        with make_player(sheet.seat(other(position.turn)), session.game) as player:
            return player.accepts_draw(position)

    def forget(self, key: str) -> None:
        """Ends the players of a game."""
        with self._lock:
            gone = [one for one in self._players if one[0] == key]
            players = [self._players.pop(one) for one in gone]
        for player in players:
            player.close()

    def _player(self, key: str, spec: str, game: Game) -> Player:
        """The player who sits here, with what it remembers of the game; the latest few are kept."""
        with self._lock:
            player = self._players.pop((key, spec), None) or make_player(spec, game)
            self._players[key, spec] = player
            old = []
            while len(self._players) > _PLAYERS:
                old.append(self._players.popitem(last=False)[1])
        for one in old:
            one.close()
        return player

    # Elsewhere

    def write(self, sheet: Sheet, format_name: str, info: Data) -> str:
        """The record in one of the notations that can hold it."""
        game = _game(sheet.game, sheet.options)
        known = [row.name for row in notation.formats().values() if row.holds(game)]
        if format_name not in known:
            raise Refused("no_such_format", f"{game.title} is written as {', '.join(known)}.")
        record = _session(sheet).record
        record.info.update(info)
        return notation.write([record], format_name)

    def read(self, name: str | None, data: bytes, file_name: str) -> list[tuple[Sheet, str]]:
        """In any notation; a game, where one is named, decides what the text leaves open."""
        game = None if name is None else _game(name, {})
        try:
            records = notation.read(data, game=None, name=file_name)
        except ValueError:
            if game is None:
                raise
            records = notation.read(data, game=game, name=file_name)
        return [sheet_of_record(record) for record in records[:_IMPORTED]]

    def demo(self, name: str) -> list[Data]:
        """Two levels play the first moves of a small game."""
        game = _game(name, _SMALL.get(name, {}))
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


def _game(name: str, options: Mapping[str, object]) -> Game:
    return registry.game(name, **options)


def _session(sheet: Sheet) -> Session:
    game = _game(sheet.game, sheet.options)
    return session_of(sheet, Record(game, sheet.start))


def _check_seat(seat: str, game: Game) -> None:
    """A seat is a person's or one of our levels: no spec of a visitor's own runs here."""
    if seat == PERSON:
        return
    if seat.partition(":")[0] != "level":
        raise Refused("no_such_player", "A seat is a person's, or level:1 to level:8.")
    make_player(seat, game).close()


def _with_count(sheet: Sheet, was: str) -> Sheet:
    """Where stones are to be counted from now on, the engine proposes which are dead."""
    if was == "counting":
        return sheet
    session = _session(sheet)
    if session.stage != "counting":
        return sheet
    return replace(sheet, dead=tuple(dead_stones(session.record.current.position)))


@contextmanager
def _stopping(player: Player, stop: threading.Event) -> Iterator[None]:
    """Passes a wish to stop on to the player, again and again: it may only just be starting."""
    done = threading.Event()

    def watch() -> None:
        stop.wait()
        while not done.wait(0.02):
            player.stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        stop.set()  # lets the watcher go
        watcher.join()


def _play(session: Session, wish: Data) -> None:
    session.play(str(wish.get("move", ""))[:100])


def _undo(session: Session, _: Data) -> None:
    if not session.undo():
        raise Refused("nothing_to_undo", "There is nothing to take back.")


def _redo(session: Session, _: Data) -> None:
    if not session.redo():
        raise Refused("nothing_to_redo", "There is nothing to play again.")


def _toggle(session: Session, wish: Data) -> None:
    if session.stage != "counting":
        raise Refused("not_counting", "Stones are counted after two passes.")
    point = str(wish.get("point", ""))[:20]
    try:
        session.toggle(point)
    except ValueError as error:
        raise Refused("no_stone", str(error), at=point) from None


_ACTIONS: dict[str, Callable[[Session, Data], None]] = {
    "move": _play,
    "undo": _undo,
    "redo": _redo,
    "resign": lambda session, _: session.resign(),
    "draw": lambda session, _: session.agree_draw(),
    "toggle": _toggle,
    "agree": lambda session, _: session.agree(),
    "play_on": lambda session, _: session.play_on(),
}
