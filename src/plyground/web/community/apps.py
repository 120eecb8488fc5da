"""The Django configuration of this app."""

from django.apps import AppConfig


class CommunityConfig(AppConfig):
    """Profiles, the lobby, games to watch."""

    name = "plyground.web.community"
    label = "community"
