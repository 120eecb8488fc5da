"""Stored games: rows, seats, clocks, invitations, and the commands that are allowed."""
