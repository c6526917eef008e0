"""Words that say how a number is meant: about, more than, at least, 超过, 不到, …"""

import re
from enum import Enum


class Comparison(Enum):
    """How the true number compares to the written one."""

    EXACT = "="
    ABOUT = "about"
    MORE = ">"
    AT_LEAST = ">="
    LESS = "<"
    AT_MOST = "<="
    #: "以上": at least, or more than
    AT_LEAST_OR_MORE = ">= or >"
    #: "以下": at most, or less than
    AT_MOST_OR_LESS = "<= or <"

    @property
    def operators(self) -> tuple[str, ...]:
        """The operators of a threshold it can stand for; none where it bounds nothing."""
        if self in (Comparison.EXACT, Comparison.ABOUT):
            return ()
        return tuple(self.value.split(" or "))


_LONGEST = 32
_LONGEST_TAG = 300
#: A tag of HTML ends with a sign that is no comparison.
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,298}> ?$")

_WORDS = {
    Comparison.AT_MOST: (
        "no more than|not more than|at most|up to|a maximum of|maximum of|not exceed|not exceeding"
        "|did not exceed|does not exceed|no greater than|not greater than|no larger than"
        "|不超过|未超过|没有超过|并未超过|不多于|不大于|不高于|最多|至多|多达|最高|高达|小于等于|小于或等于|<=|≤"
    ),
    Comparison.AT_LEAST: (
        "no fewer than|no less than|not less than|not fewer than|at least|a minimum of|minimum of"
        "|至少|不少于|不低于|不小于|起码|大于等于|大于或等于|>=|≥"
    ),
    Comparison.MORE: (
        "more than|greater than|larger than|longer than|higher than|over|above|exceeding|exceeds"
        "|exceeded|exceed|in excess of|beyond|upwards of|超过|超出|多于|大于|高于|长于|逾|>"
    ),
    Comparison.LESS: (
        "fewer than|less than|smaller than|shorter than|lower than|under|below"
        "|不到|不足|未满|少于|小于|低于|短于|<"
    ),
    Comparison.ABOUT: (
        "about|around|approximately|roughly|some|nearly|almost|an estimated|estimated|circa|~|≈"
        "|大约|大概|约为|约|近|将近|接近"
    ),
    Comparison.EXACT: "exactly|precisely|a total of|only|just|恰好|正好|共计|共有|共|仅有|仅|只有",
}
_MEANING = {word: one for one, words in _WORDS.items() for word in words.split("|")}
_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?P<english>"
    + "|".join(
        sorted((w for w in _MEANING if w[0].isalpha() and w.isascii()), key=lambda w: -len(w))
    )
    + r") (?:the |a |an )?|(?P<other>"
    + "|".join(
        re.escape(w)
        for w in sorted(
            (w for w in _MEANING if not (w[0].isalpha() and w.isascii())), key=lambda w: -len(w)
        )
    )
    + r")(?:了)? ?)$",
    re.IGNORECASE,
)
_BEHIND = tuple(
    (comparison, re.compile(words))
    for comparison, words in (
        (
            Comparison.AT_LEAST,
            r" ?\+(?![0-9A-Za-z])| (?:or|and) (?:more|above|over|longer)(?![a-z])"
            r"|[ ,]?(?:及|或)以上",
        ),
        (
            Comparison.AT_MOST,
            r" (?:or|and) (?:fewer|less|below|under|shorter)(?![a-z])|[ ,]?(?:及|或)以下| ?以内",
        ),
        (Comparison.AT_LEAST_OR_MORE, r" ?以上"),
        (Comparison.AT_MOST_OR_LESS, r" ?以下"),
        (Comparison.ABOUT, r" ?(?:左右|上下)"),
    )
)


def comparison_before(plain: str, place: int) -> tuple[Comparison, int] | None:
    """The comparison that ends at this place, and where its words begin."""
    low = max(place - _LONGEST, 0)
    found = _BEFORE.search(plain[low:place])
    if found is None or _TAG.search(plain[max(place - _LONGEST_TAG, 0) : place]):
        return None
    return _MEANING[(found["english"] or found["other"]).lower()], low + found.start()


def comparison_behind(plain: str, place: int) -> tuple[Comparison, int] | None:
    """The comparison that begins at this place, and where its words end."""
    for comparison, pattern in _BEHIND:
        found = pattern.match(plain, place)
        if found is not None:
            return comparison, found.end()
    return None
