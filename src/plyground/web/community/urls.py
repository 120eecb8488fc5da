"""The URLs of profiles, the lobby and games to watch."""

from django.urls import path

from plyground.web.community import (
    game_list,
    greetings,
    lobby_stream,
    lobby_views,
    profile_views,
    tv_views,
)
from plyground.web.play import import_export, streams, value_views

urlpatterns = [
    path("games/", game_list.games, name="games"),
    path("games/selected/delete/", game_list.delete_many, name="delete_many"),
    path("games/<str:game_id>/delete/", game_list.delete, name="delete"),
    path("lobby/", lobby_views.page, name="lobby"),
    path("lobby/<str:game_id>/accept/", lobby_views.accept, name="accept"),
    path("lobby/<str:game_id>/cancel/", lobby_views.cancel, name="cancel"),
    path("lobby/events/", lobby_stream.events),
    path("games/<str:game_id>/greet/", greetings.greet),
    path("games/<str:game_id>/computer/", lobby_views.computer),
    path("tv/", tv_views.now, name="tv"),
    path("tv/<str:token>/", tv_views.game, name="tv_game"),
    path("tv/<str:token>/go/", tv_views.go),
    path("tv/<str:token>/at/<int:ply>/", import_export.shared_look),
    path("tv/<str:token>/events/", streams.shared_events),
    path("tv/<str:token>/tablebase/", value_views.of_shared),
    path("tv/<str:token>/territory/", value_views.territory_of_shared),
    path("profile/", profile_views.profile, name="profile"),
    path("people/<str:key>/", profile_views.person, name="person"),
    path("people/<str:key>/follow/", profile_views.follow, name="follow"),
    path("people/<str:key>/report/", profile_views.report, name="report"),
]
