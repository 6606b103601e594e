from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_exports"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="browser_zone",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
        ),
    ]
