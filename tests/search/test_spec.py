"""Players and searches as one line of text."""

import re
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

import plyground
from plyground.engine.spec import ALGORITHMS, MAX_DEPTH, ORIGINALS, Spec, limited, read_spec
from tests.games.cases import ONE_OF_EACH, load_examples

READ: list[tuple[str, str, dict[str, Any]]] = [
    ("random", "random", {}),
    ("random:seed=7", "random", {"seed": 7}),
    ("minimax:depth=3", "minimax", {"depth": 3}),
    ("alphabeta:depth=6,eval=corners", "alphabeta", {"depth": 6, "eval": (("corners", 1.0),)}),
    (
        "alphabeta:eval=corners*10+stability*7+mobility*5+coins*4",
        "alphabeta",
        {"eval": (("corners", 10.0), ("stability", 7.0), ("mobility", 5.0), ("coins", 4.0))},
    ),
    ("minimax:eval=pieces*-0.5+hand*2.25", "minimax", {"eval": (("pieces", -0.5), ("hand", 2.25))}),
    ("deepening:seconds=0.25", "deepening", {"seconds": 0.25}),
    (
        "deepening:seconds=2,nodes=1000,first=3",
        "deepening",
        {"seconds": 2, "nodes": 1000, "first": 3},
    ),
    (" alphabeta:depth = 2 , order = on ", "alphabeta", {"depth": 2, "order": "on"}),
    (
        "minimax:list=original,repetition=off,order=off",
        "minimax",
        {"list": "original", "repetition": "off", "order": "off"},
    ),
    (f"minimax:depth={MAX_DEPTH}", "minimax", {"depth": MAX_DEPTH}),
    ("minimax:nodes=1000000000000", "minimax", {"nodes": 10**12}),
    ("deepening:seconds=86400", "deepening", {"seconds": 86_400}),
    (f"random:seed={2**63}", "random", {"seed": 2**63}),
    ("level:1", "level", {"level": 1}),
    ("level: 8 , seed = 7 , resign=off", "level", {"level": 8, "seed": 7, "resign": "off"}),
    ("search:seconds=1,resign=off", "search", {"seconds": 1, "resign": "off"}),
    (
        "original-gomoku:resign=on",
        "alphabeta",
        {"depth": 2, "eval": (("runs", 1.0),), "resign": "on"},
    ),
]


@pytest.mark.parametrize(("text", "algorithm", "settings"), READ)
def test_a_spec_is_read(text: str, algorithm: str, settings: dict[str, Any]) -> None:
    spec = read_spec(text)
    assert (spec.algorithm, dict(spec.settings)) == (algorithm, settings)
    assert str(spec) == text


# The spec, the wrong word, and suggested words.
WRONG = [
    ("", "''", ["minimax", "alphabeta", "deepening", "random", *ORIGINALS]),
    ("alphabta:depth=3", "'alphabta'", ["alphabeta", "minimax"]),
    ("Minimax:depth=3", "'Minimax'", ["minimax"]),
    ("original-chess", "'original-chess'", list(ORIGINALS)),
    ("minimax:depht=3", "'depht=3'", ["depth=", "nodes=", "seconds=", "eval="]),
    ("minimax:first=3", "'first=3'", ["depth=", "order="]),
    ("minimax:depth", "'depth'", ["depth="]),
    ("random:depth=3", "'depth=3'", ["seed="]),
    ("minimax:", "'minimax:'", ["depth="]),
    ("minimax:depth=0", "'0'", ["depth", "1 to 200"]),
    ("minimax:depth=201", "'201'", ["depth", "1 to 200"]),
    ("minimax:depth=-1", "'-1'", ["depth", "1 to 200"]),
    ("minimax:depth=3.5", "'3.5'", ["depth", "whole number"]),
    ("minimax:depth=x", "'x'", ["depth", "1 to 200"]),
    ("minimax:depth=", "''", ["depth", "1 to 200"]),
    ("minimax:depth=²", "'²'", ["depth", "1 to 200"]),
    ("minimax:depth=3,nodes=0", "'0'", ["nodes", "from 1 to"]),
    (
        "minimax:depth=3,nodes=1000000000001",
        "'1000000000001'",
        ["nodes", "from 1 to 1000000000000"],
    ),
    ("deepening:seconds=0", "'0'", ["seconds", "above 0", "86400"]),
    ("deepening:seconds=nan", "'nan'", ["seconds", "above 0"]),
    ("deepening:seconds=1e9", "'1e9'", ["seconds", "at most 86400"]),
    ("deepening:seconds=86401", "'86401'", ["seconds", "at most 86400"]),
    ("alphabeta:depth=3,order=yes", "'yes'", ["order", "off or on"]),
    ("alphabeta:depth=3,list=old", "'old'", ["list", "game or original"]),
    ("alphabeta:depth=3,repetition=1", "'1'", ["repetition", "on or off"]),
    ("alphabeta:depth=3,eval=", "''", ["eval", "corners*10+mobility"]),
    ("alphabeta:depth=3,eval=a+", "'a+'", ["eval", "corners*10+mobility"]),
    ("alphabeta:depth=3,eval=a*x", "'a*x'", ["eval", "corners*10+mobility"]),
    ("original-gomoku:depth=0", "'0'", ["depth", "1 to 200"]),
    ("original-gomoku:first=1", "'first=1'", ["depth="]),
    ("level", "'level'", ["1 to 8", "level:3"]),
    ("level:", "'level:'", ["1 to 8", "level:3"]),
    ("level:seed=3", "'level:seed=3'", ["1 to 8", "level:3"]),
    ("level:0", "'0'", ["level", "1 to 8"]),
    ("level:9", "'9'", ["level", "1 to 8"]),
    ("level:x", "'x'", ["level", "1 to 8"]),
    ("level:3,depth=2", "'depth=2'", ["seed=", "resign="]),
    ("level:3,resign=no", "'no'", ["on or off"]),
    ("random:resign=0", "'0'", ["on or off"]),
]


@pytest.mark.parametrize(("text", "wrong", "right"), WRONG)
def test_an_error_points_at_the_wrong_word(text: str, wrong: str, right: list[str]) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)) as caught:
        read_spec(text)
    assert repr(text) in str(caught.value)
    for word in right:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    "text", ["minimax:depth=3,depth=4", "alphabeta:depth=2,order=on,order=off"]
)
def test_a_setting_given_twice_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        read_spec(text)


@pytest.mark.parametrize("text", ["minimax:,", "minimax:depth=3,", "minimax:depth=3,,order=on"])
def test_an_empty_setting_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        read_spec(text)


def test_a_long_wrong_text_is_shortened() -> None:
    for text in ("x" * 10_000, "minimax:" + "y" * 10_000, "minimax:depth=" + "9" * 10_000):
        with pytest.raises(ValueError, match=r"^In '") as caught:
            read_spec(text)
        assert len(str(caught.value)) < 500


PIECES = [
    *ALGORITHMS,
    *ORIGINALS,
    *":=,+*-. \n\t",
    *("depth", "nodes", "seconds", "eval", "order", "list", "repetition", "first", "seed"),
    *("on", "off", "game", "original", "corners", "0", "1", "7", "200", "1e5", "nan", "٣", "\x00"),
]
ALMOST = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@pytest.mark.heavy
@hypothesis.given(st.text() | ALMOST)
def test_any_text_is_a_spec_or_a_value_error(text: str) -> None:
    try:
        spec = read_spec(text)
    except ValueError as error:
        assert text == "" or str(error)  # noqa: PT017 - hypothesis gives both kinds
        return
    assert isinstance(spec, Spec)
    assert spec.algorithm in ALGORITHMS
    assert set(spec.settings) <= set(ALGORITHMS[spec.algorithm])
    assert read_spec(str(spec)) == spec


@hypothesis.given(
    st.sampled_from(["minimax", "alphabeta", "deepening"]),
    st.integers(1, MAX_DEPTH),
    st.integers(1, 10**12),
    st.floats(0.001, 86_400).map(lambda number: f"{number:.3f}"),
    st.lists(
        st.tuples(st.from_regex(r"[a-z_]{1,9}", fullmatch=True), st.integers(-99, 99)), min_size=1
    ),
)
def test_written_specs_are_read_back(
    name: str, depth: int, nodes: int, seconds: str, terms: list[tuple[str, int]]
) -> None:
    mix = "+".join(f"{term}*{weight}" for term, weight in terms)
    spec = read_spec(f"{name}:depth={depth},nodes={nodes},seconds={seconds},eval={mix}")
    assert dict(spec.settings) == {
        "depth": depth,
        "nodes": nodes,
        "seconds": float(seconds),
        "eval": tuple((term, float(weight)) for term, weight in terms),
    }


@pytest.mark.parametrize("name", ORIGINALS)
def test_the_originals_play_their_games(name: str) -> None:
    position = plyground.game(name.removeprefix("original-")).start()
    report = plyground.search(position, f"{name}:depth=2,seconds=5")
    assert report.move in position.moves()
    assert report.depth == 2


def test_a_setting_of_an_original_can_be_changed() -> None:
    plain, changed = read_spec("original-othello"), read_spec("original-othello:depth=2")
    assert changed.algorithm == plain.algorithm
    assert dict(changed.settings) == {**plain.settings, "depth": 2}
    assert changed.settings["depth"] != plain.settings["depth"]


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_an_unknown_heuristic_lists_the_known_ones(game: plyground.Game) -> None:
    start = game.start()
    with pytest.raises(ValueError, match="no heuristic 'beauty'") as caught:
        plyground.search(start, "alphabeta:depth=2,eval=beauty*2")
    known = [term.name for term in start.explain_score()]
    assert known
    assert game.name in str(caught.value)
    for name in known:
        assert name in str(caught.value)


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_every_heuristic_can_be_chosen_and_weighed(game: plyground.Game) -> None:
    position = plyground.random_game(game.start(), 3, max_plies=9)
    sign = 1 if position.turn == "black" else -1
    for term in position.explain_score():
        for weight in (1.0, -2.5):
            spec = f"minimax:depth=1,eval={term.name}*{weight}"
            lines = plyground.search(position, spec, lines=1000).lines
            for line in lines:
                after = position.play(line.move)
                if after.result() is not None:
                    continue
                (same,) = [other for other in after.explain_score() if other.name == term.name]
                assert line.score == pytest.approx(sign * weight * same.value)


def test_a_mix_adds_up() -> None:
    position = plyground.random_game(plyground.game("dobutsu").start(), 1, max_plies=6)
    names = [term.name for term in position.explain_score()]
    mix = "+".join(f"{name}*{number}" for number, name in enumerate(names, 2))
    report = plyground.search(position, f"minimax:depth=1,eval={mix}", lines=100)
    sign = 1 if position.turn == "black" else -1
    checked = 0
    for line in report.lines:
        after = position.play(line.move)
        if after.result() is None:
            values = [term.value for term in after.explain_score()]
            total = sum(number * value for number, value in enumerate(values, 2))
            assert line.score == pytest.approx(sign * total)
            checked += 1
    assert checked > 1


def test_an_original_list_where_there_is_none_is_reported() -> None:
    with pytest.raises(ValueError, match="original list"):
        plyground.search(plyground.game("othello").start(), "minimax:depth=1,list=original")


def test_a_level_is_no_search() -> None:
    start = plyground.game("dobutsu").start()
    for ask in (plyground.search, plyground.analyse, plyground.trace):
        with pytest.raises(ValueError, match="'level:3' is a player, not a search"):
            ask(start, "level:3")


def test_resigning_can_be_switched_off_for_every_player() -> None:
    for name in ALGORITHMS:
        text = "level:2,resign=off" if name == "level" else f"{name}:resign=off"
        assert read_spec(text).settings["resign"] == "off"


def test_a_limit_is_added_only_where_one_is_needed() -> None:
    for text in ("level:3", "random", "minimax:depth=2", "search:nodes=9", "proof:nodes=9"):
        assert limited(text) == text
    for name in ("search", "mcts", "proof", "deepening"):
        assert limited(f"{name}:resign=off", 2.5) == f"{name}:resign=off,seconds=2.5"


def test_a_random_player_repeats_itself_only_with_a_seed() -> None:
    start = plyground.game("gomoku").start()
    seeded = {plyground.search(start, "random:seed=5").move for _ in range(20)}
    assert len(seeded) == 1
    assert len({plyground.search(start, f"random:seed={seed}").move for seed in range(40)}) > 10
    free = {plyground.search(start, "random").move for _ in range(40)}
    assert len(free) > 10
    assert free <= set(start.moves())


def test_a_game_in_python_takes_the_same_specs() -> None:
    load_examples()
    start = plyground.game("tictactoe").start()
    for spec in (
        "random",
        "minimax:depth=2",
        "alphabeta:depth=2,eval=evaluate",
        "deepening:nodes=99",
    ):
        assert plyground.search(start, spec).move in start.moves()
