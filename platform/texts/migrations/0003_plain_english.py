"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("texts", "0002_languages_by_the_settings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="text",
            name="body",
            field=models.TextField(
                blank=True,
                help_text="In Markdown. To start from our draft, save it empty.",
                max_length=50000,
                verbose_name="text",
            ),
        ),
    ]
