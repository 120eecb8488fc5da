"""Views of every game: complete, plain, and correct."""

import json

from plyground import Game, Position
from plyground.engine.view import FullMoveView, View
from tests.games.cases import (
    every_game,
    sample,
)


@every_game
def test_a_view_is_complete_plain_and_true(game: Game) -> None:
    for position in sample(game):
        view = position.view()
        assert set(view) == set(View.__annotations__)
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        assert view["game"] == game.name
        assert view["shape"] in ("squares", "points", "holes")
        assert (view["turn"], view["ply"]) == (position.turn, position.ply)
        check_board(view)
        check_moves(view, position)
        check_ending(view, position)


def labels_of(view: View) -> set[str]:
    return {column + row for row in view["rows"] for column in view["columns"]}


def check_board(view: View) -> None:
    labels = labels_of(view)
    assert len(labels) == len(view["rows"]) * len(view["columns"])
    squares = [piece["at"] for piece in view["pieces"]]
    assert len(set(squares)) == len(squares)
    assert set(squares) <= labels
    for piece in view["pieces"]:
        assert set(piece) == {"at", "owner", "kind"}
        assert piece["owner"] in ("black", "white")
        assert piece["kind"].isalpha()
    for hand in view["hands"]:
        assert set(hand) == {"owner", "kind", "count"}
        assert hand["owner"] in ("black", "white")
        assert hand["kind"].isalpha()
        assert hand["count"] > 0
    for mark in view["marks"]:
        assert set(mark) == {"kind", "at"}
        assert mark["kind"] in ("star", "ko", "line", "dead", "forbidden", "try")
        assert mark["at"]
        assert set(mark["at"]) <= labels


def check_moves(view: View, position: Position) -> None:
    assert [move["text"] for move in view["moves"]] == position.moves()
    occupied = {piece["at"]: piece for piece in view["pieces"]}
    for move in view["moves"]:
        check_move(move, view)
        to, source = move["to"], move["from"]
        if move["kind"] == "capture" and source is not None and to is not None:
            assert occupied[to]["owner"] != view["turn"]
        elif move["kind"] != "capture":
            assert to not in occupied
        if source is not None:
            assert occupied[source]["owner"] == view["turn"]
    last = view["last_move"]
    assert (last["text"] if last else None) == position.last_move
    if last:
        check_move(last, view)


def check_move(move: FullMoveView, view: View) -> None:
    assert set(move) == {"text", "from", "to", "kind", "piece"}
    labels = labels_of(view)
    if move["kind"] == "pass":
        assert (move["from"], move["to"], move["piece"]) == (None, None, None)
        return
    assert move["kind"] in ("place", "move", "capture", "drop")
    assert move["to"] in labels
    assert move["from"] is None or move["from"] in labels
    assert (move["from"] is not None) == (move["kind"] == "move") or move["kind"] == "capture"
    assert move["piece"]


def check_ending(view: View, position: Position) -> None:
    result, score = position.result(), position.score()
    assert (view["result"] is None) == (result is None)
    if view["result"] and result:
        assert set(view["result"]) == {"winner", "margin", "code", "reason"}
        assert dict(view["result"]) == vars(result)
    assert (view["scores"] is None) == (score is None)
    if view["scores"] and score:
        assert dict(view["scores"]) == vars(score)


@every_game
def test_a_board_in_ascii_shows_every_piece(game: Game) -> None:
    for position in sample(game):
        text, view = position.ascii(), position.view()
        assert text.isascii()
        assert str(position) == text
        header, *lines = text.splitlines()
        assert header.split() == view["columns"]
        board = lines[: len(view["rows"])]
        assert [line.split()[0] for line in board] == view["rows"]
        shown = "".join(line.partition(" ")[2] if line[0] != " " else line for line in board)
        letters = [letter for letter in shown if letter.isalpha()]
        assert len(letters) == len(view["pieces"])
        last = view["last_move"]
        assert ("(" in text) == (last is not None and last["to"] is not None)
        ending = str(position.result()) if position.result() else f"{position.turn} to move"
        assert lines[-1] == ending
