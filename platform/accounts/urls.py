"""Where people come in, go out and say what they prefer."""

from __future__ import annotations

from django.urls import path, re_path

from accounts import doors, views, views_vacation

app_name = "accounts"

urlpatterns = [
    path("sign-in/", doors.SignIn.as_view(), name="sign_in"),
    path("sign-up/", doors.SignUp.as_view(), name="sign_up"),
    path("sign-out/", doors.SignOut.as_view(), name="sign_out"),
    path("password/", doors.NewPassword.as_view(), name="password"),
    path("password/forgotten/", doors.Forgotten.as_view(), name="forgotten"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]{1,13})-(?P<key>[-\w]{1,99})/$",
        doors.Reset.as_view(),
        name="reset",
    ),
    path("address/", doors.Address.as_view(), name="address"),
    re_path(r"^address/(?P<key>[-:\w]{1,200})/$", doors.Confirm.as_view(), name="confirm"),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/vacation/", views_vacation.vacation, name="vacation"),
    path("preferences/vacation/back/", views_vacation.back, name="back"),
    path("preferences/unmute/", views.unmute, name="unmute"),
    path("language/", views.language, name="language"),
]
