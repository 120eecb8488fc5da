"""The guide to Dobutsu shogi: its data beyond the rules."""

from plyground.engine.game_guide import BenchGuide, GameGuide, Protocol, RulesSpeed, SearchSpeed
from plyground.games.dobutsu.demo import DEMO
from plyground.games.dobutsu.figures import FIGURES
from plyground.games.dobutsu.levels import levels_for

GUIDE = GameGuide(
    sentence="A small shogi with animals on twelve squares: capture the other lion.",
    figures=FIGURES,
    demo=DEMO,
    option_labels={"try": "The try"},
    choice_labels={
        "official": "Official: the lion is not captured at once",
        "entry": "Entry: the lion can't be captured when it arrives",
    },
    hidden_options=("hand",),
    levels=levels_for,
    tablebase=True,
    lesson_place=5,
    lessons_on={
        "win": "catch",
        "block": "catch",
        "try": "try",
        "capture": "animals",
        "lost": "animals",
        "drop": "drop",
        "forced": "mate",
        "other": "mate",
    },
    # The evaluation is one learned number; hints name these heuristics instead, in the same unit.
    readable_terms=("pieces", "hand", "mobility", "lion_safety", "tries"),
    piece_signs={("black", "hen"): "+C", ("white", "hen"): "+c"},
    piece_order=("lion", "giraffe", "elephant", "chick", "hen"),
    formats=(
        "plyground.games.dobutsu.kif:FORMAT",
        "plyground.games.dobutsu.usi:USI_FORMAT",
        "plyground.games.dobutsu.usi:FAIRY_FORMAT",
    ),
    protocols=(
        Protocol(
            "uci",
            "plyground.games.dobutsu.uci.server:UciServer",
            "plyground.games.dobutsu.uci.client:UciPlayer",
            "Speak UCI for Dobutsu shogi, as Fairy-Stockfish does.",
            rank=3,
        ),
        Protocol(
            "usi",
            "plyground.games.dobutsu.uci.server:UsiServer",
            "plyground.games.dobutsu.uci.client:UsiPlayer",
            "Speak USI for Dobutsu shogi, as shogi programs do.",
            rank=4,
        ),
    ),
    bench=BenchGuide(
        rules=(RulesSpeed("perft 9", "leaves/s", 9, 50e6),),
        searches=(
            SearchSpeed(
                "dobutsu, minimax",
                "minimax:depth=9,eval=pieces,repetition=off",
                {"try": "entry", "hand": "distinct"},
            ),
        ),
        signature="alphabeta:depth=7,order=on",
    ),
)
