"""The Django configuration of this app."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """The common parts of all pages: the frame, the board, static files."""

    name = "plyground.web.pages"
    label = "pages"
