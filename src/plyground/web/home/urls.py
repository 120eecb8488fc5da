"""The URLs of the home page, of the rules of each game, and of the language."""

from django.urls import path
from django.views.i18n import set_language

from plyground.web.home import documentation, views

urlpatterns = [
    path("", views.home, name="home"),
    path("spectate/", views.spectate, name="spectate"),
    path("rules/<str:name>/", views.rules, name="rules"),
    path("docs/", documentation.page, name="docs"),
    path("docs/<path:name>", documentation.page),
    path("watched-games/", views.watched_games, name="watched_games"),
    path("language/", set_language, name="language"),
]
