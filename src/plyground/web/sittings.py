"""Sessions made from sheets, for the desk: who sits there, and how far the game has come."""

from collections.abc import Mapping
from dataclasses import replace

from plyground import registry
from plyground.game import Game
from plyground.record import Record
from plyground.roster import make_player
from plyground.sitting.session import PERSON, SIDES, Session
from plyground.web.dead import propose
from plyground.web.facts import Data
from plyground.web.sheet import Sheet, session_of
from plyground.web.wishes import refuse


def game_of(name: str, options: Mapping[str, object]) -> Game:
    """The game with these options, of those that this process knows."""
    with registry.inside():
        return registry.game(name, **options)


def session_on(sheet: Sheet) -> Session:
    """A session of the sheet's game, played again from its beginning."""
    game = game_of(sheet.game, sheet.options)
    return session_of(sheet, Record(game, sheet.start))


def signed(sheet: Sheet, info: Data) -> Record:
    """The record of a sheet, with who played it and when."""
    record = session_on(sheet).record
    record.info.update(info)
    for side in SIDES:
        record.players[side] = sheet.name(side) or sheet.seat(side)
    return record


def session_at(sheet: Sheet, ply: int) -> Session:
    """The same as it was after so many plies."""
    if not 0 <= ply <= len(sheet.moves):
        raise refuse("no_such_ply")
    return session_on(sheet if ply == sheet.at else sheet.cut(ply))


def opened(sheet: Sheet) -> tuple[Session, Sheet]:
    """A session for a sheet from elsewhere, and the sheet with options and position as we write."""
    session = session_on(sheet)
    record = session.record
    if session.stage == "over" and record.result is None:  # by moves or a position that were given
        session.finish(record.outcome(), sheet.dead)
    propose(session, new=not sheet.dead)
    return session, replace(sheet, options=dict(session.game.changed), start=record.start)


def placed(session: Session) -> Data:
    """Whose turn it is, how far the game has come, and who is to move."""
    playing = session.stage == "playing"
    return {
        "turn": session.record.current.position.turn,
        "stage": session.stage,
        "people": session.people,
        "to_move": None if not playing else ("computer" if session.thinker else "person"),
    }


def check_seat(seat: str, game: Game) -> None:
    """A seat is a person's or one of our levels: no spec of a visitor's own runs here."""
    if seat == PERSON:
        return
    if seat.partition(":")[0] != "level":
        raise refuse("no_such_player")
    make_player(seat, game).close()
