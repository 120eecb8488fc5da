"""The folder in which saved games and other data are kept."""

import os
from pathlib import Path

SETTING = "PLYGROUND_HOME"


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
