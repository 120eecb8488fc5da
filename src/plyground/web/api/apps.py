"""The Django configuration of this app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Requests of programs."""

    name = "plyground.web.api"
    label = "api"
