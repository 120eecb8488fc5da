"""Sheets for the tests of desks, and ways to go on from them."""

from typing import Any

import pytest

from plyground.web.desk import LocalDesk, Refused
from plyground.web.sheet import Sheet, Step


def steps(moves: str) -> tuple[Step, ...]:
    return tuple(Step(move) for move in moves.split())


def opened(desk: LocalDesk, name: str, moves: str = "", **more: Any) -> Sheet:
    played = steps(moves)
    return desk.open(Sheet(name, moves=played, at=len(played), **more))


def play(desk: LocalDesk, sheet: Sheet, *moves: str) -> Sheet:
    for move in moves:
        sheet = desk.act(sheet, "move", {"move": move})
    return sheet


def texts(sheet: Sheet) -> list[str]:
    return [step.text for step in sheet.moves]


def refusal(desk: LocalDesk, sheet: Sheet, action: str, **wish: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        desk.act(sheet, action, wish)
    return caught.value


def stage(desk: LocalDesk, sheet: Sheet) -> str:
    return str(desk.picture(sheet)["stage"])
