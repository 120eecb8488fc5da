"""The Django configuration of this app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Stored games and their commands."""

    name = "plyground.web.games"
    label = "games"
