"""The URLs of reviews, the analysis board, and searches to watch."""

from django.urls import path

from plyground.web.study import board_api, board_views, review_views, watch_views

urlpatterns = [
    path("games/<str:game_id>/review/", review_views.page, name="review"),
    path("games/<str:game_id>/review/at/<int:ply>/", review_views.look),
    path(
        "games/<str:game_id>/review/<str:format_name>/", review_views.download, name="review_file"
    ),
    path("shared/<str:token>/review/", review_views.shared_page, name="shared_review"),
    path("shared/<str:token>/review/at/<int:ply>/", review_views.shared_look),
    path(
        "shared/<str:token>/review/<str:format_name>/",
        review_views.shared_download,
        name="shared_review_file",
    ),
    path("watch/", watch_views.page, name="watch"),
    path("watch/tour/", watch_views.tour, name="watch_tour"),
    path("watch/tour/<int:number>/", watch_views.tour, name="watch_step"),
    path("watch/trace/", watch_views.record, name="watch_trace"),
    path("watch/at/", watch_views.glance, name="watch_at"),
    path("analysis/", board_views.page, name="analysis"),
    path("analysis/game/<str:game_id>/", board_views.of_game, name="analysis_game"),
    path("analysis/shared/<str:token>/", board_views.of_shared, name="analysis_shared"),
    path("analysis/at/", board_api.at, name="analysis_at"),
    path("analysis/network/", board_api.ask_network, name="analysis_network"),
    path("analysis/territory/", board_api.territory, name="analysis_territory"),
    path("analysis/compose/", board_api.compose, name="analysis_compose"),
    path("analysis/read/", board_api.read, name="analysis_read"),
    path("analysis/save/", board_api.save, name="analysis_save"),
    path("api/games/<str:game_id>/review/", review_views.of_game, name="api_review"),
]
