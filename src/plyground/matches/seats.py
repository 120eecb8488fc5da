"""The players of a match in this process, kept from game to game."""

import math
import random
from collections.abc import Callable
from typing import Self

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.request import make_request
from plyground.engine.spec import ALGORITHMS, read_spec
from plyground.engine.stop import Stop, Stopped
from plyground.engine.view import Turn, other
from plyground.matches.clocks import TimeControl
from plyground.matches.openings import Opening
from plyground.matches.playing import play_game
from plyground.matches.settings import Match
from plyground.players.kinds import is_external, make_player
from plyground.players.player import EnginePlayer, Player
from plyground.records.journal import lines_of
from plyground.records.record import Record

Make = Callable[[str, Game], Player]


class Seats:
    """Plays games of a match.

    External programs stay from game to game; our own players start fresh.
    """

    def __init__(self, match: Match, make: Make | None = None) -> None:
        self._match, self._make = match, make
        self._kept: dict[int, Player] = {}  # by index: 0 the first player, 1 the second

    def lines(self, number: int, opening: Opening, stop: Stop | None = None) -> list[str] | str:
        """Plays a game.

        Returns the lines of its record, or why it could not be played; raises Stopped.
        """
        try:
            return list(lines_of(self.play(number, opening, stop)))
        except Stopped:
            raise
        except Exception as error:  # noqa: BLE001 - a game in Python, or a program, may do anything
            plain = isinstance(error, ValueError | OSError) and str(error)
            return registry.blame(error) or plain or f"{type(error).__name__}: {error}"

    def play(self, number: int, opening: Opening, stop: Stop | None = None) -> Record:
        """Plays the game with this number."""
        match = self._match
        record = Record(match.game, opening.position, players=match.players(number))
        for move in opening.moves:
            record.play(move)
        color = match.color(number)
        record.info = {
            "number": number,
            "pair": match.pair(number),
            "first": color,
            "opening": len(opening.moves),
        }
        first = self._seat(0, number)
        try:
            second = self._seat(1, number)
            try:
                players: dict[Turn, Player] = {color: first, other(color): second}
                return play_game(record, players, time=match.time, rules=match.rules, stop=stop)
            finally:
                self._leave(1, second)
        finally:
            self._leave(0, first)

    def _seat(self, place: int, number: int) -> Player:
        if place in self._kept:
            return self._kept[place]
        match = self._match
        text = (match.first, match.second)[place]
        if self._make:
            return self._make(text, match.game)
        if is_external(text):
            return self._kept.setdefault(place, make_player(text, match.game))
        return make_player(seeded(text, f"{match.seed} {number} {place}"), match.game)

    def _leave(self, place: int, player: Player) -> None:
        if self._kept.get(place) is not player:
            player.close()

    def close(self) -> None:
        """Ends the programs."""
        while self._kept:
            self._kept.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def seeded(text: str, seed: str) -> str:
    """The spec with a seed added if it takes one and has none, so that matches can be repeated.

    >>> seeded("search:depth=3", "1 0 0"), seeded("random:seed=7", "1 0 0")
    ('search:depth=3', 'random:seed=7')
    >>> seeded("level:2", "1 0 0") == seeded("level:2", "1 2 0")
    False
    """
    spec = read_spec(text)
    if "seed" in spec.settings or "seed" not in ALGORITHMS[spec.algorithm]:
        return text
    number = random.Random(seed).getrandbits(32)  # noqa: S311 - for games
    return f"{text}{',' if ':' in text else ':'}seed={number}"


def check_players(match: Match, make: Make = make_player) -> None:
    """Checks that both players can play this game; a ValueError says why one cannot."""
    for text in (match.first, match.second):
        with make(text, match.game) as player:
            _check_time(player, match.time)
            if isinstance(player, EnginePlayer) and player.spec.algorithm not in (
                "random",
                "proof",
            ):
                start = match.game.start()
                make_request(start, player.spec, 1, {}, own_evaluation=False)


def _check_time(player: Player, time: TimeControl | None) -> None:
    """Refuses time controls that a player does not support."""
    shortest = math.inf if time is None else time.base if time.move is None else time.move
    if shortest < player.time_grain:
        raise ValueError(
            f"{player.name} has whole seconds only; use at least 1 with --time, not {time}."
        )
