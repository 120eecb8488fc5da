"""A written record is read back unchanged, or with everything that the notation can hold."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.records import notation
from plyground.records.notation.sgf.text import escaped, text_of
from plyground.records.record import Record
from tests.conftest import scaled
from tests.notation.records import records

Choices = list[tuple[str, dict[str, object]]]

SGF_GAMES: Choices = [
    ("go", {"size": 5, "komi": 0.5}),
    ("go", {"size": 9, "handicap": 3, "scoring": "territory", "ko": "simple"}),
    ("go", {"size": 5, "ko": "situational", "suicide": "yes", "max_moves": 20}),
    ("go", {"size": 21, "komi": -7}),
    ("gomoku", {"size": 7, "line": 4}),
    ("gomoku", {"rule": "renju"}),
    ("robogo", {}),
    ("robogo", {"size": 5, "line": 4, "captures": "no", "pass": "no"}),
    ("othello", {}),
    ("othello", {"size": 4}),
]
DOBUTSU: Choices = [("dobutsu", {}), ("dobutsu", {"try": "entry"})]


def among(choices: Choices, dice: random.Random) -> plyground.Game:
    name, options = dice.choice(choices)
    return plyground.game(name, **options)


def sgf_game(dice: random.Random) -> plyground.Game:
    return among(SGF_GAMES, dice)


def dobutsu_game(dice: random.Random) -> plyground.Game:
    return among(DOBUTSU, dice)


def othello_game(dice: random.Random) -> plyground.Game:
    return plyground.game("othello", size=dice.choice([4, 6, 8]))


def any_game(dice: random.Random) -> plyground.Game:
    return among(SGF_GAMES + DOBUTSU, dice)


@settings(max_examples=scaled(150))
@given(record=records(sgf_game))
def test_sgf_keeps_everything(record: Record) -> None:
    text = notation.write([record], "sgf")
    back = notation.read(text.encode(), "sgf")
    assert back == [record]
    assert notation.write(back, "sgf") == text


@settings(max_examples=scaled(100))
@given(record=records(dobutsu_game, setups=False))
def test_kif_keeps_everything(record: Record) -> None:
    text = notation.write([record], "kif")
    back = notation.read(text.encode(), "kif")
    assert back == [record]
    assert notation.write(back, "kif") == text


@settings(max_examples=scaled(60))
@given(record=records(any_game))
def test_json_lines_keep_everything(record: Record) -> None:
    text = notation.write([record], "jsonl")
    assert notation.read(text, "jsonl") == [record]


def plain(record: Record) -> tuple[object, ...]:
    """The parts of a record that a list of moves keeps."""
    return record.game, record.root.position.to_text(), record.moves


@settings(max_examples=scaled(60))
@given(many=st.lists(records(any_game, setups=False, plies=12), min_size=1, max_size=3))
def test_lines_of_moves_keep_the_moves(many: list[Record]) -> None:
    back = notation.read(notation.write(many, "moves"))
    assert [plain(record) for record in back] == [plain(record) for record in many]


@pytest.mark.parametrize("name", ["othello", "ggf"])
@settings(max_examples=scaled(60))
@given(many=st.lists(records(othello_game, setups=False), min_size=1, max_size=3))
def test_othello_texts_keep_the_moves(name: str, many: list[Record]) -> None:
    back = notation.read(notation.write(many, name), name)
    assert [plain(record) for record in back] == [plain(record) for record in many]


@pytest.mark.parametrize("name", ["usi", "fairy"])
@settings(max_examples=scaled(60))
@given(record=records(lambda _: plyground.game("dobutsu"), setups=False))
def test_dobutsu_lists_keep_the_moves(name: str, record: Record) -> None:
    back = notation.read(notation.write([record], name), name)
    assert [plain(one) for one in back] == [plain(record)]


ALL_GAMES: Choices = [
    *SGF_GAMES,
    *DOBUTSU,
    ("othello", {"size": 6}),
    ("connect_four", {}),
    ("connect_four", {"columns": 5, "rows": 4, "line": 3}),
]


def is_kept(record: Record, name: str) -> bool:
    """Whether position and moves come back. The game is given: some notations hold no options."""
    (back,) = notation.read(notation.write([record], name), name, game=record.game)
    return plain(back)[1:] == plain(record)[1:]


@settings(max_examples=scaled(100))
@given(record=records(lambda dice: among(ALL_GAMES, dice), setups=False, plies=6))
def test_record_survives_every_notation_that_holds_its_game(record: Record) -> None:
    for name, row in notation.formats().items():
        assert not row.holds(record.game) or is_kept(record, name), name


@pytest.mark.parametrize(("game", "options"), ALL_GAMES)
def test_record_without_moves_survives_every_notation(
    game: str, options: dict[str, object]
) -> None:
    start = plyground.game(game, **options)
    moved = start.start().play(start.start().moves()[0]).to_text()
    for name, row in notation.formats().items():
        if row.holds(start):
            assert is_kept(Record(start), name), name
            assert is_kept(Record(start, moved), name), name


@settings(max_examples=scaled(40))
@given(record=records(othello_game, setups=False))
def test_ggf_keeps_times_and_scores(record: Record) -> None:
    back = notation.read(notation.write([record], "ggf"))[0]
    for before, after in zip(record.main_line(), back.main_line(), strict=True):
        assert (before.seconds is None) == (after.seconds is None)
        assert (before.evaluation is None) == (after.evaluation is None)
        if before.seconds is not None and after.seconds is not None:
            assert after.seconds == pytest.approx(before.seconds, abs=0.001)
        if before.evaluation is not None and after.evaluation is not None:
            assert after.evaluation.score == pytest.approx(before.evaluation.score, abs=0.001)


@given(st.text())
def test_escaped_text_is_read_back(text: str) -> None:
    assert text_of(escaped(text)) == text


def test_every_game_has_its_formats() -> None:
    for game in plyground.all_games().values():
        holding = [row.name for row in notation.formats().values() if row.holds(game)]
        assert {"jsonl", "moves"} < set(holding) or game.name not in ("go", "gomoku", "robogo")
    for row in notation.formats().values():
        assert row.sentence.endswith(".")
        assert notation.find_format(f"some.{row.extensions[0]}") is row


def test_a_game_that_does_not_fit_is_refused() -> None:
    with pytest.raises(
        ValueError, match="sgf can't hold a game of Dobutsu shogi; these can: jsonl"
    ):
        notation.write([Record(plyground.game("dobutsu"))], "sgf")
    with pytest.raises(ValueError, match="ggf can't hold a game of Go"):
        notation.read("x", "ggf", game=plyground.game("go"))
