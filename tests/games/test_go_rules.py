"""Go: named situations, under every ko rule and with and without suicide."""

import itertools

import pytest

import plyground
from tests.games import code
from tests.games.random_positions import packed

KO = ("positional", "situational", "simple")
SUICIDE = ("no", "yes")

every_rule = pytest.mark.parametrize(("ko", "suicide"), [*itertools.product(KO, SUICIDE)])
every_ko = pytest.mark.parametrize("ko", KO)

SNAPBACK = "5/5/xxxx1/ooox1/2ox1 b"
EDGE_KO = "5/5/5/1xo2/x1xo1 w"
CORNER_KO = "4/x3/ox2/1o2 b"
TRIPLE_KO = "xo1o5/1xo6/9/9/9/9/9/1xo3xo1/xo1o1x1xo b"
SEND_TWO = "5/5/5/oox2/1x1x1 b"
SEKI = "xxoo/xx1o/x1oo/xxoo b"
LONE_SUICIDE = "5/5/5/o4/1o3 b"
PAIR_SUICIDE = "5/5/o4/xo3/1o3 b"


def read(text: str, **options: object) -> plyground.Position:
    """A position on a board as large as the text says."""
    return plyground.game("go", size=text.count("/") + 1, **options).position(text)


def start(**options: object) -> plyground.Position:
    return plyground.game("go", **options).start()


def score(position: plyground.Position) -> tuple[float, float]:
    found = position.score()
    assert found is not None
    return found.black, found.white


# Captures


@every_rule
def test_four_stones_capture_one(ko: str, suicide: str) -> None:
    game = start(size=9, ko=ko, suicide=suicide, scoring="territory")
    after = game.play_all("E6 E5 D5 J1 E4 H1 F5")
    assert after.to_text() == "9/9/9/4x4/3x1x3/4x4/9/9/7oo w prisoners=1,0"


@every_rule
def test_ko_of_the_worked_example(ko: str, suicide: str) -> None:
    game = start(size=4, ko=ko, suicide=suicide)
    after = game.play_all("B2 C2 C3 C4 B4 D3 A3 B3")
    assert after.to_text() == "1xo1/xo1o/1xo1/4 b ko=C3"
    assert code(after, "C3") == "ko"
    assert "C3" not in after.moves()
    assert code(after.play_all("A1 D1"), "C3") is None


@every_rule
def test_snapback(ko: str, suicide: str) -> None:
    """White captures one stone and loses five: no earlier board recurs."""
    taken = read(SNAPBACK, ko=ko, suicide=suicide).play_all("B1 A1")
    assert taken.to_text() == "5/5/xxxx1/ooox1/o1ox1 b"
    assert taken.play("B1").to_text() == "5/5/xxxx1/3x1/1x1x1 w"


@every_rule
def test_a_capture_that_looks_like_suicide(ko: str, suicide: str) -> None:
    """The stone has no liberty before its captures are removed."""
    after = read("5/5/x4/ox3/1ox2 b", ko=ko, suicide=suicide, scoring="territory").play("A1")
    assert after.to_text() == "5/5/x4/1x3/x1x2 w prisoners=2,0"


def test_one_move_captures_several_groups() -> None:
    surrounded = read("1xox1/xo1ox/1xox1/2x2/5 b", scoring="territory").play("C4")
    assert surrounded.to_text() == "1x1x1/x1x1x/1x1x1/2x2/5 w prisoners=4,0"


# Suicide


@pytest.mark.parametrize(
    ("ko", "suicide", "refusal"),
    [
        ("positional", "no", "suicide"),
        ("situational", "no", "suicide"),
        ("simple", "no", "suicide"),
        ("positional", "yes", "ko"),  # it does not change the board
        ("situational", "yes", None),  # but with the other side to move
        ("simple", "yes", None),
    ],
)
def test_suicide_of_one_stone(ko: str, suicide: str, refusal: str | None) -> None:
    position = read(LONE_SUICIDE, ko=ko, suicide=suicide)
    assert code(position, "A1") == refusal
    assert ("A1" in position.moves()) == (refusal is None)


@every_ko
def test_suicide_of_one_stone_after_a_pass(ko: str) -> None:
    """Here the same board with the same side to move occurred before the pass."""
    passed = read(LONE_SUICIDE.replace("b", "w"), ko=ko, suicide="yes").play("pass")
    assert code(passed, "A1") == "ko"


@every_ko
def test_suicide_of_two_stones(ko: str) -> None:
    position = read(PAIR_SUICIDE, ko=ko, suicide="yes", scoring="territory")
    after = position.play("A1")
    assert after.to_text() == "5/5/o4/1o3/1o3 w prisoners=0,2"
    assert code(read(PAIR_SUICIDE, ko=ko, suicide="no"), "A1") == "suicide"


def test_suicide_is_named_before_ko() -> None:
    assert code(read(f"{LONE_SUICIDE} ko=A1"), "A1") == "suicide"
    assert code(read(f"{LONE_SUICIDE} ko=A1", suicide="yes", ko="simple"), "A1") == "ko"


# Ko


@every_rule
@pytest.mark.parametrize(
    ("text", "take", "retake", "elsewhere"),
    [(EDGE_KO, "B1", "C1", "E5 E4"), (CORNER_KO, "A1", "A2", "D4 D3")],
    ids=["edge", "corner"],
)
def test_ko_at_the_border(
    ko: str, suicide: str, text: str, take: str, retake: str, elsewhere: str
) -> None:
    taken = read(text, ko=ko, suicide=suicide).play(take)
    assert taken.to_text().endswith(f" ko={retake}")
    assert code(taken, retake) == "ko"
    later = taken.play_all(elsewhere)
    assert code(later, retake) is None
    retaken = later.play(retake)
    assert code(retaken, take) == "ko"


@every_ko
def test_a_ko_read_from_text_is_refused_once(ko: str) -> None:
    position = read("1xo1/xo1o/1xo1/4 b ko=C3", ko=ko)
    assert code(position, "C3") == "ko"
    assert "C3" not in position.moves()
    assert code(position.play_all("pass A1"), "C3") is None


CYCLE = "C1 G1 C9 B1 H1"


@pytest.mark.parametrize(
    ("ko", "refusal"), [("positional", "ko"), ("situational", "ko"), ("simple", None)]
)
@pytest.mark.parametrize("suicide", SUICIDE)
def test_sixth_capture_of_a_triple_ko_depends_on_the_rule(
    ko: str, suicide: str, refusal: str | None
) -> None:
    """Five captures in three kos are allowed; the sixth recreates the first board."""
    five = read(TRIPLE_KO, ko=ko, suicide=suicide).play_all(CYCLE)
    assert code(five, "B9") == refusal


@pytest.mark.parametrize("suicide", SUICIDE)
def test_triple_ko_draws_at_the_third_time(suicide: str) -> None:
    again = read(TRIPLE_KO, ko="simple", suicide=suicide).play_all(f"{CYCLE} B9")
    assert again.to_text() == TRIPLE_KO.replace(" b", " b ko=C9")
    assert again.result() is None
    third = again.play_all(f"{CYCLE} B9")
    result = third.result()
    assert result is not None
    assert (result.winner, result.margin, result.code) == (None, None, "repetition")
    assert str(result) == "draw: the same position for the third time"
    assert third.moves() == []
    assert code(third, "E5") == "game_over"


@pytest.mark.parametrize(
    ("ko", "refusal"), [("positional", "ko"), ("situational", None), ("simple", None)]
)
@pytest.mark.parametrize("suicide", SUICIDE)
def test_send_two_return_one(ko: str, suicide: str, refusal: str | None) -> None:
    """Black sacrifices two stones and captures one: the board recurs, but with White to move."""
    taken = read(SEND_TWO, ko=ko, suicide=suicide).play_all("A1 C1")
    assert taken.to_text() == "5/5/5/oox2/2ox1 b"
    assert code(taken, "B1") == refusal


def test_sending_two_again() -> None:
    """After White's pass, Black may sacrifice two again only under simple ko."""
    moves = "A1 C1 B1 pass"
    assert code(read(SEND_TWO, ko="situational").play_all(moves), "A1") == "ko"
    back = read(SEND_TWO, ko="simple").play_all(moves)
    assert code(back, "A1") is None
    third = back.play_all(moves).result()
    assert third is not None
    assert third.code == "repetition"


@every_ko
def test_passing_is_always_allowed(ko: str) -> None:
    """A pass does not change the board, and no ko rule forbids it."""
    position = start(size=3, ko=ko).play_all("B2 pass A1 pass")
    assert position.result() is None
    assert code(position, "pass") is None


def test_a_board_passed_over_counts_as_seen() -> None:
    """Black may not recreate the board on which White passed, with White to move."""
    passed = read(SEND_TWO.replace(" b", " w"), ko="situational").play("pass")
    assert code(passed.play_all("A1 C1"), "B1") == "ko"


# Counting


@pytest.mark.parametrize(
    ("scoring", "expected"), [("area", (7, 7)), ("territory", (0, 0))], ids=["area", "territory"]
)
def test_seki(scoring: str, expected: tuple[float, float]) -> None:
    """The two shared liberties of the groups belong to neither side."""
    assert score(read(SEKI, scoring=scoring, komi=0)) == expected


@pytest.mark.parametrize(("text", "moves"), [(SEKI, "C3 B2"), (SEKI.replace(" b", " w"), "B2 C3")])
def test_breaking_a_seki_gets_captured(text: str, moves: str) -> None:
    mover, captor = ("black", "white") if text.endswith("b") else ("white", "black")
    after = read(text, scoring="territory", komi=0).play_all(moves)
    owners = {piece["owner"] for piece in after.view()["pieces"]}
    assert owners == {captor}
    assert after.turn == mover


def test_territory_and_area_of_the_worked_example() -> None:
    assert score(read("xo1/1xo/2x b", scoring="territory", komi=0)) == (3, 1)
    assert score(read("xo1/1xo/2x b", scoring="area", komi=0)) == (6, 3)


def test_komi_goes_to_white() -> None:
    assert score(read("xo1/1xo/2x b", scoring="territory")) == (3, 7.5)
    assert score(read("xo1/1xo/2x b", komi=-2)) == (6, 1)


def test_prisoners_count_in_territory_only() -> None:
    moves = "E6 E5 D5 J1 E4 H1 F5"
    assert score(start(size=9, scoring="territory", komi=0).play_all(moves)) == (2, 0)
    assert score(start(size=9, scoring="area", komi=0).play_all(moves)) == (5, 2)


def test_an_empty_board_has_no_territory() -> None:
    result = start(scoring="territory").play_all("pass pass").result()
    assert result is not None
    assert (result.winner, result.margin) == (None, 0.0)
    assert str(result) == "draw: two passes"
    assert score(start(scoring="territory").play_all("pass pass")) == (0, 0)


def test_an_empty_board_is_whites_in_area() -> None:
    result = start(scoring="area", komi=3.5).play_all("pass pass").result()
    assert result is not None
    assert str(result) == "white wins: two passes: white by 3.5"


def test_results_say_by_how_much() -> None:
    won = read("1x1/xxx/1x1 b", komi=0.5).play_all("pass pass").result()
    assert won is not None
    assert (won.winner, won.margin, won.code) == ("black", 8.5, "two_passes")
    assert won.reason == "two passes: black by 8.5"


def test_passes_must_follow_each_other() -> None:
    position = start(size=5).play_all("pass C3 pass")
    assert position.result() is None
    assert position.to_text() == "5/5/2o2/5/5 w passes=1"


# Dead stones


def test_dead_stones_become_points() -> None:
    end = read("3/xxx/1o1 b passes=2", scoring="territory", komi=0)
    assert score(end) == (3, 0)
    assert score(end.mark_dead(["B1"])) == (7, 0)  # three above, three below, one prisoner


def test_one_point_marks_the_whole_group() -> None:
    end = read("oo3/5/xxxxx/5/3oo b passes=2", komi=0)
    marked = end.mark_dead(["d1"])
    assert marked.to_text().endswith(" dead=D1,E1")
    assert score(marked) == (15, 2)
    result = marked.result()
    assert result is not None
    assert result.reason == "two passes: black by 13"


def test_marks_are_replaced_not_added() -> None:
    end = read("oo3/5/xxxxx/5/3oo b passes=2", komi=0)
    assert end.mark_dead(["A5"]).mark_dead(["E1"]) == end.mark_dead(["E1"])
    assert end.mark_dead(["A5"]).mark_dead([]) == end


def test_a_move_takes_the_marks_away() -> None:
    position = read("oo3/5/xxxxx/5/3oo b", komi=0)
    assert position.mark_dead(["A5"]).play("pass") == position.play("pass")


@pytest.mark.parametrize("point", ["C1", "Z9", "pass", "", "A5 B5"])
def test_only_stones_can_be_dead(point: str) -> None:
    with pytest.raises(ValueError, match="Only stones can be marked dead"):
        read("oo3/5/xxxxx/5/3oo b").mark_dead([point])


# Handicap and the cap on moves

NINETEEN = {
    2: "D4 Q16",
    3: "D4 Q16 D16",
    4: "D4 Q16 D16 Q4",
    5: "D4 Q16 D16 Q4 K10",
    6: "D4 Q16 D16 Q4 D10 Q10",
    7: "D4 Q16 D16 Q4 D10 Q10 K10",
    8: "D4 Q16 D16 Q4 D10 Q10 K4 K16",
    9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
}


def stones(position: plyground.Position) -> set[str]:
    return {piece["at"] for piece in position.view()["pieces"] if piece["owner"] == "black"}


@pytest.mark.parametrize(("handicap", "points"), [*NINETEEN.items()])
def test_handicap_on_the_large_board(handicap: int, points: str) -> None:
    position = start(handicap=handicap)
    assert stones(position) == set(points.split())
    assert position.turn == "white"


@pytest.mark.parametrize(
    ("size", "handicap", "points"),
    [
        (7, 4, "C3 E5 C5 E3"),
        (8, 3, "C3 F6 C6"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        (12, 4, "C3 K10 C10 K3"),
        (13, 6, "D4 K10 D10 K4 D7 K7"),
        (25, 2, "D4 W22"),
    ],
)
def test_handicap_on_other_boards(size: int, handicap: int, points: str) -> None:
    assert stones(start(size=size, handicap=handicap)) == set(points.split())


@pytest.mark.parametrize(
    ("size", "handicap", "sentence"),
    [
        (19, 1, "handicap can be 0, 2, 3, 4, 5, 6, 7, 8 or 9, not 1."),
        (8, 5, "handicap can be 0 or 2 to 4, not 5."),
        (7, 5, "handicap can be 0 or 2 to 4, not 5."),
        (5, 2, "handicap can be 0 only, not 2."),
    ],
)
def test_a_handicap_the_board_can_not_hold(size: int, handicap: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        start(size=size, handicap=handicap)


def test_the_cap_counts_stones_not_passes() -> None:
    position = start(size=5, max_moves=3, komi=0.5).play_all("C3 pass D3")
    assert position.to_text() == "5/5/2xx1/5/5 w stones=2"
    result = position.play("A1").result()
    assert result is not None
    assert (result.winner, result.margin, result.code) == ("black", 0.5, "move_limit")
    assert result.reason == "the limit on moves is reached: black by 0.5"
    assert code(position.play("A1"), "B1") == "game_over"


def test_two_passes_end_a_capped_game_too() -> None:
    result = start(size=5, max_moves=3).play_all("C3 pass pass").result()
    assert result is not None
    assert result.code == "two_passes"


# All boards


@pytest.mark.parametrize(("size", "legal"), [(2, 57), (3, 12675)])
def test_the_number_of_legal_boards(size: int, legal: int) -> None:
    """Exactly the boards whose groups all have liberties can be read."""
    game = plyground.game("go", size=size)
    rows = [packed("".join(points)) for points in itertools.product("xo.", repeat=size)]
    boards = ("/".join(chosen) for chosen in itertools.product(rows, repeat=size))
    assert sum(can_be_read(game, f"{board} b") for board in boards) == legal


def can_be_read(game: plyground.Game, text: str) -> bool:
    try:
        return game.position(text).to_text() == text
    except ValueError:
        return False
