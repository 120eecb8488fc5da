"""Learning a game: lessons, reviews, the teacher, and searches to watch.

Nothing here depends on pages or terminals; both may use it.
"""
