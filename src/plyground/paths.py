"""The folders of saved games and other data."""

import os
from pathlib import Path

SETTING = "PLYGROUND_HOME"
TRAININGS = "PLYGROUND_TRAININGS"  # a list of folders of training runs, as in PATH
DOCS = "PLYGROUND_DOCS"  # the folder of the built documentation


def data_folder() -> Path:
    """The folder for saved games and the like; it may not exist yet.

    `PLYGROUND_HOME` names it; the default is the system's folder for application data.

    >>> data_folder().is_absolute()
    True
    """
    if chosen := os.environ.get(SETTING):
        return Path(chosen).expanduser().absolute()
    import platformdirs  # imported here, because most commands never need it

    return Path(platformdirs.user_data_dir("plyground", appauthor=False))


def games_folder() -> Path:
    """The folder of the games' data files that come with Plyground.

    >>> (games_folder() / "connect_four" / "lessons").is_dir()
    True
    """
    return Path(__file__).parent / "games"


def training_folders() -> list[Path]:
    """The folders of training runs: those that `PLYGROUND_TRAININGS` names, and our own."""
    named = [
        Path(one).expanduser() for one in os.environ.get(TRAININGS, "").split(os.pathsep) if one
    ]
    return [*named, data_folder() / "training"]


def docs_folder() -> Path | None:
    """The built documentation: the folder that `PLYGROUND_DOCS` names, or that of `make docs`."""
    made = Path(__file__).parents[2] / "build" / "docs" / "html"  # in a checkout
    folder = Path(os.environ.get(DOCS) or made).expanduser()
    return folder if (folder / "index.html").is_file() else None
