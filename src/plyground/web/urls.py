"""What a browser may ask for."""

from django.urls import path
from django.views.i18n import set_language

from plyground.web import api, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("play/<str:name>/", pages.play, name="play"),
    path("new/<str:name>/", pages.new, name="new"),
    path("rules/<str:name>/", pages.rules, name="rules"),
    path("games/", pages.games, name="games"),
    path("games/<str:game_id>/", pages.game, name="game"),
    path("games/<str:game_id>/delete/", pages.delete, name="delete"),
    path("games/<str:game_id>/download/<str:format_name>/", pages.download, name="download"),
    path("import/", pages.import_games, name="import"),
    path("shared/<str:token>/", pages.shared, name="shared"),
    path("language/", set_language, name="language"),
    path("api/games/<str:game_id>/", api.show, name="api_game"),
    path("api/games/<str:game_id>/at/<int:ply>/", api.look),
    path("api/games/<str:game_id>/actions/", api.act),
    path("api/games/<str:game_id>/rematch/", api.rematch),
    path("api/games/<str:game_id>/fork/", api.fork),
    path("api/games/<str:game_id>/share/", api.share),
    path("api/demos/<str:name>/", api.demo),
]
