"""Lessons: small files of positions, tasks and texts that anyone can write.

`docs/how-to/lessons.md` explains how to write one. Lessons contain no rules: the game's own
positions apply them. `read` reads a file, `check` proves that the lesson can be solved, `answer`
judges a move.
"""

from plyground.learn.lessons.checking import Fault, check
from plyground.learn.lessons.lesson_files import FOLDERS, find, lessons, use
from plyground.learn.lessons.model import Hint, Lesson, Remark, Step, Words
from plyground.learn.lessons.playing import Task, answer, solution
from plyground.learn.lessons.reading import read

__all__ = [
    "FOLDERS",
    "Fault",
    "Hint",
    "Lesson",
    "Remark",
    "Step",
    "Task",
    "Words",
    "answer",
    "check",
    "find",
    "lessons",
    "read",
    "solution",
    "use",
]
