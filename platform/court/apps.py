from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CourtConfig(AppConfig):
    """The records of disputes about words, and the moderators' rulings."""

    name = "court"
    verbose_name = _("word court")

    def ready(self) -> None:
        from accounts import export_parts
        from core.signals import contested, guest_signed_in, user_forgotten
        from court import personal_data
        from court.services import record_dispute

        export_parts.register_export("disputes", personal_data.export_disputes)
        export_parts.register_export("word_appeals", personal_data.export_word_appeals)
        user_forgotten.connect(
            personal_data.hide_user_in_cases, dispatch_uid="court.user_forgotten"
        )
        contested.connect(record_dispute.record_dispute, dispatch_uid="court.contested")
        guest_signed_in.connect(record_dispute.transfer_guest, dispatch_uid="court.guest_signed_in")
