"""The Django configuration of this app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The pages of games."""

    name = "plyground.web.play"
    label = "play"
