"""The search: textbook algorithms, limits, specs and traces."""
