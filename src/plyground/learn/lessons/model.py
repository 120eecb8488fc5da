"""The parts of a lesson."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.learn.lessons.playing import Task


@dataclass(frozen=True)
class Words:
    """A text in the languages of the file, which always include English.

    >>> words = Words({"en": "Well done.", "ja": "よくできました。"})
    >>> words.text_in("ja"), words.text_in("fr")
    ('よくできました。', 'Well done.')
    """

    texts: Mapping[str, str]

    def text_in(self, language: str) -> str:
        """The text in this language, or else in English."""
        return self.texts.get(language) or self.texts["en"]


@dataclass(frozen=True)
class Hint:
    """A hint, and the points to look at."""

    words: Words
    at: tuple[str, ...] = ()


@dataclass(frozen=True)
class Remark:
    """A comment on a wrong move, and the reply that shows why."""

    words: Words
    reply: str | None = None


@dataclass(frozen=True)
class Step:
    """A page of a lesson: something to read or, with a task, something to do."""

    words: Words
    task: Task
    marks: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()  # kinds of beginner's aids to draw
    hints: tuple[Hint, ...] = ()
    right: Words | None = None
    wrong: Mapping[str, Remark] = field(default_factory=dict)
    otherwise: Words | None = None

    @property
    def is_reading(self) -> bool:
        """Whether it is only for reading."""
        return self.task.is_reading


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game. `name` is that of its file, without the number before it."""

    game: str
    name: str
    title: Words
    summary: Words
    options: Mapping[str, Any]
    play: Mapping[str, Any]  # options of the game to play afterwards, if not the defaults
    steps: tuple[Step, ...]
    path: Path

    @property
    def key(self) -> str:
        """The key that identifies the lesson among all lessons."""
        return f"{self.game}/{self.name}"
