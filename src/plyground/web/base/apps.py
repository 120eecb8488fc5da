"""How Django knows this app."""

from django.apps import AppConfig


class BaseConfig(AppConfig):
    """What all apps stand on."""

    name = "plyground.web.base"
    # As it was when all models were in one app: its migrations made the tables.
    label = "web"
