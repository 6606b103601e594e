"""`Round.rev`: the database raises it with each change that a move depends on.

A process that has cached a round compares its version and `rev`, and reads nothing again if both are
the same. Triggers do it, so no code can forget it.
"""

from __future__ import annotations

from django.db import migrations, models

RAISE = """
CREATE FUNCTION {table}_raises_rev() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE matches_round SET rev = rev + 1
  WHERE {rounds} AND start IS NOT NULL AND outcome IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER {table}_raises_rev AFTER {when} ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_raises_rev()
"""
DROP = """
DROP TRIGGER {table}_raises_rev ON {table};
DROP FUNCTION {table}_raises_rev()
"""
ANY = "INSERT OR UPDATE OR DELETE"
OF_MATCH = "match_id = coalesce(NEW.match_id, OLD.match_id)"
# Not the time bank, which only a move spends, and not what a seat acknowledged or its match's end.
OF_SEAT = (
    "INSERT OR DELETE OR UPDATE OF number, user_id, bot, bot_name, ready, kept_for_id, invite, declared,"
    " stand_in, offer, at_device_of_id, dealt_to_id, missed"
)
OF_USER = (
    "UPDATE OF name, picture, is_guest, is_bot, is_active, epoch, reading_pace, time_zone, browser_zone,"
    " quiet_from, quiet_until, rest_day, hours_before"
)
PLAYED_BY = (
    "match_id IN (SELECT match_id FROM matches_seat WHERE user_id = {user} AND final IS NULL)"
)

SOURCES = (
    ("matches_match", "UPDATE", "match_id = NEW.id"),
    ("matches_seat", OF_SEAT, OF_MATCH),
    ("matches_pause", ANY, OF_MATCH),
    ("matches_departure", ANY, OF_MATCH),
    ("matches_correction", ANY, OF_MATCH),
    ("matches_arbiter", ANY, OF_MATCH),
    ("matches_standingorder", ANY, "id = coalesce(NEW.round_id, OLD.round_id)"),
    ("accounts_user", OF_USER, PLAYED_BY.format(user="NEW.id")),
    ("accounts_vacation", ANY, PLAYED_BY.format(user="coalesce(NEW.user_id, OLD.user_id)")),
)

ITSELF = """
CREATE FUNCTION matches_round_raises_rev() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rev := OLD.rev + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER matches_round_raises_rev BEFORE UPDATE ON matches_round
FOR EACH ROW WHEN (NEW.version = OLD.version AND NEW.rev = OLD.rev)
EXECUTE FUNCTION matches_round_raises_rev()
"""


class Migration(migrations.Migration):
    dependencies = (("matches", "0011_tables_of_a_move"), ("accounts", "0009_pace"))

    operations = (
        migrations.AddField(
            "round", "rev", models.PositiveIntegerField(default=0, db_default=0, editable=False)
        ),
        migrations.RunSQL(ITSELF, DROP.format(table="matches_round")),
        *(
            migrations.RunSQL(
                RAISE.format(table=table, when=when, rounds=rounds), DROP.format(table=table)
            )
            for table, when, rounds in SOURCES
        ),
    )
