"""Sentences that state unknowns, exclusions, advice, corrections and what must not be inferred."""

import re
from collections.abc import Iterator

from incidents.domain.extracting.languages import Languages
from incidents.domain.extracting.proposal import Find, Form, Kind
from incidents.domain.extracting.sentences import Sentences
from incidents.domain.extracting.view import View

_BE = r"(?:is|are|was|were|has been|have been|had been|remains?|remained)"
_NOT_BE = r"(?:isn|aren|wasn|weren|hasn|haven|hadn)['’]t(?: been)?"
_NOT_DO = r"(?:(?:do|does|did) not|(?:don|doesn|didn)['’]t)"
_NOT_HAVE = r"(?:(?:have|has|had) not|(?:haven|hasn|hadn)['’]t)"
_KNOWN = (
    r"(?:known|published|disclosed|confirmed|determined|stated|established|released|specified"
    r"|identified|given)"
)
_LEAK = r"(?:affected|impacted|exposed|compromised|leaked|vulnerable|involved|at risk)"

#: By kind of statement: the words of English and of Chinese that state it.
_PHRASES: tuple[tuple[Kind, str, str], ...] = (
    (
        Kind.UNKNOWN,
        "unknown",
        rf"{_BE} (?:still |currently |as yet |also ){{0,2}}(?:unknown|unclear|undetermined)"
        rf"|(?:{_BE} not|(?:has|have|had) not been|{_NOT_BE}) (?:yet |currently |publicly ){{0,2}}"
        rf"(?:been )?{_KNOWN}"
        rf"|(?:{_BE} )?yet to be {_KNOWN}|not yet {_KNOWN}|(?:un|not )disclosed|unconfirmed"
        rf"|{_NOT_DO} (?:yet |currently ){{0,2}}(?:know|say|state|disclose|specify|publish|give)"
        rf"|{_NOT_HAVE} (?:yet )?(?:been able to )?(?:confirmed?|determined?|published?|disclosed?"
        r"|identif(?:y|ied)|established?|said)"
        r"|(?:cannot|can not|can['’]t|could not|couldn['’]t|unable to) (?:yet )?"
        r"(?:confirm|determine|say|tell|rule out|establish|exclude)|cannot be (?:ruled out|excluded"
        r"|determined|confirmed)"
        r"|尚不清楚|尚不明确|尚不确定|仍不清楚|并不清楚|不得而知|尚待确认|未知"
        r"|(?:尚未|仍未|并未|未予?|没有|未曾)(?:能够?)?(?:对外|公开|明确)?(?:公布|确认|披露|查明|说明|公开|透露|确定|证实|给出)"
        r"|(?:无法|不能|未能)(?:确认|确定|判断|排除|查明|得知)",
    ),
    (
        Kind.NOT_AFFECTED,
        "not_affected",
        rf"(?:{_BE} not|{_NOT_BE}) (?:been )?{_LEAK}|not (?:been )?(?:affected|impacted)"
        r"|unaffected|unimpacted|never (?:been )?(?:leaked|exposed|affected)"
        rf"|{_NOT_DO} (?:affect|impact|include|involve|expose|apply to|concern)"
        rf"|(?:^|(?<![a-z]))(?:no other|none of the|neither)[^.;\n]{{1,80}} {_BE} {_LEAK}"
        r"|not in scope|out of scope"
        r"|(?:不受|未受|未受到|没有受到|没有受|不会受到|并未受到|均未受到|不受到)[^，。；\n]{0,10}影响"
        r"|(?:不|未|没有|并未|不会)(?:影响|波及|涉及|泄露|泄漏)|不在[^，。；\n]{0,10}范围",
    ),
    (
        Kind.RECOMMENDATION,
        "recommended",
        r"recommend(?:s|ed|ing|ation|ations)?(?![a-z])|(?:we|is|are|be) advised?(?![a-z])"
        r"|advised to|(?:we|strongly) (?:suggest|urge)"
        r"|(?:should|must|please) (?:immediately |also ){0,2}"
        r"(?:upgrade|update|rotate|run|use|invalidate|change|check|review|enable|disable|revoke)"
        r"|建议|推荐|请(?:尽快|立即|务必|及时)|应(?:当|尽快|立即|及时){0,2}(?:升级|更新|轮换|更换|检查|使用|吊销|启用|停用)",
    ),
    (
        Kind.STATEMENT,
        "do_not_infer",
        rf"absence of evidence|no evidence|{_NOT_DO} "
        r"(?:by (?:itself|themselves) |necessarily |alone ){0,2}"
        r"(?:mean|imply|prove|show|indicate|establish|guarantee|amount to)"
        r"|(?:is|are|was|were) not (?:the same (?:as|incident)|proof|evidence|related to)"
        r"|should not be (?:read|taken|understood|confused)|must not be (?:read|taken|confused)"
        r"|not necessarily|prove[sd]? nothing|(?:cannot|can not) be (?:inferred|concluded)"
        r"|(?:不|并不|并非|不会|不可)(?:等于|等同于|等同|代表|意味着|意味|表示|必然|一定|说明)"
        r"|(?:不能|不足以|不应|不得|不可)(?:据此|由此|仅凭|被?理解为|混淆|混为一谈|推断|证明|说明|推出|认定)"
        r"|未必|(?:没有|并无|未发现|未见)[^，。；\n]{0,12}(?:证据|迹象)|切勿|请勿|不是同一",
    ),
    (
        Kind.STATEMENT,
        "correction",
        r"(?<![a-z])(?:correction|erratum|errata)(?![a-z])|an earlier version of"
        r"|(?:post|article|report|page|bulletin|notice|advisory|figure|number|text)s? "
        r"(?:was|were|has been|have been) (?:later |since ){0,2}"
        r"(?:corrected|amended|updated|revised)"
        r"|(?:previously|originally|earlier|first) (?:stated|said|reported|wrote)"
        r"|(?:has|have) been corrected|更正|勘误|修订"
        r"|(?:本文|本页|文章|公告|报告|通报|数字)(?:已|曾|随后)?(?:于[^，。；\n]{0,20})?(?:更新|修改|订正)"
        r"|此前(?:称|表示|误|报道|的版本)",
    ),
    (
        Kind.STATEMENT,
        "workaround",
        r"work-?arounds?(?![a-z])|as a mitigation|(?:to )?mitigate[sd]?(?![a-z])"
        r"|临时(?:措施|方案|办法)|缓解(?:措施|办法|方案)|规避(?:措施|办法|方法)|变通",
    ),
)
_PATTERNS = tuple((kind, name, re.compile(words, re.IGNORECASE)) for kind, name, words in _PHRASES)


def find_phrases(view: View, sentences: Sentences, languages: Languages) -> Iterator[Find]:
    """One statement per sentence and kind, at the words that state it."""
    for low, high in sentences.spans:
        for kind, name, pattern in _PATTERNS:
            found = pattern.search(view.plain, low, high)
            if found is None:
                continue
            value = {"kind": name, "text": languages.text(low, high)}
            yield Find(kind, Form.PHRASE, found.start(), found.end(), (value,))
