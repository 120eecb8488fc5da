"""Slow, independent referees of the games, for tests to compare against."""
