"""Stored games: rows, seats, clocks, invitations, and what may be done with a game."""
