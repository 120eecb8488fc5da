"""The guide to Othello: its data beyond the rules."""

from plyground.engine.game_guide import (
    BenchGuide,
    GameGuide,
    GtpGuide,
    Protocol,
    RulesSpeed,
    SearchSpeed,
    SgfGuide,
)
from plyground.games.othello.demo import DEMO
from plyground.games.othello.figures import FIGURES
from plyground.games.othello.levels import levels_for
from plyground.games.othello.patterns import patterns_for

GUIDE = GameGuide(
    sentence="Enclose your opponent's discs to flip them. The side with more discs wins.",
    figures=FIGURES,
    demo=DEMO,
    unit="discs",
    levels=levels_for,
    patterns=patterns_for,
    lesson_place=4,
    lessons_on={
        "corner": "beside-the-corner",
        "missed_corner": "corner",
        "end": "pass",
        "choices": "mobility",
        "other": "mobility",
    },
    # The evaluation is one learned number; hints name these heuristics instead, in the same unit.
    readable_terms=("squares", "freedom", "firm", "threats", "tempo"),
    formats=(
        "plyground.games.othello.ggf:FORMAT",
        "plyground.games.othello.transcripts:FORMAT",
    ),
    sgf=SgfGuide(
        "2",
        own_labels=True,
        passes=("pa", "pass"),
        written_pass="PA",  # noqa: S106 - a move
    ),
    gtp=GtpGuide(
        2,
        "abcdefghjklmnopqrstuvwxyz",
        passes=True,
        silent_passes=True,
        board_by_stones=False,
        tells_lead=True,
    ),
    protocols=(
        Protocol(
            "nboard",
            "plyground.games.othello.nboard.server:NBoardServer",
            "plyground.games.othello.nboard.client:NBoardPlayer",
            "Speak NBoard 2 for Othello.",
            rank=5,
        ),
    ),
    bench=BenchGuide(
        rules=(
            RulesSpeed("perft 11", "leaves/s", 11, 150e6),
            RulesSpeed("random games", "games/s", 100_000, 200e3),
        ),
        searches=(SearchSpeed("othello, coin parity", "alphabeta:depth=8,eval=coins"),),
        strong="plyground.games.othello.bench:strong",
        suites={"ffo": "plyground.games.othello.endings:solve_endings"},
        signature="alphabeta:depth=6,order=on",
    ),
)
