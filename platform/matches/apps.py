from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Connect the app to Django, to signals and to other apps."""

    name = "matches"
    verbose_name = _("matches")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from accounts import export_parts, names, sessions
        from core.signals import (
            guest_signed_in,
            hours_changed,
            player_changed,
            user_blocked,
            user_forgotten,
            user_gone,
            user_revoked,
        )
        from matches import personal_data, tasks
        from matches.present.seat_names import BOT_NAMES
        from matches.services import talk
        from matches.services.absence.vacate_seats import free_kept_seats, vacate_seats
        from matches.services.clock import pause
        from matches.services.clock.reschedule import reschedule_for
        from matches.services.seating.merge_guest import merge_guest
        from matches.store import outbox, topics
        from matches.web import access, one_device, shared_browser

        sessions.COMES_ALONG |= {
            access.INVITED,
            access.ONLY_WATCHING,
            access.REPLAYS,
            one_device.DEVICE,
        }
        export_parts.register_export("matches", personal_data.matches)
        export_parts.register_export("talk", personal_data.talk)
        export_parts.register_export("departures", personal_data.departures)
        names.reserve_names(*BOT_NAMES)
        outbox.register(outbox.ROUND_FINISHED, tasks.finish_round)
        outbox.register(outbox.ORDER, tasks.carry_out_order)
        outbox.register(outbox.FORCED, tasks.play_forced)
        outbox.register(outbox.CONTESTED, tasks.report_disputes)
        outbox.register(outbox.MATCH_FINISHED, tasks.announce_result)
        outbox.register(outbox.CORRECTED, tasks.announce_result)
        outbox.register(outbox.NEXT_ROUND, tasks.deal_next_round)
        user_revoked.connect(topics.announce_revoked, dispatch_uid="matches.user_revoked")
        player_changed.connect(pause.begin_if_all_agree, dispatch_uid="matches.player_changed")
        user_forgotten.connect(talk.forget_messages, dispatch_uid="matches.user_forgotten")
        user_gone.connect(vacate_seats, dispatch_uid="matches.user_gone")
        user_blocked.connect(free_kept_seats, dispatch_uid="matches.user_blocked")
        hours_changed.connect(reschedule_for, dispatch_uid="matches.hours_changed")
        guest_signed_in.connect(merge_guest, dispatch_uid="matches.guest_signed_in")
        user_logged_in.connect(shared_browser.cover_again, dispatch_uid="matches.signed_in")
