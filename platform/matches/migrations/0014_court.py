"""What a ruling on a dispute corrects in a match, and releases of data that were made in this house."""

from __future__ import annotations

from django.db import migrations, models

KEPT = """
CREATE TRIGGER matches_release_kept BEFORE UPDATE OR DELETE ON matches_release
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    dependencies = [("matches", "0013_rated")]

    operations = [
        migrations.CreateModel(
            name="Release",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.SlugField(max_length=40, verbose_name="game")),
                ("hash", models.CharField(max_length=64)),
                ("base", models.CharField(blank=True, max_length=64)),
                ("files", models.JSONField()),
                ("published", models.DateTimeField(verbose_name="published")),
            ],
            options={
                "verbose_name": "release of the data",
                "verbose_name_plural": "releases of the data",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "hash"), name="one_release_a_hash")
                ],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="rulings",
            field=models.CharField(
                choices=[("none", "None"), ("points", "Points")],
                default="none",
                max_length=10,
                verbose_name="what a ruling corrects",
            ),
        ),
        migrations.RunSQL(KEPT, "DROP TRIGGER matches_release_kept ON matches_release"),
    ]
