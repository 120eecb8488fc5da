"""Measures the server from a client's point of view, against the project's promises.

    python bench/web.py                  # all of it, about a quarter of an hour
    python bench/web.py page             # one server on SQLite, about two minutes
    python bench/web.py move             # the path of a person's move, counted; half a minute
    python bench/web.py service          # two processes on PostgreSQL
    python bench/web.py echo streams     # only some
    python bench/web.py mixed --minutes 60
    python bench/web.py service --quick  # a tenth of the load, to see whether it runs at all
    python bench/web.py --json

The servers run in separate processes with temporary homes, and answer over loopback; the clients
run on the same processors. PostgreSQL is a temporary cluster that waits for the disk like a real
one. Limits of rate and engine time are off, because all requests come from one address.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict

from loads import grow, moves, page, together
from loads.rows import Row
from loads.serving import Server
from loads.together import Size

PAGE: dict[str, Callable[[Server], list[Row]]] = {
    "start": page.measure_start,
    "echo": page.measure_echo,
    "beside": page.measure_beside,
    "thinking": page.measure_thinking,
    "games": page.measure_games,
    "memory": page.measure_memory,
}
MOVE: dict[str, Callable[[Size], list[Row]]] = {"move": moves.measure_move}
SERVICE: dict[str, Callable[[Size], list[Row]]] = {
    "streams": together.measure_streams,
    "workers": together.measure_workers,
    "level3": together.measure_level3,
    "mixed": together.measure_mixed,
    "grow": grow.measure_grow,
    "hundred": grow.measure_hundred,
    "limit": together.measure_limit,
}
_GROUPS = {"page": list(PAGE), "move": list(MOVE), "service": list(SERVICE)}


def measure(names: list[str], size: Size) -> Iterator[tuple[str, list[Row]]]:
    """The results of each measurement, under a first line that describes it."""
    ours = [name for name in names if name in PAGE]
    if ours:
        with tempfile.TemporaryDirectory() as home, Server(home) as server:
            for name in ours:
                yield _title(PAGE[name]), PAGE[name](server)
    others = MOVE | SERVICE
    for name in names:
        if name in others:
            yield _title(others[name]), others[name](size)


def _title(of: Callable[..., object]) -> str:
    return (of.__doc__ or "").splitlines()[0]


def show(row: Row) -> str:
    """A line of the table."""
    line = f"  {row.name:42}{row.value:10.2f} {row.unit:3} {row.promise:10} {row.verdict}"
    return f"{line.rstrip()} {row.note}".rstrip()


def main() -> int:
    """Prints a table; exit code 1 if a promise is not kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    choices = [[], *dict.fromkeys([*_GROUPS, *PAGE, *SERVICE])]
    parser.add_argument("what", nargs="*", choices=choices, help="only these")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--minutes", type=float, default=5.0, help="of the mixed load")
    parser.add_argument("--quick", action="store_true", help="a tenth of the service's load")
    arguments = parser.parse_args()
    size = Size(arguments.minutes, 0.1 if arguments.quick else 1.0)
    names = [one for name in arguments.what or _GROUPS for one in _GROUPS.get(name, [name])]
    rows: list[Row] = []
    for title, found in measure(list(dict.fromkeys(names)), size):
        rows += found
        if not arguments.json:
            print(f"\n{title}", *map(show, found), sep="\n", flush=True)
    if arguments.json:
        print(json.dumps([{**asdict(row), "verdict": row.verdict} for row in rows], indent=2))
    return any(row.verdict == "MISSED" for row in rows)


if __name__ == "__main__":
    raise SystemExit(main())
