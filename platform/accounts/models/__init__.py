"""Users: people with an account, and guests, who are rows of the same table."""

from __future__ import annotations

from accounts.models.blocks import Block, DeviceHint, Mute, Restriction
from accounts.models.export import Export
from accounts.models.former_names import FormerName
from accounts.models.pictures import UploadedPicture
from accounts.models.sign_ins import SignIn
from accounts.models.users import User
from accounts.models.vacation import Vacation

__all__ = (
    "Block",
    "DeviceHint",
    "Export",
    "FormerName",
    "Mute",
    "Restriction",
    "SignIn",
    "UploadedPicture",
    "User",
    "Vacation",
)
