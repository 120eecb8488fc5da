"""People: profiles, the lobby, games to watch, and what an operator needs."""
