"""Runs tasks on a Dask cluster: tasks of a study, or games of a training.

You start the scheduler and the workers with Dask's own commands; see `docs/how-to/lab.md`. If a
worker dies, the scheduler gives its current tasks to another one.
"""

import atexit
import contextlib
import functools
import queue
import re
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.engine import registry, tablebase
from plyground.engine.stop import Stop
from plyground.extras import needed_for
from plyground.matches.settings import circumstances

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 15.0  # seconds for a scheduler to answer, and for the first worker to appear

_LOOK = 0.2  # seconds between checks for new workers and for the scheduler
_IN_HAND = 2  # tasks per worker, so that the next one is ready when one ends

_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[^\s/:\[\]]+|\[[0-9a-fA-F:.%]+\]):[0-9]{1,5}")

Task = tuple[str, Mapping[str, Any]]  # its id, and everything a worker needs
Outcome = tuple[str, Mapping[str, Any]]
Work = Callable[[Any], dict[str, Any]]  # answers a task, or gives the reason under "error"


def by_cluster(
    address: str, tasks: Iterator[Task], load: tuple[Path, ...], stop: Stop, do: Work
) -> Generator[Outcome, None, None]:
    """The tasks' ids with their answers, in the order of the answers.

    `do` is a module-level function, so that a worker can find it. Games written in Python are sent
    along. A ValueError says why the cluster cannot be used.
    """
    sources = {file.name: file.read_text(encoding="utf-8") for file in load}
    with _connected(address) as client:
        _check_all(client)
        hands = _Hands(client, sources, do)
        try:
            with stop.calling(hands.wake):
                while not stop.is_set():
                    hands.fill(tasks)
                    if not hands.held:
                        return
                    yield from hands.finished()
        except ValueError:
            raise
        except Exception as error:
            if client.status == "running" and not isinstance(error, OSError):
                raise  # a closed client raises one of Dask's own errors
            raise ValueError(
                f"The scheduler at {address} stopped. The finished tasks are saved; the same"
                " command continues."
            ) from None
        finally:
            hands.empty()


class _Hands:
    """The tasks that were sent to the cluster and have no answer yet."""

    def __init__(self, client: "Client", sources: Mapping[str, str], do: Work) -> None:
        self._client, self._sources, self._do = client, sources, do
        self._done: queue.SimpleQueue[Future | None] = queue.SimpleQueue()
        self.held: dict[Future, str] = {}

    def fill(self, tasks: Iterator[Task]) -> None:
        """Sends tasks to the cluster, as many as it can use."""
        most = _IN_HAND * max(1, len(self._client.nthreads()))
        while len(self.held) < most and (task := next(tasks, None)) is not None:
            name, about = task
            future = self._client.submit(work, self._do, about, self._sources, pure=False)
            self.held[future] = name
            future.add_done_callback(self._done.put)

    def finished(self) -> Iterator[Outcome]:
        """The next answer, or nothing after a while, so that the caller can do other work."""
        try:
            future = self._done.get(timeout=_LOOK)
        except queue.Empty:
            return
        if future is None:
            return
        if future.status in ("pending", "lost"):  # its worker died, and the task is done once more
            future.add_done_callback(self._done.put)
        elif future.status == "cancelled":
            raise ConnectionError
        elif future.status == "error":
            sentence = f"The workers failed: {future.exception()}"
            yield self.held.pop(future), {"error": sentence}
        else:
            given: dict[str, Any] = future.result()
            _check(given.pop("worker"))
            yield self.held.pop(future), given

    def wake(self) -> None:
        """Wakes the thread that waits for an answer. Call it from any thread."""
        self._done.put(None)

    def empty(self) -> None:
        """Cancels tasks that have not begun.

        A disconnected client may raise any of Dask's errors, which would hide the original reason.
        """
        with contextlib.suppress(Exception):
            self._client.cancel(list(self.held))


def work(do: Work, task: Mapping[str, Any], sources: Mapping[str, str]) -> dict[str, Any]:
    """Runs a task on a worker, and adds the worker's name."""
    about = about_worker()
    try:
        for name, source in sources.items():
            _load(name, source)
    except ValueError as error:
        return {"error": str(error), "worker": about}
    return {**do(task), "worker": about}


@functools.cache
def _load(name: str, source: str) -> None:
    """Loads a game that was sent along, once per process.

    Its file stays as long as the process.
    """
    folder = Path(tempfile.mkdtemp(prefix="plyground-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / name
    file.write_text(source, encoding="utf-8")
    registry.load(file)


def about_worker(dask_worker: Any = None) -> dict[str, Any]:
    """What must be the same everywhere, and the number of tasks at a time.

    Dask names the worker if it is called directly; a task has to look it up.
    """
    from distributed import get_worker

    worker = dask_worker or get_worker()
    return {
        "address": worker.address,
        "threads": worker.state.nthreads,
        **_shared(),
    }


def _shared() -> dict[str, Any]:
    """What the records depend on, wherever they are made."""
    tables = [game for game in tablebase.games() if tablebase.find(game)]
    return {"plyground": circumstances()["plyground"], "tables": tables}


def _check_all(client: "Client") -> None:
    """Checks that there are workers, and that all of them can run our tasks."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ValueError(
            f"The scheduler has no workers: start some with dask worker {client.scheduler.address}"
            " --nthreads 1."
        ) from None
    try:
        workers = client.run(about_worker)
    except Exception as error:  # noqa: BLE001 - a worker may return anything
        raise ValueError(
            f"A worker can't run Plyground's tasks; its error was: {type(error).__name__}: {error}."
        ) from None
    for about in workers.values():
        _check(about)


def _check(about: Mapping[str, Any]) -> None:
    here = _shared()
    if about["plyground"] != here["plyground"]:
        raise ValueError(
            f"The worker {about['address']} has Plyground {about['plyground']}, this machine"
            f" has {here['plyground']}; records of two versions can't be compared."
        )
    if about["tables"] != here["tables"]:
        raise ValueError(
            f"The worker {about['address']} has other tablebases than this machine; all"
            " machines need the same ones, or none."
        )
    if about["threads"] != 1:
        raise ValueError(
            f"The worker {about['address']} does {about['threads']} tasks at a time, which"
            " makes timings meaningless; start it with --nthreads 1, once for each processor."
        )


@contextlib.contextmanager
def _connected(address: str) -> "Iterator[Client]":
    with needed_for("cluster"):
        from distributed import Client
    if not _ADDRESS.fullmatch(address):  # Dask would notice later, and not release its threads
        sentence = f"A scheduler's address looks like tcp://HOST:8786, not {address[:80]!r}."
        raise ValueError(sentence)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:  # noqa: BLE001 - TLS without certificates is a TypeError of Dask's
        sentence = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(f"There is no Dask scheduler at {address}: {sentence}") from None
    try:
        yield client
    finally:
        client.close(timeout=PATIENCE)
