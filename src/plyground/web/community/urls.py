"""The URLs of profiles, the lobby and games to watch."""

from django.urls import path

from plyground.web.community import game_list, profile_views

urlpatterns = [
    path("games/", game_list.games, name="games"),
    path("games/selected/delete/", game_list.delete_many, name="delete_many"),
    path("games/<str:game_id>/delete/", game_list.delete, name="delete"),
    path("profile/", profile_views.profile, name="profile"),
    path("people/<str:key>/", profile_views.person, name="person"),
]
