"""Runs a match: the missing games, several at a time, each recorded when it ends."""

import contextlib
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path

from plyground.engine.stop import Stop, Stopped, check_stop
from plyground.matches.crew import Crew, Worker
from plyground.matches.file import MatchFile
from plyground.matches.openings import Opening, Openings
from plyground.matches.seats import Make, Seats, check_players
from plyground.matches.settings import Match
from plyground.matches.summary import Failure, Row, Summary
from plyground.players.kinds import make_player
from plyground.records.journal import read_records
from plyground.records.record import Record

MAX_FAILURES = 3  # then the remaining games are not tried

OnGame = Callable[[Summary], None]
Task = tuple[int, Opening]
# a game's number, and its lines or the reason that there are none
Outcome = tuple[int, list[str] | str]


def run(
    match: Match,
    *,
    concurrency: int = 1,
    out: Path | None = None,
    on_game: OnGame | None = None,
    make: Make | None = None,
    load: tuple[Path, ...] = (),
    stop: Stop | None = None,
) -> Summary:
    """Plays a match to its end. With a file, games that it already holds are not repeated.

    `on_game` is called once before the first game and after each. `make` creates the players, in
    this process only. `load` lists files of games written in Python, for the worker processes. If
    `stop` is set, the current games are dropped; with a file, the match can be continued.

    >>> import plyground
    >>> match = Match(plyground.game("othello", size=4), "alphabeta:depth=3", "random", games=4)
    >>> run(match).is_finished
    True
    """
    if concurrency < 1 or (make and concurrency > 1):
        raise ValueError("Concurrency is at least 1, and exactly 1 for your own player objects.")
    check_stop(stop)
    _check(match, make or make_player)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(MatchFile(out, match)) if out else None
        known = file.known_openings(match) if file else {}
        openings = Openings(match.game, match.openings, match.seed, known)
        summary = Summary(match)
        _count_done(summary, file.done if file else {})
        if on_game:
            on_game(summary)
        tasks = _tasks(summary, openings)
        if concurrency > 1:
            outcomes = _by_processes(match, concurrency, tasks, load, stop or Stop())
        else:
            outcomes = _in_turn(match, tasks, make, stop)
        for number, outcome in stack.enter_context(contextlib.closing(outcomes)):
            _take(summary, file, number, outcome)
            if on_game:
                on_game(summary)
            if len(summary.failures) >= MAX_FAILURES:
                break
    return summary


def _check(match: Match, make: Make) -> None:
    """Checks a match before its file is created."""
    check_players(match, make)
    first = Openings(match.game, match.openings, match.seed)[0]
    first.play(match.game)


def _count_done(summary: Summary, done: Mapping[int, Record]) -> None:
    for number, record in done.items():
        if number < summary.match.games:
            summary.rows[number] = Row.of(record)


def _tasks(summary: Summary, openings: Openings) -> Iterator[Task]:
    match, done = summary.match, set(summary.rows)
    for number in range(match.games):
        if number not in done:
            yield number, openings[match.pair(number)]


def _by_processes(
    match: Match, concurrency: int, tasks: Iterator[Task], load: tuple[Path, ...], stop: Stop
) -> Generator[Outcome, None, None]:
    first = {"match": match.as_json(), "load": [str(file.resolve()) for file in load]}
    asked = ({"game": number, "opening": opening.as_json()} for number, opening in tasks)
    crew = Crew(concurrency, asked, lambda: Worker("plyground.matches.worker", first))
    with crew, stop.calling(crew.stop):
        for task, answer in crew.outcomes():
            yield task["game"], answer["lines"] if "lines" in answer else str(answer["error"])


def _in_turn(
    match: Match, tasks: Iterator[Task], make: Make | None, stop: Stop | None
) -> Generator[Outcome, None, None]:
    with Seats(match, make) as seats, contextlib.suppress(Stopped):
        for number, opening in tasks:
            yield number, seats.lines(number, opening, stop)


def _take(summary: Summary, file: MatchFile | None, number: int, outcome: list[str] | str) -> None:
    if isinstance(outcome, str):
        summary.failures.append(Failure(number, outcome))
        return
    row = Row.of(read_records(outcome)[0])
    if file:
        file.add(outcome)
    summary.rows[number] = row
