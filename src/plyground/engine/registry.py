"""The list of games: those of the core, of installed packages, and your own."""

import copyreg
import importlib
import importlib.metadata
import importlib.util
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from plyground import _core
from plyground.engine.game import Game, Source
from plyground.engine.options import RULES, Option, RuleSet, Value, show
from plyground.engine.python_game import PythonSource
from plyground.engine.view import ShapeName

ENTRY_POINTS = "plyground.games"
SETTING = "PLYGROUND_GAMES"

Class = TypeVar("Class", bound=type[Any])

_stays_inside: ContextVar[bool] = ContextVar("stays_inside", default=False)


class NativeSource:
    """A game of the core as a source of positions."""

    shape: ShapeName | None = None

    def __init__(self, info: _core.GameInfo) -> None:
        self.name = info.name
        self.title = info.title
        self.rules = info.rules
        self.options = tuple(_option(row) for row in info.options)

    @cached_property
    def rule_sets(self) -> Mapping[str, RuleSet]:
        """The rules that the option `rules` can name; the game's guide has them."""
        if not any(option.name == RULES for option in self.options):
            return {}
        guide = importlib.import_module(f"plyground.games.{self.name}").GUIDE
        sets: Mapping[str, RuleSet] = guide.rule_sets
        return sets

    def start(self, values: Mapping[str, Value]) -> _core.State:
        """The first position."""
        return _core.start(self.name, _texts(values))

    def parse(self, values: Mapping[str, Value], text: str) -> _core.State:
        """The position a text describes."""
        return _core.parse(self.name, _texts(values), text.encode("utf-8", "replace").decode())

    def favours_monte_carlo(self, values: Mapping[str, Value], state: _core.State) -> bool:  # noqa: ARG002
        """As the core says."""
        return state.favours_monte_carlo

    def may_move_again(self, values: Mapping[str, Value]) -> bool:  # noqa: ARG002
        """No game of the core has several moves in a row."""
        return False


class Registry:
    """Finds games by name. The package has one registry; tests may create others."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}
        self.loaded: dict[Path, list[str]] = {}
        self._looked_outside = False
        for info in _core.games():
            self._sources[info.name] = NativeSource(info)

    def add(self, source: Source) -> None:
        """Adds a game; a name can be registered only once."""
        if not re.fullmatch(r"[a-z][a-z0-9_-]{0,30}", source.name):
            raise ValueError(
                f"A game's name is lower-case letters, digits, '-' and '_', not {source.name!r}."
            )
        if source.name in self._sources:
            raise ValueError(f"There is already a game called {source.name!r}.")
        self._sources[source.name] = source

    def all(self) -> dict[str, Game]:
        """Every game by name, with its default options."""
        self._look_outside()
        return {name: Game(source, {}) for name, source in self._sources.items()}

    def find(self, name: str, given: Mapping[str, object]) -> Game:
        """The game with this name and options; runs code of other packages only if it must."""
        if name not in self._sources:
            self._look_outside()
        if name not in self._sources:
            known = ", ".join(self._sources)
            raise ValueError(f"There is no game called {name!r}; the games are: {known}.")
        return Game(self._sources[name], given)

    def own_guide(self, name: str) -> object:
        """The guide of a known game written in Python; runs no code."""
        return getattr(self._sources.get(name), "guide", None)

    def load(self, path: str | Path) -> list[str]:
        """Runs a file that registers games, unless it already ran; returns their names."""
        file = Path(path).resolve()
        if file not in self.loaded:
            self.loaded[file] = self._added_by(lambda: _run(file), file)
        return self.loaded[file]

    def fetch(self, source: str) -> list[str]:
        """Runs a source that `outside` named and returns the names of its games."""
        if os.sep in source:
            return self.load(source)
        entry = importlib.metadata.EntryPoint("", source, ENTRY_POINTS)
        return self._added_by(entry.load, None)

    def _added_by(self, work: Callable[[], object], file: Path | None) -> list[str]:
        """The games that `work` registers. All of them must start, or none is kept."""
        before, loaded = dict(self._sources), dict(self.loaded)
        try:
            with _blaming(file):
                work()
                added = [name for name in self._sources if name not in before]
                for name in added:
                    Game(self._sources[name], {})
            if file and not added:
                raise ValueError(
                    f"{file.name} registers no game; it needs a class with @plyground.register."
                )
        except BaseException:
            self._sources, self.loaded = before, loaded
            raise
        return added

    def _look_outside(self) -> None:
        """Finds the games named by the setting and those of installed packages, once."""
        if self._looked_outside or _stays_inside.get():
            return
        self._looked_outside = True  # set now, because a file may use games while it is loading
        try:
            for path in filter(None, os.environ.get(SETTING, "").split(os.pathsep)):
                self.load(path)
        except ValueError:
            self._looked_outside = False
            raise
        for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
            try:
                self._added_by(entry.load, None)
            except Exception as error:  # noqa: BLE001 - one broken package must not take the others away
                warnings.warn(f"The games of {entry.value} can't be loaded: {error}", stacklevel=2)


def _run(file: Path) -> None:
    if not file.is_file():
        raise ValueError(f"There is no file {file.name!r} to load games from.")
    if b"\0" in file.read_bytes():  # Python's own message differs between releases
        raise ValueError(f"{file.name} is not a Python file: it has null bytes.")
    name = f"plyground_game_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ValueError(f"{file.name} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # needed to pickle the author's objects
    spec.loader.exec_module(module)


@contextmanager
def _blaming(file: Path | None) -> Iterator[None]:
    """Turns an error in a file into a sentence that says where it is."""
    try:
        yield
    except (Exception, SystemExit) as error:
        if file is None or not (line := _line_in(error, file)):
            raise
        words = error.msg if isinstance(error, SyntaxError) else error
        raise ValueError(f"{file.name}{line}: {type(error).__name__}: {words}") from error


def _line_in(error: BaseException, file: Path) -> str:
    """The line of the author's file that raised an error."""
    if isinstance(error, SyntaxError) and error.filename in (None, str(file)):
        return f", line {error.lineno or 1}"
    lines = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return f", line {lines[-1]}" if lines else ""


def blame(error: BaseException) -> str | None:
    """The error in a loaded file and its line; None if no loaded file caused it."""
    for file in _registry.loaded:
        if line := _line_in(error, file):
            return f"{file.name}{line}: {type(error).__name__}: {error}"
    if _registry.loaded and not isinstance(error, ValueError | OSError):
        # the call itself had wrong arguments
        names = ", ".join(file.name for file in _registry.loaded)
        return f"{names}: {type(error).__name__}: {error}"
    return None


def _option(row: _core.OptionRow) -> Option:
    kind = {"integer": "int", "number": "float", "choice": "choice"}[row.kind]
    rough = Option(row.name, row.sentence, kind, None, (), None, None, row.may_be_none)  # type: ignore[arg-type]
    choices = tuple(rough.read(choice) if kind != "choice" else choice for choice in row.choices)
    low, high = (None, None) if choices else (row.low, row.high)
    default = row.fallback if kind == "choice" else rough.read(row.fallback)
    return Option(row.name, row.sentence, rough.type, default, choices, low, high, row.may_be_none)


def _texts(values: Mapping[str, Value]) -> dict[str, str]:
    return {name: show(value) for name, value in values.items()}


_registry = Registry()


def all_games() -> dict[str, Game]:
    """Every game by name, with its default options.

    >>> import plyground
    >>> list(plyground.all_games())[:5]
    ['robogo', 'gomoku', 'go', 'othello', 'dobutsu']
    """
    return _registry.all()


def game(name: str, /, **options: object) -> Game:
    """The game with this name, with the given options and defaults for the others.

    >>> import plyground
    >>> plyground.game("go", size=9, komi=7).values["size"]
    9
    >>> plyground.game("go", size=99)
    Traceback (most recent call last):
        ...
    ValueError: size can be a whole number from 2 to 25, not 99.
    >>> plyground.game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: There is no game called 'chess'; the games are: robogo, gomoku, go, ...
    """
    return _registry.find(name, options)


def native() -> list[str]:
    """The names of the native games; runs no other code.

    >>> native()[:5]
    ['robogo', 'gomoku', 'go', 'othello', 'dobutsu']
    """
    return [info.name for info in _core.games()]


def own_guide(name: str) -> object:
    """The `guide` of a class written in Python, if the game is known and has one."""
    return _registry.own_guide(name)


def outside() -> list[str]:
    """The sources of games outside the core: files and modules, none of which has run yet."""
    files = filter(None, os.environ.get(SETTING, "").split(os.pathsep))
    entries = importlib.metadata.entry_points(group=ENTRY_POINTS)
    found = [str(Path(file).absolute()) for file in files]
    return list(dict.fromkeys(found + [entry.value for entry in entries]))


def fetch(source: str) -> list[str]:
    """Runs one of the sources that `outside` names, and returns the names of its games."""
    return _registry.fetch(source)


@contextmanager
def inside() -> Iterator[None]:
    """Inside this context only known games are found; no other code runs.

    >>> with inside():
    ...     game("go").name
    'go'
    """
    before = _stays_inside.set(True)
    try:
        yield
    finally:
        _stays_inside.reset(before)


def register(cls: Class) -> Class:
    """Makes a class written in Python a game like any other; use it as a decorator.

    >>> import plyground
    >>> @plyground.register
    ... class Half:
    ...     name = "half"
    Traceback (most recent call last):
        ...
    ValueError: The game 'half' lacks the method moves().
    """
    _registry.add(PythonSource(cls))
    return cls


def load(path: str | Path) -> list[str]:
    """Runs a Python file that registers games, and returns their names.

    >>> import plyground
    >>> plyground.load("nowhere.py")
    Traceback (most recent call last):
        ...
    ValueError: There is no file 'nowhere.py' to load games from.
    """
    return _registry.load(path)


def _restore_game(name: str, values: dict[str, Value]) -> Game:
    try:
        return _registry.find(name, values)
    except ValueError as error:
        raise ValueError(
            f"{error} A game written in Python must be loaded before its positions are:"
            f" plyground.load() or {SETTING}."
        ) from None


def _reduce_game(game: Game) -> tuple[object, tuple[str, dict[str, Value]]]:
    """A pickle stores a game by name and options, which only this module can resolve."""
    return _restore_game, (game.name, dict(game.values))


copyreg.pickle(Game, _reduce_game)  # type: ignore[arg-type]
