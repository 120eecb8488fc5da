"""Learning a game: lessons, reviews, the teacher, and searches to watch.

Nothing in here knows of pages or terminals; both may ask it.
"""
