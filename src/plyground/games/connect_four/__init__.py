"""The guide to Connect Four: its data beyond the rules."""

from plyground.engine.game_guide import (
    BenchGuide,
    GameGuide,
    GtpGuide,
    RulesSpeed,
)
from plyground.games.connect_four.demo import DEMO
from plyground.games.connect_four.figures import FIGURES
from plyground.games.connect_four.levels import levels_for
from plyground.games.connect_four.patterns import patterns_for

GUIDE = GameGuide(
    sentence="Drop discs into columns. Four in a row win.",
    figures=FIGURES,
    demo=DEMO,
    option_labels={"columns": "Columns", "rows": "Rows"},
    usual_values={"columns": (7, 8), "rows": (6, 7), "line": (4,)},
    levels=levels_for,
    patterns=patterns_for,
    training={
        "visits": 80,
        "random_plies": 10,
        "random_starts": 0.5,
        "start_plies": 24,
        "rate_steps": 2000,
        "average": 250,
    },
    lesson_place=6,
    lessons_on={
        "win": "four",
        "block": "block",
        "forced": "two-at-once",
        "other": "do-not-help",
    },
    gtp=GtpGuide(6, board_by_stones=False),
    bench=BenchGuide(
        rules=(
            RulesSpeed("perft 9", "leaves/s", 9, 50e6),
            RulesSpeed("random games", "games/s", 100_000, 300e3),
        ),
        signature="alphabeta:depth=6,order=on",
    ),
)
