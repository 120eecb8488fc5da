"""One node count per game: it changes if rules, order, heuristics or search change.

If the change is intended, run `plyground signature` and write the new numbers here.
"""

from plyground.bench import signature

SIGNATURE = {
    "robogo": 8673,
    "gomoku": 2663,
    "go": 521,
    "othello": 19831,
    "dobutsu": 16982,
    "connect_four": 13684,
}


def test_signature_is_unchanged() -> None:
    assert dict(signature()) == SIGNATURE
