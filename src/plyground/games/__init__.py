"""One folder per native game: all that Python knows about it. See `engine/game_guide.py`."""
