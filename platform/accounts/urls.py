"""Addresses of sign-in, sign-up and preferences."""

from __future__ import annotations

from django.urls import path, re_path

from accounts.views import (
    appearance,
    data,
    passkeys,
    preferences,
    second_factor,
    sign_in,
    sign_ins,
    vacation,
)

app_name = "accounts"

urlpatterns = [
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", second_factor.Code.as_view(), name="sign_in_code"),
    path("sign-in/passkey/", passkeys.SignIn.as_view(), name="sign_in_by_passkey"),
    path("sign-in/again/", second_factor.PasswordAgain.as_view(), name="reauthenticate"),
    path("sign-in/again/passkey/", passkeys.confirm_by_passkey, name="confirm_by_passkey"),
    path("sign-in/again/code/", second_factor.CodeAgain.as_view(), name="reauthenticate_by_code"),
    path("second-factor/", second_factor.SecondFactor.as_view(), name="second_factor"),
    path("second-factor/begin/", second_factor.Begin.as_view(), name="set_up_second_factor"),
    path("second-factor/end/", second_factor.End.as_view(), name="remove_second_factor"),
    path("second-factor/codes/", second_factor.Codes.as_view(), name="recovery_codes"),
    path("second-factor/codes/new/", second_factor.NewCodes.as_view(), name="new_recovery_codes"),
    path("sign-up/", sign_in.SignUp.as_view(), name="sign_up"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    path("password/", sign_in.NewPassword.as_view(), name="change_password"),
    path("password/forgotten/", sign_in.Forgotten.as_view(), name="forgotten_password"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]{1,13})-(?P<key>[-\w]{1,99})/$",
        sign_in.Reset.as_view(),
        name="reset_password",
    ),
    path("address/", sign_in.Address.as_view(), name="mail_address"),
    re_path(
        r"^address/(?P<key>[-:\w]{1,200})/$", sign_in.Confirm.as_view(), name="confirm_address"
    ),
    path("preferences/", preferences.preferences_page, name="preferences"),
    path("preferences/appearance/", appearance.appearance_page, name="appearance"),
    path("preferences/appearance/picture/", appearance.choose_picture, name="choose_picture"),
    path("preferences/appearance/upload/", appearance.upload_picture, name="upload_picture"),
    path("pictures/<str:token>.webp", appearance.uploaded_picture, name="uploaded_picture"),
    path("preferences/table/", preferences.save_table_settings, name="table_settings"),
    path("preferences/vacation/", vacation.vacation_page, name="vacation"),
    path("preferences/vacation/back/", vacation.end_vacation, name="end_vacation"),
    path("preferences/sign-ins/", sign_ins.sign_ins_page, name="sign_ins"),
    path("preferences/sign-ins/end/", sign_ins.end_sign_in, name="end_sign_in"),
    path("preferences/passkeys/", passkeys.Passkeys.as_view(), name="passkeys"),
    path("preferences/passkeys/add/", passkeys.Add.as_view(), name="add_passkey"),
    path("preferences/passkeys/<int:pk>/name/", passkeys.Rename.as_view(), name="rename_passkey"),
    path("preferences/passkeys/<int:pk>/remove/", passkeys.Remove.as_view(), name="remove_passkey"),
    path("preferences/mute/", preferences.mute_person, name="mute_person"),
    path("preferences/unmute/", preferences.unmute_person, name="unmute_person"),
    path("preferences/block/", preferences.block_person, name="block_person"),
    path("preferences/unblock/", preferences.unblock_person, name="unblock_person"),
    path("preferences/data/", data.personal_data, name="personal_data"),
    path("preferences/data/<str:token>/", data.download_export, name="download_data"),
    path("preferences/delete/", data.delete_page, name="delete_account"),
    path("language/", preferences.choose_language, name="choose_language"),
]
