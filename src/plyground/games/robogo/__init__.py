"""The guide to Robogo: its data beyond the rules."""

from plyground.engine.game import Game
from plyground.engine.game_guide import (
    BenchGuide,
    GameGuide,
    GtpGuide,
    RulesSpeed,
    SearchSpeed,
    SgfGuide,
)
from plyground.games.robogo.demo import DEMO
from plyground.games.robogo.figures import FIGURES
from plyground.games.robogo.levels import levels_for
from plyground.games.robogo.patterns import patterns_for
from plyground.games.stones import GTP_COLUMNS, RULES


def line_directions(game: Game) -> int | None:
    """Without captures and passes only lines decide; diagonals do not count."""
    return 2 if game.values["captures"] == game.values["pass"] == "no" else None


GUIDE = GameGuide(
    sentence=(
        "Five in a row wins, across or down but not diagonally; surrounded stones are captured."
    ),
    figures=FIGURES,
    demo=DEMO,
    usual_values={"size": (9, 7, 13), "line": (5, 4)},
    levels=levels_for,
    patterns=patterns_for,
    lesson_place=1,
    lessons_on={
        "win": "five",
        "block": "block",
        "capture": "capture",
        "lost": "capture",
        "forced": "two-threats",
        "other": "two-threats",
    },
    line_directions=line_directions,
    sgf=SgfGuide("1", is_named=False, rules=RULES),  # SGF files write it as Go
    gtp=GtpGuide(4, GTP_COLUMNS, passes=True),
    bench=BenchGuide(
        rules=(RulesSpeed("random moves 9x9", "moves/s", 100_000, 5e6),),
        searches=(
            SearchSpeed(
                "robogo 5x5 line 4, the original's settings",
                "alphabeta:depth=5,eval=line,order=on",
                {"size": 5, "line": 4, "captures": "no", "pass": "no"},
                "D2 C3 B4",  # the reply to Black's second stone, in the authors' timing
            ),
        ),
        strong="plyground.games.robogo.bench:strong",
        signature="alphabeta:depth=3,order=on",
    ),
)
