"""Gomocup's protocol for Gomoku."""
