"""Playing: the pages and streams of a game, new games, import and export."""
