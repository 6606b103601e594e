"""Where people come in, go out and say what they prefer."""

from __future__ import annotations

from django.urls import path, re_path

from accounts import doors, doors_factor, views, views_data, views_vacation

app_name = "accounts"

urlpatterns = [
    path("sign-in/", doors.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", doors_factor.Code.as_view(), name="code"),
    path("sign-in/again/", doors_factor.PasswordAgain.as_view(), name="again"),
    path("sign-in/again/code/", doors_factor.CodeAgain.as_view(), name="code_again"),
    path("second-factor/", doors_factor.SecondFactor.as_view(), name="second_factor"),
    path("second-factor/begin/", doors_factor.Begin.as_view(), name="factor_begin"),
    path("second-factor/end/", doors_factor.End.as_view(), name="factor_end"),
    path("second-factor/codes/", doors_factor.Codes.as_view(), name="codes"),
    path("second-factor/codes/new/", doors_factor.NewCodes.as_view(), name="codes_new"),
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
    path("preferences/block/", views.block, name="block"),
    path("preferences/unblock/", views.unblock, name="unblock"),
    path("preferences/data/", views_data.data, name="data"),
    path("preferences/data/<str:token>/", views_data.download, name="download"),
    path("preferences/delete/", views_data.delete_account, name="delete"),
    path("language/", views.language, name="language"),
]
