"""The folder in which saved games and other data are kept."""

import os
from pathlib import Path

SETTING = "PLYGROUND_HOME"
TRAININGS = "PLYGROUND_TRAININGS"  # folders of training runs, as in PATH
DOCS = "PLYGROUND_DOCS"  # the folder of the built documentation


def data_folder() -> Path:
    """The folder for saved games and the like; it may not exist yet.

    `PLYGROUND_HOME` names it; otherwise it is where the system keeps the data of programs.

    >>> data_folder().is_absolute()
    True
    """
    if chosen := os.environ.get(SETTING):
        return Path(chosen).expanduser().absolute()
    import platformdirs  # here, for most commands never ask

    return Path(platformdirs.user_data_dir("plyground", appauthor=False))


def games_folder() -> Path:
    """What comes with Plyground for each game.

    >>> (games_folder() / "connect_four" / "lessons").is_dir()
    True
    """
    return Path(__file__).parent / "games"


def training_folders() -> list[Path]:
    """Where training runs are: the folders that `PLYGROUND_TRAININGS` names, and our own."""
    named = [
        Path(one).expanduser() for one in os.environ.get(TRAININGS, "").split(os.pathsep) if one
    ]
    return [*named, data_folder() / "training"]


def docs_folder() -> Path | None:
    """The built documentation: the folder that `PLYGROUND_DOCS` names, or that of `make docs`."""
    made = Path(__file__).parents[2] / "build" / "docs" / "html"  # in a checkout
    folder = Path(os.environ.get(DOCS) or made).expanduser()
    return folder if (folder / "index.html").is_file() else None
