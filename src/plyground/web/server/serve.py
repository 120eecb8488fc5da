"""`plyground serve`: the server, from migrations to shutdown."""

import contextlib
import functools
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.paths import TRAININGS
from plyground.web.server.http_server import answer

PORT = 8000
_TRIED = 20  # ports to try after the default one
_OWN = ("127.0.0.1", "localhost", "::1")
_MIGRATING = 0x706C79  # our number for a lock of the database
_ALL = ("0.0.0.0", "::", "")  # noqa: S104 - only compared


@dataclass(frozen=True)
class ServeOptions:
    """The options of the command line."""

    host: str = "127.0.0.1"
    port: int | None = None
    database: str | None = None
    open_browser: bool = True
    files: Sequence[Path] = ()
    workers: int = 1  # processes
    engine: str | None = None  # where to search
    studies: Sequence[Path] = ()  # folders of the laboratory
    trainings: Sequence[Path] = ()  # folders of training runs
    lessons: Sequence[Path] = ()  # folders
    puzzles: Sequence[Path] = ()  # folders
    watch: bool = False  # reload games written in Python when their files change


def run(options: ServeOptions) -> None:
    """Serves until a signal ends it; ValueError or OSError if it cannot start."""
    if options.database is not None:
        os.environ["DATABASE_URL"] = options.database
    if options.engine is not None:
        os.environ["PLYGROUND_ENGINE"] = options.engine
    _name_games(options.files)
    _watch_games(options)
    _name_studies(options.studies)
    _name_trainings(options.trainings)
    _use_lessons(options.lessons)
    _use_puzzles(options.puzzles)
    _allow(options.host)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    if options.workers > 1:
        _require_postgresql()
    with contextlib.closing(_listen(options.host, options.port)) as listener, _using_database():
        _check_settings()
        if options.host not in _OWN:
            print("Others who can reach this machine can reach this server too.", file=sys.stderr)
        announce = functools.partial(_announce, listener, options.open_browser)
        if options.workers > 1:
            from plyground.web.pages import assets
            from plyground.web.server.supervisor import Supervisor

            assets.prepare()  # once, because otherwise each child would compress them
            Supervisor(listener, options.workers, announce).run()
        else:
            answer(listener, announce)


@contextlib.contextmanager
def _using_database() -> Iterator[None]:
    """Migrates the tables, and locks an SQLite file against restoring a backup meanwhile."""
    import django

    django.setup()
    from django.db import connection

    from plyground.web.base.database import held, name_of

    migrate()
    with held(connection.settings_dict) as is_ours:
        if not is_ours:
            name = name_of(connection.settings_dict)
            raise OSError(
                f"A backup is being restored into {name}; start the server when that is done."
            )
        yield


def _require_postgresql() -> None:
    from plyground.paths import data_folder
    from plyground.web.base.database import read_database

    found = read_database(os.environ.get("DATABASE_URL", ""), data_folder())
    if "sqlite" in found["ENGINE"]:
        raise ValueError(
            "SQLite serves one process; for several, give --database postgresql://USER@HOST/NAME."
        )


def _check_settings() -> None:
    """Reports invalid settings now, and not with the first search."""
    from plyground.web.base import processes
    from plyground.web.engine import budget, search_service
    from plyground.web.lab import studies, trainings
    from plyground.web.play import jobs

    search_service.check()
    jobs.check()
    studies.check()
    trainings.check()
    budget.engine_time(), processes.dead_after()


def _announce(listener: socket.socket, open_browser: bool) -> None:
    from django.conf import settings

    if settings.SECURE_SSL_REDIRECT:  # in production only the proxy has access
        host, port = listener.getsockname()[:2]
        name = settings.ALLOWED_HOSTS[0].removeprefix(".")
        print(
            f"Plyground listens on {_bracketed(host)}:{port}, for https://{name}/ behind a proxy.",
            flush=True,
        )
        return
    urls = _urls(listener)
    print(f"Plyground is at {' and '.join(urls)} - Ctrl-C ends it.", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(urls[0],), daemon=True).start()


def migrate() -> None:
    """Migrates the tables, if necessary; checking first is faster than the command."""
    from django.core.management import call_command
    from django.db import Error, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        if connection.vendor == "postgresql":  # several hosts may start at once, so they take turns
            with connection.cursor() as cursor:  # the lock ends with the connection
                cursor.execute("SELECT pg_advisory_lock(%s)", [_MIGRATING])
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", verbosity=0, interactive=False)
    except Error as error:
        raise OSError(f"The database can't be used: {' '.join(str(error).split())}") from None
    finally:
        connection.close()


def _name_games(files: Sequence[Path]) -> None:
    """Makes the games of these files available; they run in separate processes."""
    from plyground.engine.registry import SETTING

    for file in files:
        if not file.is_file():
            raise ValueError(f"There is no file {file}.")
    known = [one for one in os.environ.get(SETTING, "").split(os.pathsep) if one]
    os.environ[SETTING] = os.pathsep.join([*known, *(str(file.resolve()) for file in files)])


def _watch_games(options: ServeOptions) -> None:
    """Makes pages notice changes of the games' files."""
    from plyground.engine.registry import SETTING as GAMES
    from plyground.web.home.watching import SETTING

    os.environ.pop(SETTING, None)
    if not options.watch:
        return
    if not os.environ.get(GAMES):
        raise ValueError("--watch needs a game written in Python: add --load FILE.py.")
    if options.workers > 1 or options.engine == "workers":
        raise ValueError("--watch is for one process; leave out --workers and --engine.")
    os.environ[SETTING] = "1"


def _name_studies(folders: Sequence[Path]) -> None:
    """Shows the studies of these folders instead of the default ones."""
    if folders:
        named = os.pathsep.join(str(folder.resolve()) for folder in folders)
        os.environ["PLYGROUND_STUDIES"] = named


def _name_trainings(folders: Sequence[Path]) -> None:
    """Shows the trainings of these folders to all visitors."""
    if folders:
        os.environ[TRAININGS] = os.pathsep.join(str(folder.resolve()) for folder in folders)


def _use_lessons(folders: Sequence[Path]) -> None:
    """Uses the lessons of these folders; mistakes in them are reported now."""
    from plyground.learn import lessons

    lessons.use(folders)
    lessons.lessons()


def _use_puzzles(folders: Sequence[Path]) -> None:
    """Uses the puzzles of these folders; mistakes in them are reported now."""
    from plyground import puzzles

    puzzles.use(folders)
    for game in puzzles.games():
        puzzles.puzzles(game)


def _allow(host: str) -> None:
    """A public server also accepts its own names and addresses."""
    if host in _OWN or os.environ.get("PLYGROUND_PROFILE") == "production":
        return
    named = os.environ.get("PLYGROUND_HOSTS", "")
    own = {socket.gethostname(), *([host] if host not in _ALL else _addresses())}
    own = {_bracketed(one) for one in own}
    os.environ["PLYGROUND_HOSTS"] = ",".join(filter(None, [named, *sorted(own)]))


def _addresses() -> Iterator[str]:
    """This machine's addresses for others; finding them sends no data."""
    for family, remote in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((remote, 9))
            yield probe.getsockname()[0]


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the given port; without one, on the first free port."""
    last: OSError | None = None
    for number in range(PORT, PORT + _TRIED) if port is None else [port]:
        try:
            family, *_, address = socket.getaddrinfo(
                host or None, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            both = host == "::" and socket.has_dualstack_ipv6()
            made = socket.create_server(
                address[:2], family=family, backlog=512, dualstack_ipv6=both
            )
            # Otherwise asyncio does not recognise TCP, and every answer in two parts, headers and
            # body, waits 40 ms for an acknowledgement.
            return socket.socket(made.family, made.type, socket.IPPROTO_TCP, made.detach())
        except OSError as error:
            last = error
    assert last is not None, "at least one port was tried"
    if isinstance(last, socket.gaierror):
        raise OSError(f"There is no address {host} here to listen on.")
    why = os.strerror(last.errno) if last.errno else str(last)
    raise OSError(f"Port {port or PORT} of {host} can't be used: {why}; try --port.")


def _urls(listener: socket.socket) -> list[str]:
    """The server's URLs: first for this machine, then for others."""
    host, port = listener.getsockname()[:2]
    hosts = [host]
    if host in ("127.0.0.1", "::1", *_ALL):
        hosts = ["localhost"]
    if host in _ALL:
        hosts += [one for one in _addresses() if host == "::" or ":" not in one]
    return [f"http://{_bracketed(one)}:{port}/" for one in dict.fromkeys(hosts)]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
