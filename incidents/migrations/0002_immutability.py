from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from incidents.models.immutability import triggers_to_create, triggers_to_drop


def create_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in triggers_to_create(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def drop_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in triggers_to_drop(schema_editor.connection.vendor):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    """Published rows become immutable."""

    dependencies = [("incidents", "0001_initial")]

    operations = [
        migrations.RunPython(create_triggers, drop_triggers),
    ]
