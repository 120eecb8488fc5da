"""Playing on the full screen, with mouse and keys. Imported only when needed."""

from plyground.terminal.full.app import PlayApp, run

__all__ = ["PlayApp", "run"]
