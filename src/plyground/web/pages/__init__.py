"""The common parts of all pages: the frame, the board, static files."""
