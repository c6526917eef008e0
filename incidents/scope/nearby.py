"""What lies next to a name or a version: what a careful asker would try beside it."""

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache

from incidents.scope.conditions import NameCondition
from incidents.scope.reading import UnreadableValue, read_text
from incidents.scope.versions import PythonVersion, Scheme, SemanticVersion, parse_version


def askable(names: Iterable[str]) -> Iterator[str]:
    """The texts that a question may hold, in alphabetical order."""
    for name in sorted(names):
        try:
            read_text(name)
        except UnreadableValue:
            continue
        yield name


def nearest_other(condition: NameCondition, model: str) -> str | None:
    """The recognised name that is not among the condition's, next in spelling to the model.

    A sibling of what is covered is a better trial than any other name.
    """
    names = _in_order(condition.recognised)
    held = condition.certain | condition.possible | condition.ambiguous
    middle = bisect_left(names, model)
    found = (
        next((name for name in part if name not in held), None)
        for part in (names[middle:], reversed(names[:middle]))
    )
    return max(
        (name for name in found if name is not None),
        key=lambda name: _shared_beginning(name, model),
        default=None,
    )


@lru_cache(maxsize=64)
def _in_order(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(askable(names))


def unlisted_name(condition: NameCondition) -> str:
    return text_beside(
        "not-in-the-catalogue",
        condition.recognised,
        condition.certain,
        condition.possible,
        condition.ambiguous,
    )


def text_beside(text: str, *taken: Container[str]) -> str:
    """The text, made longer until it is none of those taken."""
    while any(text in names for names in taken):
        text += "-"
    return text


def _shared_beginning(one: str, other: str) -> int:
    """How many letters the two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    differing = (position for position, (mine, yours) in pairs if mine != yours)
    return next(differing, min(len(one), len(other)))


@lru_cache(maxsize=1024)
def versions_near(text: str, scheme: Scheme) -> tuple[str, ...]:
    """The version, with the releases and the builds next to it."""
    version = parse_version(text, scheme)
    near: Iterable[str] = ()
    if isinstance(version, PythonVersion):
        near = _near_python(version)
    elif isinstance(version, SemanticVersion):
        near = _near_semantic(version)
    versions = [one for one in askable([text]) if version is not None]
    versions += [one for one in near if parse_version(one, scheme) not in (None, version)]
    return tuple(dict.fromkeys(versions))


def _near_python(version: PythonVersion) -> Iterator[str]:
    value = version.value
    epoch = f"{value.epoch}!" if value.epoch else ""
    release = epoch + _dotted(value.release)
    for numbers in _releases_beside(value.release):
        yield epoch + _dotted(numbers)
    for suffix in (".dev1", "rc1", "", ".post1", ".1"):
        yield release + suffix
    if value.pre is not None:
        letter, number = value.pre
        yield from (f"{release}{letter}{near}" for near in _beside_number(number))
    if value.post is not None:
        yield from (f"{release}.post{near}" for near in _beside_number(value.post))


def _near_semantic(version: SemanticVersion) -> Iterator[str]:
    release = _dotted(version.core)
    for numbers in _releases_beside(version.core):
        yield _dotted(numbers)
    for suffix in ("-0", "-rc.1", ""):
        yield release + suffix


def _dotted(numbers: Iterable[int]) -> str:
    return ".".join(map(str, numbers))


def _releases_beside(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The release before, by the last number that can be lower, and the one after."""
    for position in reversed(range(len(numbers))):
        if numbers[position]:
            zeros = (0,) * (len(numbers) - position - 1)
            yield (*numbers[:position], numbers[position] - 1, *zeros)
            break
    yield (*numbers[:-1], numbers[-1] + 1)


def _beside_number(number: int) -> list[int]:
    return [near for near in (number - 1, number + 1) if near >= 0]
