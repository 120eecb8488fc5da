"""Starts `python -m plyground ...` as a fork of a process that has imported the package.

Importing the package takes longer than most commands, and the tests start hundreds of them.
`install` replaces subprocess.Popen with `Popen`; only the time differs from an ordinary start.
Other programs, and processes with other settings of Python, start in the ordinary way.
"""

import array
import atexit
import ctypes
import fcntl
import functools
import gc
import importlib
import io
import json
import os
import runpy
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import types
from pathlib import Path
from typing import Any, AnyStr

from plyground import cli

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>
_STREAMS = 3
_FORKED = ("plyground", "plyground.matches.worker", "plyground.lab.worker")
_Original = subprocess.Popen
# Modules that the server and the commands need before they have read any setting.
_MODULES = (
    "asyncio",
    "django.conf.urls.i18n",
    "django.contrib.auth.hashers",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.backends.signed_cookies",
    "django.contrib.sessions.middleware",
    "django.contrib.staticfiles.finders",
    "django.contrib.staticfiles.storage",
    "django.core.handlers.asgi",
    "django.core.management.commands.migrate",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "django.db.models",
    "django.forms",
    "django.middleware.cache",
    "django.middleware.clickjacking",
    "django.middleware.common",
    "django.middleware.http",
    "django.middleware.locale",
    "django.middleware.security",
    "django.shortcuts",
    "django.template.backends.django",
    "django.template.defaulttags",
    "django.template.loader_tags",
    "django.templatetags.i18n",
    "django.templatetags.static",
    "django.urls",
    "django.utils.translation.reloader",
    "django.views.decorators.csrf",
    "django.views.defaults",
    "django.views.i18n",
    "email.message",
    "encodings.idna",
    "encodings.utf_8_sig",
    "getpass",
    "h11",
    "http.client",
    "prometheus_client.multiprocess",
    "psycopg",
    "pydantic.type_adapter",
    "servestatic.compress",
    "sqlite3",
    "textual.app",
    "typer._adapters",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.h11_impl",
    "xml.etree.ElementTree",
    *(f"plyground.cli.{name}" for name in cli.MODULES),
    "plyground.lab.worker",
    "plyground.matches.worker",
    "plyground.web.game_service.directory",
    "plyground.web.server.http_protocol",
    "plyground.web.game_service.remote_service",
    "plyground.web.server.serve",
)


class Popen(subprocess.Popen[AnyStr]):
    """subprocess.Popen, with a fork as the process if possible."""

    def _execute_child(self, *arguments: Any) -> None:
        """Overrides the method of the standard library that starts a process."""
        given = dict(zip(_parameters(), arguments, strict=True))
        if not _can_fork(given):
            super()._execute_child(*arguments)  # type: ignore[misc]
            return
        environment = os.environ if given["env"] is None else given["env"]
        request = {
            "arguments": [os.fspath(word) for word in given["args"]],
            "environment": {os.fsdecode(key): os.fsdecode(environment[key]) for key in environment},
            "folder": os.fspath(given["cwd"] or Path.cwd()),
            "new_session": given["start_new_session"],
            "takes_terminal": given["preexec_fn"] is take_terminal,
        }
        asked = (given["p2cread"], given["c2pwrite"], given["errwrite"])
        streams = [own if stream == -1 else stream for own, stream in enumerate(asked)]
        self.pid = _parent().fork(request, streams)
        self._child_created = True
        pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(given[name] for name in pipes))  # type: ignore[attr-defined]


def install() -> None:
    """Makes everything in this process start processes this way, including subprocess.run."""
    if sys.platform == "linux":
        subprocess.Popen = Popen  # type: ignore[misc]


def take_terminal() -> None:
    """Makes the terminal on stdin that of the new session, which then receives its signals."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@functools.cache
def _parameters() -> tuple[str, ...]:
    """The parameter names of `_execute_child`, which vary by Python version."""
    code = _Original._execute_child.__code__  # type: ignore[attr-defined]
    return tuple(code.co_varnames[1 : code.co_argcount])


def _can_fork(given: dict[str, Any]) -> bool:
    """Whether a fork would behave like an ordinary process."""
    words = given["args"]
    if not isinstance(words, list):
        return False
    program, option, module = [*map(os.fspath, words[:3]), "", "", ""][:3]
    if (program, option) != (sys.executable, "-m") or module not in _FORKED:
        return False
    if given["pass_fds"] or given["shell"] or given["preexec_fn"] not in (None, take_terminal):
        return False
    environment = given["env"]
    return environment is None or _of_python(environment) == _of_python(os.environ)


def _of_python(environment: Any) -> dict[str, str]:
    """Settings that are read when the interpreter or the core starts, and so not by a fork."""
    read = ("PYTHON", "PLYGROUND_CPU", "LC_", "LANG", "LD_")
    return {name: value for name, value in environment.items() if name.startswith(read)}


class _Parent:
    """The process to fork, from this process's point of view."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tests.preloaded", str(theirs.fileno())]
            self._process = _Original(
                command, cwd=Path(__file__).parents[1], pass_fds=[theirs.fileno()]
            )
        self._socket = ours
        self._lock = threading.Lock()
        self._become_reaper = functools.partial(ctypes.CDLL(None).prctl, _SUBREAPER)
        atexit.register(self.close)

    def fork(self, request: dict[str, Any], streams: list[int]) -> int:
        """The process id of a new child of this process.

        It is forked twice: its parent ends at once, so the nearest process that adopts orphans
        becomes its parent. For that moment this is that process.
        """
        data = json.dumps(request).encode()
        with self._lock:
            self._become_reaper(1, 0, 0, 0)
            try:
                rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", streams))
                self._socket.sendmsg([struct.pack("I", len(data))], [rights])
                self._socket.sendall(data)
                answer = self._socket.recv(4, socket.MSG_WAITALL)
            finally:
                self._become_reaper(0, 0, 0, 0)
        assert len(answer) == 4, "the process that is forked has ended"
        return int(struct.unpack("I", answer)[0])

    def close(self) -> None:
        """Ends it; its forks continue."""
        self._socket.close()
        self._process.wait()


@functools.cache
def _parent() -> _Parent:
    return _Parent()


def _serve(line: socket.socket) -> dict[str, Any] | None:
    """Forks on request. Returns a request in the child that is to run it, None at the end."""
    while True:
        header, rights, _, _ = socket.recv_fds(line, 4, _STREAMS)
        if not header:
            return None
        (length,) = struct.unpack("I", header)
        request: dict[str, Any] = json.loads(line.recv(length, socket.MSG_WAITALL))
        reader, writer = os.pipe()
        if between := os.fork():
            os.close(writer)
            os.waitpid(between, 0)
            pid = os.read(reader, 4)
            os.close(reader)
            for stream in rights:
                os.close(stream)
            line.sendall(pid)
            continue
        if child := os.fork():
            os.write(writer, struct.pack("I", child))
            os._exit(0)
        os.close(reader)
        os.close(writer)
        line.close()
        for number, stream in enumerate(rights):
            os.dup2(stream, number)
            os.close(stream)
        return request


def _become(request: dict[str, Any]) -> None:
    """Turns this process into what it would be if it had just been started."""
    if request["new_session"]:
        os.setsid()
    if request["takes_terminal"]:
        take_terminal()
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(1, "w")),
        encoding="utf-8",
        line_buffering=os.isatty(1),
        write_through=bool(os.environ.get("PYTHONUNBUFFERED")),
    )
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w")),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
    )
    sys.path[0] = request["folder"]  # like `python -m`
    sys.argv = request["arguments"][2:]
    # nothing of the parent's identity may remain
    sys.modules["__main__"] = types.ModuleType("__main__")


def _main() -> None:
    for name in _MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # existing objects stay, and are shared
    # SIGINT is ignored in background jobs. Here it is not, until a child runs, whose test decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    request = _serve(socket.socket(fileno=int(sys.argv[1])))
    if request is None:
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _become(request)
    module = request["arguments"][2]
    if module != "plyground":
        del sys.modules[module]  # its imports are loaded, and it is run again
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
