"""Studies on a Dask cluster: a real scheduler, real workers, and faulty ones.

Each test starts its own cluster, which takes a while: the most important one always runs, the
others are deep.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from plyground.engine.stop import Stop
from plyground.lab import Experiment, Standing, Study, cluster, run
from plyground.matches.settings import circumstances
from tests.lab.studies import ROUND_ROBIN, do_all, records
from tests.lab.test_running import SLOW, command, done
from tests.matches.test_command import wait_for

MANY = ROUND_ROBIN.replace("games = 4", "games = 60").replace("nodes=200", "nodes=3000")
SOME = MANY.replace("games = 60", "games = 20")
PATIENCE = 120.0  # seconds: starting Dask on a busy machine takes time


@contextmanager
def dask(*arguments: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler or a worker, started as Dask's users do."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **more},
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A scheduler on a free port, and its address."""
    file = folder / "scheduler.json"
    with starting_scheduler(file):
        yield address_in(file)


def starting_scheduler(file: Path) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return dask(
        "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
        "--scheduler-file", str(file),
    )  # fmt: skip


def address_in(file: Path) -> str:
    """The address of a scheduler, once it has written it to the file."""
    wait_for(lambda: file.exists() and b"address" in file.read_bytes(), PATIENCE)
    return str(json.loads(file.read_text())["address"])


def worker(
    address: str | Path, folder: Path, *more: str, **environment: str
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """A worker of the scheduler at that address, or of one that will write it to a file."""
    where = ["--scheduler-file", str(address)] if isinstance(address, Path) else [address]
    return dask(
        "worker", *where, "--no-nanny", "--no-dashboard", "--nthreads", "1",
        "--local-directory", str(folder), *more, **environment,
    )  # fmt: skip


def run_there(folder: Path, address: str, text: str, **more: Any) -> Standing:
    with Study(folder, Experiment.of(text, folder=more.pop("beside", None))) as study:
        return run(study, cluster=address, **more)


def test_missing_dask_is_reported_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r'pip install "plyground\[cluster\]"'):
        run_there(tmp_path, "tcp://127.0.0.1:9", ROUND_ROBIN)


@pytest.mark.parametrize(
    "address", ["nonsense://x", "tcp://x", "8786", "zip://x:8786", "tcp://a b:1", "tcp://x:8786/y"]
)
def test_a_bad_address_is_refused_before_dask_sees_it(tmp_path: Path, address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="A scheduler's address looks like tcp://HOST:8786, not"):
        run_there(tmp_path, address, ROUND_ROBIN)


@pytest.mark.deep
def test_missing_scheduler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(ValueError, match=r"There is no Dask scheduler at tcp://127\.0\.0\.1:9"):
        run_there(tmp_path, "tcp://127.0.0.1:9", ROUND_ROBIN)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"plyground": "0.0.1", "threads": 1}, r"has Plyground 0\.0\.1, this machine has"),
        ({"tables": ["dobutsu"], "threads": 1}, "has other tablebases than this machine"),
        ({"threads": 4}, "does 4 tasks at a time.*start it with --nthreads 1"),
    ],
)
def test_workers_of_another_kind_are_refused(about: dict[str, Any], message: str) -> None:
    here = {"address": "tcp://x", "plyground": circumstances()["plyground"], "tables": []}
    with pytest.raises(ValueError, match=message):
        cluster._check({**here, **about})
    cluster._check({**here, "threads": 1})


@pytest.mark.deep
def test_study_survives_a_killed_worker(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    with ExitStack() as stack:  # all start at once, because most of this test is waiting for them
        stack.enter_context(starting_scheduler(file))
        stack.enter_context(worker(file, tmp_path / "one"))
        killed = stack.enter_context(worker(file, tmp_path / "two"))
        do_all(tmp_path / "here", SOME)
        address = address_in(file)
        _wait_for_workers(address, 2)

        def kill(standing: Standing) -> None:
            if standing.done >= 5 and killed.poll() is None:
                os.kill(killed.pid, signal.SIGKILL)
                killed.wait(60)

        standing = run_there(tmp_path / "there", address, SOME, on_progress=kill)
        assert killed.poll() == -signal.SIGKILL
    assert (standing.is_finished, standing.failures) == (True, [])
    assert records(tmp_path / "there") == records(tmp_path / "here")


def _wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=PATIENCE)


@pytest.mark.deep
def test_games_written_in_python_travel_along(tmp_path: Path) -> None:
    examples = Path(__file__).parents[2] / "examples"
    source = (examples / "tictactoe.py").read_text()
    (tmp_path / "mine.py").write_text(source.replace('"tictactoe"', '"far_tictactoe"'))
    text = (
        'name = "x"\nkind = "round_robin"\ngame = "far_tictactoe"\nload = ["mine.py"]\ngames = 8\n'
        'openings = "none"\n[players]\na = "alphabeta:depth=3"\nb = "random"\n'
    )
    with scheduler(tmp_path) as address, worker(address, tmp_path / "one"):
        standing = run_there(tmp_path / "there", address, text, beside=tmp_path)
    assert (standing.done, standing.failures) == (4, [])


@pytest.mark.deep
def test_a_worker_that_lacks_plyground_or_has_threads_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['plyground'] = None\n")
    with scheduler(tmp_path) as address:
        with (
            worker(address, tmp_path / "one", PYTHONPATH=str(tmp_path)),
            pytest.raises(ValueError, match="A worker can't run Plyground's tasks; its error was"),
        ):
            run_there(tmp_path / "a", address, ROUND_ROBIN)
        time.sleep(1)  # the scheduler has to notice that it is gone
        with (
            worker(address, tmp_path / "two", "--nthreads", "2"),
            pytest.raises(ValueError, match="does 2 tasks at a time"),
        ):
            run_there(tmp_path / "a", address, ROUND_ROBIN)


@pytest.mark.deep
def test_a_scheduler_without_workers_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2.0)
    with (
        scheduler(tmp_path) as address,
        pytest.raises(ValueError, match="has no workers: start some with dask worker tcp://"),
    ):
        run_there(tmp_path / "a", address, ROUND_ROBIN)


@pytest.mark.deep
def test_study_survives_its_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are kept; the study continues without a cluster."""
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        stack.enter_context(worker(address, tmp_path / "one"))
        _wait_for_workers(address, 1)

        def end(standing: Standing) -> None:
            if standing.done >= 5:
                monkeypatch.setattr(cluster, "PATIENCE", 3.0)  # not before it is connected
                stack.close()

        with pytest.raises(
            ValueError, match=r"The scheduler at tcp://\S+ stopped. The finished tasks are saved"
        ):
            run_there(tmp_path / "there", address, MANY, on_progress=end)
    begun = records(tmp_path / "there")
    assert len(begun) >= 5
    with Study(tmp_path / "there", Experiment.of(MANY)) as study:
        assert run(study, workers=2).is_finished
    assert begun.items() <= records(tmp_path / "there").items()


class Closed:
    """A client that lost its scheduler: every call fails, and not with an OSError."""

    status = "closed"

    def refuse(self, *_: object, **__: object) -> None:
        raise RuntimeError("Client is closed.")

    nthreads = submit = cancel = refuse


def test_a_client_that_was_closed_is_a_scheduler_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "_connected", lambda _: nullcontext(Closed()))
    monkeypatch.setattr(cluster, "_check_all", lambda _: None)
    with pytest.raises(
        ValueError, match=r"The scheduler at tcp://x stopped\. The finished tasks are saved"
    ):
        list(cluster.by_cluster("tcp://x", iter(()), (), Stop(), dict))


@pytest.mark.deep
def test_ctrl_c_ends_a_run_on_a_cluster(tmp_path: Path) -> None:
    (tmp_path / "slow.toml").write_text(SLOW)
    study = tmp_path / "there"
    with scheduler(tmp_path) as address, worker(address, tmp_path / "one"):
        process = subprocess.Popen(
            command("run", tmp_path / "slow.toml", "--out", study, "--cluster", address, "--json"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            wait_for(lambda: process.poll() is not None or done(study) >= 2, PATIENCE)
            process.send_signal(signal.SIGINT)
            written, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
            process.wait()
    assert (process.returncode, errors) == (130, "")
    assert json.loads(written)["finished"] is False
    assert len(records(study)) >= 2
