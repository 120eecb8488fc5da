"""One folder per native game: everything that Python knows about it. See `engine/game_guide.py`."""
