"""The lobby as data: open challenges, and public games that are being played."""

from django.urls import reverse
from django.utils.translation import gettext as _

from plyground.engine.view import Turn, other
from plyground.session.session import SIDES
from plyground.web.community import challenges
from plyground.web.contract.games import ChallengeRow, LobbyEvent, PublicGame
from plyground.web.game_service import directory
from plyground.web.games import seats, sentences
from plyground.web.games.models import Game
from plyground.web.play import clock_choices, game_choices
from plyground.web.visitors import people

_MOST_GAMES = 20


def lobby() -> LobbyEvent:
    """The lobby as everyone sees it."""
    rows = [row for row in challenges.open_games() if directory.has(row.name)]
    keys = people.keys(row.visitor for row in rows)
    names = people.names(row.visitor for row in rows)
    played = [row for row in challenges.played_games() if directory.has(row.name)]
    return {
        "challenges": [_challenge(row, names, keys) for row in rows],
        "games": [public_game(row) for row in played[:_MOST_GAMES]],
    }


def _challenge(row: Game, names: dict[str, str], keys: dict[str, str]) -> ChallengeRow:
    mine: Turn = "black" if row.seat == "black" else "white"
    return {
        "id": str(row.pk),
        "title": game_choices.title(row.name),
        "size": size_words(row),
        "clock": clock_choices.words(row.clock) if row.clock else _("No clock"),
        "rated": row.rated,
        "colour": sentences.side_name(other(mine)),
        "name": names.get(row.visitor) or _("A guest"),
        "by": keys[row.visitor],
        "here": challenges.is_here(row),
    }


def size_words(row: Game) -> str:
    """The size of the board, if the game has a choice."""
    for option in game_choices.describe(row.name)["options"]:
        if option["name"] == "size":
            return game_choices.choice_label(
                row.name, option, row.options.get("size", option["default"])
            )
    return ""


def public_game(row: Game) -> PublicGame:
    """A game that everyone may watch."""
    names = [*row.names, "", ""]
    black, white = (names[SIDES.index(side)] or _("A guest") for side in SIDES)
    return {
        "title": game_choices.title(row.name),
        "players": seats.sides(black, white),
        "rated": row.rated,
        "url": reverse("shared", args=[row.share]) if row.share else "",
    }
