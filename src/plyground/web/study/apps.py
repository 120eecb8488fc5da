"""The Django configuration of this app."""

from django.apps import AppConfig


class StudyConfig(AppConfig):
    """Reviews, the analysis board, and searches to watch."""

    name = "plyground.web.study"
    label = "study"
