"""The URLs of the API."""

from django.urls import path

from plyground.web.api import docs, views

urlpatterns = [
    path("api/openapi.json", docs.document, name="openapi"),
    path("api/docs/", docs.page, name="api_docs"),
    path("api/rules/", views.all_rules),
    path("api/rules/<str:name>/", views.one_rules),
    path("api/move/", views.move),
    path("api/analyse/", views.analyse),
    path("api/tokens/", views.all_tokens),
    path("api/tokens/<int:token_id>/", views.one_token),
    path("api/games/", views.all_games),
    path("api/games/<str:game_id>/", views.one_game, name="api_game"),
]
