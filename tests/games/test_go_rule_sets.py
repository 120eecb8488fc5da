"""Go's rules by name: what each sets, seki and handicaps in the count, SGF, and older games."""

import pytest

import plyground
from plyground.engine.options import read_values
from plyground.records import notation
from plyground.records.record import Record

BOTH_IN_SEKI = "1x1o1/xxxoo/xxooo/xxooo/xxxoo b passes=2"
NAMES = ("chinese", "japanese", "korean", "aga", "new_zealand", "tromp_taylor")


def score(game: plyground.Game, text: str) -> tuple[float, float]:
    found = game.position(text).score()
    assert found is not None
    return found.black, found.white


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        ("chinese", ("area", "positional", "no", "each", 7.5)),
        ("japanese", ("territory", "simple", "no", "none", 6.5)),
        ("korean", ("territory", "simple", "no", "none", 6.5)),
        ("aga", ("area", "situational", "no", "all_but_one", 7.5)),
        ("new_zealand", ("area", "situational", "yes", "none", 7)),
        ("tromp_taylor", ("area", "positional", "yes", "none", 7.5)),
    ],
)
def test_a_name_sets_the_rules(rules: str, values: tuple[object, ...]) -> None:
    game = plyground.game("go", rules=rules)
    names = ("scoring", "ko", "suicide", "compensation", "komi")
    assert tuple(game.values[name] for name in names) == values
    assert game.changed == {"rules": rules}
    assert game == plyground.game("go", **game.changed)
    assert game == plyground.game("go", **game.values)


def test_komi_is_free_under_every_name() -> None:
    game = plyground.game("go", rules="chinese", komi=6.5, size=9)
    assert game.changed == {"size": 9, "komi": 6.5, "rules": "chinese"}
    assert repr(game) == "game('go', size=9, komi=6.5, rules='chinese')"
    assert plyground.game("go", **game.changed) == game


def test_an_option_against_the_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^rules=japanese means scoring=territory, not area;"):
        plyground.game("go", rules="japanese", scoring="area")
    with pytest.raises(ValueError, match=r"^rules can be custom, chinese, .* not klingon\.$"):
        plyground.game("go", rules="klingon")


def test_older_games_have_no_rules_and_stay_as_they_were() -> None:
    """The options of a game that was stored before rules had names."""
    old = {"size": 5, "komi": 0.5, "scoring": "territory", "ko": "simple"}
    game = plyground.game("go", **old)
    assert game.changed == old
    assert score(game, BOTH_IN_SEKI) == (1, 1.5)
    assert read_values("go", game.options, old)["rules"] == "custom"


# Seki


def test_japanese_rules_count_no_points_in_seki() -> None:
    game = plyground.game("go", size=5, rules="japanese", komi=0.5)
    assert score(game, BOTH_IN_SEKI) == (0, 0.5)
    result = game.position(BOTH_IN_SEKI).result()
    assert result is not None
    assert (result.winner, result.margin) == ("white", 0.5)


def test_prisoners_and_dead_stones_count_as_usual() -> None:
    game = plyground.game("go", size=5, rules="japanese", komi=0)
    assert score(game, f"{BOTH_IN_SEKI} prisoners=3,1") == (3, 1)
    end = game.position("2x2/1oxxx/2x2/xxx2/5 b passes=2 prisoners=0,2")
    marked = end.mark_dead(["B4"]).score()
    assert marked is not None
    # 16 points without a living stone, and the dead stone again as a prisoner
    assert (marked.black, marked.white) == (18, 2)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("1x1xo/xxxxo/ooooo/1o1oo/ooooo b passes=2", (2, 2)),  # two eyes each, no neutral point
        ("1x1x1/xxxx1/ooooo/1o1oo/ooooo b passes=2", (2, 2)),  # neutral points that nobody filled
        ("3x1/xxxx1/ooooo/1o1oo/ooooo b passes=2", (3, 2)),  # one eye of three points is no seki
        ("x1x1o/xxx1o/ooooo/1o1oo/ooooo b passes=2", (0, 2)),  # one eye and a neutral point
    ],
)
def test_life_beside_neutral_points_keeps_its_points(
    text: str, points: tuple[float, float]
) -> None:
    assert score(plyground.game("go", size=5, rules="japanese", komi=0), text) == points


# Handicap


@pytest.mark.parametrize(
    ("rules", "white"),
    [("chinese", 4.0), ("aga", 3.0), ("japanese", 0.0), ("new_zealand", 0.0)],
)
def test_compensation_for_a_handicap(rules: str, white: float) -> None:
    game = plyground.game("go", size=9, rules=rules, handicap=4, komi=0)
    found = game.start().score()
    assert found is not None
    assert found.white == white


# SGF


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("handicap", [0, 3])
def test_sgf_keeps_the_name(rules: str, handicap: int) -> None:
    game = plyground.game("go", size=9, rules=rules, handicap=handicap)
    text = notation.write([Record(game)], "sgf")
    assert "RU[" in text
    assert "PLYGROUND" not in text
    assert notation.read(text, "sgf")[0].game == game


@pytest.mark.parametrize(
    ("written", "rules"),
    [
        ("Japanese", "japanese"),
        ("korean", "korean"),
        ("New Zealand", "new_zealand"),
        ("tromp taylor", "tromp_taylor"),
        ("Ing", "custom"),
    ],
)
def test_sgf_is_read_by_name(written: str, rules: str) -> None:
    (record,) = notation.read(f"(;GM[1]SZ[9]KM[5.5]RU[{written}];B[ee])", "sgf")
    assert record.game.values["rules"] == rules
    assert record.game.values["komi"] == 5.5


@pytest.mark.parametrize(
    "options",
    [{}, {"scoring": "territory", "ko": "simple"}, {"suicide": "yes"}, {"handicap": 2, "size": 9}],
)
def test_options_without_a_name_come_back_from_sgf(options: dict[str, object]) -> None:
    game = plyground.game("go", **options)
    text = notation.write([Record(game)], "sgf")
    assert notation.read(text, "sgf")[0].game == game
