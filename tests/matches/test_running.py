"""Whole matches: pairs, repeatability, continued files, and workers that fail."""

import json
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.engine import registry
from plyground.engine.stop import Stop
from plyground.matches import Match, Rules, Summary, read_time, run
from plyground.matches.file import MatchFile
from plyground.records.journal import load_records, read_records, whole_lines
from plyground.records.record import Record
from tests.conftest import scaled
from tests.matches.players import Scripted, maker

OTHELLO = plyground.game("othello", size=4)
TICTACTOE = Path(__file__).parents[2] / "examples" / "tictactoe.py"


def small(games: int = 6, **changes: object) -> Match:
    given: dict[str, object] = {"openings": "random:2", "seed": 5, **changes}
    return Match(OTHELLO, "alphabeta:depth=1", "random", games, **given)  # type: ignore[arg-type]


def played(path: Path) -> dict[int, Record]:
    return {record.info["number"]: record for record in load_records(path)}


def moves(path: Path) -> dict[int, tuple[str, ...]]:
    return {number: record.moves for number, record in played(path).items()}


def test_pairs_share_an_opening_and_change_colours(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    summary = run(small(8), out=out)
    games = played(out)
    assert sorted(games) == list(range(8))
    for number in range(0, 8, 2):
        one, two = games[number], games[number + 1]
        assert one.moves[:2] == two.moves[:2]
        assert one.info["pair"] == two.info["pair"] == number // 2
        assert one.players == {"black": "alphabeta:depth=1", "white": "random"}
        assert two.players == {"white": "alphabeta:depth=1", "black": "random"}
        assert (one.info["first"], two.info["first"]) == ("black", "white")
    assert len({games[number].moves[:2] for number in range(0, 8, 2)}) == 4
    assert summary.is_finished
    assert summary.tally().points == sum(
        0.5 if winner is None else winner == record.info["first"]
        for record in games.values()
        for winner in [record.result.winner if record.result else None]
    )
    assert summary.tally("black") + summary.tally("white") == summary.tally()
    head = json.loads(next(whole_lines(out)))["match"]
    assert head["seed"] == 5
    assert head["played"]["plyground"]


def test_a_seed_makes_the_same_match_also_with_several_at_a_time(tmp_path: Path) -> None:
    run(small(), out=tmp_path / "one.jsonl")
    run(small(), out=tmp_path / "two.jsonl", concurrency=2)
    run(small(seed=6), out=tmp_path / "other.jsonl")
    assert moves(tmp_path / "one.jsonl") == moves(tmp_path / "two.jsonl")
    assert moves(tmp_path / "one.jsonl") != moves(tmp_path / "other.jsonl")


def test_two_random_players_do_not_play_the_same_game_twice(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    run(Match(OTHELLO, "random", "random", 8, "none"), out=out)
    assert len(set(moves(out).values())) == 8


def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    first = run(small(), out=out)
    before = out.read_bytes()
    again = run(small(), out=out)
    assert out.read_bytes() == before
    assert again.as_json() == first.as_json()


def test_a_match_can_be_made_longer(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    run(small(3), out=out)
    begun = moves(out)
    assert run(small(8), out=out).is_finished
    assert {number: moves(out)[number] for number in begun} == begun
    run(small(8), out=tmp_path / "at_once.jsonl")
    assert moves(out) == moves(tmp_path / "at_once.jsonl")
    assert len(run(small(4), out=out).rows) == 4


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "match.jsonl"
    run(small(), out=out)
    return out


@settings(max_examples=scaled(30))
@given(place=st.floats(0, 1))
def test_a_file_cut_anywhere_is_continued_to_the_same_match(whole: Path, place: float) -> None:
    data = whole.read_bytes()
    cut = whole.with_name("cut.jsonl")
    cut.write_bytes(data[: round(place * len(data))])
    summary = run(small(), out=cut)
    assert summary.is_finished
    assert moves(cut) == moves(whole)
    numbers = [record.info["number"] for record in load_records(cut)]
    assert sorted(numbers) == list(range(6)), "every game once"
    read_records(whole_lines(cut))


def test_a_cut_file_keeps_its_whole_games(whole: Path) -> None:
    data = whole.read_bytes()
    ends = [at for at in range(len(data)) if data.startswith(b'{"result"', at)]
    cut = whole.with_name("kept.jsonl")
    cut.write_bytes(data[: ends[3] + 5])
    with MatchFile(cut, small()) as file:
        assert sorted(file.done) == [0, 1, 2]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (small(seed=6), "its seed is 5, not 6"),
        (small(openings="none"), 'its openings is "random:2", not "none"'),
        (small(rules=Rules(max_plies=9)), "its rules is"),
        (small(time=read_time("1")), "its time is null"),
        (
            Match(plyground.game("othello", size=6), "alphabeta:depth=1", "random", 6),
            'its options is {"size": 4}, not {"size": 6}',
        ),
    ],
)
def test_another_match_is_refused_and_the_file_left_alone(
    whole: Path, changed: Match, words: str
) -> None:
    before = whole.read_bytes()
    with pytest.raises(ValueError, match="holds another match") as error:
        run(changed, out=whole)
    assert words in str(error.value)
    assert whole.read_bytes() == before


@pytest.mark.parametrize("content", ["my diary\n", '{"record":1,"game":"othello"}\n', "{"])
def test_foreign_file_is_refused_and_kept(tmp_path: Path, content: str) -> None:
    out = tmp_path / "diary.jsonl"
    out.write_text(content)
    if content == "{":  # may be the first byte of a match
        assert run(small(2), out=out).is_finished
        return
    with pytest.raises(ValueError, match="is not the file of a match"):
        run(small(2), out=out)
    assert out.read_text() == content


def test_a_damaged_line_is_reported_with_its_place(tmp_path: Path, whole: Path) -> None:
    lines = whole.read_text().splitlines(keepends=True)
    lines[4] = lines[4].replace('"move":"', '"move":"z')
    out = tmp_path / "spoilt.jsonl"
    out.write_text("".join(lines))
    with pytest.raises(ValueError, match=r"^line 5: "):
        run(small(), out=out)


def test_a_game_of_another_match_is_reported(tmp_path: Path, whole: Path) -> None:
    out = tmp_path / "mixed.jsonl"
    out.write_text(whole.read_text().replace('"pair":1', '"pair":7'))
    with pytest.raises(ValueError, match="a game of another match"):
        run(small(), out=out)


@pytest.mark.parametrize("openings", ["random:50", "no-such-file"])
def test_wrong_openings_leave_no_file_behind(tmp_path: Path, openings: str) -> None:
    out = tmp_path / "match.jsonl"
    with pytest.raises(ValueError, match=r"use fewer|there is no file"):
        run(small(openings=openings), out=out)
    assert not out.exists()


def test_two_matches_do_not_write_to_one_file(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    with (
        MatchFile(out, small()),
        pytest.raises(ValueError, match="Another match is writing"),
    ):
        run(small(), out=out)


LONG = Match(plyground.game("othello"), "search:seconds=3600", "level:8", 8)


@pytest.mark.parametrize("concurrency", [1, 2])
@pytest.mark.parametrize("delay", [None, 0.5])
def test_a_stopped_match_gives_up_the_games_in_hand(
    tmp_path: Path, delay: float | None, concurrency: int
) -> None:
    stop, out, threads = Stop(), tmp_path / "match.jsonl", threading.active_count()
    timer = threading.Timer(delay or 0.0, stop.set)
    if delay is None:
        stop.set()
    else:
        timer.start()
    begin = time.monotonic()
    summary = run(LONG, concurrency=concurrency, out=out, stop=stop)
    assert time.monotonic() - begin < 60
    if delay is not None:
        timer.join()
    assert (len(summary.rows), summary.failures, summary.is_finished) == (0, [], False)
    assert played(out) == {}
    assert threading.active_count() == threads


def test_a_stopped_match_is_continued_to_the_same_match(tmp_path: Path) -> None:
    whole, part, stop = tmp_path / "whole.jsonl", tmp_path / "part.jsonl", Stop()
    run(small(), out=whole)
    run(
        small(),
        out=part,
        stop=stop,
        on_game=lambda summary: stop.set() if len(summary.rows) == 2 else None,
    )
    assert len(played(part)) == 2
    run(small(), out=part, stop=Stop())
    assert moves(part) == moves(whole)


def test_forfeits_are_counted_with_their_reasons(tmp_path: Path) -> None:
    made: list[Scripted] = []
    match = Match(OTHELLO, "first", "illegal", 4, "none")
    summary = run(match, out=tmp_path / "match.jsonl", make=maker(made))
    assert summary.tally().wins == 4
    assert list(summary.forfeits(1)) == ["illegal_move"]
    assert summary.forfeits(0) == {}
    assert summary.as_json()["players"]["second"]["forfeits"] == {"illegal_move": 4}
    assert "The second forfeited 4 (illegal_move), the last: white wins" in str(summary)
    assert made
    assert all(player.closed for player in made)


def test_all_points_and_none_are_reported_with_open_ends() -> None:
    won = run(Match(OTHELLO, "first", "resigning", 10, "none"), make=maker())
    assert "at least +140 Elo" in str(won)
    assert won.as_json()["elo_high"] is None
    lost = run(Match(OTHELLO, "resigning", "first", 10, "none"), make=maker())
    assert "at most -140 Elo" in str(lost)
    assert (lost.as_json()["elo_low"], lost.as_json()["share"]) == (None, 0)
    json.dumps(lost.as_json(), allow_nan=False)


def test_games_that_cannot_be_played_end_the_match_after_three(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    summary = run(Match(OTHELLO, "first", "broken", 10, "none"), out=out, make=maker())
    assert [failure.number for failure in summary.failures] == [0, 1, 2]
    assert summary.failures[0].sentence.endswith("RuntimeError: a mistake of ours")
    assert load_records(out) == []
    assert "Game 0 could not be played" in str(summary)


def test_progress_is_reported_before_the_first_game_and_after_each(tmp_path: Path) -> None:
    out, counts = tmp_path / "match.jsonl", list[int]()

    def tell(summary: Summary) -> None:
        counts.append(len(summary.rows))

    run(small(2), out=out, on_game=tell)
    run(small(4), out=out, on_game=tell)
    assert counts == [0, 1, 2, 2, 3, 4]


def test_time_is_charged_to_the_player_that_used_it() -> None:
    """The second player takes longer, with either colour."""
    match = Match(plyground.game("dobutsu"), "random", "search:nodes=20000", 4, "random:2")
    summary = run(match)
    assert summary.effort(1).cpu_seconds_a_move > 10 * summary.effort(0).cpu_seconds_a_move
    plies = sum(row.plies - 2 for row in summary.rows.values())
    assert summary.effort(0).moves + summary.effort(1).moves == plies


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("alphabeta", "needs a limit"),
        ("alphabeta:depth=1,eval=beauty", "no heuristic 'beauty'"),
        ("level:9", "level"),
        ("gtp:no-such-program", "There is no program 'no-such-program'"),
    ],
)
def test_players_that_can_not_play_are_reported_before_the_first_game(
    tmp_path: Path, first: str, words: str
) -> None:
    out = tmp_path / "match.jsonl"
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the message is compared below
        run(Match(OTHELLO, first, "random", 2), out=out)
    assert words in str(error.value)
    assert not out.exists()


@pytest.mark.parametrize("games", [0, -1, 10**9])
def test_match_without_games_is_refused(games: int) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        small(games)


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games registered in a test are removed after it."""
    monkeypatch.setattr(registry, "_registry", registry.Registry())


@pytest.mark.usefixtures("own_games")
def test_games_in_python_travel_to_the_workers(tmp_path: Path) -> None:
    plyground.load(TICTACTOE)
    out = tmp_path / "match.jsonl"
    match = Match(plyground.game("tictactoe"), "search:depth=9", "random", 4, "none")
    summary = run(match, concurrency=2, out=out, load=(TICTACTOE,))
    assert summary.is_finished
    assert summary.tally().losses == 0
    stranded = run(match, concurrency=2)  # if the workers did not get the file
    assert "no game called 'tictactoe'" in stranded.failures[0].sentence


CRASHING = """
import os, sys
import plyground

@plyground.register
class Crashing:
    name = "crashing"

    def __init__(self, turn="black", left=4):
        self.turn, self.left = turn, left

    @classmethod
    def start(cls):
        return cls()

    def moves(self):
        return ["a", "b"] if self.left else []

    def play(self, move):
        print("a game may print")
        if "worker" in sys.argv[0] and self.left == 2 and {when}:
            os._exit(7)
        return Crashing("white" if self.turn == "black" else "black", self.left - 1)

    def result(self):
        return None if self.left else "draw"

    def board(self):
        return ["."]

    def to_text(self):
        return f"{{self.turn}} {{self.left}}"

    @classmethod
    def from_text(cls, text):
        turn, left = text.split()
        return cls(turn, int(left))
"""


def crashing(folder: Path, when: str) -> Path:
    file = folder / "crashing.py"
    file.write_text(CRASHING.format(when=when))
    plyground.load(file)
    return file


@pytest.mark.usefixtures("own_games")
def test_workers_that_die_end_the_match_and_do_not_hang_it(tmp_path: Path) -> None:
    file = crashing(tmp_path, "True")
    match = Match(plyground.game("crashing"), "random", "random", 20, "none")
    summary = run(match, concurrency=2, load=(file,))
    assert not summary.is_finished
    assert len(summary.failures) >= 3
    assert "ended with status 7, 2 times" in summary.failures[0].sentence


@pytest.mark.usefixtures("own_games")
def test_a_worker_that_dies_once_is_replaced(tmp_path: Path) -> None:
    flag = tmp_path / "crashed"
    once = f"not os.path.exists({str(flag)!r}) and not open({str(flag)!r}, 'w').close()"
    file = crashing(tmp_path, once)
    match = Match(plyground.game("crashing"), "random", "random", 4, "none")
    summary = run(match, concurrency=2, load=(file,))
    assert flag.exists()
    assert summary.is_finished
    assert summary.tally().draws == 4


def test_concurrency_is_a_number_of_games() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        run(small(), concurrency=0)
