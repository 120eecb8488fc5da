"""Profiles, the lobby, games to watch."""
