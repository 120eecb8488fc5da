"""What every page shares: the frame, the board, static files."""
