"""Seats store the end of their match, so that lists do not scan all old matches."""

from __future__ import annotations

from django.db import migrations, models

_OVER = """
UPDATE matches_seat s SET finished_at = {m}.finished_at,
  final = CASE WHEN {m}.status IN ('finished', 'aborted') THEN coalesce((
    SELECT (r.visible ->> (s.number + 1))::int FROM matches_round r
    WHERE r.match_id = {m}.id ORDER BY r.number DESC LIMIT 1), 0) END
"""

# The database does it, because every end of a match writes its status and its time together.
COPY = f"""
CREATE FUNCTION matches_tell_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  {_OVER.format(m="NEW")} WHERE s.match_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER matches_match_over AFTER UPDATE OF status, finished_at ON matches_match
  FOR EACH ROW WHEN (OLD.finished_at IS DISTINCT FROM NEW.finished_at
    OR (OLD.status IN ('finished', 'aborted')) <> (NEW.status IN ('finished', 'aborted')))
  EXECUTE FUNCTION matches_tell_seats()
"""


class Migration(migrations.Migration):
    dependencies = (("matches", "0001_initial"),)

    operations = (
        migrations.AddField(
            "seat", "final", models.PositiveIntegerField(null=True, editable=False)
        ),
        migrations.AddField("seat", "finished_at", models.DateTimeField(null=True, editable=False)),
        migrations.RunSQL(
            f"{_OVER.format(m='m')} FROM matches_match m WHERE m.id = s.match_id"
            " AND m.status IN ('finished', 'aborted')",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            COPY,
            "DROP TRIGGER matches_match_over ON matches_match; DROP FUNCTION matches_tell_seats()",
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["user"], condition=models.Q(("final", None)), name="seats_in_play"
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["user", "-finished_at", "-id"],
                condition=models.Q(("finished_at__isnull", False)),
                name="seats_by_end",
            ),
        ),
    )
