"""Tests of the games' rules: counts, referees, and named situations."""
