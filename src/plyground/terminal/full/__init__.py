"""Playing on the full screen, with mouse and arrow keys. Imported only when it is wanted."""

from plyground.terminal.full.app import PlayApp, run

__all__ = ["PlayApp", "run"]
