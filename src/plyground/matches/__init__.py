"""Matches between players: paired openings, clocks, adjudication, files that can be continued.

See `docs/how-to/matches.md`; the command is `plyground match`.
"""

from plyground.matches.clocks import TimeControl, read_time
from plyground.matches.openings import Opening, Openings
from plyground.matches.playing import Agreement, Rules, play_game
from plyground.matches.running import run
from plyground.matches.settings import Match
from plyground.matches.summary import Summary

__all__ = [
    "Agreement",
    "Match",
    "Opening",
    "Openings",
    "Rules",
    "Summary",
    "TimeControl",
    "play_game",
    "read_time",
    "run",
]
