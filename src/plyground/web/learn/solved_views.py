"""The pages of solved games: the list of values, and a game against a proof.

The game needs no script: every legal move is a link, and the link contains the moves so far.
"""

import functools
from typing import TypedDict
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from plyground.engine.game import Position
from plyground.solved import book
from plyground.solved.book import Row
from plyground.solved.opponent import Opponent
from plyground.web.games import sentences
from plyground.web.pages.first_drawing import links_on_board
from plyground.web.play import errors, game_choices

_LARGEST = 6_000  # bytes of a certificate that is read to play against it
_KEPT = 16  # opponents in memory
_MOST_TEXT = 4_000  # characters of the moves in an address

KNOWN = {
    "common knowledge": gettext_lazy("common knowledge"),
    "unknown": gettext_lazy("unknown"),
}
PROOFS = {
    "solve": gettext_lazy("by the command “solve”; its proof is too long for a certificate here"),
    "tablebase": gettext_lazy("by the tablebase of all positions"),
    "literature": gettext_lazy("not by Plyground yet"),
    "open": gettext_lazy("an open question"),
}


class ListedRow(TypedDict):
    """A row of the list."""

    name: str
    settings: str
    value: str
    known: str
    proof: str
    bytes: int | None
    nodes: int | None
    seconds: float | None
    sides: list[tuple[str, str]]


class Section(TypedDict):
    """A game with its rows."""

    game: str
    title: str
    rows: list[ListedRow]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every value of the book, by game."""
    sections: dict[str, Section] = {}
    for row in book.rows():
        empty: Section = {"game": row.game, "title": game_choices.title(row.game), "rows": []}
        sections.setdefault(row.game, empty)["rows"].append(_listed(row))
    return render(request, "learn/solved.html", {"sections": list(sections.values())})


@require_safe
@errors.telling
def beat(request: HttpRequest, name: str) -> HttpResponse:
    """A game against the strategy of a certificate."""
    row = next((row for row in book.rows() if row.name == name), None)
    side = request.GET.get("side", "black")
    mine = "black" if side == "white" else "white"
    if row is None or mine not in _sides(row):
        raise Http404
    opponent = _opponent(name, mine)
    played = request.GET.get("moves", "")[:_MOST_TEXT].split()
    position = opponent.start.play_all(played)
    if position.result() is None and position.turn == mine:
        played.append(opponent.reply(played))
        position = position.play(played[-1])
    own = 1 if side == "white" else 0
    values = {
        "title": _title(row),
        "value": _value(row),
        "board": _board(position, side, played),
        "sentence": _situation(position, side),
        "moves": [
            (sentences.move_name(move), number % 2 == own) for number, move in enumerate(played)
        ],
        "choices": [] if position.result() else _choices(position, side, played),
        "again": _address(side, []),
        "undo": _address(side, played[:-2]) if len(played) > 1 + own else "",
        "sides": [one for one in _buttons(row) if f"side={side}" not in one[1]],
        "name": name,
    }
    return render(request, "learn/beat.html", values)


def _listed(row: Row) -> ListedRow:
    return {
        "name": row.name,
        "settings": ", ".join(_settings(row)),
        "value": _value(row),
        "known": str(KNOWN.get(row.known, row.known)),
        "proof": str(PROOFS.get(row.proof, "")),
        "bytes": row.size,
        "nodes": row.nodes,
        "seconds": row.seconds,
        "sides": _buttons(row),
    }


def _settings(row: Row) -> list[str]:
    """The size of the board and the options of a row, in the visitor's language."""
    words = [game_choices.size_words(row.rules.start().view())]
    for option in game_choices.describe(row.game)["options"]:
        name = option["name"]
        if name in row.options and name not in ("size", "columns", "rows"):
            label = game_choices.option_label(row.game, option)
            value = game_choices.choice_label(row.game, option, row.options[name])
            words.append(f"{label}: {value}")
    return words


def _title(row: Row) -> str:
    return f"{game_choices.title(row.game)} {', '.join(_settings(row))}"


def _value(row: Row) -> str:
    """The value for the first player, in a sentence."""
    if row.verdict is None or row.margin is None:
        return _("unknown")
    counts = row.margin not in (-1, 0, 1) or row.rules.start().counts_margin
    words = {"margin": f"{abs(row.margin):g}"}
    if row.verdict == "draw":
        return _("a draw")
    if row.verdict == "win":
        return _("Black wins by %(margin)s") % words if counts else _("Black wins")
    return _("White wins by %(margin)s") % words if counts else _("White wins")


def _sides(row: Row) -> list[str]:
    """The sides for which its certificate has a strategy, if it is small enough to play."""
    if row.size is None or row.size > _LARGEST or row.margin is None:
        return []
    counts = row.rules.start().counts_margin
    return [
        side
        for side, least in (("black", row.margin), ("white", -row.margin))
        if counts or least >= 0
    ]


def _buttons(row: Row) -> list[tuple[str, str]]:
    """What a visitor can do: play one of the sides against the proof of the other."""
    words = {"black": _("Beat the proof as Black"), "white": _("Beat the proof as White")}
    other = {"black": "white", "white": "black"}
    page = reverse("beat", args=[row.name])
    return [(words[other[side]], f"{page}?side={other[side]}") for side in _sides(row)]


@functools.lru_cache(maxsize=_KEPT)
def _opponent(name: str, side: str) -> Opponent:
    return Opponent(book.read_certificate(name), side)


def _address(side: str, moves: list[str]) -> str:
    return "?" + urlencode({"side": side} | ({"moves": " ".join(moves)} if moves else {}))


def _choices(position: Position, side: str, played: list[str]) -> list[tuple[str, str]]:
    """Every legal move with its address."""
    return [
        (sentences.move_name(move), _address(side, [*played, move])) for move in position.moves()
    ]


def _board(position: Position, side: str, played: list[str]) -> SafeString:
    view = position.view()
    targets = {
        move["to"]: _address(side, [*played, move["text"]]) for move in view["moves"] if move["to"]
    }
    return links_on_board(view, targets)


def _situation(position: Position, side: str) -> str:
    result = position.view()["result"]
    if result is None:
        return _("It is your move.")
    return sentences.ended(result, [side], dict(position.game.values))  # type: ignore[list-item]
