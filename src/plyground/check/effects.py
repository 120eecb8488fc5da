"""Checks what moves do: whose stone appears, whether both sides play alike, whether games end."""

from collections.abc import Callable, Mapping

from plyground.check.report import Broken
from plyground.engine.game import Game, Position
from plyground.engine.view import other

Swap = Callable[[str], str]


def places_its_own_stone(position: Position) -> None:
    """The last move, if it placed a stone, must have put one of the mover's on its square."""
    move = position.last_move_view()
    at = move and move["to"]
    if move is None or at is None or move["kind"] != "place" or position.origin is not None:
        return
    start = position.game.start()
    before = start.play_all(position.played[:-1])
    was, now = _owners(before), _owners(position)
    if at in was or position.coordinates() != start.coordinates():
        return
    side, text = before.turn, move["text"]
    if at in now and now[at] == other(side):
        raise Broken(
            "stone",
            f"{side.capitalize()} played {text!r}, but {at} has a piece of {other(side)}.",
        )
    new = sorted(set(now) - set(was))
    if at in position.coordinates() and at not in now and new:
        raise Broken(
            "stone",
            f"{side.capitalize()} played {text!r}, but the new piece is on {new[0]}, not on {at}.",
        )


def plays_alike(game: Game, position: Position, swapped_text: str, swap: Swap) -> None:
    """The same move must have the same effect for the other side, with all colours exchanged."""
    if position.result() is not None:
        return
    mirror = game.position(swapped_text)
    if mirror.to_text() != swapped_text or swap(swapped_text) != position.to_text():
        return  # another law reports it
    for move in sorted(set(position.moves()) & set(mirror.moves())):
        here, there = position.play(move).to_text(), mirror.play(move).to_text()
        if swap(here) != there:
            raise Broken(
                "symmetry",
                f"After {move!r}, {position.to_text()!r} becomes {here!r}, but with colours swapped"
                f" {swapped_text!r} becomes {there!r}.",
            )


def comes_back(position: Position, seen: Mapping[str, int], path: list[str]) -> None:
    """Without a rule about repetition no position may come back, or the game need not end."""
    text = position.to_text()
    if text in seen:
        again = " ".join(path[seen[text] :])
        raise Broken(
            "never_ends",
            f"A game need not end: the moves {again} lead back to {text!r}."
            ' Add repetition = "draws", or a limit of moves.',
        )


def _owners(position: Position) -> dict[str, str]:
    return {piece["at"]: piece["owner"] for piece in position.pieces()}
