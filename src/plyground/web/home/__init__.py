"""The home page: games to choose from, and their rules."""
