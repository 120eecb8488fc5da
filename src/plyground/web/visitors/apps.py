"""How Django knows this app."""

from django.apps import AppConfig


class VisitorsConfig(AppConfig):
    """Who is asking: visitors, accounts, tokens."""

    name = "plyground.web.visitors"
    label = "visitors"
