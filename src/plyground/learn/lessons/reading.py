"""Reads a lesson file. Errors are reported with their line."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plyground.engine.python_game import board_text
from plyground.lab.toml_reader import Source, Table
from plyground.learn.lessons.goals import read_goal
from plyground.learn.lessons.model import Hint, Lesson, Remark, Step, Words
from plyground.learn.lessons.playing import Task

LANGUAGES = ("en", "ja")
MOST_STEPS = 40
MOST_LETTERS = 2000  # the largest length of a text

_FILE = re.compile(r"(?:[0-9]+-)?([a-z0-9][a-z0-9-]{0,40})\.toml")
_GAME = re.compile(r"[\w-]{1,40}")
_LESSON = ("game", "title", "summary", "options", "play", "steps")
_STEP = (
    *("words", "position", "moves", "accept", "reply", "goal", "wrong", "otherwise", "right"),
    *("hints", "marks", "shows"),
)
_PLACE = tuple[str | None, tuple[str, ...]]


def read(path: Path) -> Lesson:
    """The lesson in this file; a ValueError names the line and what is wrong with it."""
    return read_source(Source.read(path), path)


def read_source(source: Source, path: Path) -> Lesson:
    """The lesson of a text that was already read; `path` gives it its name."""
    name = _FILE.fullmatch(path.name)
    if name is None:
        raise ValueError(
            f"{path.name}: A lesson's file has a name such as 03-capture.toml, in lower case."
        )
    table = Table(source, source.values)
    table.allow(_LESSON, "a lesson")
    game = table.text("game")
    if not _GAME.fullmatch(game):
        raise table.wrong("game", "the name of a game, as `plyground games` lists")
    options = dict(table.table("options").values)
    steps = table.tables("steps")
    if not 0 < len(steps) <= MOST_STEPS:
        raise table.error("steps", f"A lesson has from 1 to {MOST_STEPS} steps, [[steps]].")
    return Lesson(
        game,
        name[1],
        _words(table, "title"),
        _words(table, "summary"),
        options,
        dict(table.table("play").values),
        _steps(steps, game, options),
        path,
    )


def _steps(tables: list[Table], game: str, options: Mapping[str, Any]) -> tuple[Step, ...]:
    """All steps. A step without a position begins where the previous one began."""
    steps = []
    place: _PLACE = (None, ())
    for table in tables:
        table.allow(_STEP, "a step")
        place = _place(table, place)
        steps.append(_step(table, game, options, place))
    return tuple(steps)


def _step(table: Table, game: str, options: Mapping[str, Any], place: _PLACE) -> Step:
    wrong = {key: _remark(table.table("wrong"), key) for key in table.table("wrong").values}
    task = Task(
        game,
        options,
        *place,
        accept=tuple(tuple(turn.split()) for turn in _turns(table, "accept")),
        reply=_replies(table),
        refute={move: remark.reply for move, remark in wrong.items() if remark.reply},
        goal=_goal(table),
    )
    return Step(
        _words(table, "words"),
        task,
        tuple(_labels(table, "marks")),
        tuple(_labels(table, "shows")),
        tuple(_hint(row) for row in table.tables("hints")),
        _words(table, "right") if "right" in table else None,
        wrong,
        _words(table, "otherwise") if "otherwise" in table else None,
    )


def _words(table: Table, name: str) -> Words:
    """A text: in quotes, which is English, or a table with one text per language."""
    value = table.values.get(name)
    if isinstance(value, str):
        return Words({"en": _tidy(table.text(name, most=MOST_LETTERS))})
    if name not in table or not isinstance(value, dict):
        raise table.wrong(name, f"a text, {name}.en")
    return _languages(table.table(name), LANGUAGES, name)


def _languages(part: Table, keys: tuple[str, ...], where: str) -> Words:
    part.allow(keys, where)
    texts = {"en": part.text("en", most=MOST_LETTERS)}
    for language in LANGUAGES[1:]:
        if language in part:
            texts[language] = part.text(language, most=MOST_LETTERS)
    return Words({language: _tidy(text) for language, text in texts.items()})


def _tidy(text: str) -> str:
    """Paragraphs separated by blank lines; within one, a line break becomes a space.

    Japanese has no spaces between words, so there a line break is removed.
    """
    parts = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    wide = r"(?<=[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef])\s*\n\s*"
    return "\n\n".join(re.sub(r"\s*\n\s*", " ", re.sub(wide, "", part)) for part in parts)


def _hint(table: Table) -> Hint:
    return Hint(_languages(table, (*LANGUAGES, "at"), "a hint"), tuple(_labels(table, "at")))


def _remark(table: Table, move: str) -> Remark:
    part = table.table(move)
    return Remark(
        _languages(part, (*LANGUAGES, "reply"), "the text for a wrong move"),
        part.text("reply") if "reply" in part else None,
    )


def _labels(table: Table, name: str) -> list[str]:
    return table.text(name).split() if name in table else []


def _goal(table: Table) -> str:
    if "goal" not in table:
        return ""
    text = " ".join(table.text("goal").split())
    try:
        read_goal(text)
    except ValueError as error:
        raise table.error("goal", str(error)) from None
    return text


def _turns(table: Table, name: str) -> list[str]:
    """Moves turn by turn: a text for a single turn, or a list of texts."""
    value = table.values.get(name, [])
    turns = [value] if isinstance(value, str) else value
    fits = isinstance(turns, list) and all(isinstance(turn, str) and turn.split() for turn in turns)
    if not fits or (name in table and not turns):
        raise table.wrong(name, "moves in quotes, or a list of them with one for each turn")
    return list(turns)


def _replies(table: Table) -> tuple[dict[str, str], ...]:
    """The other side's moves, turn by turn: a move, or a table with one for each own move."""
    value = table.values.get("reply", [])
    rows = [value] if isinstance(value, str | dict) else value
    if not isinstance(rows, list) or not all(map(_is_reply, rows)):
        raise table.wrong("reply", "a move in quotes, or a list with one for each turn")
    return tuple({"": row.strip()} if isinstance(row, str) else dict(row) for row in rows)


def _is_reply(row: object) -> bool:
    if isinstance(row, dict):
        return bool(row) and all(isinstance(one, str) and one for one in row.values())
    return isinstance(row, str) and len(row.split()) == 1


def _place(table: Table, before: _PLACE) -> _PLACE:
    """The position of a step and the moves that follow."""
    if "position" not in table and "moves" not in table:
        return before
    moves = tuple(table.text("moves").split()) if "moves" in table else ()
    return (_drawn(table) if "position" in table else None), moves


def _drawn(table: Table) -> str:
    """A position's text; a drawing of the board, with a last line for the rest, also counts."""
    text = table.text("position").strip()
    *rows, rest = [line.split() for line in text.splitlines()]
    if not rows:
        return text
    if len({len(row) for row in rows}) > 1:
        raise table.error("position", "The rows of the drawing have different lengths.")
    board = board_text(["".join(row) for row in rows], "b").removesuffix(" b")
    return board + ("" if rest and rest[0].startswith("[") else " ") + " ".join(rest)
