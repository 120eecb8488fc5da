"""How Django knows this app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The pages on which games are played."""

    name = "plyground.web.play"
    label = "play"
