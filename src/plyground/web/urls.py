"""The URLs of all apps."""

from django.urls import include, path

APPS = ("play", "community", "home", "learn", "study", "lab", "accounts", "api")

urlpatterns = [path("", include(f"plyground.web.{app}.urls")) for app in APPS]

handler400 = "plyground.web.play.errors.bad_request"
handler403 = "plyground.web.play.errors.forbidden"
handler404 = "plyground.web.play.errors.not_found"
handler500 = "plyground.web.play.errors.server_error"
