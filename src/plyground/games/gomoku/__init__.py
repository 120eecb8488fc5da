"""The guide to Gomoku: its data beyond the rules."""

from plyground.engine.game import Game
from plyground.engine.game_guide import (
    BenchGuide,
    GameGuide,
    GtpGuide,
    Protocol,
    RulesSpeed,
    SgfGuide,
)
from plyground.games.gomoku.demo import DEMO
from plyground.games.gomoku.figures import FIGURES
from plyground.games.gomoku.levels import levels_for
from plyground.games.gomoku.patterns import patterns_for


def line_directions(game: Game) -> int | None:
    """Lines alone decide if longer lines also win and nothing is forbidden to Black."""
    return 4 if game.values["rule"] == "freestyle" else None


# Names of the rules in SGF.
_RULES = {
    "Renju": {"rule": "renju"},
    "Standard": {"rule": "exact"},
    "Freestyle": {"rule": "freestyle"},
    "exact": {"rule": "exact"},
}

GUIDE = GameGuide(
    sentence="Get five stones in a row before your opponent does.",
    figures=FIGURES,
    demo=DEMO,
    option_labels={"rule": "Rule"},
    choice_labels={
        "freestyle": "Freestyle: longer lines win too",
        "exact": "Exact: longer lines do not win",
        "renju": "Renju: some moves are forbidden for Black",
    },
    usual_values={"size": (15, 19, 9), "line": (5,)},
    levels=levels_for,
    patterns=patterns_for,
    lesson_place=3,
    lessons_on={
        "win": "five",
        "block": "block",
        "forced": "open-four",
        "other": "three",
    },
    line_directions=line_directions,
    sgf=SgfGuide("4", rules=_RULES, rules_within=True, writes_rules=True),
    gtp=GtpGuide(3, "abcdefghijklmnopqrstuvwxy"),
    protocols=(
        Protocol(
            "gomocup",
            "plyground.games.gomoku.gomocup.server:GomocupServer",
            "plyground.games.gomoku.gomocup.client:GomocupPlayer",
            "Speak the Gomocup protocol, for Piskvork and Gomoku tournaments.",
            rank=2,
        ),
    ),
    bench=BenchGuide(
        rules=(RulesSpeed("random moves 15x15", "moves/s", 100_000, 20e6),),
        strong="plyground.games.gomoku.bench:strong",
        signature="alphabeta:depth=2,order=on",
    ),
)
