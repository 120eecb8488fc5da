"""Stored games for the tests of services, and helpers to continue them."""

from typing import Any, cast

import pytest

from plyground.web.contract.service import CommandArguments
from plyground.web.game_service.service import LocalGameService, Refused
from plyground.web.game_service.stored_game import Step, StoredGame


def steps(moves: str) -> tuple[Step, ...]:
    return tuple(Step(move) for move in moves.split())


def opened(service: LocalGameService, name: str, moves: str = "", **more: Any) -> StoredGame:
    played = steps(moves)
    return service.open(StoredGame(name, moves=played, at=len(played), **more))


def play(service: LocalGameService, stored: StoredGame, *moves: str) -> StoredGame:
    for move in moves:
        stored = service.act(stored, "move", {"move": move})
    return stored


def texts(stored: StoredGame) -> list[str]:
    return [step.text for step in stored.moves]


def refusal(service: LocalGameService, stored: StoredGame, action: str, **command: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        service.act(stored, action, cast(CommandArguments, command))
    return caught.value


def stage(service: LocalGameService, stored: StoredGame) -> str:
    return str(service.picture(stored)["stage"])
