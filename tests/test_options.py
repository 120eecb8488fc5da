"""Options: allowed values, and the sentences for other values."""

import re

import pytest

from plyground.engine.options import Option, Value, read_values, show

SIZE = Option("size", "Rows and columns.", "int", 9, low=2, high=25)
KOMI = Option("komi", "Points for white.", "float", 6.5, low=-20, high=20.5)
LIMIT = Option("limit", "The most moves.", "int", None, low=1, high=500, may_be_none=True)
RULE = Option("rule", "Which rule.", "choice", "free", choices=("free", "renju", "exact"))
PASS = Option("pass", "Whether players may pass.", "choice", "yes", choices=("yes", "no"))
ONLY = Option("board", "Which board.", "choice", "flat", choices=("flat",))
OPEN = Option("weight", "Any number.", "float", 1.0)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (SIZE, "a whole number from 2 to 25"),
        (KOMI, "a number from -20 to 20.5"),
        (LIMIT, "a whole number from 1 to 500 or none"),
        (RULE, "free, renju or exact"),
        (PASS, "yes or no"),
        (ONLY, "flat"),
    ],
)
def test_allowed_values_are_described(option: Option, words: str) -> None:
    assert option.allowed == words


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (SIZE, 2, 2),
        (SIZE, 25, 25),
        (SIZE, "19", 19),
        (SIZE, "+9.0", 9),
        (SIZE, 9.0, 9),
        (KOMI, "-20", -20.0),
        (KOMI, 20.5, 20.5),
        (KOMI, "0.123456789012", 0.123456789012),
        (OPEN, "-999999999999", -999999999999.0),
        (OPEN, 1e30, 1e30),
        (LIMIT, None, None),
        (LIMIT, "none", None),
        (LIMIT, 1, 1),
        (RULE, "exact", "exact"),
        (PASS, True, "yes"),
        (PASS, False, "no"),
    ],
)
def test_a_value_within_bounds_is_read(option: Option, given: object, value: Value) -> None:
    read = option.read(given)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("option", "given", "shown"),
    [
        (SIZE, 1, "1"),
        (SIZE, 26, "26"),
        (SIZE, 9.5, "9.5"),
        (SIZE, True, "True"),
        (SIZE, None, "none"),
        (SIZE, "none", "none"),
        (SIZE, "", ""),
        (SIZE, "9 ", "9 "),
        (SIZE, "1e1", "1e1"),
        (SIZE, [9], "[9]"),
        (SIZE, float("inf"), "inf"),
        (KOMI, -20.5, "-20.5"),
        (KOMI, "20.6", "20.6"),
        (KOMI, float("nan"), "nan"),
        (OPEN, "1234567890123", "1234567890123"),
        (OPEN, "0.1234567890123", "0.1234567890123"),
        (LIMIT, 0, "0"),
        (RULE, "gomoku", "gomoku"),
        (RULE, 1, "1"),
        (RULE, True, "True"),
        (PASS, "\u5426", "\\u5426"),
    ],
)
def test_any_other_value_is_refused_by_name(option: Option, given: object, shown: str) -> None:
    sentence = f"{option.name} can be {option.allowed}, not {shown}."
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        option.read(given)


def test_a_long_value_is_cut_after_forty_characters() -> None:
    with pytest.raises(ValueError, match=rf"not {'x' * 40}\.$"):
        RULE.read("x" * 40)
    with pytest.raises(ValueError, match=rf"not {'x' * 40}\.\.\.\.$"):
        RULE.read("x" * 41)


def test_numbers_are_shown_without_needless_zeros() -> None:
    assert [show(value) for value in (7.0, 7, 6.5, -0.5, None, "7.0")] == [
        *("7", "7", "6.5", "-0.5", "none", "7.0")
    ]


def test_missing_options_have_their_defaults() -> None:
    assert read_values("go", (SIZE, KOMI), {"komi": "7"}) == {"size": 9, "komi": 7.0}
    assert read_values("go", (SIZE, PASS), {"pass_": False}) == {"size": 9, "pass": "no"}
    assert read_values("go", (), {}) == {}


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"^go has no option 'sise'; its options are: size, komi"):
        read_values("go", (SIZE, KOMI), {"sise": 9})
    with pytest.raises(ValueError, match=r"^chess has no option 'size'; its options are: none\.$"):
        read_values("chess", (), {"size": 9})


def test_an_option_stays_as_it_is() -> None:
    with pytest.raises(AttributeError):
        SIZE.high = 99  # type: ignore[misc]


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^The option pass is given twice\.$"):
        read_values("go", (PASS,), {"pass": "yes", "pass_": "no"})
