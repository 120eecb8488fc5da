"""Clocks, flags and allowed commands, with a clock that only moves when a test sets it."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from plyground.session.session import PERSON
from plyground.web.base.ids import new_id
from plyground.web.contract.games import JobRef
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import clocks, repository, state
from plyground.web.games import services as games_services
from plyground.web.games.clocks import Times, charged, flagged, kept, read_times, spent
from plyground.web.games.models import Game

MINUTE: Any = {"seconds": 60, "increment": 2}
Data = dict[str, Any]


class Watch:
    """The server's time, set by the tests."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time=watch))
    return watch


class Table:
    """A game in the database, and its players."""

    def __init__(self, watch: Watch, stored: StoredGame, **settings: Any) -> None:
        self.watch = watch
        self.stored = directory.of(stored.game).open(stored)
        self.row = repository.create(new_id(), self.stored, **settings)
        self.note = ""
        self.thinking: float | None = None

    def do(self, action: str, **arguments: Any) -> "Table":
        command: Any = arguments
        self.stored, self.note = games_services.perform(
            self.row, self.stored, action, command, lambda: self.thinking
        )
        assert repository.read(self.again()) == self.stored
        return self

    def play(self, *moves: str) -> "Table":
        for move in moves:
            self.do("move", move=move)
        return self

    def search(self) -> "Table":
        """The computer to move begins to search, as its job does."""
        self.row.turn_began = self.thinking = self.watch()
        return self

    def take(self, move: str | None, seconds: float = 0.5) -> "Table":
        self.stored = games_services.take(
            self.row, self.stored, {"move": move, "evaluation": None}, seconds
        )
        self.thinking = None
        return self

    def again(self) -> Game:
        found = repository.find(str(self.row.pk))
        assert found is not None
        return found

    def clock(self) -> tuple[float, float, str | None]:
        now = state.build(self.again(), self.stored)["clock"]
        assert now is not None
        return now["black"], now["white"], now["running"]

    def refusal(self, action: str, **command: Any) -> str:
        with pytest.raises(Refused) as caught:
            self.do(action, **command)
        return caught.value.code


@pytest.fixture
def table(database: None, watch: Watch) -> Callable[..., Table]:  # noqa: ARG001 - rows
    def sit(name: str = "othello", clock: Data | None = None, **more: Any) -> Table:
        settings = {key: more.pop(key) for key in ("strict",) if key in more}
        return Table(watch, StoredGame(name, **more), clock=clock, **settings)

    return sit


# The arithmetic


@pytest.mark.parametrize(
    ("moves", "turn", "began", "expected"),
    [
        ((), "black", 90.0, Times(60.0, 60.0, None)),
        ((60.0,), "white", 90.0, Times(60.0, 60.0, None)),
        ((60.0, 60.0), "black", 90.0, Times(50.0, 60.0, "black")),
        ((60.0, 60.0, 40.5), "white", 90.0, Times(40.5, 50.0, "white")),
        # a clock that was set back
        ((60.0, 60.0, 40.5), "white", 900.0, Times(40.5, 60.0, "white")),
        ((60.0, 60.0), "black", None, Times(60.0, 60.0, None)),
        ((None, None, None), "white", 99.0, Times(60.0, 59.0, "white")),  # imported
        ((60.0, 60.0), "white", 90.0, Times(60.0, 50.0, "white")),  # White began: a handicap
    ],
)
def test_read_times_returns_the_remaining_time(
    moves: tuple[float | None, ...], turn: Any, began: float | None, expected: Times
) -> None:
    steps = tuple(Step("x", clock=left) for left in moves)
    stored = StoredGame("go", moves=(*steps, Step("taken back", clock=1.0)), at=len(steps))
    assert read_times(MINUTE, stored, turn, began, 100.0) == expected


def test_time_left_is_written_to_the_last_move_on_the_board() -> None:
    stored = StoredGame("go", moves=(Step("a"), Step("b"), Step("c"), Step("back", 9.0, 9.0)), at=3)
    after = spent(charged(stored, Times(10.0, 20.0, "black"), "black", MINUTE), 100.0, 103.5)
    assert [(step.seconds, step.clock) for step in after.moves] == [
        (None, None),
        (None, None),
        (3.5, 12.0),
        (9.0, 9.0),
    ]
    assert spent(stored, None, 100.0) == stored
    over = flagged(stored, "white")
    assert over.result is not None
    assert (over.result["winner"], over.result["code"]) == ("black", "time")


# At the table


@pytest.mark.parametrize(
    ("left", "on"),
    [
        ((None, None), ()),
        ((60.0, None, 41.0), (41.0,)),
        ((60.0, 60.0, 41.0, 12.0), (41.0, 12.0)),
        ((60.0, 60.0, 55.0, 54.0, 9.0, 8.0), (60.0, 60.0, 9.0, 8.0)),
    ],
)
def test_taking_back_passes_keeps_the_clocks(
    left: tuple[float | None, ...], on: tuple[float, ...]
) -> None:
    moves = tuple(Step(f"m{number}", clock=clock) for number, clock in enumerate(left))
    before = StoredGame("go", moves=moves, at=len(moves))
    after = kept(before, replace(before, at=len(moves) - 2))
    assert tuple(step.clock for step in after.moves) == on


def test_the_first_moves_are_free_and_then_time_runs(
    table: Callable[..., Table], watch: Watch
) -> None:
    game = table(clock=MINUTE)
    watch.wait(1000)
    game.play("f5")
    watch.wait(1000)
    game.play("d6")
    assert game.clock() == (60.0, 60.0, "black")
    watch.wait(10)
    assert game.clock() == (50.0, 60.0, "black")
    game.play("c3")
    watch.wait(5.5)
    assert game.clock() == (52.0, 54.5, "white")
    game.play("d3")
    assert game.clock() == (52.0, 56.5, "black")
    assert [step.seconds for step in game.stored.moves] == [1000.0, 1000.0, 10.0, 5.5]


def test_a_flag_falls_before_a_late_move(table: Callable[..., Table], watch: Watch) -> None:
    game = table(clock=MINUTE).play("f5", "d6")
    watch.wait(59.9)
    assert game.do("flag").stored.result is None
    assert game.row.version == 3
    watch.wait(0.2)
    game.do("move", move="c3")
    assert game.stored.result is not None
    assert (game.stored.at, game.stored.result["winner"]) == (2, "white")
    assert game.clock() == (0.0, 60.0, None)
    assert game.refusal("move", move="c3") == "game_over"
    watch.wait(500)
    again = game.do("undo").stored  # between friends
    assert again.result is None
    assert (again.at, game.clock()) == (2, (60.0, 60.0, "black"))


def test_a_flag_falls_while_the_computer_thinks(table: Callable[..., Table], watch: Watch) -> None:
    game = table(clock=MINUTE, white="level:1").play("f5").take("d6").play("c3").search()
    stored, row = game.stored, game.again()
    watch.wait(61)
    assert game.do("flag").stored.result == {**(game.stored.result or {}), "winner": "black"}
    with pytest.raises(repository.Stale):
        games_services.take(row, stored, {"move": "d3", "evaluation": None}, 61.0)
    other = table(clock=MINUTE, white="level:1").play("f5").take("d6").play("c3").search()
    watch.wait(61)
    other.take("d3")
    assert other.stored.result is not None
    assert (other.stored.at, other.stored.result["code"]) == (3, "time")


def test_a_computer_without_a_worker_loses_no_time(
    table: Callable[..., Table], watch: Watch
) -> None:
    """Its search was cancelled, the page closed, the network lost, the server restarted."""
    game = table(clock=MINUTE, white="level:1").play("f5").take("d6").play("c3")
    watch.wait(1000)
    assert game.clock() == (62.0, 60.0, None)
    assert game.do("flag").stored.result is None
    assert game.refusal("move", move="d3") == "not_your_turn"
    game.search()
    watch.wait(4)
    game.do("flag").take("d3")
    assert game.stored.result is None
    assert game.clock() == (62.0, 58.0, "black")
    watch.wait(63)
    assert game.do("flag").stored.result is not None, "a person's clock runs as ever"


def test_a_clock_of_a_computer_is_shown_to_run_while_it_searches(
    table: Callable[..., Table], watch: Watch
) -> None:
    game = table(clock=MINUTE, white="level:1").play("f5").take("d6").play("c3")
    job, since = JobRef(id="x", kind="reply"), watch()
    watch.wait(3)
    queued: Any = state.build(game.again(), game.stored, job)
    running: Any = state.build(game.again(), game.stored, job, since=since)
    assert [now["clock"]["white"] for now in (queued, running)] == [60.0, 57.0]
    assert [now["clock"]["running"] for now in (queued, running)] == ["white", "white"]
    idle: Any = state.with_job(game.again(), game.stored, queued, None)
    assert idle["clock"]["running"] is None


def test_a_computer_on_a_clock(table: Callable[..., Table], watch: Watch) -> None:
    game = table(clock=MINUTE, black="level:1")
    assert games_services.engine_clock(game.row, game.stored, "black") == {
        "left": 60.0,
        "increment": 2.0,
    }
    game.take("f5").play("d6").search()
    watch.wait(10)
    assert games_services.engine_clock(game.row, game.stored, "black") == {
        "left": 50.0,
        "increment": 2.0,
    }
    watch.wait(1000)
    assert games_services.engine_clock(game.row, game.stored, "black") == {
        "left": 0.05,
        "increment": 2.0,
    }
    resigns = table(clock=MINUTE, black="level:1").take(None)
    assert resigns.stored.result is not None
    assert resigns.stored.result["winner"] == "white"
    assert games_services.engine_clock(table().row, game.stored, "black") is None


def test_clocks_stand_still_while_stones_are_counted(
    table: Callable[..., Table], watch: Watch
) -> None:
    game = table("go", clock=MINUTE, options={"size": 5}).play("C3", "B2", "pass", "pass")
    before = game.clock()
    assert before[2] is None
    watch.wait(1000)
    assert game.do("flag").stored.result is None
    assert game.do("toggle", point="B2").clock() == before
    game.do("play_on")
    assert game.clock()[2] == "black"
    watch.wait(3)
    assert game.clock()[0] == 57.0
    game.play("pass", "pass")
    watch.wait(1000)
    game.do("agree")
    assert game.stored.result is not None
    assert game.stored.result["code"] == "two_passes"
    assert game.do("undo").clock()[2] is None  # it is counted again


def test_takeback_restores_the_time(table: Callable[..., Table], watch: Watch) -> None:
    game = table(clock=MINUTE).play("f5", "d6")
    watch.wait(20)
    game.play("c3")
    watch.wait(7)
    game.do("undo")
    assert game.clock() == (60.0, 60.0, "black")
    game.do("redo")
    assert game.clock() == (42.0, 60.0, "white")


def test_without_a_clock_a_move_still_says_how_long_it_took(
    table: Callable[..., Table], watch: Watch
) -> None:
    game = table()
    watch.wait(2.5)
    game.play("f5")
    watch.wait(4)
    game.do("undo")
    watch.wait(1)
    game.play("d3")
    game.do("flag")
    assert [(step.seconds, step.clock) for step in game.stored.moves] == [(1.0, None)]


# Permissions


def test_a_strict_game_takes_nothing_back(table: Callable[..., Table]) -> None:
    game = table("go", clock=MINUTE, strict=True, options={"size": 5}).play("pass", "pass")
    assert [game.refusal(action) for action in ("undo", "redo")] == ["strict", "strict"]
    assert game.do("play_on").stored.at == 0  # a dispute is settled on the board


def test_game_between_computers_accepts_no_commands(
    table: Callable[..., Table], watch: Watch
) -> None:
    game = table(clock=MINUTE, black="level:1", white="level:1")
    for action in ("move", "undo", "redo", "resign", "draw", "agree", "play_on", "dance"):
        assert game.refusal(action, move="f5") == "watching"
    game.take("f5").take("d6").search()
    watch.wait(61)
    assert game.do("flag").stored.result is not None


def test_commands_are_refused_on_the_computers_turn(table: Callable[..., Table]) -> None:
    game = table(white="level:1").play("f5")
    assert game.refusal("move", move="d6") == "not_your_turn"
    assert game.refusal("draw") == "not_your_turn"
    assert game.refusal("dance") == "no_such_action"
    assert game.do("undo").stored.at == 0


def test_a_computer_may_decline_a_draw(
    table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table(white="level:1")
    game.do("draw")
    assert (game.stored.result, game.row.version) == (None, 1)
    assert game.note == "The computer declines; the game goes on."
    monkeypatch.setattr(directory._local, "wants_draw", lambda _: True)
    game.do("draw")
    assert game.stored.result is not None
    assert (game.stored.result["code"], game.note) == ("agreement", "")
    assert game.refusal("draw") == "over_already"


def test_two_people_agree_on_a_draw(table: Callable[..., Table]) -> None:
    game = table(black=PERSON, white=PERSON).do("draw")
    assert game.stored.result is not None
    assert game.stored.result["winner"] is None


def test_computer_that_can_not_move_loses(table: Callable[..., Table]) -> None:
    game = table(clock=MINUTE, black="level:1")
    after = games_services.forfeit(game.row, game.stored, "black", "crashed", "The program ended.")
    assert after.result == {
        "winner": "white",
        "margin": None,
        "code": "crashed",
        "reason": "The program ended",
    }
    assert repository.read(game.again()) == after
