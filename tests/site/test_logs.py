import io
import json
import logging
import logging.config
import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.http import HttpResponse
from django.test import Client, RequestFactory

from armybuilder.api.models import Token, create_token
from armybuilder.armies.revisions import load_head
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite
from armybuilder.sharing.links import create_link
from armybuilder.site.claims import Author
from armybuilder.site.logs import (
    HIDDEN,
    MAX_LENGTH,
    JsonFormatter,
    RequestLog,
    TextFormatter,
    hide,
)
from tests.armies.conftest import make_army  # noqa: F401 (a fixture)
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 7"
MAIL = "alice.smith@armies.example.org"


class Talkative:
    """Middleware that fails in each view, and says in the error all that the request holds."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        held = f"{request.build_absolute_uri()} {kwargs} {request.POST} {request.headers} {request.COOKIES}"
        logging.getLogger("armybuilder.talk").warning("asked for %s", request.get_full_path())
        raise ValueError(held)


@pytest.fixture
def log():
    """What the site writes, of all that any logger says: first as JSON, then as text."""
    lines = [io.StringIO(), io.StringIO()]
    handlers = [logging.StreamHandler(each) for each in lines]
    handlers[0].setFormatter(JsonFormatter())
    handlers[1].setFormatter(TextFormatter())
    loggers = [logging.getLogger(name) for name in ("", "django", "armybuilder", "armybuilder.site.logs")]
    levels = [(logger, logger.level) for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.INFO)
    for handler in handlers:
        for logger in loggers[:2]:
            logger.addHandler(handler)
    yield lines
    for logger, level in levels:
        logger.setLevel(level)
        for handler in handlers:
            logger.removeHandler(handler)


def reset_link() -> str:
    """The address in the mail that Alice is sent when she has forgotten her password."""
    assert Client().post("/account/password/reset/", {"email": MAIL}).status_code == 302
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_a_log_holds_no_token_and_no_address(make_army, log, settings):  # noqa: F811
    alice = User.objects.create_user("alice", MAIL, PASSWORD)
    army = make_army()
    share = create_link(army, frozen=False, notes=True)
    side = ChosenForce(load_head(army), army)
    match = begin_match(side, side, {}, Author(None, ALICE.hash))
    seat = invite(match, 1)
    token = create_token(alice, "Program", Token.Scope.WRITE)[1]
    reset = reset_link()
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.site.test_logs.Talkative"]
    visitor = browser_of(ALICE)
    visitor.raise_request_exception = False
    asked = [
        (f"/s/{share.token}/", {}),
        (f"/matches/join/{seat.invitation}", {}),
        (reset, {}),
        ("/api/v1/armies", {"Authorization": f"Bearer {token}"}),
        (f"/armies/{army.pk}/?mail={MAIL}&next=/s/{share.token}/", {}),
    ]
    ids = []
    for path, headers in asked:
        answer = visitor.get(path, headers=headers)
        assert answer.status_code in (404, 500), path
        ids.append(answer.headers["X-Request-ID"])
    assert visitor.post("/account/login/", {"login": MAIL, "password": PASSWORD}).status_code == 500
    written = [each.getvalue() for each in log]
    claim = visitor.cookies["claim"].value
    for text in written:
        assert text.count("ValueError") >= 5
        assert HIDDEN in text
        secrets = (share.token, seat.invitation, token, MAIL, PASSWORD, army.pk, claim, reset.strip("/").split("/")[-1])
        assert [each for each in secrets if each in text] == []
        assert all(each in text for each in ids)
    lines = [json.loads(line) for line in written[0].splitlines()]
    failed = [line for line in lines if line["logger"] == "armybuilder.site.logs" and line.get("status") == 500]
    assert {"sharing:shared", "account_login"} <= {line["view"] for line in failed}


@pytest.mark.parametrize(("given", "kept"), [("proxy-7.a_B", True), ("a\nb", False), ("<b>", False), ("a" * 65, False)])
def test_a_request_keeps_the_id_that_a_proxy_gives_it(given, kept):
    answers = [Client().get("/offline", headers={"X-Request-ID": given}).headers["X-Request-ID"] for _ in range(2)]
    assert (answers == [given] * 2) == kept
    assert kept or (answers[0] != answers[1] and all(re.fullmatch("[0-9a-f]{32}", each) for each in answers))


def test_an_error_says_which_request_it_was(settings):
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.site.test_logs.Talkative"]
    visitor = Client(raise_request_exception=False)
    for path in ("/", "/api/v1/games"):
        answer = visitor.get(path, headers={"X-Request-ID": "number-7"})
        assert (answer.status_code, "number-7" in answer.text) == (500, True), path
    assert "number-7" not in visitor.get("/nothing-here", headers={"X-Request-ID": "number-7"}).text


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("from alice.smith@armies.example.org to", "from [hidden] to"),
        ("<alice@example.org>, bob@example.org", "<[hidden]>, [hidden]"),
        ("mail=alice@example.org;", "mail=[hidden];"),
        ("x@@alice@example.org", "x@@[hidden]"),
        ("at 12:30 @ the table", "at 12:30 @ the table"),
    ],
)
def test_mail_addresses_are_found_in_any_text(text, hidden):
    assert hide(text) == hidden


def test_a_long_text_is_cut_and_no_part_of_what_was_sent_is_left():
    """Neither where the text is cut nor where it begins or ends."""
    words = [f"word{number:x}" for number in range(100_000, 110_000)]
    sent = {"short": "unmistakable", "long": " ".join(words)}
    held = f"before {sent['short']} {sent['long']} {sent['short']} after"

    def answer(request):
        request.POST  # noqa: B018 - it is read
        return hide(held)

    request = RequestFactory().post("/", sent)
    written = RequestLog(lambda request: Kept(answer(request)))(request).text
    assert written.startswith("before [hidden] [hidden]")
    assert written.endswith("[hidden] [hidden] after")
    assert len(written) < MAX_LENGTH
    assert [word for word in (*words, sent["short"]) if word in written] == []


class Kept(HttpResponse):
    """An answer that keeps what was to be logged."""

    def __init__(self, text):
        super().__init__()
        self.text = text


def test_a_text_without_secrets_keeps_its_beginning_and_its_end():
    written = hide("first " + "no secret, " * MAX_LENGTH + "last")
    assert written.startswith("first no secret")
    assert written.endswith("secret, last")
    assert len(written) <= MAX_LENGTH
