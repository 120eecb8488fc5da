"""Learning a game: lessons, and whatever else shows people what the rules and the engine know.

Nothing in here knows of pages or terminals; both may ask it.
"""
