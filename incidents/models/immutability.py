"""Triggers that keep published rows as they were published.

They are the database's, so that neither code nor a console can change what was cited. Rows of the
log are kept in the same way.
"""

from collections.abc import Iterator

IMMUTABLE_TABLES = (
    "incidents_revision",
    "incidents_cataloguerevision",
    "incidents_logentry",
)

_MESSAGE = "what was published or logged stays as it is"


def triggers_to_create(vendor: str) -> list[str]:
    """The SQL statements that forbid updates and deletions, for `sqlite` or `postgresql`."""
    return list(_sqlite() if vendor == "sqlite" else _postgresql())


def triggers_to_drop(vendor: str) -> list[str]:
    """The SQL statements that take them away, as tests must to empty their database."""
    where = "" if vendor == "sqlite" else " ON {table}"
    return [
        f"DROP TRIGGER IF EXISTS {table}_no_{act}{where.format(table=table)}"
        for table in IMMUTABLE_TABLES
        for act in ("update", "delete")
    ]


def _sqlite() -> Iterator[str]:
    for table in IMMUTABLE_TABLES:
        for act in ("update", "delete"):
            yield (
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END"
            )


def _postgresql() -> Iterator[str]:
    yield (
        "CREATE OR REPLACE FUNCTION incidents_refuse_change() RETURNS trigger LANGUAGE plpgsql "
        f"AS $$ BEGIN RAISE EXCEPTION '{_MESSAGE}' "
        "USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    for table in IMMUTABLE_TABLES:
        for act in ("update", "delete"):
            yield (
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION incidents_refuse_change()"
            )
