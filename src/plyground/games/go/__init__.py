"""The guide to Go: its data beyond the rules."""

from plyground.engine.game_guide import (
    BenchGuide,
    GameGuide,
    GtpGuide,
    Protocol,
    RulesSpeed,
    SgfGuide,
)
from plyground.games.go.demo import DEMO
from plyground.games.go.figures import FIGURES
from plyground.games.go.levels import levels_for
from plyground.games.go.rule_sets import NAMES, RULE_SETS
from plyground.games.stones import GTP_COLUMNS, RULES

# A name that is no rule set of ours, such as Ing's, keeps the options nearest to it.
_SGF_RULES = {name: {"rules": rules} for name, rules in NAMES.items()} | {
    name: values for name, values in RULES.items() if name not in NAMES
}

GUIDE = GameGuide(
    sentence=(
        "Surround more of the board than your opponent. Stones without liberties are captured."
    ),
    figures=FIGURES,
    demo=DEMO,
    option_labels={
        "komi": "Komi",
        "scoring": "Counting",
        "suicide": "Suicide",
        "handicap": "Handicap",
        "max_moves": "Stones at most",
        "rules": "Rules",
        "seki": "Points in seki",
        "compensation": "Points for a handicap",
    },
    choice_labels={
        "area": "Area: stones and surrounded points",
        "territory": "Territory: surrounded points and prisoners",
        "situational": "No repeated board with the same side to move",
        "custom": "My own, set below",
        "chinese": "Chinese",
        "japanese": "Japanese",
        "korean": "Korean",
        "aga": "AGA (American)",
        "new_zealand": "New Zealand",
        "tromp_taylor": "Tromp-Taylor",
        "counted": "They count",
        "neutral": "They do not count",
        "each": "One for each stone",
        "all_but_one": "One for each stone but the first",
    },
    value_labels={("handicap", 0): "None", ("compensation", "none"): "None"},
    unit="points",
    later_options=("rules", "seki", "compensation"),
    rule_sets=RULE_SETS,
    starter={"size": "9"},
    usual_values={"size": (9, 13, 19)},
    levels=levels_for,
    marks_dead=True,
    lesson_place=2,
    lessons_on={
        "capture": "capture",
        "lost": "atari",
        "end": "scoring",
        "other": "two-eyes",
    },
    capture_puzzles=True,
    sgf=SgfGuide("1", komi=True, handicap=True, rules=_SGF_RULES, writes_rules=True),
    gtp=GtpGuide(
        1,
        GTP_COLUMNS,
        rules=NAMES,
        is_usual=True,
        passes=True,
        lines=10,  # Monte Carlo has values for all of them anyway
        tells_lead=True,
    ),
    protocols=(
        Protocol(
            "gtp",
            "plyground.players.protocols.gtp.server:GtpServer",
            "plyground.players.protocols.gtp.client:GtpPlayer",
            "Speak GTP, the Go Text Protocol: Go, Othello, Gomoku and Robogo.",
            rank=1,
        ),
    ),
    bench=BenchGuide(
        rules=(RulesSpeed("random moves 9x9", "moves/s", 30_000, 5e6, {"size": 9}),),
        strong="plyground.games.go.bench:strong",
        signature="alphabeta:depth=2,order=on",
        signature_options={"size": 9},
    ),
)
