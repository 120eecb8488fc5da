"""Searches in the background: a job is asked for, streams what it finds, and can be cancelled."""

from typing import Any

from plyground.web.models import Game
from plyground.web.sheet import Sheet

Data = dict[str, Any]


def running(row: Game) -> Data | None:
    """The reply that is being thought about for this game, if one is."""
    return None


def reply(row: Game, sheet: Sheet) -> Data | None:
    """The job of the computer that is to move; None where no computer is."""
    return None


def outdated(row: Game) -> None:
    """The game has changed: whatever was thought about it is not wanted any more."""
