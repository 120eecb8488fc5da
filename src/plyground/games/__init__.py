"""One folder per native game: everything Python knows about it. See `plyground.game_guide`."""
