"""The Django configuration of this app."""

from django.apps import AppConfig


class LearnConfig(AppConfig):
    """Lessons, puzzles, and what to learn after a game."""

    name = "plyground.web.learn"
    label = "learn"
