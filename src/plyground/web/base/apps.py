"""The Django configuration of this app."""

from django.apps import AppConfig


class BaseConfig(AppConfig):
    """The common base of all apps."""

    name = "plyground.web.base"
    # The label from when all models were in one app, whose migrations created the tables.
    label = "web"
