"""What is wrong with a field of a question, in a sentence that says what to write instead."""

from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from incidents.domain.checking import LARGEST_LIMIT, SUBJECTS, ControlProblem
from incidents.domain.phrasing import listing
from incidents.scope.dates import DateProblem
from incidents.scope.question import COUNTED_BY, Fault, FieldProblem
from incidents.scope.reading import LARGEST_NUMBER, ValueProblem

_SENTENCES: dict[Enum, Promise] = {
    FieldProblem.UNKNOWN: _("There is no field %(field)s."),
    FieldProblem.WRONG_TYPE: _("%(field)s cannot be read: give a text, a whole number or a flag."),
    FieldProblem.EXACT_AND_RANGE: _(
        "Give %(field)s, or its smallest and largest value, but not both."
    ),
    FieldProblem.NOT_A_COUNTING_RULE: _("%(field)s is one of: %(counting_rules)s."),
    ValueProblem.EMPTY: _("%(field)s is empty: write a value, or leave the field out."),
    ValueProblem.CONTROL_CHARACTER: _(
        "%(field)s holds a control character: write it in plain letters."
    ),
    ValueProblem.TOO_LONG: _("%(field)s is too long: no name, date or version has 300 letters."),
    ValueProblem.NOT_A_NUMBER: _(
        "“%(given)s” is not a whole number: write digits only, such as 681280."
    ),
    ValueProblem.NOT_WHOLE: _(
        "“%(given)s” is not a whole number: write digits only, such as 681280."
    ),
    ValueProblem.AMBIGUOUS_SEPARATOR: _(
        "“%(given)s” can be read in two ways: write digits only, such as 681280, or commas between "
        "groups of three, such as 681,280."
    ),
    ValueProblem.ABBREVIATED: _(
        "“%(given)s” is abbreviated: write the whole number in digits, such as 680000."
    ),
    ValueProblem.NEGATIVE: _("“%(given)s” is below zero: write a number from 0."),
    ValueProblem.TOO_LARGE: _("The number is too large: write one up to %(largest_number)s."),
    ValueProblem.MIN_ABOVE_MAX: _("The smallest value is above the largest one: swap them."),
    ValueProblem.NOT_A_FLAG: _("“%(given)s” is not a flag: write true or false."),
    DateProblem.NOT_ISO_8601: _(
        "“%(given)s” cannot be read as a time: write 2026-09-01, 1 September 2026, "
        "2026-09-01 12:00, 2026-09-01T12:00Z or 2026-09-01T12:00+08:00; a slash stands between "
        "the two ends of an interval."
    ),
    DateProblem.NO_SUCH_DATE: _(
        "There is no such day as in “%(given)s”: check year, month and day."
    ),
    DateProblem.NO_SUCH_TIME: _(
        "There is no such time of day as in “%(given)s”: write hours from 00 to 23 and minutes "
        "from 00 to 59."
    ),
    DateProblem.NO_SUCH_OFFSET: _(
        "There is no such offset as in “%(given)s”: write Z or one from -12:00 to +14:00."
    ),
    DateProblem.UNKNOWN_ZONE: _(
        "“%(given)s” is not a known time zone: write a name such as Europe/Berlin, or leave it out."
    ),
    DateProblem.TIME_SKIPPED: _(
        "The clocks of that zone skipped “%(given)s”: give the time with its offset."
    ),
    DateProblem.ENDS_BEFORE_START: _("“%(given)s” ends before it starts: swap the two times."),
    ControlProblem.WRONG_TYPE: _("%(field)s cannot be read: give a text or a whole number."),
    ControlProblem.NO_SUCH_SUBJECT: _(
        "There is no subject “%(given)s”: it is one of %(subjects)s."
    ),
    ControlProblem.LIMIT_OUT_OF_RANGE: _("limit is a number from 1 to %(largest_limit)s."),
    ControlProblem.NOT_AN_INSTANT: _(
        "%(field)s is one instant: write it with time of day and offset, such as "
        "2026-11-01T00:00:00Z."
    ),
    ControlProblem.IN_THE_FUTURE: _(
        "%(field)s lies in the future: nobody knows what is published then."
    ),
    ControlProblem.AS_OF_AND_REVISION: _("Give as_of or revision, but not both."),
    ControlProblem.REVISION_WITHOUT_INCIDENT: _("revision needs the incident that it is one of."),
    ControlProblem.NO_SUCH_INCIDENT: _("There is no published incident “%(given)s”."),
    ControlProblem.NO_SUCH_REVISION: _("The incident has no revision %(given)s."),
    ControlProblem.NO_SUCH_SCOPE: _(
        "The incident has no scope for the subject “%(given)s”: its page shows what it covers."
    ),
    ControlProblem.WITHDRAWN: _(
        "%(given)s has been withdrawn and is no longer evaluated: its page gives the reason; "
        "as_of an earlier time it still answers."
    ),
}


def fault_sentence(fault: Fault) -> str:
    """The sentence for a fault, in the active language."""
    return str(_SENTENCES[fault.problem]) % {
        "field": fault.field,
        "given": fault.given,
        "counting_rules": listing(COUNTED_BY),
        "largest_number": f"{LARGEST_NUMBER:,}",
        "largest_limit": f"{LARGEST_LIMIT:,}",
        "subjects": listing(SUBJECTS),
    }
