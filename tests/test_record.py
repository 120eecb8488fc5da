"""Records: a tree of moves, written to append-only files, read back and replayed."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from plyground.engine.results import IllegalMove
from plyground.records.journal import (
    MAX_LINE,
    Journal,
    append,
    lines_of,
    load_records,
    mend,
    read_records,
)
from plyground.records.record import Evaluation, Malformed, Node, Record, outside_result
from tests.conftest import scaled

GAMES = [
    plyground.game("robogo", size=5, line=4),
    plyground.game("gomoku", size=7),
    plyground.game("go", size=5),
    plyground.game("othello", size=6),
    plyground.game("dobutsu"),
]


def grown(seed: int) -> Record:
    """A record with variations, remarks, set-ups, moves taken back, and sometimes a result."""
    dice = random.Random(seed)
    game = dice.choice(GAMES)
    record = Record(game, players={"black": "Ada", "white": "level:2"}, info={"round": seed})
    for _ in range(dice.randrange(60)):
        grow(record, dice)
    if dice.random() < 0.3 and record.position.result() is None:
        record.finish(outside_result("black", "resign", "white resigns"))
    elif result := record.position.result():
        record.finish(result)
    return record


def grow(record: Record, dice: random.Random) -> None:
    chance = dice.random()
    node = dice.choice(record.nodes)
    if chance < 0.1:
        record.go_to(node)
    elif chance < 0.15 and not record.position.result():
        record.set_up(node, record.position.to_text())
    elif chance < 0.25:
        node.comment = dice.choice(['"quoted"', "two\nlines", "\N{HIRAGANA LETTER HI}", "\\", ""])
        node.clock = dice.choice([None, 3.5])
    elif chance < 0.4 and node.position.moves():
        record.add(node, dice.choice(node.position.moves()), seconds=dice.random())
    elif moves := record.current.position.moves():
        thought = Evaluation(dice.uniform(-5, 5), dice.random(), mate=3, depth=4, pv=("a1",))
        record.play(dice.choice(moves), evaluation=thought, clock=dice.random())


@pytest.mark.parametrize("seed", range(scaled(60)))
def test_lines_read_back_to_the_same_record(seed: int) -> None:
    record = grown(seed)
    (again,) = read_records(lines_of(record))
    assert again == record
    assert again.current.position == record.current.position
    assert list(lines_of(again)) == list(lines_of(record))


@pytest.mark.parametrize("seed", range(scaled(40)))
def test_a_journal_holds_what_was_played_whenever_it_stops(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    record = Record(dice.choice(GAMES))
    journal = Journal(tmp_path / "games" / "a.jsonl", record)
    for _ in range(dice.randrange(1, 50)):
        grow(record, dice)
        journal.catch_up()
    (again,) = load_records(journal.path)
    assert again == record
    assert again.current.position == record.current.position
    # ... and the resumed game can be continued in the same file.
    resumed = Journal(journal.path, again)
    grow(again, dice)
    resumed.catch_up()
    again.finish(outside_result(None, "agreement"))
    resumed.finish()
    (third,) = load_records(journal.path)
    assert third.result == again.result
    assert third.current.position == again.current.position


def test_a_half_written_line_costs_only_itself(tmp_path: Path) -> None:
    record = Record(plyground.game("othello"))
    path = tmp_path / "a.jsonl"
    journal = Journal(path, record)
    for move in ("f5", "d6", "c3"):
        record.play(move)
        journal.catch_up()
    whole = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for cut in range(ends[0], len(whole)):
        path.write_bytes(whole[:cut])
        (again,) = load_records(path)
        assert len(again.moves) == sum(end <= cut for end in ends) - 1
        assert mend(path) == (cut not in ends)
        assert load_records(path) == [again]


def test_a_killed_writer_leaves_a_readable_file(tmp_path: Path) -> None:
    program = """
import sys, pathlib, plyground
from plyground.records.journal import Journal
from plyground.records.record import Record
record = Record(plyground.game("go", size=9))
journal = Journal(pathlib.Path(sys.argv[1]), record)
print("ready", flush=True)
while True:
    record.play(record.position.moves()[0]); journal.catch_up()
    if record.position.ply > 60: record.go_to(record.root)
"""
    path = tmp_path / "a.jsonl"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        while path.stat().st_size < 2000:
            assert writer.poll() is None
        os.kill(writer.pid, signal.SIGKILL)
    (record,) = load_records(path)
    assert len(record.nodes) > 10


def test_play_after_taking_back_makes_a_variation_of_what_was_there() -> None:
    record = Record(plyground.game("gomoku", size=5))
    for move in ("a1", "b2", "c3"):
        record.play(move)
    record.go_to(record.root.children[0])
    record.play("e5")
    assert " ".join(record.moves) == "a1 e5"
    assert [node.move for node in record.root.children[0].children] == ["e5", "b2"]
    record.go_to(record.root.children[0])
    record.play("b2")  # the same move again finds the existing node
    assert " ".join(record.moves) == "a1 b2 c3"
    assert len(record.nodes) == 5


def test_the_same_move_again_is_the_same_node_with_new_remarks() -> None:
    record = Record(plyground.game("othello"))
    record.play("f5", seconds=1.0)
    record.go_to(record.root)
    record.play("f5", seconds=2.0)
    assert [(node.move, node.seconds) for node in record.root.children] == [("f5", 2.0)]


def test_moving_to_another_node_removes_the_result(tmp_path: Path) -> None:
    record = Record(plyground.game("go", size=3, komi=0), "3/xxx/1o1 b passes=1")
    journal = Journal(tmp_path / "a.jsonl", record)
    record.play("pass")
    journal.catch_up()
    record.finish(record.position.mark_dead(["B1"]).result(), ["B1"])
    journal.finish()
    assert load_records(journal.path)[0].outcome() == record.outcome()
    record.go_to(record.root)
    assert record.outcome() is None
    journal.catch_up()  # one line, so that a killed program has lost nothing
    (again,) = load_records(journal.path)
    assert (again.outcome(), again.dead, again.current) == (None, (), again.root)
    record.finish(outside_result("white", "resign"))
    journal.finish()
    record.play("C1")
    journal.catch_up()
    (again,) = load_records(journal.path)
    assert again == record
    assert again.outcome() is None


def test_a_journal_leaves_the_file_of_another_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    Journal(path, Record(plyground.game("othello")))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="contains another game"):
        Journal(path, Record(plyground.game("go")))
    assert path.read_bytes() == before


def test_two_programs_do_not_write_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    record = Record(plyground.game("othello"))
    first = Journal(path, record)
    (copy,) = load_records(path)
    second = Journal(path, copy)
    record.play("f5")
    first.catch_up()
    copy.play("e6")
    with pytest.raises(ValueError, match="Another program has written to"):
        second.catch_up()
    record.play("d6")
    first.catch_up()
    assert load_records(path) == [record]


def test_a_full_disk_costs_nothing_once_there_is_room_again(tmp_path: Path) -> None:
    """With any free space, no partial line remains, and the next call writes what is missing."""
    program = """
import resource, signal, sys, pathlib, plyground
from plyground.records.journal import Journal, load_records
from plyground.records.record import Record
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = pathlib.Path(sys.argv[1])
record = Record(plyground.game("gomoku"))
journal = Journal(path, record)
full = path.stat().st_size + int(sys.argv[2])
failed = 0
for move in ("a1", "b2", "c3", "d4"):
    record.play(move, comment="x" * 20)
    limit = full if move != "d4" else resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        journal.catch_up()
    except OSError:
        failed += 1
    load_records(path)
assert failed, "the disk was never full"
assert load_records(path) == [record]
"""
    for room in (0, 1, 30, 60, 100, 130):
        arguments = [sys.executable, "-c", program, str(tmp_path / f"{room}.jsonl"), str(room)]
        done = subprocess.run(arguments, capture_output=True, text=True)
        assert (room, done.returncode, done.stderr) == (room, 0, "")


def test_half_a_character_does_not_stop_a_game_from_being_saved(tmp_path: Path) -> None:
    record = Record(plyground.game("othello"))
    journal = Journal(tmp_path / "a.jsonl", record)
    record.play("f5", comment="half: \ud83d")
    journal.catch_up()
    assert load_records(journal.path)[0].current.comment == "half: ?"


def test_positions_are_the_same_however_deep() -> None:
    record = Record(plyground.game("go", size=7))
    dice = random.Random(3)
    expected = [record.position]
    for _ in range(70):
        if expected[-1].result():
            break
        record.play(dice.choice(expected[-1].moves()))
        expected.append(expected[-1].play(record.current.move or ""))
    nodes = [record.root, *record.main_line()]
    dice.shuffle(nodes)
    for node in nodes:
        assert node.position == expected[node.number]
        assert node.position.played == expected[node.number].played


def test_an_illegal_move_changes_nothing() -> None:
    record = Record(plyground.game("othello"))
    with pytest.raises(IllegalMove, match="flip"):
        record.play("a1")
    assert len(record.nodes) == 1


def test_dead_stones_belong_to_the_result() -> None:
    record = Record(plyground.game("go", size=3, komi=0), "3/xxx/1o1 b passes=1")
    record.play("pass")
    dead = record.position.mark_dead(["B1"])
    result = dead.result()
    assert result is not None
    record.finish(result, ["B1"])
    (again,) = read_records(lines_of(record))
    assert again == record
    assert again.outcome() == result
    assert again.position.score() == dead.score()


HEAD = '{"record":1,"game":"othello","options":{},"players":{"black":"a","white":"b"}}'


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["{"], "line 1: This is not a line of JSON."),
        (["[1]"], "line 1: A line is a JSON object"),
        (['{"node":1,"move":"f5"}'], "line 1: A record begins with a line that has the key"),
        (['{"record":7}'], "line 1: This version reads records of format 1 only."),
        (['{"record":1}'], "line 1: The key 'game' is missing."),
        (['{"record":1,"game":"chess"}'], "line 1: There is no game called 'chess'"),
        (['{"record":1,"game":"go","options":{"size":99}}'], "line 1: size can be"),
        (['{"record":1,"game":"go","options":[]}'], "line 1: 'options' has a value of the wrong"),
        (['{"record":1,"game":"go","position":"?"}'], "line 1: "),
        ([HEAD, '{"node":1,"move":"a1"}'], "line 2: A disc on a1 flips nothing"),
        ([HEAD, '{"node":2,"move":"f5"}'], "line 2: The next node has the number 1, not 2."),
        ([HEAD, '{"node":1,"parent":4,"move":"f5"}'], "line 2: There is no node 4"),
        (
            [HEAD, '{"node":1,"parent":"x","move":"f5"}'],
            "line 2: A node is identified by its number",
        ),
        ([HEAD, '{"node":1,"move":5}'], "line 2: 'move' has a value of the wrong type"),
        ([HEAD, '{"node":1}'], "line 2: The key 'move' is missing."),
        ([HEAD, '{"node":1,"move":"f5","seconds":"x"}'], "line 2: 'seconds' is a number"),
        ([HEAD, '{"node":1,"move":"f5","seconds":NaN}'], "line 2: This is not a line of JSON."),
        ([HEAD, '{"node":1,"move":"f5","evaluation":{}}'], "line 2: 'score' is a number"),
        ([HEAD, '{"at":0,"comment":7}'], "line 2: 'comment' has a value of the wrong type"),
        ([HEAD, '{"what":0}'], "line 2: A line of a record has one of the keys"),
        ([HEAD, '{"result":5}'], "line 2: 'result' is an object"),
        ([HEAD, '{"result":{"winner":"red","code":"resign"}}'], "line 2: The winner is black"),
        ([HEAD, '{"result":{"winner":"black","code":"line"}}'], "by the rules it is 'still open'"),
        (['{"record":true}'], "line 1: This version reads records of format 1 only."),
        ([HEAD, '{"result":{"winner":"black","code":"agreement"}}'], "line 2: A game that ends by"),
        (
            [
                '{"record":1,"game":"go","options":{"size":5}}',
                '{"node":1,"move":"pass"}',
                '{"node":2,"move":"pass"}',
                '{"result":{"winner":"white","margin":3.5,"code":"two_passes"}}',
            ],
            "line 4: The stated result is",
        ),
        ([HEAD, "[" * 100_000], "line 2: This is not a line of JSON."),
        ([HEAD, '"' + "x" * MAX_LINE + '"'], "line 2: A line has at most"),
    ],
)
def test_bad_files_are_reported_with_place_and_reason(lines: list[str], sentence: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_records(lines)
    assert sentence in str(caught.value)


def test_lines_of_other_kinds_may_stand_in_the_same_file() -> None:
    lines = ['{"match":{"seed":1}}', HEAD, '{"node":1,"move":"f5"}', '{"note":"hello"}', "", HEAD]
    first, second = read_records(lines)
    assert first.moves == ("f5",)
    assert second.moves == ()


@given(st.binary(max_size=300), st.integers(0, 2**32))
def test_damaged_files_are_refused_or_read_never_worse(noise: bytes, seed: int) -> None:
    dice = random.Random(seed)
    data = bytearray("\n".join(lines_of(grown(seed % 50))).encode())
    at = dice.randrange(len(data))
    data[at : at + dice.randrange(len(noise) + 1)] = noise
    with contextlib.suppress(Malformed):
        read_records(data.decode("utf-8", "replace").split("\n"))


def test_two_writers_do_not_mix_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    program = """
import sys, pathlib
from plyground.records.journal import append
for i in range(200):
    append(pathlib.Path(sys.argv[1]), ['{"note":"%s"}' % (sys.argv[2] * 50)] * 3)
"""
    writers = [subprocess.Popen([sys.executable, "-c", program, path, word]) for word in "xy"]
    assert [writer.wait() for writer in writers] == [0, 0]
    notes = [json.loads(line)["note"] for line in path.read_text().splitlines()]
    assert sorted(notes) == ["x" * 50] * 600 + ["y" * 50] * 600
    assert all(notes[i] == notes[i + 1] == notes[i + 2] for i in range(0, 1200, 3))


def test_a_record_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.records.record.MAX_NODES", 3)
    record = Record(plyground.game("gomoku"))
    record.play("a1")
    record.play("a2")
    with pytest.raises(ValueError, match="at most 3 moves"):
        record.play("a3")


def test_endings_outside_the_rules_are_known_words() -> None:
    assert str(outside_result("white", "time")) == "white wins: out of time"
    with pytest.raises(ValueError, match="There is no ending 'boredom'; there are: resign"):
        outside_result(None, "boredom")


def test_append_makes_a_file(tmp_path: Path) -> None:
    append(tmp_path / "new.jsonl", ["{}"])
    assert (tmp_path / "new.jsonl").read_text() == "{}\n"
    assert isinstance(Record(plyground.game("go")).root, Node)


def test_a_player_that_did_not_think_has_no_evaluation() -> None:
    start = plyground.game("othello").start()
    assert Evaluation.of(None) is None
    assert Evaluation.of(plyground.search(start, "random:seed=1")) is None
    assert Evaluation.of(plyground.search(start, "search:depth=2")) is not None
