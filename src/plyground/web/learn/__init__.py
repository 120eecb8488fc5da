"""Lessons, puzzles and rules guides."""
