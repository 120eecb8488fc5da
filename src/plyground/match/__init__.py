"""Matches between players: paired openings, clocks, adjudication, files that can be continued.

`docs/matches.md` tells the whole story; `plyground match` is the door for the command line.
"""

from plyground.match.clocks import TimeControl, read_time
from plyground.match.openings import Opening, Openings
from plyground.match.playing import Agreement, Rules, play_game
from plyground.match.running import run
from plyground.match.summary import Summary
from plyground.match.terms import Match

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
