"""Matches: single games, openings, whole matches, and the command."""
