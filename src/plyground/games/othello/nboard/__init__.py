"""NBoard 2 for Othello."""
