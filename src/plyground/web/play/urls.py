"""The URLs of games: playing, invitations, import and export, jobs."""

from django.urls import path

from plyground.web.play import (
    api,
    import_export,
    job_views,
    streams,
    value_views,
    views,
)

urlpatterns = [
    path("api/games/<str:game_id>/actions/", api.act),  # first, because it is requested most often
    path("play/<str:name>/", views.play, name="play"),
    path("new/<str:name>/", views.new, name="new"),
    path("games/<str:game_id>/", views.game, name="game"),
    path(
        "games/<str:game_id>/download/<str:format_name>/", import_export.download, name="download"
    ),
    path("join/<str:token>/", views.join, name="join"),
    path("import/", import_export.import_games, name="import"),
    path("shared/<str:token>/", import_export.shared, name="shared"),
    path("shared/<str:token>/at/<int:ply>/", import_export.shared_look),
    path("shared/<str:token>/events/", streams.shared_events),
    path("shared/<str:token>/tablebase/", value_views.of_shared),
    path("shared/<str:token>/territory/", value_views.territory_of_shared),
    path("shared/<str:token>/play/", import_export.shared_play, name="shared_play"),
    path(
        "shared/<str:token>/download/<str:format_name>/",
        import_export.shared_download,
        name="shared_download",
    ),
    path("tablebases/<str:name>/", value_views.tablebase, name="tablebase"),
    path("api/games/<str:game_id>/at/<int:ply>/", api.look),
    path("api/games/<str:game_id>/tablebase/", value_views.of_game),
    path("api/games/<str:game_id>/territory/", value_views.territory_of_game),
    path("api/games/<str:game_id>/rematch/", api.rematch),
    path("api/games/<str:game_id>/fork/", api.fork),
    path("api/games/<str:game_id>/share/", api.share),
    path("api/games/<str:game_id>/events/", streams.events),
    path("api/join/<str:token>/", api.join),
    path("api/jobs/", job_views.ask),
    path("api/jobs/<str:job_id>/", job_views.cancel),
    path("api/jobs/<str:job_id>/events/", job_views.events),
    path("api/jobs/<str:job_id>/hurry/", job_views.hurry),
    path("api/demos/<str:name>/", api.demo),
]
# Names of version 0.1, which programs may still use.
FORMER = [
    path("shared/<str:token>/truth/", value_views.of_shared),
    path("tables/<str:name>/", value_views.tablebase),
    path("api/games/<str:game_id>/truth/", value_views.of_game),
]
urlpatterns += FORMER
