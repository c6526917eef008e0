"""What numbers count, in English and Chinese: the words that make a number a count."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

#: Measures by what is written, as the unit of the document and how many of it that is. Two factors
#: where the prefix may mean 1000 or 1024.
_MEASURES: dict[str, tuple[str, tuple[int, ...]]] = {
    "token": ("tokens", (1,)),
    "令牌": ("tokens", (1,)),
    "词元": ("tokens", (1,)),
    "byte": ("bytes", (1,)),
    "字节": ("bytes", (1,)),
    "kb": ("bytes", (1000, 1024)),
    "mb": ("bytes", (1000**2, 1024**2)),
    "gb": ("bytes", (1000**3, 1024**3)),
    "kib": ("bytes", (1024,)),
    "mib": ("bytes", (1024**2,)),
    "gib": ("bytes", (1024**3,)),
    "millisecond": ("milliseconds", (1,)),
    "ms": ("milliseconds", (1,)),
    "毫秒": ("milliseconds", (1,)),
    "second": ("seconds", (1,)),
    "秒": ("seconds", (1,)),
    "minute": ("minutes", (1,)),
    "分钟": ("minutes", (1,)),
    "hour": ("hours", (1,)),
    "小时": ("hours", (1,)),
    "day": ("days", (1,)),
    "天": ("days", (1,)),
}
_COUNTED = (
    "responses requests replies answers customers users accounts subscribers organizations"
    " organisations companies tenants people persons individuals developers domains sites websites"
    " pages sessions conversations chats messages emails e-mails files records images objects"
    " projects repositories workspaces teams keys credentials calls queries prompts completions"
    " generations jobs tasks deployments instances servers machines nodes regions models endpoints"
    " errors incidents cases times occurrences hosts cards addresses visitors orders transactions"
    " databases buckets devices connections streams chunks pods clusters reports"
).split()
_SINGULAR = {
    name: (name[:-3] + "y" if name.endswith("ies") else name[:-1])
    for name in _COUNTED
    if name not in ("people", "addresses", "responses")
} | {"people": "person", "addresses": "address", "responses": "response"}
# Words that end what a number can count: "155 of the responses" is not "155 responses".
_STOPS = (
    "and|or|of|to|in|on|at|by|for|from|with|without|the|a|an|is|are|was|were|be|that|which|than"
    "|per|as|if|when|while|until|before|after|between|and/or|not|no|but|our|your|their|its"
)
_ADJECTIVES = rf"(?:(?!(?:{_STOPS})[ ])[A-Za-z][A-Za-z'’-]{{0,19}} ){{0,3}}?"
_END = r"(?![A-Za-z'’-])"

_ENGLISH_MEASURE = re.compile(
    rf" ?-?(?P<adjectives>{_ADJECTIVES})(?P<unit>tokens?|bytes?|milliseconds?|seconds?|minutes?"
    rf"|hours?|days?|ms|[KMGkmg]i?[Bb]){_END}",
    re.ASCII,
)
_CHINESE_MEASURE = re.compile(
    r" ?(?P<more>多|余)? ?(?:个|枚)? ?(?:(?:输入|输出|提示词?|上下文|prompt|整)的? ?){0,2}"
    r"(?P<unit>[Tt]okens?(?![A-Za-z])|令牌|词元|字节|毫秒|秒|分钟|小时|天)"
)


def _one_of(names: Iterable[str]) -> str:
    """A pattern for any of the names, the longest first."""
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))


_ENGLISH_COUNTED = re.compile(rf" (?P<unit>{_ADJECTIVES}(?:{_one_of(_COUNTED)})){_END}")
_ENGLISH_ONE = re.compile(rf" (?P<unit>{_ADJECTIVES}(?:{_one_of(_SINGULAR.values())})){_END}")
_CHINESE_KNOWN = (
    "受影响|受影响的|独立|唯一|活跃|付费|企业|异常|失败|错误|输入|输出|流式|API|HTTPS?|prompt"
)
_CHINESE_NOUN = (
    "响应|请求|回复|回答|客户|用户|账户|账号|帐户|帐号|域名|网站|站点|组织|企业|会话|对话|消息|邮件|订阅者"
    "|页面|提示词|提示|记录|图像|图片|文件|仓库|租户|项目|开发者|访客|调用|查询|密钥|凭据|实例|服务器"
    "|节点|区域"
)
_CHINESE_COUNTED = re.compile(
    r" ?(?P<more>多|余)? ?(?P<unit>"
    # Behind a measure word the noun is what is counted, whatever follows it.
    rf"[条个名位家次项份台封例人户笔张] ?(?:(?:{_CHINESE_KNOWN}) ?){{0,3}}(?:{_CHINESE_NOUN})"
    r"|(?:[条个名位家次项份台封例人户笔张] ?)?"
    rf"(?:[^0-9，。；！？、,.;:!?()（）\n]{{1,16}}的 ?|(?:(?:{_CHINESE_KNOWN}) ?){{1,3}})?"
    rf"(?:{_CHINESE_NOUN})(?!的)"
    r"|次|条|人|名|位|家)"
)


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit of measurement behind a number, and where it ends."""

    end: int
    unit: str
    factors: tuple[int, ...]
    more: bool = False

    @property
    def is_digital(self) -> bool:
        """Whether k may stand for 1024 of it."""
        return self.unit in ("tokens", "bytes")


@dataclass(frozen=True, slots=True)
class Counted:
    """What a number counts, and where the words for it begin and end."""

    start: int
    end: int
    more: bool = False


def measure_behind(plain: str, place: int) -> Measure | None:
    """The unit of measurement behind a number that ends at this place."""
    found = _ENGLISH_MEASURE.match(plain, place)
    if found is not None:
        unit, factors = _measure(found["unit"])
        return Measure(found.end(), unit, factors)
    found = _CHINESE_MEASURE.match(plain, place)
    if found is None:
        return None
    unit, factors = _measure(found["unit"])
    return Measure(found.end(), unit, factors, found["more"] is not None)


def _measure(written: str) -> tuple[str, tuple[int, ...]]:
    lower = written.lower()
    return _MEASURES[lower if lower in _MEASURES else lower.removesuffix("s")]


def counted_behind(plain: str, place: int, *, is_one: bool) -> Counted | None:
    """The things that are counted behind a number that ends at this place."""
    found = _ENGLISH_COUNTED.match(plain, place)
    if found is None and is_one:
        found = _ENGLISH_ONE.match(plain, place)
    if found is not None:
        return Counted(found.start("unit"), found.end("unit"))
    found = _CHINESE_COUNTED.match(plain, place)
    if found is None:
        return None
    return Counted(found.start("unit"), found.end("unit"), found["more"] is not None)
