"""Rows: what staff edit, and what was published from it."""

from incidents.models.catalog import (
    Alias,
    Attribute,
    CatalogueValue,
    RegionNotice,
    ServedModel,
    Service,
)
from incidents.models.clause import (
    Clause,
    FlagCondition,
    NameCondition,
    Scope,
    Threshold,
    TimeWindow,
    VersionCondition,
    WindowDate,
)
from incidents.models.editing import (
    AccessToken,
    Comment,
    ReaderReport,
    Submission,
    WorkingCopy,
)
from incidents.models.facts import (
    AffectedCount,
    Coverage,
    FixedVersion,
    Protection,
    ScopeExample,
    Source,
    Statement,
    TimelineEvent,
)
from incidents.models.incident import Incident, RelatedIncident
from incidents.models.revision import (
    CatalogueRevision,
    LogEntry,
    PublicationCounter,
    PublishedIncident,
    Revision,
)
from incidents.models.user import User

__all__ = [
    "AccessToken",
    "AffectedCount",
    "Alias",
    "Attribute",
    "CatalogueRevision",
    "CatalogueValue",
    "Clause",
    "Comment",
    "Coverage",
    "FixedVersion",
    "FlagCondition",
    "Incident",
    "LogEntry",
    "NameCondition",
    "Protection",
    "PublicationCounter",
    "PublishedIncident",
    "ReaderReport",
    "RegionNotice",
    "RelatedIncident",
    "Revision",
    "Scope",
    "ScopeExample",
    "ServedModel",
    "Service",
    "Source",
    "Statement",
    "Submission",
    "Threshold",
    "TimeWindow",
    "TimelineEvent",
    "User",
    "VersionCondition",
    "WindowDate",
    "WorkingCopy",
]
