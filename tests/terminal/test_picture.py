"""Boards as characters: every game, every size, and marks that need no colour."""

from dataclasses import replace

import pytest

import plyground
from plyground.engine.view import View
from plyground.terminal.glyphs import ASCII, DRAWN, MARKS, Glyphs, glyphs_for
from plyground.terminal.picture import Picture, Pointer, Scale, extent, fit, scales, targets
from plyground.terminal.touch import aim, central, pick, touch
from tests.terminal.seats import PASSING

GAMES = ["robogo", "gomoku", "go", "othello", "dobutsu", "connect_four"]


def text(picture: Picture) -> str:
    return "\n".join("".join(ink.char for ink in row).rstrip() for row in picture.rows)


def drawn(view: View, scale: Scale, pointer: Pointer = Pointer(), **how: object) -> str:  # noqa: B008
    return text(Picture(view, scale, **how).paint(pointer))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_every_square_can_be_clicked_at_every_size(game: str) -> None:
    view = plyground.game(game).start().view()
    for scale in scales(view):
        for flipped in (False, True):
            picture = Picture(view, scale, flipped=flipped).paint(Pointer())
            width, height = extent(view, scale)
            assert (len(picture.rows[0]), len(picture.rows)) == (width, height)
            for column in view["columns"]:
                for row in view["rows"]:
                    x, y = picture.centre(column + row)
                    assert picture.label_at(x, y) == column + row
                    assert 0 <= x < width
                    assert 0 <= y < height
            assert picture.label_at(0, 0) is None or game == "go"
            assert picture.label_at(width + 9, 1) is None


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("go", {"size": 19}),
        ("go", {"size": 9}),
        ("gomoku", {"size": 15}),
        ("gomoku", {"size": 19}),
        ("robogo", {"size": 19}),
        ("othello", {}),
        ("dobutsu", {}),
    ],
)
def test_all_boards_up_to_19_have_room_in_80_by_24(game: str, options: dict[str, int]) -> None:
    view = plyground.game(game, **options).start().view()
    assert fit(view, 80 - 24, 24 - 4) is not None


def test_larger_terminals_get_larger_boards_and_tiny_ones_none() -> None:
    view = plyground.game("othello").start().view()
    widths = [fit(view, width, width // 2) for width in (40, 60, 70, 200)]
    assert [scale.width for scale in widths if scale] == [4, 6, 8, 10]
    assert fit(view, 20, 10) is None


def test_a_small_board_in_full() -> None:
    view = plyground.game("go", size=3).start().play_all("B2 A3").view()
    assert drawn(view, Scale(2, 1), Pointer(cursor="C1"), solid=False) == (
        "   A B C\n3 (○)┬─┐\n2  ├─●─┤\n1  └─┴[┘]"
    )
    assert drawn(view, Scale(4, 2), solid=False).splitlines()[1:4] == [
        "3  (○)──┬───┐",
        "2   │   │   │".replace("2", " "),
        "2   ├───●───┤",
    ]


def test_ascii_only() -> None:
    for game in GAMES:
        view = plyground.game(game).start().view()
        for scale in scales(view):
            pointer = Pointer(cursor=view["columns"][0] + view["rows"][0], show_moves=True)
            assert drawn(view, scale, pointer, glyphs=ASCII).isascii()


def test_the_encoding_decides_on_the_characters() -> None:
    assert glyphs_for("utf-8") is DRAWN
    for poor in ("ascii", "cp1252", "latin-1", "no such encoding", None):
        assert glyphs_for(poor) is ASCII


@pytest.mark.parametrize("glyphs", [DRAWN, ASCII])
def test_nothing_that_is_marked_looks_like_something_else_without_colour(glyphs: object) -> None:
    """One picture per mark, all different from each other and from the bare board."""
    dobutsu = plyground.game("dobutsu").start().play_all("b2b3 c4b3")
    view = dobutsu.view()
    pointers = {
        "bare": Pointer(),
        "cursor": Pointer(cursor="b1"),
        "picked up": Pointer(selected="b1"),
        "drop": Pointer(piece="chick"),
    }
    seen = {
        name: drawn(view, Scale(6, 2), pointer, glyphs=glyphs, solid=False)
        for name, pointer in pointers.items()
    }
    assert len(set(seen.values())) == len(seen)
    end = plyground.game("go", size=5).start().play_all("C3 C4 pass pass")
    plain = drawn(end.view(), Scale(2, 1), glyphs=glyphs, solid=False)
    assert drawn(end.mark_dead(["C4"]).view(), Scale(2, 1), glyphs=glyphs, solid=False) != plain
    assert "{" in drawn(end.mark_dead(["C4"]).view(), Scale(2, 1), glyphs=glyphs, solid=False)


@pytest.mark.parametrize("glyphs", [DRAWN, ASCII])
@pytest.mark.parametrize(
    ("game", "black", "white"),
    [
        ("go", "2x2/5/5/5/5 b", "2o2/5/5/5/5 b"),
        ("othello", "4/1xx1/1xo1/4 b", "4/1xo1/1xo1/4 b"),
        ("dobutsu", "gle/1c1/1C1/ELG[-] b", "gle/1c1/1c1/ELG[-] b"),
    ],
)
def test_black_and_white_differ_without_colour_at_every_size(
    game: str, black: str, white: str, glyphs: object
) -> None:
    options = {"go": {"size": 5}, "othello": {"size": 4}}.get(game, {})
    views = [plyground.game(game, **options).position(text).view() for text in (black, white)]
    for scale in scales(views[0]):
        first, second = (drawn(view, scale, glyphs=glyphs, solid=False) for view in views)
        assert first != second


def test_targets_differ_by_kind_of_move() -> None:
    position = plyground.game("dobutsu").position("gl1/1c1/1C1/ELG[E] b")
    view = position.view()
    assert targets(view, Pointer(selected="b2")) == {"b3": "capture"}
    assert targets(view, Pointer(selected="b1")) == {"a2": "move", "c2": "move"}
    assert set(targets(view, Pointer(piece="elephant")).values()) == {"drop"}
    move = drawn(view, Scale(11, 4), Pointer(selected="b1"))
    assert move.count(DRAWN.place) == 2
    capture = drawn(view, Scale(11, 4), Pointer(selected="b2"))
    assert capture.count(DRAWN.capture) == 6, "beside the chick, on all lines of its square"
    assert drawn(view, Scale(11, 4), Pointer(piece="elephant")).count(DRAWN.drop) == 5


def test_legal_moves_of_othello_can_be_shown_and_hidden() -> None:
    view = plyground.game("othello").start().view()
    assert drawn(view, Scale(4, 2), Pointer(show_moves=True)).count(DRAWN.place) == 4
    assert drawn(view, Scale(4, 2)).count(DRAWN.place) == 0


def test_ko_and_forbidden_points_are_marked() -> None:
    ko = plyground.game("go", size=4).start().play_all("B2 C2 C3 C4 B4 D3 A3 B3").view()
    assert {mark["kind"] for mark in ko["marks"]} >= {"ko"}
    assert DRAWN.ko in drawn(ko, Scale(2, 1))
    renju = plyground.game("gomoku", rule="renju").start()
    black = ["h8", "a1", "i8", "a3", "j9", "a5", "j10", "a7"]
    view = renju.play_all(black).view()
    assert any(mark["kind"] == "forbidden" for mark in view["marks"])
    assert DRAWN.forbidden in drawn(view, Scale(2, 1))


def test_a_winning_line_shows_at_every_size() -> None:
    won = plyground.game("gomoku").start().play_all("g7 j8 h7 i9 i7 h10 j7 k9 f7").view()
    assert drawn(won, Scale(2, 1)).count("=") == 4, "beside every stone but the last"
    assert drawn(won, Scale(4, 2)).count(DRAWN.line) == 5


@pytest.mark.parametrize("glyphs", [DRAWN, ASCII])
def test_no_two_marks_share_a_character(glyphs: Glyphs) -> None:
    marks = [getattr(glyphs, name) for name in MARKS]
    others = [*glyphs.crossings, *"[](){}<>", glyphs.black, glyphs.white]
    assert len(set(marks)) == len(marks)
    assert not set(marks) & set(others)


def test_names_stand_in_the_middle_of_their_squares() -> None:
    view = plyground.game("dobutsu").start().view()
    for scale in (Scale(11, 4), Scale(13, 6)):
        for line in drawn(view, scale).splitlines():
            for cell in line.split(DRAWN.down)[1:-1]:
                if name := cell.strip():
                    left = cell.index(name)
                    assert 0 <= len(cell) - left - len(name) - left <= 1, cell


def test_the_cursor_begins_where_one_may_play() -> None:
    for game in GAMES:
        position = plyground.game(game).start()
        view = position.view()
        meant = touch(position, view, Pointer(), central(view))
        assert meant.refusal is None
    nowhere = plyground.game("othello", size=4).start().play_all(PASSING).view()
    assert central(nowhere) in {column + row for column in "bc" for row in "23"}


def test_aiming_makes_a_touch_play_the_move() -> None:
    position = plyground.game("dobutsu").position("gl1/1c1/3/1LG[CEe] b")
    view = position.view()
    for move in ("E*a1", "b1b2"):
        pointer = aim(view, Pointer(), move)
        assert touch(position, view, pointer, str(pointer.cursor)).moves == (move,)
    assert aim(view, Pointer(cursor="a1"), "pass") == Pointer(cursor="a1")


def test_the_two_sides_of_a_turned_board_point_the_other_way() -> None:
    view = plyground.game("dobutsu").start().view()
    usual, turned = (drawn(view, Scale(11, 4), flipped=flipped) for flipped in (False, True))
    assert usual.index("giraffe") < usual.index("GIRAFFE")
    assert turned.index("GIRAFFE") < turned.index("giraffe")
    assert usual.index(DRAWN.down_arrow) < usual.index(DRAWN.up_arrow)
    assert turned.index(DRAWN.down_arrow) < turned.index(DRAWN.up_arrow)


def test_steps_stop_at_the_edge_and_follow_the_screen() -> None:
    view = plyground.game("othello").start().view()
    picture = Picture(view, Scale(4, 2))
    assert picture.step("a1", -1, -1) == "a1"
    assert picture.step("a1", 1, 1) == "b2"
    assert Picture(view, Scale(4, 2), flipped=True).step("h8", 1, 1) == "g7"


def test_touching_means_a_move_a_piece_or_a_reason() -> None:
    start = plyground.game("dobutsu").start()
    view = start.view()
    lion = touch(start, view, Pointer(), "b1").pointer
    assert lion.selected == "b1"
    assert touch(start, view, lion, "b1").pointer.selected is None
    assert touch(start, view, lion, "b2").pointer.selected == "b2"
    assert touch(start, view, lion, "a2").moves == ("b1a2",)
    assert touch(start, view, lion, "b3").refusal == "The lion on b1 can't go to b3."
    assert "Pick up" in str(touch(start, view, Pointer(), "a2").refusal)
    assert "not yours" in str(touch(start, view, Pointer(), "b4").refusal)
    assert "no legal move" in str(touch(start, view, Pointer(), "a1").refusal)
    go = plyground.game("go", size=5).start().play("C3")
    assert touch(go, go.view(), Pointer(), "B3").moves == ("B3",)
    assert touch(go, go.view(), Pointer(), "C3").refusal == "There is already a piece on C3."


def test_pieces_in_hand_are_picked_by_number() -> None:
    position = plyground.game("dobutsu").position("gl1/1c1/3/1LG[CEe] b")
    view = position.view()
    held = pick(view, Pointer(), 2).pointer
    assert held.piece == "elephant"
    assert touch(position, view, held, "a1").moves == ("E*a1",)
    assert "empty square" in str(touch(position, view, held, "b3").refusal)
    assert touch(position, view, held, "b1").pointer == replace(held, piece=None, selected="b1")
    assert pick(view, held, 2).pointer.piece is None
    assert "1 to 2" in str(pick(view, Pointer(), 3).refusal)
    assert "nothing" in str(pick(plyground.game("go").start().view(), Pointer(), 1).refusal)


def test_where_only_a_pass_is_left_any_square_passes() -> None:
    position = plyground.game("othello", size=4).start().play_all(PASSING)
    assert position.moves() == ["pass"]
    assert touch(position, position.view(), Pointer(), "a1").moves == ("pass",)
