"""How Django knows this app."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """What every page shares: the frame, the board, static files."""

    name = "plyground.web.pages"
    label = "pages"
