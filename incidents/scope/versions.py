"""Versions of a product, compared by its scheme, and ranges of them.

A range answers with an outcome of its own, because next to a bound nobody can say: whether a
release candidate of the fixed version has the fix is not in any version number.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, total_ordering
from typing import Protocol, Self

from packaging.version import InvalidVersion
from packaging.version import Version as Pep440

from incidents.scope.names import narrow
from incidents.scope.verdict import Outcome, conjunction


class Scheme(Enum):
    """How the versions of a product are ordered."""

    PEP440 = "pep440"
    SEMVER = "semver"
    #: Names without an order: only a listed tag is known to be inside or outside.
    TAGS = "tags"


class Version(Protocol):
    """A version that can be placed against bounds of the same scheme."""

    @property
    def epoch(self) -> int: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def is_build_before(self, release: Self, /) -> bool:
        """Whether this is a pre-release or development build of that release."""

    def is_build_after(self, release: Self, /) -> bool:
        """Whether this is a post-release of that release."""


@dataclass(frozen=True, order=True, slots=True)
class PythonVersion:
    """A PEP 440 version without its local suffix."""

    value: Pep440

    @property
    def epoch(self) -> int:
        return self.value.epoch

    def is_build_before(self, release: "PythonVersion") -> bool:
        if not self.value < release.value:
            return False
        if self.value.is_devrelease and _finished(self.value) == release.value:
            return True
        is_final = not release.value.is_prerelease and release.value.post is None
        return is_final and _release(self.value) == _release(release.value)

    def is_build_after(self, release: "PythonVersion") -> bool:
        return (
            self.value.post is not None
            and release.value.post is None
            and _release(self.value) == _release(release.value)
            and self.value.pre == release.value.pre
        )


def _release(version: Pep440) -> tuple[int, ...]:
    """The release numbers without trailing zeros: 1.0 and 1.0.0 are one release."""
    numbers = list(version.release)
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return (version.epoch, *numbers)


def _finished(version: Pep440) -> Pep440:
    """The version that a development build leads to."""
    return Pep440(re.sub(r"\.dev\d+$", "", version.public))


@total_ordering
@dataclass(frozen=True, slots=True)
class SemanticVersion:
    """A Semantic Versioning 2.0 version without its build metadata."""

    core: tuple[int, int, int]
    pre: tuple[str, ...]

    epoch = 0

    def _key(self) -> tuple[object, ...]:
        identifiers = [(0, int(one), "") if one.isdigit() else (1, 0, one) for one in self.pre]
        # A version without pre-release identifiers follows all that have them.
        return (self.core, not self.pre, identifiers)

    def __lt__(self, other: "SemanticVersion") -> bool:
        return self._key() < other._key()

    def is_build_before(self, release: "SemanticVersion") -> bool:
        return bool(self.pre) and not release.pre and self.core == release.core

    def is_build_after(self, release: "SemanticVersion") -> bool:
        return False  # Semantic Versioning knows no post-releases.


@dataclass(frozen=True, slots=True)
class Tag:
    """A name that equals itself and has no place in an order."""

    name: str

    epoch = 0

    def __lt__(self, other: "Tag") -> bool:
        raise TypeError("Tags have no order.")

    def is_build_before(self, release: "Tag") -> bool:
        return False

    def is_build_after(self, release: "Tag") -> bool:
        return False


_SEMVER = re.compile(
    r"v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?"
    r"(?:\+[0-9a-zA-Z.-]+)?",
    re.ASCII | re.IGNORECASE,
)
_LONGEST = 128


@lru_cache(maxsize=4096)
def parse_version(text: str, scheme: Scheme) -> Version | None:
    """The version a text names in the scheme; None where it names none (`latest`, `0.5.x`)."""
    text = narrow(text)
    # A longer text is no version, and the numbers in it could be too large to be worked with.
    if not text.isascii() or len(text) > _LONGEST:
        return None
    if scheme is Scheme.TAGS:
        name = re.sub(r"^[vV](?=\d)", "", text).partition("+")[0]
        return Tag(name) if name else None
    if scheme is Scheme.SEMVER:
        form = _SEMVER.fullmatch(text)
        if form is None:
            return None
        core = (int(form[1]), int(form[2]), int(form[3]))
        return SemanticVersion(core, tuple((form[4] or "").split(".")) if form[4] else ())
    try:
        return PythonVersion(Pep440(Pep440(text).public))
    except InvalidVersion:
        return None


def versions_around(text: str, scheme: Scheme) -> tuple[str, ...]:
    """A version, and others before, just after and long after it, as far as there is an order."""
    version = parse_version(text, scheme)
    if isinstance(version, PythonVersion):
        release, epoch = version.value.release, f"{version.epoch}!"
        just_after = ".".join(str(number) for number in (*release, 1))
        return (text, f"{epoch}0", f"{epoch}{just_after}", f"{epoch}{release[0] + 1}")
    if isinstance(version, SemanticVersion):
        major, minor, patch = version.core
        return (text, "0.0.0", f"{major}.{minor}.{patch + 1}", f"{major + 1}.0.0")
    return (text,)


@dataclass(frozen=True, slots=True)
class VersionRange:
    """The versions from or after a lower bound, before or through an upper one, or just one.

    A bound that is None leaves that end unbounded. The texts are as published.
    """

    lower: str | None = None
    lower_inclusive: bool = True
    upper: str | None = None
    upper_inclusive: bool = False

    @property
    def bounds(self) -> tuple[str, ...]:
        return tuple(bound for bound in (self.lower, self.upper) if bound is not None)

    @property
    def is_single(self) -> bool:
        """Whether this is one version by name, which says nothing of the builds next to it."""
        is_inclusive = self.lower_inclusive and self.upper_inclusive
        return self.lower is not None and self.lower == self.upper and is_inclusive

    def place(self, version: Version, scheme: Scheme) -> Outcome:
        """Whether the version lies inside, with what lies next to a bound left undetermined.

        Raises ValueError for a bound that is not a version of the scheme.
        """
        if self.is_single:
            return _settled(version == _bound(self.lower, scheme))
        return conjunction((self._place_below(version, scheme), self._place_above(version, scheme)))

    def _place_below(self, version: Version, scheme: Scheme) -> Outcome:
        """Whether the version lies on the inner side of the lower bound."""
        if self.lower is None:
            return Outcome.MET
        limit = _bound(self.lower, scheme)
        # "After X" leaves open what was put into a post-release of X; "from X" includes it.
        if version.is_build_before(limit) or (
            not self.lower_inclusive and version.is_build_after(limit)
        ):
            return Outcome.UNDETERMINED
        return _settled(self.lower_inclusive if version == limit else limit < version)

    def _place_above(self, version: Version, scheme: Scheme) -> Outcome:
        """Whether the version lies on the inner side of the upper bound."""
        if self.upper is None:
            return Outcome.MET
        limit = _bound(self.upper, scheme)
        # "Through X" may or may not mean the post-releases of X; "before X" ends before them.
        if version.is_build_before(limit) or (
            self.upper_inclusive and version.is_build_after(limit)
        ):
            return Outcome.UNDETERMINED
        return _settled(self.upper_inclusive if version == limit else version < limit)


def _settled(is_inside: bool) -> Outcome:
    return Outcome.MET if is_inside else Outcome.NOT_MET


def _bound(text: str | None, scheme: Scheme) -> Version:
    limit = parse_version(text or "", scheme)
    if limit is None:
        raise ValueError(f"{text!r} is not a version of the scheme {scheme.value}.")
    return limit
