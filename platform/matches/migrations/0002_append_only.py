"""What the database itself sees to: the log is append-only and whole, published rules stay."""

from __future__ import annotations

from django.db import migrations

REFUSE = """
CREATE FUNCTION matches_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is kept for ever', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$
"""

APPEND_ONLY = """
CREATE TRIGGER matches_move_append_only BEFORE UPDATE OR DELETE ON matches_move
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""

# Each move but the first stands on the one before: a gap is a broken reference.
NO_GAP = """
ALTER TABLE matches_move
  ADD COLUMN previous integer GENERATED ALWAYS AS (NULLIF(number, 1) - 1) STORED,
  ADD CONSTRAINT no_gap_in_the_log FOREIGN KEY (round_id, previous)
    REFERENCES matches_move (round_id, number)
"""

PUBLISHED = """
CREATE TRIGGER matches_rulesversion_published BEFORE UPDATE OR DELETE ON matches_rulesversion
  FOR EACH ROW WHEN (OLD.published IS NOT NULL) EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    dependencies = (("matches", "0001_initial"),)

    operations = (
        migrations.RunSQL(REFUSE, "DROP FUNCTION matches_refuse_change()"),
        migrations.RunSQL(APPEND_ONLY, "DROP TRIGGER matches_move_append_only ON matches_move"),
        migrations.RunSQL(
            NO_GAP,
            "ALTER TABLE matches_move DROP CONSTRAINT no_gap_in_the_log, DROP COLUMN previous",
        ),
        migrations.RunSQL(
            PUBLISHED, "DROP TRIGGER matches_rulesversion_published ON matches_rulesversion"
        ),
    )
