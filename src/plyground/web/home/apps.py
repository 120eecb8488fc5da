"""The Django configuration of this app."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    """The home page, and the rules."""

    name = "plyground.web.home"
    label = "home"
