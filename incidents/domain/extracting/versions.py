"""Versions and ranges of them, with the component and the role that the words around them give."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from incidents.domain.extracting.claims import Claims
from incidents.domain.extracting.proposal import Doubt, Find, Form, Json, Kind
from incidents.domain.extracting.sentences import Sentences
from incidents.domain.extracting.units import counted_behind, measure_behind
from incidents.domain.extracting.view import View
from incidents.scope.catalogue import Catalogue

_REACH = 64

_VERSION = re.compile(
    r"(?<![A-Za-z0-9_@/$€£-])(?<![0-9A-Za-z][.,:])(?P<v>[vV])?"
    r"(?P<release>[0-9]{1,5}(?:\.[0-9]{1,5}){1,4})"
    r"(?P<suffix>(?:[-.]?(?:post|rc|dev|alpha|beta|preview|a|b)[-.]?[0-9]{1,4}){0,2})"
    r"(?:\+[A-Za-z0-9]{1,20}(?:\.[A-Za-z0-9]{1,20}){0,2})?"
    r"(?![A-Za-z0-9_%])(?!\.[A-Za-z0-9*])(?!-[A-Za-z0-9])(?!,[0-9])",
    re.ASCII,
)

# What leads up to a version, read backwards from it.
_WORD_VERSION = re.compile(
    r"(?:(?<![A-Za-z])(?:versions?|releases?|tag)|版本|版) ?(?:号)? ?$", re.IGNORECASE
)
_COMPONENT = re.compile(r"(?<![A-Za-z0-9_.@/-])(?P<name>[A-Za-z][A-Za-z0-9_.+-]{0,38}) ?(?:的 ?)?$")
_HYPHENATED = re.compile(r"[a-z]{2,20}(?:[-_][a-z0-9]{2,20}){1,3}")
_RELATIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (relation, re.compile(rf"(?:{words}) ?(?:the )?$", re.IGNORECASE))
    for relation, words in (
        (
            "through",
            r"<=|≤|(?<![A-Za-z])(?:through|thru|up to and including)|不高于|不晚于",
        ),
        (
            "from",
            r">=|≥|(?<![A-Za-z])(?:from|since|starting (?:with|from|in)|as of|first appeared in"
            r"|introduced (?:in|with|by))|自|从|不低于|不早于",
        ),
        ("is", r"==?"),
        (
            "before",
            r"<|(?<![A-Za-z])(?:before|prior to|earlier than|older than|lower than|below)"
            r"|早于|低于|小于",
        ),
        (
            "after",
            r">|(?<![A-Za-z])(?:after|later than|newer than|higher than|above)|晚于|高于|大于",
        ),
        ("through or before", r"(?<![A-Za-z])(?:up to|until|till)|直到|直至"),
        ("between", r"(?<![A-Za-z])between|介于"),
    )
)
# What follows a version and says of it the same.
_SUFFIXES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (relation, re.compile(words, re.IGNORECASE))
    for relation, words in (
        (
            "from",
            r" ?\+(?![A-Za-z0-9])| onwards?(?![a-z])"
            r"|,? (?:or|and) (?:later|newer|higher|above|greater|up|onwards?)(?![a-z])"
            r"| ?(?:或|及|和|以及)其?(?:更高|更新|以上|之后|后续|以后)的?(?:版本)?",
        ),
        (
            "through",
            r",? (?:or|and) (?:earlier|older|lower|below|prior)(?![a-z])"
            r"| ?[(（]?inclusive[)）]?|[(（]含[)）]"
            r"| ?(?:或|及|和|以及)其?(?:更低|更早|以下|之前|以前)的?(?:版本)?",
        ),
        ("from or after", r" ?以上(?:版本)?"),
        ("through or before", r" ?以下(?:版本)?"),
        ("before", r" ?(?:之前|以前)的?(?:版本)?"),
        ("after", r" ?(?:之后|以后)的?(?:版本)?"),
    )
)
_BETWEEN = re.compile(
    r" ?(?:,|，)? ?(?P<word>through|thru|to|until|up to and including|up to|and before|but before"
    r"|and|before|–|—|-|~|至|到|和|与)? ?(?P<operator><=|<|≤)? ?[vV]?$",
    re.IGNORECASE,
)
_LIST = re.compile(r" ?(?:,|，|、|/|and|or|和|与|及|或|, and|, or) ?", re.IGNORECASE)

_ROLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("follow_up", re.compile(r"follow-?ups?(?![a-z])|后续", re.IGNORECASE)),
    (
        "recommended_minimum",
        re.compile(
            r"recommend|advis(?:e|ed|es)(?![a-z])|(?:upgrad|updat)(?:e|ed|ing) to"
            r"|should (?:run|use)|建议|推荐|升级(?:到|至)|更新(?:到|至)",
            re.IGNORECASE,
        ),
    ),
    (
        "first_fix",
        re.compile(
            r"(?<![a-z])(?:fix|fixed|fixes|patch|patched|patches|resolved|remedied)(?![a-z])"
            r"|修复|补丁|修补",
            re.IGNORECASE,
        ),
    ),
)
_CLAUSE_END = re.compile(r"[,;:!?，；：。！？\n]|\.(?= |$)")

# Words that stand before versions, and look like the name of a component.
_NO_COMPONENT = frozenset(
    "and before fixed follow-up follow-ups from in long-term not only or since up-to-date until"
    " v version versions".split()
)


@dataclass(frozen=True, slots=True)
class _Version:
    """A version as written, with what stands around it."""

    start: int
    end: int
    text: str
    #: Where the words that lead up to it begin, and where those that follow end.
    low: int
    high: int
    component: str | None
    relation: str | None
    suffix: str | None

    @property
    def range_words(self) -> str | None:
        return self.suffix or self.relation


def find_versions(
    view: View, sentences: Sentences, claims: Claims, catalogue: Catalogue
) -> Iterator[Find]:
    """Every version and every range of versions."""
    engines = catalogue.recognised.get("engine", frozenset())
    versions = list(_versions(view.plain, claims, engines))
    place = 0
    while place < len(versions):
        count, find = _find(view.plain, versions, place, sentences)
        claims.claim(find.start, find.end)
        yield find
        place += count


def _versions(plain: str, claims: Claims, engines: frozenset[str]) -> Iterator[_Version]:
    previous: _Version | None = None
    for found in _VERSION.finditer(plain):
        if not claims.are_free(*found.span()):
            continue
        version = _around(plain, found, engines)
        if _is_version(plain, found, version, engines, previous):
            if version.component is None and previous is not None:
                version = _in_list(plain, previous, version)
            previous = version
            yield version


def _around(plain: str, found: re.Match[str], engines: frozenset[str]) -> _Version:
    low, component, relation = found.start(), None, None
    for _part in range(4):
        tail = plain[max(low - _REACH, 0) : low]
        word = _WORD_VERSION.search(tail)
        if word is not None:
            low -= len(tail) - word.start()
            continue
        if relation is None:
            named = _relation(tail)
            if named is not None:
                relation, begin = named
                low -= len(tail) - begin
                continue
        name = _COMPONENT.search(tail) if component is None else None
        if name is None or not _is_component(name["name"], engines):
            break
        component = name["name"]
        low -= len(tail) - name.start()
    suffix, high = _suffix(plain, found.end())
    return _Version(found.start(), found.end(), found[0], low, high, component, relation, suffix)


def _relation(tail: str) -> tuple[str, int] | None:
    for relation, pattern in _RELATIONS:
        found = pattern.search(tail)
        if found is not None:
            return relation, found.start()
    return None


def _suffix(plain: str, place: int) -> tuple[str | None, int]:
    for relation, pattern in _SUFFIXES:
        found = pattern.match(plain, place)
        if found is not None:
            return relation, found.end()
    return None, place


def _is_component(name: str, engines: frozenset[str]) -> bool:
    if name.lower() in engines:
        return True
    if name.lower() in _NO_COMPONENT or name[-1] in ".-_+" or _VERSION.fullmatch(name):
        return False
    # A word in lower case, or one that may merely begin a sentence, is no name by itself.
    return name not in (name.lower(), name.capitalize()) or _HYPHENATED.fullmatch(name) is not None


def _is_version(
    plain: str,
    found: re.Match[str],
    version: _Version,
    engines: frozenset[str],
    previous: _Version | None,
) -> bool:
    """Whether the number is a version, and not a decimal, an address or an amount."""
    if found["v"] or found["suffix"]:
        return True
    if measure_behind(plain, found.end()) or counted_behind(plain, found.end(), is_one=False):
        return False
    parts = found["release"].count(".") + 1
    is_named = (version.component or "").lower() in engines or _says_version(plain, version)
    if parts == 2 and previous is not None:
        # One more of a list: "Python 3.11, 3.12".
        is_named = is_named or plain[previous.high : version.low] in (", ", "、", "，", " ")
    # Two numbers may be a decimal, and four an address on the internet.
    return is_named or parts == 3


def _says_version(plain: str, version: _Version) -> bool:
    lead = plain[version.low : version.start].lower()
    return (
        "version" in lead
        or "release" in lead
        or "版本" in lead
        or "版本" in plain[version.end : version.high]
    )


def _in_list(plain: str, previous: _Version, version: _Version) -> _Version:
    """The version with the component that is written once for a list."""
    gap = plain[previous.high : version.low]
    is_pair = _BETWEEN.fullmatch(plain[previous.end : version.start]) is not None
    if previous.component is None or not (_LIST.fullmatch(gap) or is_pair or gap in ("", " ")):
        return version
    return _Version(
        version.start,
        version.end,
        version.text,
        version.low,
        version.high,
        previous.component,
        version.relation,
        version.suffix,
    )


def _find(
    plain: str, versions: Sequence[_Version], place: int, sentences: Sentences
) -> tuple[int, Find]:
    """What the version at this place says, alone or with the next one, and how many it took."""
    first = versions[place]
    if place + 1 < len(versions):
        ranges = _ranges_of_pair(plain, first, versions[place + 1])
        if ranges:
            second = versions[place + 1]
            doubts = (Doubt.BOUND_INCLUDED,) if len(ranges) > 1 else ()
            readings = tuple(_ranged(first.component or second.component, one) for one in ranges)
            find = Find(Kind.VERSION, Form.VERSION_RANGE, first.low, second.high, readings, doubts)
            return 2, find
    role = _role(plain, first, sentences)
    relation = first.range_words
    if relation in (None, "is", "between") or (role is not None and first.suffix == "from"):
        return 1, _single(first, role)
    assert relation is not None
    names = relation.split(" or ")
    doubts = (Doubt.BOUND_INCLUDED,) if len(names) > 1 else ()
    readings = tuple(_ranged(first.component, {name: first.text}) for name in names)
    return 1, Find(Kind.VERSION, Form.VERSION_RANGE, first.low, first.high, readings, doubts)


def _single(version: _Version, role: str | None) -> Find:
    value: dict[str, str] = {} if version.component is None else {"component": version.component}
    value["version"] = version.text
    if role is not None:
        value["role"] = role
    start = version.low if version.component or version.relation else version.start
    return Find(Kind.VERSION, Form.VERSION_NUMBER, start, version.high, (value,))


def _ranged(component: str | None, bounds: Json) -> Json:
    return ({} if component is None else {"component": component}) | {"range": dict(bounds)}


def _ranges_of_pair(plain: str, first: _Version, second: _Version) -> list[Json]:
    """The ranges that two versions can bound together; none where they bound nothing."""
    if first.suffix is not None:
        return []
    lower = {"from": "from", "after": "after", "between": "from", None: "from"}.get(first.relation)
    gap = plain[first.end : second.start]
    if lower is None or len(gap) > 32:
        return []
    between = _BETWEEN.match(gap)
    if second.relation in ("before", "through") and first.relation in ("from", "after"):
        is_joined = _BETWEEN.fullmatch(gap) or _is_joint(plain[first.end : second.low])
        return [{lower: first.text, second.relation: second.text}] if is_joined else []
    if (
        between is None
        or between.end() != len(gap)
        or second.component not in (None, first.component)
    ):
        return []
    word = (between["word"] or "").lower()
    if word in ("through", "thru", "up to and including") or second.suffix == "through":
        return [{lower: first.text, "through": second.text}] if word else []
    is_pair = word in ("to", "until", "up to", "–", "—", "-", "~", "至", "到")
    if is_pair or (word in ("and", "和", "与") and first.relation == "between"):
        return [{lower: first.text, upper: second.text} for upper in ("through", "before")]
    return []


def _is_joint(gap: str) -> bool:
    return gap.strip(" ,，") in ("", "and", "but", "且", "并且")


def _role(plain: str, version: _Version, sentences: Sentences) -> str | None:
    """What the clause around the version says it is for."""
    low, high = sentences.span_around(version.start, version.end)
    before = plain[max(low, version.start - _REACH) : version.start]
    behind = plain[version.high : min(high, version.high + _REACH)]
    ends = [found.end() for found in _CLAUSE_END.finditer(before)]
    stop = _CLAUSE_END.search(behind)
    clause = before[ends[-1] if ends else 0 :] + " " + behind[: stop.start() if stop else None]
    for role, pattern in _ROLES:
        if pattern.search(clause):
            return role
    return None
