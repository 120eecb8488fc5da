"""How Django knows this app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Stored games and what may be done with them."""

    name = "plyground.web.games"
    label = "games"
