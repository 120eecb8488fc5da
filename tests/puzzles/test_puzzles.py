"""All puzzles: the content of the files, the puzzle of the day, and proofs by a second method."""

import datetime
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from plyground import puzzles
from plyground.engine import registry
from plyground.engine.game import Position
from plyground.engine.search import search
from plyground.puzzles import Puzzle, again, counts, mates
from plyground.puzzles.judges import ByThreats
from plyground.puzzles.puzzle_file import numbered, read_file, read_line, write_line
from plyground.puzzles.symmetry import outline
from plyground.puzzles.threats import Board

GAMES = ("connect_four", "dobutsu", "go", "gomoku", "othello", "robogo")
LEAST = {"connect_four": 40, "dobutsu": 60, "go": 40, "gomoku": 60, "othello": 60, "robogo": 40}
ALL = [one for game in GAMES for one in puzzles.puzzles(game)]
# Plies that are proven at once.
QUICK = {"connect_four": 5, "go": 3, "gomoku": 3, "othello": 10, "robogo": 3, "dobutsu": 0}
DAY = datetime.date(2026, 11, 16)
GOOD = "black\tonly\t1/1\t-\tgle/1c1/1C1/ELG[-] b\tb2b3\t-"


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_many_and_no_two_are_mirror_images(game: str) -> None:
    rows = puzzles.puzzles(game)
    assert len(rows) >= LEAST[game]
    assert len({one.id for one in rows}) == len(rows)
    assert len({(outline(puzzles.begin(one)), str(one.options)) for one in rows}) == len(rows)
    assert len({one.rating for one in rows}) >= 3
    assert [one.rating for one in rows] == sorted(one.rating for one in rows)


@pytest.mark.parametrize("game", GAMES)
def test_few_puzzles_begin_with_a_capture_and_all_leave_a_choice(game: str) -> None:
    kinds = Counter[str]()
    for one in puzzles.puzzles(game):
        position = puzzles.begin(one)
        kinds[
            next(row["kind"] for row in position.view()["moves"] if row["text"] == one.line[0])
        ] += 1
        assert len(position.moves()) >= 3
    assert kinds["capture"] <= kinds.total() / 5


def test_every_line_and_game_can_be_played_and_ends_as_a_win() -> None:
    for one in ALL:
        assert again.follow(one).turn == one.side
        assert one.played
        assert one.asked % 2 == 1
        assert one.claim == "count" or one.plies % 2 == 1


def test_right_moves_follow_the_line_and_end_with_every_winning_move() -> None:
    for one in ALL[::7]:
        turns = puzzles.accepted(one)
        assert len(turns) == one.moves
        assert all(move in turn for move, turn in zip(one.line[::2], turns, strict=False))
        assert all(len(turn) == 1 for turn in turns[:-1])


def test_a_rating_grows_with_the_plies() -> None:
    def rating(claim: str, plies: int) -> int:
        line = " ".join(["a1"] * plies)
        return read_line("x", f"black\t{claim}\t1/{plies}\t-\ttext\t{line}\t-").rating

    assert [rating("quickest", plies) for plies in (1, 3, 5, 7, 9, 11, 13)] == [1, 1, 2, 3, 4, 5, 5]
    assert [rating("count", plies) for plies in (5, 7, 8, 9, 10, 12, 14, 16)] == [
        *(1, 1, 2, 2, 3, 4, 5, 5)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_daily_puzzle_repeats_only_after_all_others(game: str) -> None:
    count = len(puzzles.puzzles(game))
    begin = DAY.toordinal() // count * count  # the first day of a round
    days = [puzzles.daily(game, datetime.date.fromordinal(begin + day)) for day in range(2 * count)]
    assert len(set(days[:count])) == len(set(days[count:])) == count
    assert days[:count] != days[count:]
    assert all(one != other for one, other in pairwise(days))


def test_daily_puzzle_depends_on_the_day_only() -> None:
    assert puzzles.daily("dobutsu", DAY) is puzzles.daily("dobutsu", DAY)
    with pytest.raises(
        ValueError, match="no puzzles for 'chess'; there are puzzles for: connect_four, dobutsu"
    ):
        puzzles.daily("chess", DAY)


def test_unknown_names_find_no_puzzles() -> None:
    assert puzzles.puzzles("../puzzles/dobutsu") == ()
    assert puzzles.find("dobutsu", "00000000") is None
    assert set(GAMES) <= set(puzzles.games())


def test_a_line_that_is_written_is_read_again() -> None:
    for one in ALL[::5]:
        assert read_line(one.game, write_line(one)) == one


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (GOOD.replace("black", "red"), "The side to move is black or white, not 'red'"),
        (GOOD.replace("only", "sure"), "The claim is only, count, quickest, capture, not 'sure'"),
        (
            GOOD.replace("only", "capture"),
            "claims have none, not 'capture'",
        ),
        (GOOD.replace("only", "only D5"), "A capture claim needs a stone"),
        (GOOD.replace("only", "capture D5"), "Only puzzles of Go claim a capture"),
        (GOOD.replace("1/1", "2/2"), "two numbers as 3/5, the first odd"),
        (GOOD.replace("1/1", "1/3"), "The line has 1 moves, not 3"),
        (GOOD.replace("1/1", "many"), "not 'many'"),
        (GOOD.replace("\t-\t", "\tsize\t"), "Options are written as size=6,line=4 or -"),
        ("nothing", "7 columns separated by tabs, not 1"),
    ],
)
def test_a_bad_line_is_reported_with_its_number(line: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "dobutsu.txt"
    file.write_text(f"# remark\n\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 3: ") as error:
        read_file(file, "dobutsu")
    assert sentence in str(error.value)


def test_a_binary_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "dobutsu.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="it is not text"):
        numbered(file, "dobutsu")


def changed(one: Puzzle, **words: object) -> Puzzle:
    return Puzzle(**{**vars(one), **words})


def test_wrong_puzzles_are_reported() -> None:
    one = puzzles.puzzles("dobutsu")[0]
    late = puzzles.puzzles("othello")[0]
    wrong = {
        "does not win in 3 plies": changed(one, line=("b1b2", *one.line[1:])),
        "can't be played": changed(one, line=("a1a1", *one.line[1:])),
        "with black to move": changed(one, side="white"),
        "does not end as a win": changed(one, line=one.line[:1]),
        "leads to": changed(one, played=one.played[:-2]),
        "has no option": changed(one, options={"size": 9}),
        "The winning moves are": changed(late, asked=late.plies - 1 + late.plies % 2),
    }
    for sentence, puzzle in wrong.items():
        with pytest.raises(again.Fault) as fault:
            again.prove(puzzle)
        assert sentence in str(fault.value) or "can't be played" in str(fault.value), sentence


@pytest.mark.parametrize("game", [game for game in GAMES if QUICK[game]])
def test_some_puzzles_are_proven_again(game: str) -> None:
    some = [one for one in puzzles.puzzles(game) if one.plies <= QUICK[game]][::5]
    assert len(some) >= 3
    assert all(again.prove(one).startswith("proven: no other move ") for one in some)


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(
            one,
            id=f"{one.game} {one.id}",
            marks=pytest.mark.endurance if number % 4 else pytest.mark.deep,
        )
        for number, one in enumerate(ALL)
    ],
)
def test_all_puzzles_are_proven_again(one: Puzzle) -> None:
    assert again.prove(one).startswith("proven")


SMALL = ("6/1x1o2/2xo2/2x3/3o2/6 b", "6/6/1xx3/2ox2/1o4/6 w", "o5/1x4/2xo2/2ox2/6/6 b")


@pytest.mark.parametrize(
    ("text", "most"),
    [(SMALL[0], 5), *((text, 3) for text in SMALL[1:])]
    + [pytest.param(text, 5, marks=pytest.mark.deep) for text in SMALL[1:]],
)
def test_two_judges_agree_on_wins_in_a_row(text: str, most: int) -> None:
    """On boards small enough for the second method, with every winning move of either."""
    assert_agreed(registry.game("gomoku", size=6, line=4).position(text), most)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(40))
def test_two_judges_agree_on_random_positions(seed: int) -> None:
    dice = random.Random(seed)
    robogo = registry.game("robogo", size=6, line=4, captures="no", pass_="no")
    game = dice.choice([registry.game("gomoku", size=6, line=4), robogo])
    position = game.start()
    assert ByThreats.knows(game)
    while position.result() is None and position.ply < 6 + seed % 12:
        position = position.play(dice.choice(position.moves()))
    if position.result() is None:
        assert_agreed(position, 7 if position.ply > 12 else 5)


def assert_agreed(position: Position, most: int) -> None:
    """The threat search agrees with alpha-beta, for every move and every depth."""
    for plies in range(1, most + 1, 2):
        found = {move: _within(position.play(move), plies) for move in position.moves()}
        wins = {move: within for move, within in found.items() if within is not None}
        assert ByThreats().winning(position, plies) == wins, (position.to_text(), plies)


def _within(after: Position, plies: int) -> int | None:
    """The number of plies in which the side that has just moved wins, if at most this many."""
    if after.result() is not None:
        return 1
    spec = f"alphabeta:depth={plies - 1},eval={after.explain_score()[0].name}*0"
    mate = search(after, spec).mate if plies > 1 else None
    return 1 - mate if mate is not None and mate < 0 else None


POINTS = frozenset(range(16))
LINES = [  # three in a row on four by four
    frozenset(x + dx * i + 4 * (y + dy * i) for i in range(3))
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    for x in range(4)
    for y in range(4)
    if x + 2 * dx < 4 and 0 <= y + 2 * dy < 4
]


def has_line(stones: frozenset[int]) -> bool:
    return any(line <= stones for line in LINES)


def wins_by(point: int, own: frozenset[int], others: frozenset[int], plies: int) -> bool:
    """Whether a move completes a line within this many plies, by trying every reply."""
    own |= {point}
    if plies < 3 or has_line(own):
        return has_line(own)
    replies = [others | {reply} for reply in POINTS - own - others]
    return bool(replies) and not any(
        has_line(after) or not any(wins_by(next_, own, after, plies - 2) for next_ in free)
        for after, free in ((after, POINTS - own - after) for after in replies)
    )


@pytest.mark.parametrize("seed", range(12))
def test_threat_search_agrees_with_full_search(seed: int) -> None:
    dice = random.Random(seed)
    drawn = dice.sample(sorted(POINTS), 3 + 2 * (seed % 3))
    own, others = frozenset(drawn[: len(drawn) // 2]), frozenset(drawn[len(drawn) // 2 :])
    board = Board(4, 4, 3)
    for side, stones in enumerate((own, others)):
        for point in stones:
            board.put(point, side)
    if has_line(own) or has_line(others):
        return
    expected = {}
    for point in sorted(POINTS - own - others):
        within = [plies for plies in (1, 3, 5) if wins_by(point, own, others, plies)]
        if within:
            expected[point] = within[0]
    assert board.winning_moves(0, 5) == expected
    assert board.plies(0, 5) == min(expected.values(), default=None)


# Five empty points; only b4 wins for White, and after e1 only b6 does.
COUNTED = "2oo1x/xxoooo/ooxooo/x1xoxo/xxxxxo/x1xxxo w"


def test_an_ending_that_one_move_alone_wins_is_a_puzzle() -> None:
    position = registry.game("othello", size=6).position(COUNTED)
    found = counts.look(position, 5, 8)
    assert found is not None
    assert (found.side, found.claim, found.asked) == ("white", "count", 3)
    assert found.line == ("b4", "e1", "b6", "b1", "a1")
    assert (found.position, found.played, found.options) == (COUNTED, (), {"size": 6})
    result = position.play_all(found.line).result()
    assert result is not None
    assert result.winner == "white"
    for move in position.moves():
        worth = counts.margin(position.play(move))
        assert worth is not None
        assert (worth < 0) == (move == "b4"), move


def test_an_ending_with_another_length_or_no_choice_is_no_puzzle() -> None:
    position = registry.game("othello", size=6).position(COUNTED)
    assert counts.look(position, 6, 8) is None
    assert counts.look(position, 1, 4) is None
    after = position.play_all("b4 e1 b6 b1")
    assert len(after.moves()) < counts.CHOICE
    assert counts.look(after, 1, 8) is None
    over = after.play("a1")
    assert counts.look(over, 0, 8) is None


def test_an_ending_that_is_lost_or_won_in_two_ways_is_no_puzzle() -> None:
    game = registry.game("othello", size=6)
    lost = game.position(COUNTED).play("b4")
    assert counts.only_winner(lost) is None
    won = game.position("oxoooo/oxxxxo/oxoxoo/ooooo1/ooooox/2xxx1 b")  # by a6, b6 and f6
    assert counts.only_winner(won) is None
    assert counts.look(won, 1, 8) is None


def test_a_move_that_only_stops_the_other_side_is_no_puzzle() -> None:
    game = registry.game("gomoku")
    forced = game.start().play_all("a1 h8 a2 h9 a3 h10 a4 h11")  # both have four: win at once
    assert mates.has_choice(forced.play("o15")) is False
