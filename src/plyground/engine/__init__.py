"""The engine: games and positions, searches and proofs, reports. It plays and stores no games."""
