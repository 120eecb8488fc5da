"""The URLs of lessons, puzzles, and the summary after a game."""

from django.urls import path

from plyground.web.learn import lesson_views, puzzle_views, solved_views, summary_views

urlpatterns = [
    path("games/<str:game_id>/summary/", summary_views.summary, name="summary"),
    path("games/<str:game_id>/learnt/", summary_views.summary),  # the name in version 0.1
    path("learn/", lesson_views.index, name="learn"),
    path("learn/solved/", solved_views.index, name="solved"),
    path("learn/solved/<str:name>/", solved_views.beat, name="beat"),
    path("learn/<str:game>/<str:name>/", lesson_views.lesson, name="lesson"),
    path("learn/<str:game>/<str:name>/steps/<int:number>/", lesson_views.step, name="lesson_step"),
    path("learn/<str:game>/<str:name>/answer/", lesson_views.answer, name="lesson_answer"),
    path("puzzles/", puzzle_views.index, name="puzzles"),
    path("puzzles/<str:game>/", puzzle_views.listing, name="puzzle_list"),
    path("puzzles/<str:game>/<str:puzzle_id>/", puzzle_views.puzzle, name="puzzle"),
    path("puzzles/<str:game>/<str:puzzle_id>/answer/", puzzle_views.answer, name="puzzle_answer"),
]
