"""The Django configuration of this app."""

from django.apps import AppConfig


class LabConfig(AppConfig):
    """The pages of studies."""

    name = "plyground.web.lab"
    label = "lab"
