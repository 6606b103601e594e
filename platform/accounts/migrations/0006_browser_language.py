"""What language the browser of a user asks for."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_vacation"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="browser_language",
            field=models.CharField(default="en", editable=False, max_length=2),
        ),
    ]
