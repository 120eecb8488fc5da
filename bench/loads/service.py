"""Two server processes with one PostgreSQL, as in a real installation."""

import asyncio
import contextlib
import multiprocessing
import resource
import sys
import tempfile
import traceback
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from loads.meter import Meter, children
from loads.serving import Server

Found = TypeVar("Found")

# fsync and synchronous_commit stay on, so that an acknowledged move is on disk.
_DURABLE = "-c listen_addresses='' -c max_connections=100 -c shared_buffers=128MB"
CLIENT = "client"
DATABASE = "PostgreSQL"


@dataclass(frozen=True)
class Service:
    """A running service: its addresses, and its processes for the meter."""

    servers: list[Server]
    processes: list[int]  # server processes by id
    database: int  # the id of PostgreSQL's first process

    @property
    def ports(self) -> tuple[int, int]:
        """The ports of the two players of a pair: of different servers, if there are two."""
        return self.servers[0].port, self.servers[-1].port

    @property
    def roots(self) -> dict[str, int]:
        """The first process of each part, by name."""
        return self.server_roots | {DATABASE: self.database}

    @property
    def server_roots(self) -> dict[str, int]:
        """The first processes of the servers only."""
        return {f"server {at}": pid for at, pid in enumerate(self.processes, 1)}

    def drive(
        self, meter: Meter, load: Callable[..., Coroutine[Any, Any, Found]], *of: Any
    ) -> Found:
        """Runs a load in a separate process, which the meter also watches."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_drive, args=(theirs, load, of))
        process.start()
        theirs.close()
        assert process.pid is not None
        meter.watch(CLIENT, process.pid)
        try:
            found, trouble = ours.recv()
        except EOFError:
            raise SystemExit("the client ended without a word") from None
        finally:
            process.join()
        if trouble:
            raise SystemExit(f"the client failed:\n{trouble}")
        result: Found = found
        return result


def _drive(line: Connection, load: Callable[..., Coroutine[Any, Any, Any]], of: Any) -> None:
    """Runs the client's process to its end."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        line.send((asyncio.run(load(*of)), ""))
    except Exception:  # noqa: BLE001 - whatever it was, it is reported
        line.send((None, traceback.format_exc()))


@contextlib.contextmanager
def serving(workers: int = 1) -> Iterator[Service]:
    """Starts two commands that share a database, or one command with this many worker processes."""
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(postgresql())
        home = stack.enter_context(tempfile.TemporaryDirectory())
        more = ["--workers", str(workers)] if workers > 1 else []
        count = 1 if workers > 1 else 2
        servers = [
            stack.enter_context(Server(home, "--database", url, *more)) for _ in range(count)
        ]
        first = [server.process.pid for server in servers]
        yield Service(servers, children(first[0]) if more else first, first_process(url))


def postgresql() -> contextlib.AbstractContextManager[str]:
    """A cluster like that of the tests, but one that survives a power failure."""
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.web import cluster

    return cluster.postgresql(_DURABLE)


def first_process(url: str) -> int:
    """The id of the process that all others of this PostgreSQL come from."""
    folder = Path(parse_qs(urlsplit(url).query)["host"][0])
    text = (folder / "data" / "postmaster.pid").read_text(encoding="ascii")
    return int(text.splitlines()[0])
