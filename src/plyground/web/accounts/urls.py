"""The URLs of an account and of a visitor's data."""

from django.urls import path

from plyground.web.accounts import email_views, second_factor_views, views

urlpatterns = [
    path("account/", views.show, name="account"),
    path("account/sign-in/", views.sign_in, name="signin"),
    path("account/sign-in/code/", second_factor_views.sign_in, name="code"),
    path("account/second-step/", second_factor_views.set_up, name="second_step"),
    path("account/email/", email_views.set_address, name="email"),
    path("account/email/<str:token>/", email_views.confirm_address, name="confirm_email"),
    path("account/forgot/", email_views.forgot, name="forgot"),
    path("account/forgot/<int:account_id>/<str:token>/", email_views.reset, name="reset"),
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
