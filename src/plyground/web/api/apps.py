"""How Django knows this app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """What programs ask for."""

    name = "plyground.web.api"
    label = "api"
