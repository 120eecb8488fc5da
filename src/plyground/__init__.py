"""Plyground: play, study and solve two-player board games.

>>> import plyground
>>> position = plyground.game("othello").start().play_all("f5 d6 c3")
>>> position.turn, position.score()
('white', Score(black=5.0, white=2.0, unit='discs'))
"""

from plyground.engine.counting import counted, dead_stones, ownership
from plyground.engine.game import Game, Position
from plyground.engine.game_guide import GameGuide
from plyground.engine.options import Option
from plyground.engine.python_game import board_text, read_board
from plyground.engine.registry import all_games, game, load, register
from plyground.engine.report import Line, Report
from plyground.engine.results import IllegalMove, Refusal, Result, Score, Term
from plyground.engine.search import Analysis, Memory, analyse, search
from plyground.engine.simulate import RandomGames, divide, perft, random_game, random_games
from plyground.engine.solution import Solution, solve
from plyground.engine.stop import Stop, Stopped
from plyground.engine.tracing import trace
from plyground.players.kinds import make_player
from plyground.players.player import Answer, Clock, Player
from plyground.records.record import Record

__version__ = "0.2.0"

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
    "all_games",
    "analyse",
    "board_text",
    "counted",
    "dead_stones",
    "divide",
    "game",
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
