"""Tuning: the weights of heuristics that fit the games of a study."""

from pathlib import Path

from plyground.lab.store import read_study
from plyground.lab.tuning_rows import rows_of


def tuned(folder: str | Path) -> dict[str, float]:
    """The weights that a study of the kind "tuning" proposes, including those it kept fixed.

    They are better guesses, not proven better play: let a sequential test decide between old and
    new. ValueError for other studies, or if the extra `lab` is not installed.
    """
    study = read_study(Path(folder))
    if study.head["kind"] != "tuning":
        raise ValueError(f"{folder} is a study of the kind {study.head['kind']}, not tuning.")
    try:
        from plyground.lab.tuning_fit import learn  # needs numpy
    except ModuleNotFoundError as missing:
        raise ValueError(str(missing)) from None
    lesson = learn(rows_of(study), study.head["tuning"])
    return {**lesson.weights, **study.head["tuning"]["held"]}
