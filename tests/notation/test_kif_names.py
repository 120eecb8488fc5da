# ruff: noqa: RUF001 - full-width signs are KIF's own
"""Players' names for the pieces in KIF-like texts."""

import pytest

import plyground
from plyground.records import notation

NAMES = {
    "chick": ("ひ", "ひよこ", "ヒ", "ヒヨコ", "C"),
    "elephant": ("ぞ", "ぞう", "ゾ", "ゾウ", "E"),
    "giraffe": ("き", "きりん", "キ", "キリン", "G"),
    "lion": ("ラ", "ら", "ライオン", "L"),
    "hen": ("に", "にわとり", "ニ", "ニワトリ", "H", "+C"),
}
MOVES = {"chick": "b2b3", "elephant": "a1b2", "giraffe": "c1c2", "lion": "b1c2", "hen": "a3a2"}
SQUARES = {
    "chick": "２二",
    "elephant": "２三",
    "giraffe": "１三",
    "lion": "１三",
    "hen": "３三",
}
STARTS = {"elephant": "1l1/3/3/EL1[CCEGG] b", "hen": "1l1/+C2/3/2L[CEEGG] b"}
CASES = [(kind, name) for kind, names in NAMES.items() for name in names]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_every_animal_has_names(kind: str, name: str) -> None:
    game = plyground.game("dobutsu")
    start = game.position(STARTS[kind]) if kind in STARTS else game.start()
    text = f"局面：{start.to_text()}\n1 {SQUARES[kind]}{name}\n"
    (record,) = notation.read(text, "kif")
    assert record.moves == (MOVES[kind],)
