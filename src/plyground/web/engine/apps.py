"""The Django configuration of this app."""

from django.apps import AppConfig


class EngineConfig(AppConfig):
    """Searches in the background: jobs, workers, budgets, tablebases."""

    name = "plyground.web.engine"
    label = "engine"
