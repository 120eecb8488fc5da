"""The Django configuration of this app."""

from django.apps import AppConfig


class VisitorsConfig(AppConfig):
    """Identification: visitors, accounts, tokens."""

    name = "plyground.web.visitors"
    label = "visitors"
