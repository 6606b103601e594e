"""A published rules version can be withdrawn from new tables; nothing else of it can change."""

from __future__ import annotations

from django.db import migrations, models

PUBLISHED = """
DROP TRIGGER matches_rulesversion_published ON matches_rulesversion;
CREATE TRIGGER matches_rulesversion_published BEFORE UPDATE ON matches_rulesversion
  FOR EACH ROW WHEN (OLD.published IS NOT NULL
    AND to_jsonb(OLD) - 'offered' IS DISTINCT FROM to_jsonb(NEW) - 'offered')
  EXECUTE FUNCTION matches_refuse_change();
CREATE TRIGGER matches_rulesversion_kept BEFORE DELETE ON matches_rulesversion
  FOR EACH ROW WHEN (OLD.published IS NOT NULL) EXECUTE FUNCTION matches_refuse_change()
"""

BEFORE = """
DROP TRIGGER matches_rulesversion_kept ON matches_rulesversion;
DROP TRIGGER matches_rulesversion_published ON matches_rulesversion;
CREATE TRIGGER matches_rulesversion_published BEFORE UPDATE OR DELETE ON matches_rulesversion
  FOR EACH ROW WHEN (OLD.published IS NOT NULL) EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0004_overview"),
    ]

    operations = [
        migrations.AddField(
            model_name="rulesversion",
            name="offered",
            field=models.BooleanField(default=True),
        ),
        migrations.RunSQL(PUBLISHED, BEFORE),
    ]
