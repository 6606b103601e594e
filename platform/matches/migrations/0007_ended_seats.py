"""Seats also store when a match was aborted, so that lists can show aborted matches."""

from __future__ import annotations

from django.db import migrations, models

# As in 0002, with the time of a match that was aborted after its cards were dealt.
_TELL = """
CREATE OR REPLACE FUNCTION matches_tell_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE matches_seat s SET finished_at = NEW.finished_at,{more}
    final = CASE WHEN NEW.status IN ('finished', 'aborted') THEN coalesce((
      SELECT (r.visible ->> (s.number + 1))::int FROM matches_round r
      WHERE r.match_id = NEW.id ORDER BY r.number DESC LIMIT 1), 0) END
  WHERE s.match_id = NEW.id;
  RETURN NULL;
END $$
"""
COPY = _TELL.format(
    more="""
    ended_at = coalesce(NEW.finished_at, CASE
      WHEN NEW.status = 'aborted' AND NEW.started_at IS NOT NULL THEN now() END),"""
)

# Old aborted matches have no stored end, so use the time of the last move.
BACKFILL = """
UPDATE matches_seat s SET ended_at = coalesce(m.finished_at, (
  SELECT to_timestamp(r.at_ms / 1000.0) FROM matches_round r
  WHERE r.match_id = m.id AND r.start IS NOT NULL ORDER BY r.number DESC LIMIT 1))
FROM matches_match m WHERE m.id = s.match_id AND m.status IN ('finished', 'aborted')
"""


class Migration(migrations.Migration):
    dependencies = (("matches", "0006_match_welcomes_bots"),)

    operations = (
        migrations.AddField("seat", "ended_at", models.DateTimeField(null=True, editable=False)),
        migrations.RunSQL(COPY, _TELL.format(more="")),
        migrations.RunSQL(BACKFILL, migrations.RunSQL.noop),
    )
