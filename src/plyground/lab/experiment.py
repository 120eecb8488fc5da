"""Experiments as files: the question, and everything that the answer depends on."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.lab.kinds import KINDS, read_parts
from plyground.lab.parts import MAX_TASKS, Parts, read_options
from plyground.lab.toml_reader import Source, Table
from plyground.matches.openings import NONE, read_plies

MAX_SEED = 2**63 - 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


@dataclass(frozen=True, kw_only=True)
class Experiment(Parts):
    r"""An experiment that has been read; `text` is the verbatim file.

    >>> experiment = Experiment.of('''
    ... name = "depth"
    ... kind = "round_robin"
    ... game = "dobutsu"
    ... games = 4
    ...
    ... [players]
    ... shallow = "alphabeta:depth=1"
    ... deep = "alphabeta:depth=3"
    ... ''')
    >>> experiment.meetings
    (Meeting(first='shallow', second='deep', pairs=2),)
    >>> Experiment.of("name = 'x'\nkind = 'duel'")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: experiment.toml, line 2: kind can be ..., not 'duel'.
    """

    name: str
    title: str
    question: str
    kind: str
    game: Game
    seed: int
    text: str
    load: tuple[Path, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict, hash=False)  # name -> content

    @classmethod
    def read(cls, path: Path) -> "Experiment":
        """Reads an experiment file; a ValueError names the wrong line and the reason."""
        return _read(Source.read(path))

    @classmethod
    def of(
        cls, text: str, name: str = "experiment.toml", folder: Path | None = None
    ) -> "Experiment":
        """The experiment of a text, as if it were in a file with this name."""
        return _read(Source(text, name, folder))

    def settings(self) -> dict[str, Any]:
        """Everything that the records depend on, as plain data."""
        return {
            "name": self.name,
            "kind": self.kind,
            "game": self.game.name,
            "options": dict(self.game.changed),
            "seed": self.seed,
            "players": dict(self.players),
            "meetings": [[each.first, each.second, each.pairs] for each in self.meetings],
            "openings": self._openings_name(),
            "time": str(self.time) if self.time else None,
            "rules": asdict(self.rules),
            "cases": [case.as_json() for case in self.cases],
            "games": self.games,
            "repeats": self.repeats,
            "test": asdict(self.test) if self.test else None,
            "tuning": asdict(self.tuning) if self.tuning else None,
            "files": dict(self.files),
        }

    def _openings_name(self) -> str:
        """Without its folder, which differs from machine to machine."""
        return Path(self.openings).name if _is_file(self.openings) else self.openings


def _is_file(openings: str) -> bool:
    return openings != NONE and read_plies(openings) is None


def _read(source: Source) -> Experiment:
    table = Table(source, source.values)
    name = table.text("name")
    if not _NAME.fullmatch(name):
        allowed = "up to 80 letters, digits, dots, dashes and underscores; it names the folder"
        raise table.wrong("name", allowed)
    kind = table.choice("kind", KINDS)
    load = _load(table)
    game = _game(table)
    parts = read_parts(kind, table, game)
    if parts.tasks > MAX_TASKS:
        sentence = f"This makes {parts.tasks} tasks, and a study has at most {MAX_TASKS}."
        raise table.error("games" if "games" in table else None, sentence)
    files = [*load]
    if _is_file(parts.openings) and (book := Path(parts.openings)).is_file():
        files.append(book)
    return Experiment(
        name=name,
        title=table.text("title", name, 200),
        question=table.text("question", " ").strip(),
        kind=kind,
        game=game,
        seed=table.whole("seed", 0, MAX_SEED, 1),
        text=source.text,
        load=load,
        files={file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files},
        **vars(parts),
    )


def _load(table: Table) -> tuple[Path, ...]:
    """The files of games written in Python, which are run on loading."""
    files = []
    for name in table.texts("load"):
        file = table.source.beside(name)
        try:
            registry.load(file)
        except ValueError as error:
            raise table.error("load", str(error)) from None
        files.append(file.resolve())
    if len({file.name for file in files}) < len(files):
        raise table.error(
            "load", "The files of games need different names, even in different folders."
        )
    return tuple(files)


def _game(table: Table) -> Game:
    name = table.text("game")
    try:
        registry.game(name)
    except ValueError as error:
        raise table.error("game", str(error)) from None
    options = table.table("options")
    return read_options(options, name, options.values)
