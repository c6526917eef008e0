"""Time zones as disclosures write them, and what they can stand for on a day.

An abbreviation stands for an offset only where clocks showed it: PDT in July is -07:00, while
"PST" in July may be that offset or a slip for Pacific time, and CST may be in Chicago or Shanghai.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from incidents.domain.extracting.proposal import Doubt
from incidents.scope.dates import LocalUnit, UnreadableDate, read_zone

# What an abbreviation means: the offset, and the place whose clocks show it for some time.
_MEANINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "PST": (("-08:00", "America/Los_Angeles"),),
    "PDT": (("-07:00", "America/Los_Angeles"),),
    "MST": (("-07:00", "America/Denver"),),
    "MDT": (("-06:00", "America/Denver"),),
    "CST": (("-06:00", "America/Chicago"), ("+08:00", "Asia/Shanghai")),
    "CDT": (("-05:00", "America/Chicago"),),
    "EST": (("-05:00", "America/New_York"),),
    "EDT": (("-04:00", "America/New_York"),),
    "BST": (("+01:00", "Europe/London"), ("+06:00", "Asia/Dhaka")),
    "IST": (
        ("+05:30", "Asia/Kolkata"),
        ("+01:00", "Europe/Dublin"),
        ("+02:00", "Asia/Jerusalem"),
    ),
    "CET": (("+01:00", "Europe/Berlin"),),
    "CEST": (("+02:00", "Europe/Berlin"),),
    "JST": (("+09:00", "Asia/Tokyo"),),
    "KST": (("+09:00", "Asia/Seoul"),),
    "HKT": (("+08:00", "Asia/Hong_Kong"),),
    "SGT": (("+08:00", "Asia/Singapore"),),
    "AEST": (("+10:00", "Australia/Sydney"),),
    "AEDT": (("+11:00", "Australia/Sydney"),),
}
_PLACES = {
    "pacific": "America/Los_Angeles",
    "mountain": "America/Denver",
    "central": "America/Chicago",
    "eastern": "America/New_York",
}
_SHORT_PLACES = {"PT": "America/Los_Angeles", "ET": "America/New_York"}
_CHINESE = {
    "北京时间": "Asia/Shanghai",
    "中国标准时间": "Asia/Shanghai",
    "世界协调时": "UTC",
    "协调世界时": "UTC",
    "世界标准时": "UTC",
    "格林尼治标准时": "UTC",
    "格林尼治时": "UTC",
    "太平洋夏令时": "PDT",
    "太平洋标准时": "PST",
    "太平洋时": "America/Los_Angeles",
    "美西时": "America/Los_Angeles",
    "美国东部时": "America/New_York",
    "美东时": "America/New_York",
    "当地时": "local",
}

ZONE = re.compile(
    r"(?<![A-Za-z0-9_/-])(?:"
    r"(?P<based>UTC|GMT) ?(?P<offset>[+-] ?[0-9]{1,2}(?::?[0-9]{2})?)(?![0-9:])"
    r"|(?P<utc>UTC|GMT|utc|Coordinated Universal Time|Greenwich Mean Time)(?![A-Za-z0-9_/])"
    rf"|(?P<short>{'|'.join(sorted(_MEANINGS, key=len, reverse=True))})(?![A-Za-z0-9_/])"
    r"|(?P<place>[Pp]acific|[Mm]ountain|[Cc]entral|[Ee]astern) "
    r"(?:(?P<season>[Dd]aylight|[Ss]tandard) )?[Tt]ime(?![A-Za-z])"
    r"|(?P<letters>PT|ET)(?![A-Za-z0-9_/])"
    r"|(?P<local>[Ll]ocal time)(?![A-Za-z])"
    r"|(?P<iana>(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)"
    r"/[A-Z][A-Za-z_]{1,20}(?:/[A-Z][A-Za-z_]{1,20})?)(?![A-Za-z])"
    r")"
    rf"|(?P<chinese>{'|'.join(sorted(_CHINESE, key=len, reverse=True))})(?:间)?",
    re.ASCII,
)
#: An offset by itself is one directly behind a time only.
OFFSET = re.compile(r" ?(?P<offset>[Zz](?![A-Za-z0-9])|[+-][0-9]{2}:?[0-9]{2}(?![0-9:]))", re.ASCII)

#: What a written zone is called: UTC, an IANA name, an offset, an abbreviation or "local".
ZoneName = str


def zone_name(found: re.Match[str]) -> ZoneName | None:
    """What a match of ZONE or OFFSET names; None where it names nothing."""
    parts = found.groupdict()
    if parts["offset"]:
        return _offset_name(parts["offset"])
    if parts["utc"]:
        return "UTC"
    if parts["short"]:
        return parts["short"]
    if parts["place"]:
        return _place_name(parts["place"], parts["season"])
    if parts["letters"]:
        return _SHORT_PLACES[parts["letters"]]
    if parts["local"]:
        return "local"
    if parts["chinese"]:
        return _CHINESE[parts["chinese"]]
    return _known(parts["iana"])


def _place_name(place: str, season: str | None) -> ZoneName:
    if season is None:
        return _PLACES[place.lower()]
    return place[0].upper() + season[0].upper() + "T"


def _offset_name(written: str) -> ZoneName | None:
    if written in ("Z", "z"):
        return "UTC"
    digits = written[1:].strip().replace(":", "")
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "00")
    return _known(f"{written[0]}{int(hours):02}:{minutes}")


def _known(name: str) -> ZoneName | None:
    try:
        read_zone(name)
    except UnreadableDate:
        return None
    return name


def zone_readings(
    name: ZoneName | None, unit: LocalUnit | None
) -> tuple[tuple[str | None, ...], tuple[Doubt, ...]]:
    """The zones a written one can stand for in a unit of local time, and the doubts about it.

    A reading of None is a date whose zone is not stated; no readings are left where the date would
    be needed to tell.
    """
    if name is None:
        return (None,), ()
    if name == "local":
        return (None,), (Doubt.LOCAL_TIME,)
    if name not in _MEANINGS:
        return (name,), ()
    meanings = _MEANINGS[name]
    if unit is None:
        return (), (Doubt.ZONE_NEEDS_DATE,)
    readings: list[str] = []
    doubts = []
    for offset, place in meanings:
        readings.append(offset)
        if not _is_shown(offset, place, unit):
            readings.append(place)
            doubts = [Doubt.ZONE_OUT_OF_SEASON]
    if len(meanings) > 1:
        doubts = [Doubt.ZONE_HAS_SEVERAL_MEANINGS]
    return tuple(dict.fromkeys(readings)), tuple(doubts)


def _is_shown(offset: str, place: str, unit: LocalUnit) -> bool:
    """Whether the clocks of the place showed the offset throughout the unit."""
    zone, fixed = read_zone(place), read_zone(offset)
    edges: Iterable[datetime] = (_local(unit.low), _local(unit.high - 1))
    try:
        return all(
            edge.replace(tzinfo=zone, fold=fold).utcoffset() == fixed.utcoffset(None)
            for edge in edges
            for fold in (0, 1)
        )
    except OverflowError:  # on the first or the last day of the calendar
        return False


def _local(instant: int) -> datetime:
    """What clocks show; the zone is a placeholder for the one that is put in its place."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=instant)
