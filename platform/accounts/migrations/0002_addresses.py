"""Addresses belong to somebody once they are confirmed (allauth's table); names have finer keys."""

from __future__ import annotations

import itertools

import django.db.models.functions.datetime
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts import names


def renew_keys(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Whoever now looks like somebody older gets a number; accounts go before guests."""
    model = apps.get_model("accounts", "User")
    taken: set[str] = set()
    users = list(model.objects.order_by("is_guest", "pk"))
    for user in users:
        user.name = next(name for name in _variants(user.name) if names.key_of(name) not in taken)
        user.name_key = names.key_of(user.name)
        taken.add(user.name_key)
    # Keys are unique at every moment, and these may have to change places.
    for user in users:
        model.objects.filter(pk=user.pk).update(
            name=f"\N{BULLET}{user.pk}", name_key=f"\N{BULLET}{user.pk}"
        )
    model.objects.bulk_update(users, ["name", "name_key"])


def _variants(name: str) -> itertools.chain[str]:
    stem = name[: names.LONGEST - 5]
    return itertools.chain([name], (f"{stem} {number}" for number in itertools.count(2)))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="user", name="accounts_user_email_once"),
        migrations.AlterField(
            model_name="user",
            name="email",
            field=models.EmailField(
                blank=True,
                db_index=True,
                default="",
                max_length=254,
                verbose_name="mail address",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="seen_on",
            field=models.DateField(
                db_default=django.db.models.functions.datetime.TruncDate(
                    django.db.models.functions.datetime.Now()
                ),
                editable=False,
                verbose_name="last here",
            ),
        ),
        migrations.RunPython(renew_keys, migrations.RunPython.noop),
    ]
