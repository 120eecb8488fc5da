"""The URLs of studies and trainings."""

from django.urls import path

from plyground.web.lab import machine_views, training_views, views

urlpatterns = [
    path("lab/", views.index, name="lab"),
    path("lab/state/", views.index_state, name="lab_state"),
    path("lab/report.css", views.style, name="lab_style"),
    path("learn/machine/", machine_views.lesson, name="machine"),
    path("lab/trainings/begin/", machine_views.begin, name="training_begin"),
    path("lab/trainings/<str:run_id>/stop/", machine_views.stop, name="training_stop"),
    path("lab/trainings/<str:run_id>/", training_views.training, name="training"),
    path("lab/trainings/<str:run_id>/state/", training_views.state, name="training_state"),
    path("lab/trainings/<str:run_id>/games/", training_views.games, name="training_games"),
    path("lab/trainings/<str:run_id>/seen/", training_views.seen, name="training_seen"),
    path("lab/<str:study_id>/", views.study, name="study"),
    path("lab/<str:study_id>/state/", views.state, name="study_state"),
    path("lab/<str:study_id>/report/", views.report, name="study_report"),
    path("lab/<str:study_id>/<str:file>", views.download, name="study_file"),
]
