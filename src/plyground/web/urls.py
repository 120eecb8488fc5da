"""What a browser may ask for."""

from django.urls import path
from django.views.i18n import set_language

from plyground.web import api, exchange, pages
from plyground.web.jobs import views as job_views

urlpatterns = [
    path("", pages.home, name="home"),
    path("play/<str:name>/", pages.play, name="play"),
    path("new/<str:name>/", pages.new, name="new"),
    path("rules/<str:name>/", pages.rules, name="rules"),
    path("games/", pages.games, name="games"),
    path("games/<str:game_id>/", pages.game, name="game"),
    path("games/<str:game_id>/delete/", pages.delete, name="delete"),
    path("games/<str:game_id>/download/<str:format_name>/", exchange.download, name="download"),
    path("import/", exchange.import_games, name="import"),
    path("shared/<str:token>/", exchange.shared, name="shared"),
    path("shared/<str:token>/at/<int:ply>/", exchange.shared_look),
    path("shared/<str:token>/play/", exchange.shared_play, name="shared_play"),
    path(
        "shared/<str:token>/download/<str:format_name>/",
        exchange.shared_download,
        name="shared_download",
    ),
    path("language/", set_language, name="language"),
    path("api/games/<str:game_id>/", api.show, name="api_game"),
    path("api/games/<str:game_id>/at/<int:ply>/", api.look),
    path("api/games/<str:game_id>/actions/", api.act),
    path("api/games/<str:game_id>/rematch/", api.rematch),
    path("api/games/<str:game_id>/fork/", api.fork),
    path("api/games/<str:game_id>/share/", api.share),
    path("api/jobs/", job_views.ask),
    path("api/jobs/<str:job_id>/", job_views.cancel),
    path("api/jobs/<str:job_id>/events/", job_views.events),
    path("api/jobs/<str:job_id>/hurry/", job_views.hurry),
    path("api/demos/<str:name>/", api.demo),
]

handler400 = "plyground.web.errors.bad_request"
handler403 = "plyground.web.errors.forbidden"
handler404 = "plyground.web.errors.not_found"
handler500 = "plyground.web.errors.server_error"
