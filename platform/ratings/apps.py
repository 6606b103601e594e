from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Ratings with their history, and feats in rounds."""

    name = "ratings"
    verbose_name = _("ratings")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import export_parts
        from core.signals import guest_signed_in, match_corrected, match_finished
        from matches.present import rating_gains as results
        from matches.present import streaks
        from ratings import gains, personal_data, profile
        from ratings.services import feats, recompute_ratings

        export_parts.register_export("ratings", personal_data.export_ratings)
        export_parts.register_export("rating_changes", personal_data.export_rating_changes)
        export_parts.register_export("feats", personal_data.export_feats)
        results.register_reader(gains.read_gains)
        streaks.register_reader(profile.streak_up_to)
        match_finished.connect(feats.count_feats, dispatch_uid="ratings.feats")
        match_finished.connect(
            recompute_ratings.mark_match_stale, dispatch_uid="ratings.match_finished"
        )
        match_corrected.connect(
            recompute_ratings.mark_match_stale, dispatch_uid="ratings.match_corrected"
        )
        guest_signed_in.connect(
            recompute_ratings.transfer_guest, dispatch_uid="ratings.guest_signed_in"
        )
