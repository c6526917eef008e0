from incidents.scope.reasons import FINDINGS, INSIDE, OPEN_REASONS, OUTSIDE, Reason, SettledBy
from incidents.scope.verdict import Outcome


def test_every_reason_has_its_outcome_and_the_one_who_can_settle_it() -> None:
    settled_by = {reason: finding.settled_by for reason, finding in FINDINGS.items()}

    assert settled_by == {
        Reason.INSIDE: None,
        Reason.OUTSIDE: None,
        Reason.MISSING: SettledBy.ASKER,
        Reason.IMPRECISE: SettledBy.ASKER,
        Reason.NOT_RECOGNISED: SettledBy.ASKER,
        Reason.NOT_COMPARABLE: SettledBy.ASKER,
        Reason.UNRELIABLE: SettledBy.ASKER,
        Reason.NOT_PUBLISHED: SettledBy.PUBLISHER,
        Reason.PUBLISHED_IMPRECISELY: SettledBy.PUBLISHER,
        Reason.SUSPECTED: SettledBy.PUBLISHER,
        Reason.DISPUTED: SettledBy.PUBLISHER,
    }
    assert INSIDE.outcome is Outcome.MET
    assert OUTSIDE.outcome is Outcome.NOT_MET
    assert {
        finding.outcome for finding in FINDINGS.values() if finding not in (INSIDE, OUTSIDE)
    } == {Outcome.UNDETERMINED}


def test_a_record_leaves_things_open_for_three_reasons() -> None:
    assert {reason.value for reason in OPEN_REASONS} == {"suspected", "not_published", "disputed"}
