"""The pages of studies."""

from django.urls import path

from plyground.web.lab import views

urlpatterns = [
    path("lab/", views.index, name="lab"),
    path("lab/state/", views.index_state, name="lab_state"),
    path("lab/report.css", views.style, name="lab_style"),
    path("lab/<str:study_id>/", views.study, name="study"),
    path("lab/<str:study_id>/state/", views.state, name="study_state"),
    path("lab/<str:study_id>/report/", views.report, name="study_report"),
    path("lab/<str:study_id>/<str:file>", views.download, name="study_file"),
]
