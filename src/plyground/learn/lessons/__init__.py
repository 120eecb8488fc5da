"""Lessons: small files of positions, tasks and texts that anyone can write.

`docs/how-to/lessons.md` says how one is written. The rules are asked of the game's own positions; a
lesson brings none. `read` reads a file, `check` proves that it can be done, `answer` judges a move.
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
