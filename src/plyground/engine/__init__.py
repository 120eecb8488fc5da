"""The engine: games and positions, searches and proofs, reports. Nothing here plays or stores."""
