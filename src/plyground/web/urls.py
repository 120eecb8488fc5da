"""What a browser may ask for."""

from django.urls import path
from django.views.i18n import set_language

from plyground.web import account_pages, api, apidocs, exchange, follow, pages, programs, truth
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
    path("join/<str:token>/", pages.join, name="join"),
    path("import/", exchange.import_games, name="import"),
    path("shared/<str:token>/", exchange.shared, name="shared"),
    path("shared/<str:token>/at/<int:ply>/", exchange.shared_look),
    path("shared/<str:token>/events/", follow.shared_events),
    path("shared/<str:token>/truth/", truth.of_shared),
    path("shared/<str:token>/play/", exchange.shared_play, name="shared_play"),
    path(
        "shared/<str:token>/download/<str:format_name>/",
        exchange.shared_download,
        name="shared_download",
    ),
    path("tables/<str:name>/", truth.table, name="table"),
    path("language/", set_language, name="language"),
    path("account/", account_pages.show, name="account"),
    path("account/sign-in/", account_pages.sign_in, name="signin"),
    path("account/sign-up/", account_pages.sign_up, name="signup"),
    path("account/sign-out/", account_pages.sign_out, name="signout"),
    path("account/sign-out/everywhere/", account_pages.sign_out_everywhere, name="everywhere"),
    path("account/password/", account_pages.change_password, name="password"),
    path("account/data/", account_pages.download, name="data"),
    path("account/delete/", account_pages.delete, name="forget"),
    path("account/tokens/", account_pages.make_token, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", account_pages.revoke_token, name="revoke"),
    path("api/openapi.json", apidocs.document, name="openapi"),
    path("api/docs/", apidocs.page, name="api_docs"),
    path("api/rules/", programs.all_rules),
    path("api/rules/<str:name>/", programs.one_rules),
    path("api/move/", programs.move),
    path("api/analyse/", programs.analyse),
    path("api/tokens/", programs.all_tokens),
    path("api/tokens/<int:token_id>/", programs.one_token),
    path("api/games/", programs.all_games),
    path("api/games/<str:game_id>/", programs.one_game, name="api_game"),
    path("api/games/<str:game_id>/at/<int:ply>/", api.look),
    path("api/games/<str:game_id>/truth/", truth.of_game),
    path("api/games/<str:game_id>/actions/", api.act),
    path("api/games/<str:game_id>/rematch/", api.rematch),
    path("api/games/<str:game_id>/fork/", api.fork),
    path("api/games/<str:game_id>/share/", api.share),
    path("api/games/<str:game_id>/events/", follow.events),
    path("api/join/<str:token>/", api.join),
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
