"""What each field is called, and how to read the disclosure for it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = tuple[str | Promise, str | Promise]

_DATE: dict[str, Words] = {
    "value": (
        _("Date"),
        _(
            "As precise as it was published, and no more: 2026, 2026-08, 2026-08-27 or "
            "2026-08-27T12:03. A day without an hour: leave it a day."
        ),
    ),
    "zone": (
        _("Time zone"),
        _(
            "Only what the disclosure states: UTC, -07:00 or a place such as America/Los_Angeles. "
            "PST is -08:00 and PDT is -07:00. Leave it empty where none is stated."
        ),
    ),
    "meaning": (
        _("Where in the day, or in the hour"),
        _(
            "“On 9 September”: somewhere in it. “Through 9 September” or “inclusive”: the whole of "
            "it. “Before 12:03” or “since 12:03”: its first instant."
        ),
    ),
    "text": (
        _("Words of the disclosure"),
        _("Copied, not translated, so that a reviewer can compare."),
    ),
}

_CONDITION: dict[str, Words] = {
    "open": (
        _("Only possible"),
        _("Where the disclosure suspects, disputes or does not say it. Otherwise leave it empty."),
    ),
    "note": (_("Note"), _("What a reader has to know about this condition, with the passage.")),
}

_INCIDENT: dict[str, Words] = {
    "language": (
        _("Original language"),
        _("The language that you write the record in first: every text needs it."),
    ),
    "kind": (_("Kind"), _("What went wrong, as the disclosure describes it.")),
    "status": (
        _("Status"),
        _("Resolved only if the disclosure says so. Silence is “not stated”."),
    ),
    "provider": (_("Provider"), _("Who runs the service, such as Cloudflare.")),
    "disclosed": (
        _("Disclosed"),
        _("When the disclosure was published, not when the incident happened."),
    ),
    "notice": (
        _("Region notice"),
        _("The notice of the catalogue that the disclosing publication carries, if it does."),
    ),
    "title": (_("Title"), _("Service, model and what happened, in one line.")),
    "summary": (
        _("Summary"),
        _("Two or three sentences: what, when, who counted what. No judgement of ours."),
    ),
    "key_points": (
        _("Key points"),
        _("One fact each. Say what a number is not: a response is not a customer."),
    ),
    "narrative": (_("What happened"), _("In Markdown. Raw HTML and images are not shown.")),
    "sources": (_("Sources"), _("Every text that a fact of the record rests on.")),
    "scopes": (
        _("Scopes"),
        _(
            "What was affected. All conditions of a clause must hold together; one clause is "
            "enough. Something that the disclosure does not limit has no condition."
        ),
    ),
    "counts": (_("Counts"), _("Numbers of the disclosure, each with what it counts.")),
    "versions": (_("Fixed versions"), _("Versions that hold a fix, or are recommended.")),
    "protections": (
        _("Protections"),
        _("Flags and settings, and which architectures they cover."),
    ),
    "statements": (
        _("Statements"),
        _("Sentences with their speaker: what is unknown, what not to infer, what to do."),
    ),
    "timeline": (_("Timeline"), _("What happened when, in the order of the events.")),
    "related": (
        _("Related incidents"),
        _("Incidents are linked by a person, with a reason, and never merged."),
    ),
    "examples": (
        _("Examples"),
        _("Questions with the verdict that the scope must give. All must hold before publication."),
    ),
}

_WORDS: dict[str, dict[str, Words]] = {
    "incident": _INCIDENT,
    "date": _DATE,
    "source": {
        "key": (
            _("Key"),
            _("A short name to cite it by, such as report: small letters, digits, hyphens."),
        ),
        "publisher": (_("Publisher"), _("Who published the text.")),
        "title": (_("Title"), _("The title of the text, in its own language.")),
        "published": (_("Published"), _("As the text is dated: 2026-10-26, or 2026-08.")),
        "url": (_("Address"), _("Where the text can be read, with https://.")),
        "language": (_("Language"), _("The language of the text: en, zh-Hans, de, …")),
        "type": (
            _("Primary or secondary"),
            _("Primary: by whoever the incident happened to. Everything else is secondary."),
        ),
        "read": (_("Read by us"), _("No, if you know the text only from another one.")),
        "note": (_("Note"), _("What a reader should know about this source.")),
    },
    "scope": {
        "subject": (
            _("About"),
            _("Requests, unless the disclosure speaks of engines that people run themselves."),
        ),
        "title": (_("Title"), _("What the scope covers, in one line.")),
        "clauses": (_("Clauses"), _("One for each group that the disclosure describes.")),
        "exclusions": (_("Exclusions"), _("“Not affected” statements, as conditions.")),
    },
    "clause": {
        "label": (_("Label"), _("The clause in words.")),
        "open": _CONDITION["open"],
        "conditions": (
            _("Conditions"),
            _("All must hold. Leave out what the text does not limit."),
        ),
        "sources": (_("Rests on"), _("The sources that say so.")),
    },
    "identifier": _CONDITION
    | {
        "names": (
            _("Covered names"),
            _("One per line, as the catalogue has them. A name alike is another name."),
        ),
        "possible": (_("Possibly covered names"), _("Names that the text leaves open.")),
        "ruled_out": (
            _("Names ruled out"),
            _("Where the list is incomplete, names that a statement rules out."),
        ),
        "complete": (
            _("Is the list complete?"),
            _("No, if it opens with “including” or “such as”, or is not published at all."),
        ),
    },
    "instant": _CONDITION
    | {
        "start": (_("Start"), _("When the fault began to have effect.")),
        "end": (_("End"), _("When it ended. Leave it empty where no end is published.")),
    },
    "start": {
        "dates": (
            _("Start dates"),
            _("Several only if sources disagree, or a rollout took its time."),
        ),
        "in_effect_by": (
            _("Known to be in effect by"),
            _("Only where no start is published: the earliest time at which it is known."),
        ),
        "earlier_possible": (
            _("Earlier cases possible"),
            _("Only if the text says that earlier cases cannot be ruled out."),
        ),
    },
    "end": {
        "dates": (_("End dates"), _("Several only if sources disagree, or a fix was rolled out.")),
        "in_effect_at": (
            _("Last known to be in effect"),
            _("Only where no end is published. Ongoing: the time of the statement that says so."),
        ),
        "stopped_by": (_("Known to have stopped by"), _("Only where no end is published.")),
    },
    "number": _CONDITION
    | {
        "bounds": (_("Bounds"), _("All must hold. “More than 681,280” is >, “up to” is <=.")),
        "possible_bounds": (
            _("Possible bounds"),
            _("What may be covered beyond the bounds, including them."),
        ),
        "unit": (_("Unit"), _("The smallest unit in which it is counted, such as tokens.")),
        "counted": (
            _("How it is counted"),
            _("By whom and with which tokenizer, as far as it is published."),
        ),
        "unreliable": (
            _("Readings that say nothing"),
            _("Values known to be wrong when they occur, with the reason."),
        ),
    },
    "bound": {
        "operator": (_("Comparison"), _("“More than 5” is > 5; “5 or more” is >= 5.")),
        "value": (_("Value"), _("A whole number, in digits.")),
    },
    "unreliable": {
        "min": (_("Least value"), _("The smallest reading that says nothing.")),
        "max": (_("Greatest value"), _("The same number again if it is a single one.")),
        "note": (_("Why"), _("Why such a reading says nothing.")),
    },
    "flag": _CONDITION
    | {
        "is": (_("Covered value"), _("Yes if the text speaks of requests with it, no if without.")),
        "possible": (_("Possible values"), _("Values that the text leaves open.")),
    },
    "version": _CONDITION
    | {
        "product": (_("Product"), _("What the version is of, such as SGLang.")),
        "scheme": (_("Scheme"), _("pep440 for Python packages, semver for most others.")),
        "ranges": (_("Covered versions"), _("“Before 0.5.22” does not include 0.5.22.")),
        "possible_ranges": (_("Possible versions"), _("What may be covered beyond these.")),
        "outside": (_("Named as not covered"), _("Versions that the record names, one per line.")),
    },
    "range": {
        "from": (_("From"), _("Including this version.")),
        "after": (_("After"), _("Without this version.")),
        "before": (_("Before"), _("Without this version.")),
        "through": (_("Through"), _("Including this version.")),
        "is": (_("Exactly"), _("This version alone.")),
    },
    "event": {
        "at": (_("When"), _("As precise as it was published.")),
        "text": (_("What happened"), _("One sentence.")),
    },
    "count": {
        "value": (_("Value"), _("In digits. Spelled “about 0.8 percent”: 0.8, about.")),
        "unit": (_("Of what"), _("Exactly what the text counts: responses are not customers.")),
        "qualifier": (_("How exact"), _("“Fewer than”, “up to”: at most. “Over”: at least.")),
        "of": (_("Taken of"), _("What a share is a share of, or when and where it was counted.")),
        "is_not": (_("What it is not"), _("In a sentence: “Not customers, users or accounts.”")),
    },
    "fixed_version": {
        "component": (_("Component"), _("What the version is of, such as SGLang.")),
        "version": (_("Version"), _("As it was published.")),
        "role": (_("Role"), _("The first with the fix, a follow-up, or the recommended minimum.")),
        "status": (_("Standing"), _("Confirmed only if you read it in the release itself.")),
        "note": (_("Note"), _("What the version does not do. Advice is no guarantee.")),
    },
    "protection": {
        "key": (_("Key"), _("A short name: small letters, digits, hyphens.")),
        "name": (_("Name"), _("What the flag or the setting does.")),
        "setting": (_("Setting"), _("As it is written on a command line or in a file.")),
        "note": (_("Note"), _("What it does not protect from.")),
        "coverage": (
            _("Coverage"),
            _("Per architecture, as published. Silence is “not published”."),
        ),
    },
    "coverage": {
        "architecture": (_("Architecture"), _("As the source calls it.")),
        "state": (_("State"), _("“In progress” is not “covered”.")),
        "as_of": (_("As of"), _("The date of the source that says so.")),
    },
    "statement": {
        "kind": (_("Kind"), _("“No evidence of” is “do not infer”, never “not affected”.")),
        "question": (_("Question"), _("Where this answers one that readers ask.")),
        "text": (_("Statement"), _("As it was said, without judgement of ours.")),
        "said_by": (_("Said by"), _("The person or the company.")),
    },
    "related": {
        "incident": (_("Incident"), _("Its id, such as KB-2026-0001.")),
        "relation": (_("Relation"), _("How the two belong, or do not belong, together.")),
        "reason": (_("Reason"), _("Why you say so, in words; readers see it.")),
    },
    "example": {
        "question": (
            _("Question"),
            _("A field per line, such as model: glm-5.3, at: 2026-09-01 or prompt_tokens: 700000."),
        ),
        "verdict": (_("Verdict"), _("What the text says of such a request.")),
        "why": (_("Why"), _("The passage that decides it.")),
    },
}

_CITES: Words = (_("Rests on"), _("The sources that say so. A fact without one is a gap."))

#: What one row of a list is called.
ROW_NAMES: dict[str, str | Promise] = {
    "key_points": _("Key point"),
    "sources": _("Source"),
    "scopes": _("Scope"),
    "clauses": _("Clause"),
    "exclusions": _("Exclusion"),
    "conditions": _("Condition"),
    "dates": _("Date"),
    "bounds": _("Bound"),
    "possible_bounds": _("Possible bound"),
    "unreliable": _("Reading"),
    "ranges": _("Range"),
    "possible_ranges": _("Possible range"),
    "counts": _("Count"),
    "versions": _("Fixed version"),
    "protections": _("Protection"),
    "coverage": _("Coverage"),
    "statements": _("Statement"),
    "timeline": _("Event"),
    "related": _("Related incident"),
    "examples": _("Example"),
}


def words_of(owner: str, key: str) -> Words:
    """Label and help of the part `key` of an object of that name."""
    found = _WORDS.get(owner, {}).get(key)
    if found is None:
        return _CITES if key == "sources" else (key, "")
    return found


def choice_word(owner: str, key: str, value: str) -> str:
    """What a value of a closed list is called; values that are signs stay as they are."""
    found = _CHOICES.get((owner, key), _CHOICES.get(("", key), {})).get(value)
    return str(found) if found is not None else value


_OPEN: dict[str, str | Promise] = {
    "suspected": _("suspected"),
    "not_published": _("not published"),
    "disputed": _("disputed"),
}

_CHOICES: dict[tuple[str, str], dict[str, str | Promise]] = {
    ("", "open"): _OPEN,
    ("incident", "language"): {"en": _("English"), "zh-Hans": _("Simplified Chinese")},
    ("incident", "kind"): {
        "data_isolation": _("Data isolation"),
        "availability": _("Availability"),
        "output_quality": _("Output quality"),
        "software_advisory": _("Software advisory"),
    },
    ("incident", "status"): {
        "ongoing": _("Ongoing"),
        "resolved": _("Resolved"),
        "not_stated": _("Not stated"),
    },
    ("date", "meaning"): {
        "during": _("Somewhere in it"),
        "whole": _("The whole of it"),
        "instant": _("Its first instant"),
    },
    ("source", "type"): {"primary": _("Primary"), "secondary": _("Secondary")},
    ("scope", "subject"): {
        "affected": _("Requests"),
        "deployment": _("Deployments: an engine that you run"),
        "exposure": _("Exposure of data"),
        "remedy": _("Remedy"),
    },
    ("count", "qualifier"): {
        "exact": _("Exactly"),
        "about": pgettext_lazy("before a number", "About"),
        "at_least": _("At least"),
        "at_most": _("At most"),
    },
    ("fixed_version", "role"): {
        "first_fix": _("First fix"),
        "follow_up": _("Follow-up"),
        "recommended_minimum": _("Recommended minimum"),
    },
    ("fixed_version", "status"): {
        "stated": _("As stated"),
        "confirmed": _("Confirmed"),
        "disputed": _("Disputed"),
    },
    ("coverage", "state"): {
        "covered": _("Covered"),
        "not_covered": _("Not covered"),
        "in_progress": _("In progress"),
        "not_published": _("Not published"),
    },
    ("statement", "kind"): {
        "reported": _("Reported"),
        "recommended": _("Recommended"),
        "unknown": _("Not known"),
        "do_not_infer": _("Do not infer"),
        "not_affected": _("Stated as not affected"),
        "workaround": _("Workaround"),
        "correction": _("Correction"),
    },
    ("related", "relation"): {
        "distinct_from": _("Another incident, not to be confused with this one"),
        "same_root_cause": _("Same root cause"),
        "follow_up_of": _("Follow-up of"),
        "superseded_by": _("Superseded by"),
    },
    ("example", "verdict"): {
        "in_scope": _("In scope"),
        "out_of_scope": _("Not in scope"),
        "undetermined": _("Cannot be determined"),
    },
}
