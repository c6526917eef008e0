"""Support staff enter two disclosures, get them published by a second account, and correct one.

The journey has a server and a database of its own, since it publishes. With `EDITORIAL_PICTURES`
set to a folder it leaves there the pictures of `docs/editorial.md`.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Watch
from tests.staff import PASSWORD

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus"
PICTURES = os.environ.get("EDITORIAL_PICTURES")
#: Seconds after a publication in which the API may still answer as before it.
ANSWERED_WITHIN = 2
SCREEN = {"width": 1200, "height": 900}

AUTHOR, SECOND = "anna", "bao"
OUTAGE, LEAK = "the outage of December 2024", "Cloudbleed"

#: The facts of the outage, as somebody might tell them who read the report.
TEXT = """\
On December 11, 2024 at 3:12 PM PST a new telemetry service was deployed.
Between 3:16 PM PST and 7:38 PM PST on December 11, 2024 calls to the OpenAI API failed or hung.
Between 3:16 PM PST and 5:45 PM PST on December 11, 2024 most calls to ChatGPT and Sora failed.
At 7:01 PM PST on December 11, 2024 ChatGPT and Sora had fully recovered.

At 5:36 PM PST on December 11, 2024 the API had recovered for most, at 7:38 PM PST for all models.

We do not know when each single model recovered.
We do not know the rate of errors between substantial and full recovery.
This was not a security incident. Azure OpenAI is not named in this report.
"""

#: What is accepted, by the words that are marked, and where it goes.
ACCEPTED = (
    ("December 11, 2024 at 3:12 PM PST", "to the timeline"),
    ("3:16 PM PST and 7:38 PM PST on December 11, 2024", "as the window of the first clause"),
    ("3:16 PM PST and 5:45 PM PST on December 11, 2024", "as the window of another clause"),
    ("OpenAI API", "as covered: Service"),
    ("5:36 PM PST on December 11, 2024", "to the timeline"),
    ("7:01 PM PST on December 11, 2024", "to the timeline"),
)

API, CHATGPT, EDGE = "OpenAI API", "ChatGPT", "Cloudflare edge proxy"
OBFUSCATION, REWRITES = "Email Obfuscation", "Automatic HTTPS Rewrites"

#: What somebody would ask, and the verdict that the text supports.
CHECKS: dict[str, list[tuple[str, dict[str, Any], str]]] = {
    OUTAGE: [
        ("24.1", {"service": API, "at": "2024-12-12T00:30Z"}, "in_scope"),
        ("24.2", {"service": API, "at": "2024-12-12T02:30Z"}, "in_scope"),
        ("24.3", {"service": CHATGPT, "at": "2024-12-12T03:20Z"}, "out_of_scope"),
        ("24.4", {"service": API, "at": "2024-12-12T03:20Z"}, "in_scope"),
        ("24.5", {"service": API, "at": "2024-12-11T23:13Z"}, "out_of_scope"),
        ("24.6", {"service": API, "at": "2024-12-11T16:00"}, "undetermined"),
        ("24.7", {"service": "Azure OpenAI", "at": "2024-12-12T00:30Z"}, "out_of_scope"),
    ],
    LEAK: [
        (
            "09.1",
            {
                "subject": "exposure",
                "service": EDGE,
                "feature": "none",
                "data_kind": "visitor data",
                "at": "2017-02-15",
            },
            "in_scope",
        ),
        ("09.2", {"service": EDGE, "feature": "none"}, "out_of_scope"),
        ("09.3", {"service": EDGE, "feature": OBFUSCATION, "at": "2017-01-15"}, "out_of_scope"),
        (
            "09.4",
            {"service": EDGE, "feature": OBFUSCATION, "at": "2017-02-18T02:00Z"},
            "out_of_scope",
        ),
        ("09.5", {"service": EDGE, "feature": REWRITES, "at": "2017-02-18T02:00Z"}, "in_scope"),
        ("09.7", {"subject": "exposure", "data_kind": "SSL private key"}, "out_of_scope"),
        (
            "09.8",
            {"subject": "exposure", "service": EDGE, "contacted_by_provider": False},
            "undetermined",
        ),
    ],
}

#: Between the two recoveries, where the first revision is wrong.
BEFORE_FULL_RECOVERY = {"service": CHATGPT, "at": "2024-12-12T02:30Z"}


# The server


def command(environment: dict[str, str], *words: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        assert process.poll() is None
        try:
            urlopen(f"{address}/livez", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("The server did not answer in time.")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a published catalogue, two accounts, and no incident."""
    folder = tmp_path_factory.mktemp("desk")
    environment = os.environ | {
        # Serves static files from where they are written.
        "DEBUG": "on",
        "DATABASE_URL": f"sqlite:///{folder / 'kbase.sqlite3'}",
        "LOG_LEVEL": "ERROR",
    }
    command(environment, "migrate", "--noinput", "--verbosity", "0")
    command(environment, "import_catalogue", str(CORPUS / "catalogue.yaml"))
    command(environment, "publish", "catalogue", "--reason", "The names of the first records.")
    accounts = "from incidents.domain.permissions import Role; from tests.staff import make_staff"
    for name in (AUTHOR, SECOND):
        made = f"{accounts}; make_staff({name!r}, *Role)"
        command(environment, "shell", "--verbosity", "0", "--command", made)
    port = free_port()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "kbase.wsgi", "--bind", f"127.0.0.1:{port}"),
            *("--threads", "4", "--no-control-socket", "--log-level", "warning"),
        ],
        cwd=ROOT,
        env=environment,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address, process)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


# What people do


def picture(page: Page, name: str, place: Locator | None = None) -> None:
    """Leave a picture of what is on the screen, with the place at its top."""
    if PICTURES is None:
        return
    if place is not None:
        place.evaluate(
            "one => { one.scrollIntoView({ block: 'start' }); window.scrollBy(0, -12); }"
        )
    page.screenshot(path=Path(PICTURES) / f"editorial-{name}.png", caret="initial")


def set_up_account(page: Page, name: str) -> None:
    """Sign in for the first time: password, authenticator app, recovery codes."""
    page.goto("/en/staff/")
    page.get_by_label("Login").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Activate").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").first.click()
    secret = page.locator(".account-form").locator("xpath=preceding::code[1]").inner_text()
    counter = next(iter(yield_hotp_counters_from_time()))
    page.get_by_label("Authenticator code").fill(format_hotp_value(hotp_value(secret, counter)))
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_role("main")).to_contain_text("Recovery Codes")
    page.goto("/en/staff/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Work queue")


def saved(page: Page, act: Callable[[], None]) -> None:
    """Do what saves the draft, and wait until the page shows the answer."""
    with page.expect_response(lambda one: one.request.method == "POST") as posted:
        act()
    assert posted.value.ok
    page.wait_for_function(
        "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
    )


def press(page: Page, act: str) -> None:
    saved(page, page.locator(f"button[name='act'][value='{act}']").first.click)


def field(page: Page, pointer: str) -> Locator:
    return page.locator(f"[name='{pointer}']")


def fill(page: Page, values: dict[str, str]) -> None:
    for pointer, value in values.items():
        field(page, pointer).fill(value)


def shown(page: Page, words: str, **more: Any) -> None:
    expect(page.get_by_role("main")).to_contain_text(words, **more)


@pytest.fixture(scope="module")
def watch(desk: str) -> Watch:
    return Watch(urlsplit(desk).netloc)


@pytest.fixture(scope="module")
def people(chromium: Browser, desk: str, watch: Watch) -> Iterator[dict[str, Page]]:
    """Each account in a browser of its own."""
    pages = {}
    for name in (AUTHOR, SECOND):
        page = chromium.new_context(base_url=desk, viewport=SCREEN).new_page()
        watch.over(page)
        set_up_account(page, name)
        pages[name] = page
    yield pages
    for page in pages.values():
        page.context.close()


def paste_outage(page: Page) -> None:
    page.goto("/en/staff/")
    page.get_by_role("link", name="Start a draft").click()
    page.get_by_role("link", name="Paste a text").click()
    page.get_by_label("Text of the disclosure").fill(TEXT)
    page.get_by_label("Publisher").fill("OpenAI")
    page.get_by_label("Title").fill("API, ChatGPT & Sora Facing Issues")
    page.get_by_label("Published").fill("2024-12-12")
    page.get_by_label("Address").fill("https://status.openai.com/incidents/ctrsv3lwd797")
    page.get_by_role("button", name="Find facts").click()
    for words, target in ACCEPTED:
        mark = page.locator("mark").get_by_text(words, exact=True)
        proposal = page.locator("fieldset.proposal", has=mark)
        proposal.get_by_role("checkbox").check()
        proposal.get_by_label("Where to?").select_option(label=target)
    unknown = page.locator("fieldset.proposal", has_text="Stated as not known")
    expect(unknown).to_have_count(2)
    for one in unknown.all():
        one.get_by_role("checkbox").check()
    picture(page, "proposals", page.locator("fieldset.proposal").first)
    page.get_by_role("button", name="Start a draft").click()


FIRST_SERVICE = "/scopes/0/clauses/0/conditions/service"
AT = "/scopes/0/clauses/1/conditions/at"
SERVICE = "/scopes/0/clauses/1/conditions/service"


def complete_outage(page: Page) -> None:
    """What the text does not say in a form that is found, or says to people alone."""
    shown(page, "7 things are missing or wrong")
    picture(page, "editor")
    field(page, "/kind").select_option("availability")
    field(page, "/status").select_option("resolved")
    fill(
        page,
        {
            "/provider": "OpenAI",
            "/disclosed/value": "2024-12-12",
            "/title/en": "OpenAI API, ChatGPT and Sora down after a telemetry deployment",
            "/summary/en": "The API, ChatGPT and Sora failed from 15:16 PST on 11 December 2024.",
            "/scopes/0/clauses/0/label/en": "API",
            "/scopes/0/clauses/1/label/en": "ChatGPT and Sora",
        },
    )
    press(page, f"open:{FIRST_SERVICE}")
    fill(page, {f"{FIRST_SERVICE}/names": API})
    press(page, f"close:{FIRST_SERVICE}")
    press(page, f"open:{SERVICE}")
    sentence = "Most calls to ChatGPT and Sora failed."
    fill(page, {f"{SERVICE}/names": "ChatGPT\nSora", f"{SERVICE}/note/en": sentence})
    press(page, f"close:{SERVICE}")
    press(page, "up:/timeline/2")
    for place, (kind, text) in enumerate(
        (
            ("reported", "This was not a security incident."),
            ("do_not_infer", "That Azure OpenAI was down."),
        ),
        start=2,
    ):
        press(page, "add:/statements")
        field(page, f"/statements/{place}/kind").select_option(kind)
        fill(page, {f"/statements/{place}/text/en": text})
    for place, (_number, question, verdict) in enumerate(CHECKS[OUTAGE]):
        add_example(page, place, question, verdict)
    press(page, "preview")
    expect(page.locator(".error-summary, #draft-form .field-error")).to_have_count(0)
    expect(page.locator("#preview")).to_contain_text("7 examples, and all hold.")


def add_example(page: Page, place: int, question: dict[str, Any], verdict: str) -> None:
    press(page, "add:/examples")
    lines = "\n".join(f"{name}: {value}" for name, value in question.items())
    fill(page, {f"/examples/{place}/question": lines})
    field(page, f"/examples/{place}/verdict").select_option(verdict)


def submit(page: Page, reason: str) -> str:
    """Hand the draft in that is open; gives its id."""
    page.get_by_role("link", name="Effect and submission").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Submit for review")
    page.get_by_label("Why this should be published").fill(reason)
    page.get_by_role("button", name="Submit for review").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review")
    shown(page, "Nobody approves or publishes their own")
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    return page.locator("main .mono").first.inner_text()


def review(page: Page, public_id: str) -> None:
    """Open what waits."""
    page.goto("/en/staff/")
    page.get_by_role("link", name=public_id).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review")
    for heading in ("Effect on answers", "What changes"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()


def publish(page: Page) -> None:
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Publish now").click()
    shown(page, "Published as")
    time.sleep(ANSWERED_WITHIN)


def answer(desk: str, public_id: str, question: dict[str, Any]) -> str:
    """The verdict of the public API."""
    own = ("subject", "service", "feature", "at")
    body = {name: value for name, value in question.items() if name in own}
    body["attributes"] = {name: value for name, value in question.items() if name not in own}
    body["incident"] = public_id
    request = Request(
        f"{desk}/api/v1/check/", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urlopen(request, timeout=30) as response:
        [result] = json.load(response)["results"]
    verdict: str = result["verdict"]
    return verdict


def paste_document(page: Page) -> None:
    """The other way to start: the document of a record that somebody wrote elsewhere."""
    page.goto("/en/staff/drafts/new/")
    [path] = CORPUS.glob("09-*.yaml")
    page.get_by_label("Or its text").fill(path.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Start from the document").click()
    expect(page.locator("#preview")).to_contain_text("8 examples, and all hold.")


def report_mistake(chromium: Browser, desk: str, watch: Watch) -> None:
    """A reader without an account disagrees with a verdict."""
    page = chromium.new_context(base_url=desk, viewport=SCREEN).new_page()
    watch.over(page)
    page.goto("/en/check/?service=ChatGPT&at=2024-12-12T02:30Z")
    page.get_by_role("link", name="Report a mistake").first.click()
    page.get_by_label("What is wrong").fill("ChatGPT was back at 19:01 PST only.")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your report has come in")
    page.context.close()


def correct_outage(page: Page, public_id: str) -> None:
    """From the report to a draft with another end, and a question that shows the difference."""
    page.goto("/en/staff/")
    page.get_by_role("link", name="ChatGPT was back at 19:01 PST only.").click()
    shown(page, "2024-12-12T02:30Z")
    page.goto(f"/en/staff/incidents/{public_id}/")
    page.get_by_role("link", name="Edit the draft").click()
    press(page, f"open:{AT}")
    end = f"{AT}/end/dates/0"
    sentence = "At 7:01 PM PST on December 11, 2024 ChatGPT and Sora had fully recovered."
    fill(
        page,
        {
            f"{end}/value": "2024-12-11T19:01",
            f"{end}/text": "7:01 PM PST on December 11, 2024",
            f"{AT}/note/en": sentence,
        },
    )
    press(page, "preview")
    picture(page, "window", page.get_by_role("group", name="End", exact=True))
    press(page, f"close:{AT}")
    add_example(page, len(CHECKS[OUTAGE]), BEFORE_FULL_RECOVERY, "in_scope")
    press(page, "preview")
    expect(page.locator("#preview")).to_contain_text("8 examples, and all hold.")


def submit_explained(page: Page, reason: str) -> None:
    """A correction that changes verdicts is refused until each change has its sentence."""
    page.get_by_role("link", name="Effect and submission").click()
    shown(page, "These answers would be other ones.")
    page.get_by_label("Why this should be published").fill(reason)
    page.get_by_role("button", name="Submit for review").click()
    explanations = page.get_by_label("Why this is right")
    shown(page, "This change is not explained yet.")
    picture(page, "effect", page.get_by_role("heading", name="Effect on answers"))
    for one in explanations.all():
        one.fill("17:45 was the substantial recovery; until 19:01 requests still failed.")
    expect(page.get_by_label("Why this should be published")).to_have_value(reason)
    page.get_by_role("button", name="Submit for review").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review")


def close_report(page: Page) -> None:
    page.goto("/en/staff/")
    page.get_by_role("link", name="ChatGPT was back at 19:01 PST only.").click()
    page.get_by_label("What came of it").fill("Corrected in revision 2.")
    page.get_by_role("button", name="Mark as handled").click()
    page.goto("/en/staff/")
    expect(page.get_by_role("link", name="ChatGPT was back at 19:01 PST only.")).to_have_count(0)


def assert_checks(desk: str, record: str, public_id: str) -> None:
    found = {
        number: answer(desk, public_id, question) for number, question, _verdict in CHECKS[record]
    }
    assert found == {number: verdict for number, _question, verdict in CHECKS[record]}


def test_two_disclosures_are_entered_reviewed_published_and_one_is_corrected(
    people: dict[str, Page], chromium: Browser, desk: str, watch: Watch
) -> None:
    author, second = people[AUTHOR], people[SECOND]

    paste_outage(author)
    complete_outage(author)
    picture(author, "preview", author.locator("#preview"))
    outage = submit(author, "OpenAI published what happened.")
    second.goto("/en/staff/")
    picture(second, "queue")
    review(second, outage)
    shown(second, "11 December 2024, 15:16 to 11 December 2024, 19:38 (-08:00)")
    picture(second, "review", second.get_by_role("heading", name="What changes"))
    publish(second)
    assert_checks(desk, OUTAGE, outage)

    paste_document(author)
    leak = submit(author, "Cloudflare published what happened.")
    review(second, leak)
    shown(second, "SSL private keys of customers")
    publish(second)
    assert_checks(desk, LEAK, leak)

    assert answer(desk, outage, BEFORE_FULL_RECOVERY) == "out_of_scope"
    report_mistake(chromium, desk, watch)
    correct_outage(author, outage)
    submit_explained(author, "ChatGPT and Sora recovered fully at 19:01, not at 17:45.")
    review(second, outage)
    shown(second, "Explained: 17:45 was the substantial recovery")
    picture(second, "correction", second.get_by_role("heading", name="Effect on answers"))
    publish(second)
    shown(second, "Revision 2")
    assert answer(desk, outage, BEFORE_FULL_RECOVERY) == "in_scope"
    assert_checks(desk, OUTAGE, outage)
    assert_checks(desk, LEAK, leak)

    close_report(author)
    author.goto(f"/en/staff/incidents/{outage}/log/")
    for who, act in ((AUTHOR, "submitted the draft"), (SECOND, "published")):
        expect(author.get_by_role("row", name=f"{who} {act}")).to_have_count(2)
    picture(author, "log")
    assert watch == Watch(watch.host)
