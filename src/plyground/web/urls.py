"""What a browser may ask for."""

from django.urls import path
from django.views.i18n import set_language

from plyground.web.accounts import views as accounts_views
from plyground.web.api import docs
from plyground.web.api import views as api_views
from plyground.web.home import views as home_views
from plyground.web.lab import views as lab_views
from plyground.web.learn import lesson_views, puzzle_views, summary_views
from plyground.web.play import api, import_export, job_views, streams, tablebase_views
from plyground.web.play import views as play_views
from plyground.web.study import board_api, board_views, review_views, watch_views

urlpatterns = [
    path("", home_views.home, name="home"),
    path("play/<str:name>/", play_views.play, name="play"),
    path("new/<str:name>/", play_views.new, name="new"),
    path("rules/<str:name>/", home_views.rules, name="rules"),
    path("games/", play_views.games, name="games"),
    path("games/<str:game_id>/", play_views.game, name="game"),
    path("games/<str:game_id>/delete/", play_views.delete, name="delete"),
    path("games/<str:game_id>/learnt/", summary_views.learnt, name="learnt"),
    path("games/<str:game_id>/review/", review_views.page, name="review"),
    path("games/<str:game_id>/review/at/<int:ply>/", review_views.look),
    path(
        "games/<str:game_id>/review/<str:format_name>/", review_views.download, name="review_file"
    ),
    path(
        "games/<str:game_id>/download/<str:format_name>/", import_export.download, name="download"
    ),
    path("join/<str:token>/", play_views.join, name="join"),
    path("import/", import_export.import_games, name="import"),
    path("shared/<str:token>/", import_export.shared, name="shared"),
    path("shared/<str:token>/at/<int:ply>/", import_export.shared_look),
    path("shared/<str:token>/events/", streams.shared_events),
    path("shared/<str:token>/truth/", tablebase_views.of_shared),
    path("shared/<str:token>/play/", import_export.shared_play, name="shared_play"),
    path("shared/<str:token>/review/", review_views.shared_page, name="shared_review"),
    path("shared/<str:token>/review/at/<int:ply>/", review_views.shared_look),
    path(
        "shared/<str:token>/review/<str:format_name>/",
        review_views.shared_download,
        name="shared_review_file",
    ),
    path(
        "shared/<str:token>/download/<str:format_name>/",
        import_export.shared_download,
        name="shared_download",
    ),
    path("learn/", lesson_views.index, name="learn"),
    path("learn/<str:game>/<str:name>/", lesson_views.lesson, name="lesson"),
    path("learn/<str:game>/<str:name>/steps/<int:number>/", lesson_views.step, name="lesson_step"),
    path("learn/<str:game>/<str:name>/answer/", lesson_views.answer, name="lesson_answer"),
    path("puzzles/", puzzle_views.index, name="puzzles"),
    path("puzzles/<str:game>/", puzzle_views.listing, name="puzzle_list"),
    path("puzzles/<str:game>/<str:puzzle_id>/", puzzle_views.puzzle, name="puzzle"),
    path("puzzles/<str:game>/<str:puzzle_id>/answer/", puzzle_views.answer, name="puzzle_answer"),
    path("watch/", watch_views.page, name="watch"),
    path("watch/tour/", watch_views.tour, name="watch_tour"),
    path("watch/tour/<int:number>/", watch_views.tour, name="watch_step"),
    path("watch/trace/", watch_views.record, name="watch_trace"),
    path("watch/at/", watch_views.glance, name="watch_at"),
    path("analysis/", board_views.page, name="analysis"),
    path("analysis/game/<str:game_id>/", board_views.of_game, name="analysis_game"),
    path("analysis/at/", board_api.at, name="analysis_at"),
    path("analysis/compose/", board_api.compose, name="analysis_compose"),
    path("analysis/read/", board_api.read, name="analysis_read"),
    path("analysis/save/", board_api.save, name="analysis_save"),
    path("tables/<str:name>/", tablebase_views.table, name="table"),
    path("lab/", lab_views.index, name="lab"),
    path("lab/state/", lab_views.index_state, name="lab_state"),
    path("lab/report.css", lab_views.style, name="lab_style"),
    path("lab/<str:study_id>/", lab_views.study, name="study"),
    path("lab/<str:study_id>/state/", lab_views.state, name="study_state"),
    path("lab/<str:study_id>/report/", lab_views.report, name="study_report"),
    path("lab/<str:study_id>/<str:file>", lab_views.download, name="study_file"),
    path("language/", set_language, name="language"),
    path("account/", accounts_views.show, name="account"),
    path("account/sign-in/", accounts_views.sign_in, name="signin"),
    path("account/sign-up/", accounts_views.sign_up, name="signup"),
    path("account/sign-out/", accounts_views.sign_out, name="signout"),
    path("account/sign-out/everywhere/", accounts_views.sign_out_everywhere, name="everywhere"),
    path("account/password/", accounts_views.change_password, name="password"),
    path("account/data/", accounts_views.download, name="data"),
    path("account/delete/", accounts_views.delete, name="forget"),
    path("account/tokens/", accounts_views.make_token, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", accounts_views.revoke_token, name="revoke"),
    path("api/openapi.json", docs.document, name="openapi"),
    path("api/docs/", docs.page, name="api_docs"),
    path("api/rules/", api_views.all_rules),
    path("api/rules/<str:name>/", api_views.one_rules),
    path("api/move/", api_views.move),
    path("api/analyse/", api_views.analyse),
    path("api/tokens/", api_views.all_tokens),
    path("api/tokens/<int:token_id>/", api_views.one_token),
    path("api/games/", api_views.all_games),
    path("api/games/<str:game_id>/", api_views.one_game, name="api_game"),
    path("api/games/<str:game_id>/at/<int:ply>/", api.look),
    path("api/games/<str:game_id>/truth/", tablebase_views.of_game),
    path("api/games/<str:game_id>/actions/", api.act),
    path("api/games/<str:game_id>/rematch/", api.rematch),
    path("api/games/<str:game_id>/fork/", api.fork),
    path("api/games/<str:game_id>/share/", api.share),
    path("api/games/<str:game_id>/review/", review_views.of_game, name="api_review"),
    path("api/games/<str:game_id>/events/", streams.events),
    path("api/join/<str:token>/", api.join),
    path("api/jobs/", job_views.ask),
    path("api/jobs/<str:job_id>/", job_views.cancel),
    path("api/jobs/<str:job_id>/events/", job_views.events),
    path("api/jobs/<str:job_id>/hurry/", job_views.hurry),
    path("api/demos/<str:name>/", api.demo),
]

handler400 = "plyground.web.play.errors.bad_request"
handler403 = "plyground.web.play.errors.forbidden"
handler404 = "plyground.web.play.errors.not_found"
handler500 = "plyground.web.play.errors.server_error"
