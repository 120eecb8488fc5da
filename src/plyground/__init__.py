"""Plyground: play, study and solve two-player board games.

>>> import plyground
>>> position = plyground.game("othello").start().play_all("f5 d6 c3")
>>> position.turn, position.score()
('white', Score(black=5.0, white=2.0, unit='discs'))
"""

# The folder must be imported before `games` below, or it would hide that function later.
from plyground import games as _folders  # noqa: F401
from plyground.counting import counted, dead_stones, ownership
from plyground.game import Game, Position
from plyground.game_guide import GameGuide
from plyground.options import Option
from plyground.player import Answer, Clock, Player
from plyground.python_game import board_text, read_board
from plyground.record import Record
from plyground.registry import game, games, load, register
from plyground.report import Line, Report
from plyground.roster import make_player
from plyground.search import Analysis, Memory, analyse, search
from plyground.simulate import RandomGames, divide, perft, random_game, random_games
from plyground.solution import Solution, solve
from plyground.stop import Stop, Stopped
from plyground.tracing import trace
from plyground.verdicts import IllegalMove, Refusal, Result, Score, Term

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Answer",
    "Clock",
    "Game",
    "GameGuide",
    "IllegalMove",
    "Line",
    "Memory",
    "Option",
    "Player",
    "Position",
    "RandomGames",
    "Record",
    "Refusal",
    "Report",
    "Result",
    "Score",
    "Solution",
    "Stop",
    "Stopped",
    "Term",
    "analyse",
    "board_text",
    "counted",
    "dead_stones",
    "divide",
    "game",
    "games",
    "load",
    "make_player",
    "ownership",
    "perft",
    "random_game",
    "random_games",
    "read_board",
    "register",
    "search",
    "solve",
    "trace",
]
