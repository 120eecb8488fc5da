"""What names look like, so that no new one can be taken for another."""

from typing import Any, ClassVar

from django.db import migrations, models

from plyground.web.visitors.lookalikes import skeleton


def fill(apps: Any, _editor: Any) -> None:
    """Existing accounts keep their names, even two that look alike."""
    for account in apps.get_model("visitors", "Account").objects.only("pk", "name").iterator():
        account.skeleton = skeleton(account.name)
        account.save(update_fields=["skeleton"])


class Migration(migrations.Migration):
    """One column, empty for accounts created by a server of version 0.1."""

    dependencies: ClassVar = [
        ("visitors", "0002_sessions"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="account",
            name="skeleton",
            field=models.CharField(db_index=True, max_length=120, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
