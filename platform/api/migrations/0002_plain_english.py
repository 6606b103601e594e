"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="token",
            name="created_at",
            field=models.DateTimeField(editable=False, verbose_name="created"),
        ),
        migrations.AlterField(
            model_name="token",
            name="scopes",
            field=models.JSONField(default=list, verbose_name="allowed to"),
        ),
    ]
