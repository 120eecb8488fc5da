"""Sets up sessions: a new game, a rematch, or an unfinished game."""

import contextlib
from collections.abc import Mapping
from pathlib import Path

from plyground.engine.game import Game
from plyground.engine.network import latest_networks
from plyground.engine.view import Turn, other
from plyground.players.kinds import is_external, make_player
from plyground.players.level import ladder
from plyground.players.player import Player
from plyground.records.record import Record, today
from plyground.session.saved_games import last_unfinished
from plyground.session.session import PERSON, SIDES, Session

OPPONENT = "level:2"
_PLAYOUTS = 100  # of a network chosen from a list
LEVELS = {
    1: "Friendly beginner",
    2: "Beginner",
    3: "Casual player",
    4: "Regular player",
    5: "Good player",
    6: "Strong player",
    7: "Very strong player",
    8: "Strongest",
}


def level_words(level: int, game: str) -> str:
    """A level in a few words, with its Elo above level 1 if that was measured for the game.

    >>> level_words(3, "a game of one's own")
    'Casual player'
    """
    rung = ladder.rungs(game).get(level)
    if rung is None or level == 1:
        return LEVELS[level]
    if rung.equal is not None:
        return f"{LEVELS[level]}, as strong as level {rung.equal}"
    return f"{LEVELS[level]}, {rung} Elo"


def level_sentence(level: int, game: str) -> str:
    """The strength of a level in a game, in a sentence; empty if it was not measured.

    >>> level_sentence(3, "a game of one's own")
    ''
    """
    rung = ladder.rungs(game).get(level)
    if rung is None:
        return ""
    if level == 1:
        return "Elo is relative to level 1; 200 more win about three games in four."
    above = f"Level {level} is {rung} Elo above level 1; 200 more win about three games in four."
    equal = "" if rung.equal is None else f" It is as strong as level {rung.equal}."
    return above + equal


def network_players(game: str) -> dict[str, str]:
    """The last network of each training run of a game as a player, with a few words.

    >>> network_players("a game of one's own")
    {}
    """
    return {
        f"mcts:net={name},playouts={_PLAYOUTS}": f"the network {name}"
        for name in latest_networks(game)
    }


def seats(black: str | None, white: str | None) -> dict[Turn, str]:
    """The default seats: you, and the usual opponent.

    >>> seats(None, None), seats("level:5", None)
    ({'black': 'person', 'white': 'level:2'}, {'black': 'level:5', 'white': 'person'})
    """
    given: dict[Turn, str | None] = {"black": black, "white": white}
    if black is None and white is None:
        given["black"] = PERSON
    chosen: dict[Turn, str] = {}
    for side in SIDES:
        opposite = given[other(side)] or OPPONENT
        chosen[side] = given[side] or (OPPONENT if opposite == PERSON else PERSON)
    return chosen


def open_session(
    game: Game,
    players: Mapping[Turn, str],
    *,
    position: str | None = None,
    seed: int | None = None,
    folder: Path | None = None,
) -> Session:
    """A new game; ValueError says what is wrong with a player."""
    texts: dict[Turn, str] = {side: _seeded(players[side], seed, side) for side in SIDES}
    record = Record(game, position, players=texts, info={"date": today()})
    return Session(record, _players(texts, game), folder=folder)


def resume_session(
    folder: Path, game: str | None = None, *, but: Path | None = None
) -> Session | None:
    """The latest unfinished game, with its players; None if there is none."""
    found = last_unfinished(folder, game, but=but)
    if found is None:
        return None
    path, record = found
    return Session(record, _players(record.players, record.game), path=path)


def rematch(session: Session, folder: Path | None) -> Session:
    """A new game with the same settings, colours changed."""
    before = session.record
    swapped = {side: before.players[other(side)] for side in SIDES}
    return open_session(before.game, swapped, position=before.start, folder=folder)


def _players(texts: Mapping[Turn, str], game: Game) -> dict[Turn, Player | None]:
    return {side: _player(texts[side], game) for side in SIDES}


def _player(text: str, game: Game) -> Player | None:
    if text in ("", PERSON):
        return None
    try:
        return make_player(text, game)
    except ValueError as error:
        raise ValueError(f"A player is a {PERSON} or a spec. {error}") from None


def _seeded(text: str, seed: int | None, side: Turn) -> str:
    """The spec with a seed added, if it takes one and has none."""
    if seed is None or text == PERSON or is_external(text):
        return text
    from plyground.matches.seats import seeded  # imported here, because few games are seeded

    with contextlib.suppress(ValueError):  # the code that makes the player reports what is wrong
        return seeded(text, f"{seed} {side}")
    return text
