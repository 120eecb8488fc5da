"""The engine: games and positions, searches and proofs, reports."""
