"""How Django knows this app."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    """The first page, and the rules."""

    name = "plyground.web.home"
    label = "home"
