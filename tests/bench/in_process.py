"""What a question costs inside the process, against an empty view's request there."""

import statistics
import sys
import time
from collections.abc import Callable

import django

from tests.bench.questions import questions
from tests.bench.server import report


def microseconds(act: Callable[[], object], times: int) -> float:
    """The median processor time of an act, over rounds that each run it many times."""
    durations = []
    for _ in range(7):
        begin = time.process_time()
        for _ in range(times):
            act()
        durations.append((time.process_time() - begin) / times)
    return statistics.median(durations) * 1_000_000


def main(size: int) -> None:
    django.setup()
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import RequestFactory
    from django.utils import timezone

    from incidents.domain.checking import check_question
    from incidents.domain.snapshots import current_snapshot
    from incidents.scope.question import read_question

    handler = WSGIHandler()
    factory = RequestFactory()
    asked = questions(size, 1)[0]
    snapshot = current_snapshot(timezone.now())
    question = read_question(asked, snapshot.catalogue.attributes)
    candidate = next(iter(snapshot.indexes["affected"].candidates(question)))

    def whole(path: str) -> Callable[[], object]:
        def act() -> object:
            environ = factory.get(path, asked, headers={"accept": "application/json"}).environ
            return handler(environ | {"SERVER_NAME": "127.0.0.1"}, lambda status, headers: None)

        return act

    empty = microseconds(whole("/api/v1/empty/"), 300)
    costs = {
        "verdict of one candidate": microseconds(lambda: candidate.verdict(question), 20_000),
        "verdict with its reasons": microseconds(lambda: candidate.explain(question), 20_000),
        "reading the question": microseconds(
            lambda: read_question(asked, snapshot.catalogue.attributes), 5_000
        ),
        "whole answer, all results": microseconds(
            lambda: check_question(asked, now=timezone.now()), 1_000
        ),
    }
    report(f"  in process: empty view {empty:.0f} µs")
    for name, cost in costs.items():
        report(f"    {name:26} {cost:7.1f} µs  {cost / empty:6.1%} of the empty view")


if __name__ == "__main__":
    main(int(sys.argv[1]))
