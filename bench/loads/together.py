"""The service under load: measurements, and their promises."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from loads import mixed, pairs
from loads.meter import Meter, Use
from loads.page import games_at_once
from loads.rows import Row, blocks, percentile, slope
from loads.service import CLIENT, DATABASE, Service, serving

_PROMISE = 100  # milliseconds, p95 from the POST of a move to the opponent's stream
_STEPS = (50, 100, 200, 400, 800, 1600)  # numbers of simultaneous games, until the limit is reached
_STEP_SECONDS = 20.0
_SAMPLE = 10.0  # seconds for one value of memory
_LOOKS = 10  # the number of samples in that time
_FLAT = 5  # megabytes
_WARM_UP = 0.4  # the share of the time in which caches fill
_LONG_ENOUGH = 180.0  # seconds: a shorter run cannot show that memory is flat
_QUIET = 0.25  # of the machine: a larger use by others means that it is not quiet
_NEARLY_ALL = 0.85  # of a processor: from here on a process has none left


@dataclass(frozen=True)
class Size:
    """The size of the loads; promises hold for the full size."""

    minutes: float = 5.0
    share: float = 1.0

    def count(self, whole: int) -> int:
        """This part of a number, at least one."""
        return max(1, round(self.share * whole))


def measure_streams(size: Size) -> list[Row]:
    """200 idle streams and 50 games by link, with the players at two commands on one PostgreSQL."""
    with serving() as service:
        return _streams(service, size)


def measure_workers(size: Size) -> list[Row]:
    """The same with one command, `serve --workers 2`; a player may reach either worker."""
    with serving(workers=2) as service:
        return _streams(service, size)


def _streams(service: Service, size: Size) -> list[Row]:
    games, idle = size.count(50), 4 * size.count(50)
    plan = pairs.Plan(service.ports, games, idle, max(10.0, 60 * size.share))
    with Meter(service.roots) as meter:
        outcome = service.drive(meter, pairs.run, plan)
    use = meter.use(outcome.began, outcome.ended)
    return [
        Row("streams open", outcome.streams),
        Row("moves delivered", len(outcome.delivered)),
        *_deliveries(outcome),
        *_faults(outcome),
        *_error_rows(outcome.errors),
        *_processors(use),
    ]


def _deliveries(outcome: pairs.Outcome) -> list[Row]:
    times = outcome.delivered
    return [
        Row("move acknowledged, p95", percentile(outcome.acknowledged, 0.95), "ms"),
        Row("move delivered, p50", percentile(times, 0.5), "ms"),
        Row("move delivered, p95", percentile(times, 0.95), "ms", _PROMISE),
        Row("move delivered, slowest", max(times, default=0.0), "ms"),
        Row("the client itself late, p95", percentile(outcome.lags, 0.95), "ms"),
    ]


def _faults(outcome: pairs.Outcome) -> list[Row]:
    return [
        Row("moves lost", outcome.lost, "", 0),
        Row("moves doubled", outcome.doubled, "", 0),
        Row("streams broken", outcome.broken, "", 0),
        Row("errors", outcome.errors.total(), "", 0),
    ]


def _error_rows(errors: Counter[str]) -> list[Row]:
    """The errors, the most frequent first."""
    return [Row("  of these", count, "", note=what) for what, count in errors.most_common(10)]


def _processors(use: dict[str, Use]) -> list[Row]:
    """Use in processors; the use by others shows how quiet the machine was."""
    order = [*sorted(name for name in use if name.startswith("server")), DATABASE, CLIENT, "others"]
    return [
        Row(f"processor, {name}", 100 * use[name].processor, "%") for name in order if name in use
    ]


def measure_level3(_size: Size) -> list[Row]:
    """Fifty visitors at once, each with a game against level 3, on two processes."""
    with serving() as service:
        return games_at_once(service.servers)


def measure_mixed(size: Size) -> list[Row]:
    """An hour of all activities, twelve times as fast, on two processes."""
    seconds = 60 * size.minutes
    with serving() as service, Meter(service.roots, _SAMPLE / _LOOKS) as meter:
        outcome = service.drive(meter, mixed.run, mixed.Plan(service.ports, seconds))
    use = meter.use(outcome.began, outcome.ended)
    return [
        Row("requests", len(outcome.times)),
        Row("answered, p50", percentile(outcome.times, 0.5), "ms"),
        Row("answered, p95", percentile(outcome.times, 0.95), "ms"),
        Row("answered, slowest", max(outcome.times, default=0.0), "ms"),
        Row("moves of people", outcome.moves),
        *(Row(f"came to {what}", count) for what, count in sorted(outcome.came.items())),
        Row("moves lost", outcome.lost, "", 0),
        Row("moves doubled", outcome.doubled, "", 0),
        Row("errors", outcome.errors.total(), "", 0),
        *_error_rows(outcome.errors),
        *_memory(service, use, seconds),
        *_processors(use),
    ]


def _memory(service: Service, use: dict[str, Use], seconds: float) -> Iterator[Row]:
    """Each server's memory at the end, and its growth after two fifths of the time."""
    span = (1 - _WARM_UP) * seconds
    for name in service.server_roots:
        values = blocks([value for _, value in use[name].megabytes], _LOOKS)
        last = values[-max(2, round(span / _SAMPLE)) :]
        gained = slope(range(len(last)), last) * (len(last) - 1)
        course = " ".join(f"{value:.0f}" for value in values)
        flat = _FLAT if span >= _LONG_ENOUGH else None  # otherwise it is still filling its caches
        yield Row(f"memory, {name}", values[-1] if values else 0.0, "MB", note=course)
        yield Row(f"memory gained, last {span:.0f} s, {name}", gained, "MB", flat)


@dataclass(frozen=True)
class Step:
    """This many simultaneous games, their measurements, and the exhausted resource."""

    games: int
    is_good: bool
    gave: str
    rows: list[Row]


def measure_limit(size: Size) -> list[Row]:
    """Increases the number of games by link, each with a move every 2 s, until moves are late."""
    rows: list[Row] = []
    good, bad = 0, None
    for whole in _STEPS:
        step = _step(size.count(whole), size)
        rows += step.rows
        if not step.is_good:
            bad = step
            break
        good = step.games
    if bad is not None and bad.games > good + 1:
        between = _step((good + bad.games) // 2, size)
        rows += between.rows
        good, bad = (between.games, bad) if between.is_good else (good, between)
    rows.append(Row("games at once, last good step", good))
    if bad is not None:
        rows.append(Row("games at once, first bad step", bad.games, note=bad.gave))
    return rows


def _step(games: int, size: Size) -> Step:
    """Starts afresh each time, so that the steps differ only in their size."""
    with serving() as service, Meter(service.roots) as meter:
        plan = pairs.Plan(service.ports, games, 0, max(10.0, _STEP_SECONDS * size.share))
        outcome = service.drive(meter, pairs.run, plan)
    use = meter.use(outcome.began, outcome.ended)
    late = percentile(outcome.delivered, 0.95)
    wrong = outcome.lost + outcome.doubled + outcome.broken + outcome.errors.total()
    rows = [
        Row(f"{games} games, delivered p50", percentile(outcome.delivered, 0.5), "ms"),
        Row(f"{games} games, delivered p95", late, "ms", note=_how(use)),
        Row(f"{games} games, faults", wrong),
        *_error_rows(outcome.errors),
    ]
    return Step(games, late < _PROMISE and not wrong, _gave(use, outcome), rows)


def _how(use: dict[str, Use]) -> str:
    """The use of each process, in one line."""
    shares = [f"{name} {100 * one.processor:.0f}%" for name, one in use.items()]
    servers = [one for name, one in use.items() if name.startswith("server")]
    most = {
        "files of a server": max(one.files for one in servers),
        "threads": max(one.threads for one in servers),
        "processes of PostgreSQL": use[DATABASE].processes,
    }
    return ", ".join([*shares, *(f"{what} {count}" for what, count in most.items())])


def _gave(use: dict[str, Use], outcome: pairs.Outcome) -> str:
    """The exhausted resource. Python code of a process runs on one processor at a time."""
    machine = os.cpu_count() or 1
    if use["others"].processor > _QUIET * machine:
        return "others kept this machine busy, so this says little"
    if outcome.errors:
        return f"not late, but wrong: {outcome.errors.most_common(1)[0][0]}"
    single = {name: one.processor for name, one in use.items() if name not in (DATABASE, "others")}
    name, most = max(single.items(), key=lambda one: one[1])
    if most > _NEARLY_ALL:
        return f"{name} has used up its processor"
    if sum(one.processor for one in use.values()) > _NEARLY_ALL * machine:
        return "all processors of the machine are used up"
    return "processors were not used up: something waits"
