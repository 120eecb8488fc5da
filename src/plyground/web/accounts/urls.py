"""The URLs of an account and of a visitor's data."""

from django.urls import path

from plyground.web.accounts import views

urlpatterns = [
    path("account/", views.show, name="account"),
    path("account/sign-in/", views.sign_in, name="signin"),
    path("account/sign-up/", views.sign_up, name="signup"),
    path("account/sign-out/", views.sign_out, name="signout"),
    path("account/sign-out/everywhere/", views.sign_out_everywhere, name="everywhere"),
    path("account/sign-out/<int:session_id>/", views.sign_out_there, name="signout_there"),
    path("account/password/", views.change_password, name="password"),
    path("account/data/", views.download, name="data"),
    path("account/delete/", views.delete, name="forget"),
    path("account/tokens/", views.make_token, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke"),
]
