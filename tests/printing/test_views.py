"""The pages of printing as owner, stranger and anonymous, and what they answer to bad input."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES
from armybuilder.jobs import running
from armybuilder.printing import background, documents, jobs, views
from armybuilder.printing.form_layout import print_form
from armybuilder.printing.models import PrintJob, Setup
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.paper import Paper
from armybuilder.sharing.links import create_link
from armybuilder.site.limits import MAX_PER_MINUTE
from tests.printing.pdf_reading import read
from tests.printing.test_jobs import Bench, bench
from tests.rulesets.described.games import described

__all__ = ["bench"]
pytestmark = pytest.mark.django_db(transaction=True)
State = PrintJob.State
PATIENCE = background.PATIENCE


def sent(**choices: object) -> dict[str, str]:
    """What a browser sends for those choices."""
    form = print_form(None, PrintOptions(**choices))  # type: ignore[arg-type]
    return {name: str(form[name].value() or "") for name in form.fields}


def address(army: Army, *words: str) -> str:
    return f"{army.get_absolute_url()}print/{'/'.join(words)}"


def test_the_owner_prints_an_army(alice: Client, army: Army, bench: Bench) -> None:
    page = alice.get(address(army))
    assert page.status_code == 200
    assert "Make the PDF" in page.text
    answer = alice.post(address(army), sent(cards=False, qrs=False))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="shore-roster.pdf"'
    cookie = answer.cookies[views.PRINTED]
    assert (cookie["path"], cookie["max-age"], cookie["httponly"]) == (address(army), 60, "")
    (roster,) = read(answer.content)
    assert "Shore" in roster.text
    assert not PrintJob.objects.exists()


def test_strangers_and_the_anonymous_see_nothing(bob: Client, client: Client, army: Army, bench: Bench) -> None:
    job = jobs.order(army, PrintOptions())
    running.run(PrintJob, job.pk)
    for browser in (bob, client):
        assert browser.get(address(army)).status_code == 404
        assert browser.post(address(army), sent()).status_code == 404
        assert browser.get(address(army, job.pk)).status_code == 404
        assert browser.get(address(army, job.pk, "file")).status_code == 404
        assert browser.post(address(army, job.pk, "cancel")).status_code == 404


def test_everybody_prints_an_example(client: Client, army: Army, bench: Bench) -> None:
    Army.objects.update(example=True)
    assert client.get(address(army)).status_code == 200
    assert client.post(address(army), sent(cards=False)).headers["Content-Type"] == "application/pdf"


def test_a_shared_army_is_printed_as_it_is_shown(bob: Client, army: Army, bench: Bench) -> None:
    address_of = create_link(army, frozen=False, notes=False).get_absolute_url()
    assert f'href="{address_of}print"' in bob.get(address_of).text
    bob.post(address_of + "copy")
    other = Army.objects.exclude(pk=army.pk).get()
    bob.post(address(other), sent(cards=False, qrs=False, paper=Paper.LETTER))
    answer = bob.get(f"{address_of}print")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="shore.pdf"'
    pages = read(answer.content)
    assert "Shore" in pages[0].text
    assert {(round(page.width), round(page.height)) for page in pages} == {(216, 279)}


def test_the_address_may_hold_choices(alice: Client, army: Army) -> None:
    page = alice.get(address(army) + "?paper=letter&ink=mono").text
    assert '<option value="letter" selected>' in page
    assert '<option value="mono" selected>' in page


def test_what_was_printed_last_is_filled_in_for_any_army(alice: Client, bob: Client, make_army, bench: Bench) -> None:
    first, second = make_army(), make_army(name="Dune")
    usual, chosen = PrintOptions(), PrintOptions(cards=False, qrs=False, paper=Paper.LETTER)

    def shown(browser: Client, query: str = "") -> tuple[PrintOptions, list[tuple[str, str]]]:
        page = browser.get(address(second) + query)
        (offered,) = re.findall(r'<p class="print-last">(.*?)</p>', page.text, re.DOTALL) or [""]
        return page.context["form"].spec(), re.findall(r'href="(.*?)">(.*?)<', offered)

    assert shown(alice) == (usual, [])
    alice.post(address(first), sent(cards=False, qrs=False, paper=Paper.LETTER))
    assert shown(alice) == (chosen, [("?usual=1", "Default options")])
    assert shown(alice, "?usual=1") == (usual, [("?", "Options used last")])
    assert shown(alice, "?cards=0") == (
        PrintOptions(cards=False),
        [("?usual=1", "Default options"), ("?", "Options used last")],
    )
    Army.objects.update(example=True)
    assert shown(bob) == (usual, [])
    refused = alice.post(address(first), sent(roster=False, cards=False, qrs=False))
    assert refused.status_code == 400
    assert shown(alice)[0] == chosen, "what was refused was not printed"
    alice.post(address(first), sent())
    assert shown(alice) == (usual, [])


def test_a_set_up_comes_before_what_was_printed_last(alice: Client, army: Army, bench: Bench) -> None:
    alice.post(address(army, "save"), sent(tokens=True) | {"name": "Club night"})
    alice.post(address(army), sent(cards=False, qrs=False))
    (setup,) = Setup.objects.all()
    assert alice.get(f"{address(army)}?setup={setup.pk}").context["form"].spec() == PrintOptions(tokens=True)
    session = alice.session
    session[views.LAST] = {"paper": "a7"}
    session.save()
    assert alice.get(address(army)).context["form"].spec() == PrintOptions()


def test_bad_choices_are_told_at_their_field(alice: Client, army: Army) -> None:
    answer = alice.post(address(army), sent() | {"paper": "a7"})
    assert answer.status_code == 400
    assert "choose a4, letter" in answer.text.lower()
    (told,) = re.findall(r'role="alert">(.*?)</div>', answer.text, re.DOTALL)
    assert " ".join(told.split()).startswith('<p class="mb-1"> <a href="#id_paper">Paper</a>: ')
    assert 'id="id_paper"' in answer.text
    nothing = alice.post(address(army), sent(roster=False, cards=False, qrs=False))
    assert nothing.status_code == 400
    assert nothing.text.count("Choose at least one part to print.") == 1
    folded = alice.post(address(army), sent(turned="booklet"))
    assert folded.status_code == 400
    assert '<a href="#id_turned">Orientation</a>: A booklet holds only the quick reference' in folded.text
    assert not PrintJob.objects.exists()


def test_an_army_with_nothing_on_a_part_is_told(alice: Client, make_army, bench: Bench) -> None:
    answer = alice.post(address(make_army(piles=0)), sent(roster=False, qrs=False))
    assert answer.status_code == 400
    assert "Add pebbles first" in answer.text
    assert not PrintJob.objects.exists()


def test_what_takes_longer_is_waited_for_on_a_page(
    alice: Client, army: Army, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0)
    monkeypatch.setattr(running, "begin", lambda job: None)
    answer = alice.post(address(army), sent())
    job = PrintJob.objects.get()
    assert (answer.status_code, answer.url) == (303, address(army, job.pk))  # type: ignore[attr-defined]
    waiting = alice.get(answer.url).text  # type: ignore[attr-defined]
    assert "The pages are being laid out." in waiting
    assert 'hx-trigger="every 1s"' in waiting
    assert "Your PDF is next in the queue." in waiting
    jobs.order(army, PrintOptions(), person="another", address="another")
    PrintJob.objects.filter(pk=job.pk).update(slow=True)
    part = alice.get(address(army, job.pk), headers={"HX-Request": "true"}).text
    assert "Your PDF is number 2 in the queue." in part
    assert "It is a long one, so it takes turns with other PDFs." in part
    PrintJob.objects.filter(pk=job.pk).update(slow=False)
    assert alice.get(address(army, job.pk, "file")).status_code == 404
    running.run(PrintJob, job.pk)
    part = alice.get(address(army, job.pk), headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert "Download the PDF" in part
    assert "every 1s" not in part
    file = alice.get(address(army, job.pk, "file"))
    assert file.headers["Content-Disposition"] == 'attachment; filename="shore.pdf"'
    assert len(read(b"".join(file.streaming_content))) == 3  # type: ignore[attr-defined]
    job.refresh_from_db()
    job.file.delete(save=False)
    assert alice.get(address(army, job.pk, "file")).status_code == 404


def test_printings_at_once_are_limited_by_browser_and_address(army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is kept waiting by a neighbour, and nobody has more by dropping cookies or by further accounts."""
    monkeypatch.setattr(background, "PATIENCE", 0)
    monkeypatch.setattr(running, "begin", lambda job: None)
    Army.objects.update(example=True)
    few, some = running.MAX_PER_PERSON, running.MAX_PER_ADDRESS

    def printing(browser: Client, **where: str) -> int:
        return browser.post(address(army), sent(), **where).status_code  # type: ignore[arg-type]

    first, second, desk, phone = (Client() for _ in range(4))
    user = User.objects.create_user("carol")
    desk.force_login(user)
    phone.force_login(user)
    assert [printing(first) for _ in range(few + 1)] == [303] * few + [429]
    assert [printing(desk), *(printing(phone) for _ in range(few))] == [303] * few + [429]
    assert [printing(second) for _ in range(some - 2 * few)] == [303] * (some - 2 * few)
    refused = Client().post(address(army), sent())
    assert refused.status_code == 429
    assert f"{some} printings from your network are not finished yet." in refused.text
    assert printing(Client(), REMOTE_ADDR="192.0.2.7") == 303
    assert printing(desk, REMOTE_ADDR="192.0.2.7") == 429
    told = PrintJob.objects.values_list("person", "address")
    assert {len(word) for row in told for word in row} == {64}
    desk.post(address(army, PrintJob.objects.all()[few].pk, "cancel"))
    assert printing(desk) == 303


def test_more_than_is_printed_is_told_at_its_field(
    alice: Client, army: Army, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is laid out, wherever the part stands in the order."""
    monkeypatch.setattr(documents, "MAX_PIECES", 1)
    monkeypatch.setattr(documents, "MAKERS", {})
    answer = alice.post(address(army), sent(tokens=True))
    assert answer.status_code == 400
    told = r"This [^.]*needs \d+ markers. Up to 1 are printed at once\. Leave the markers out"
    assert re.search(rf'id="error_\d_id_tokens"[^>]*>\s*(<strong>)?{told}', answer.text), answer.text
    assert not PrintJob.objects.exists()


def test_a_request_waits_less_than_five_seconds() -> None:
    assert PATIENCE < 5


def test_a_printing_is_stopped(alice: Client, army: Army, bench: Bench) -> None:
    job = jobs.order(army, PrintOptions())
    answer = alice.post(address(army, job.pk, "cancel"), follow=True)
    assert "Nothing was printed." in answer.text
    job.refresh_from_db()
    assert job.state == State.CANCELLED
    assert alice.get(address(army, job.pk, "cancel")).status_code == 405


def test_a_printing_that_failed_says_why_and_keeps_the_choices(alice: Client, army: Army) -> None:
    job = jobs.order(army, PrintOptions(tokens=True))
    PrintJob.objects.update(state=State.FAILED, problem="Too large.")
    page = alice.get(address(army, job.pk)).text
    assert "Too large." in page
    assert f'href="{address(army)}?tokens=' in page


def test_a_running_job_counts_pages_without_scripts(alice: Client, army: Army) -> None:
    job = jobs.order(army, PrintOptions(tokens=True))
    for laid_out, words in ((1, "laid out: 1 page so far."), (2, "laid out: 2 pages so far.")):
        PrintJob.objects.update(state=State.RUNNING, laid_out=laid_out)
        assert words in alice.get(address(army, job.pk)).text
    PrintJob.objects.update(state=State.RUNNING, pages=1)
    page = alice.get(address(army, job.pk)).text
    assert "0 of 1 page ready." in page
    assert '<noscript><meta http-equiv="refresh"' in page
    PrintJob.objects.update(state=State.FAILED, problem="Too large.")
    assert "http-equiv" not in alice.get(address(army, job.pk)).text


def test_jobs_of_another_army_are_not_there(alice: Client, make_army) -> None:
    job = jobs.order(make_army(), PrintOptions())
    assert alice.get(address(make_army(), job.pk)).status_code == 404


def test_printing_has_a_limit(alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = sent(roster=False, cards=False, qrs=False)
    answers = [alice.post(address(army), nothing).status_code for _ in range(MAX_PER_MINUTE["print"].address + 1)]
    assert answers == [400] * MAX_PER_MINUTE["print"].address + [429]


def test_a_full_print_shop_says_so(alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MAX_UNFINISHED_JOBS", 0)
    answer = alice.post(address(army), sent())
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "Too many printings are in progress" in answer.text


@pytest.mark.parametrize(
    ("name", "game", "choices", "file"),
    [
        ("3rd Division", "pebbles", PrintOptions(), "3rd-division.pdf"),
        ("Żółw “x”/../", "pebbles", PrintOptions(cards=False, qrs=False), "zow-x-roster.pdf"),
        ("", "pebbles", PrintOptions(), "pebbles.pdf"),
        ("漢", "pebbles", PrintOptions(), "pebbles.pdf"),
        ("", described("lanes").slug, PrintOptions(), "star-lanes.pdf"),
    ],
)
def test_files_have_names(name: str, game: str, choices: PrintOptions, file: str) -> None:
    assert views.file_name(name, game, choices) == file


def test_the_page_may_hold_the_preview(alice: Client, army: Army) -> None:
    policy = alice.get(address(army)).headers["Content-Security-Policy"]
    assert "frame-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_form_sent_again_makes_no_second_job(alice: Client, army: Army, bench: Bench) -> None:
    (form_id, *_) = re.findall(r'name="submission" value="([^"]+)"', alice.get(address(army)).text)
    form = {**sent(cards=False, qrs=False), "submission": form_id}
    first, second = (alice.post(address(army), form) for _ in range(2))
    assert first.headers["Content-Type"] == "application/pdf"
    assert first.content == second.content
    job = PrintJob.objects.get()
    other = alice.post(address(army), {**form, "paper": "letter"})
    assert other.content != first.content
    assert PrintJob.objects.count() == 2
    Army.objects.filter(pk=army.pk).update(head=army.head + 1)
    ARMIES.of(army).filter(number=army.head).update(number=army.head + 1)
    alice.post(address(army), form)
    assert PrintJob.objects.exclude(pk=job.pk).filter(revision=army.head + 1).exists(), "the army was changed since"


def test_proxies_are_printed_for_the_models_there_are_now(alice: Client, army: Army, bench: Bench) -> None:
    form = {**sent(cards=False, qrs=False, labels=True, proxies=True), "submission": "x" * 20}
    for _ in range(2):
        assert alice.post(address(army), form).headers["Content-Type"] == "application/pdf"
    assert PrintJob.objects.count() == 2


def test_a_set_up_printed_twice_makes_one_job(
    alice: Client, army: Army, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "begin", lambda job: None)
    monkeypatch.setattr(background, "PATIENCE", 0)
    alice.post(address(army, "save"), {**sent(cards=False), "name": "At home"})
    form = alice.get(address(army)).text.split('class="print-setups"')[1].split("</form>")[0]
    place, form_id = re.findall(r'action="([^"]+)".*name="submission" value="([^"]+)"', form, re.DOTALL)[0]
    places = [alice.post(place, {"submission": form_id})["Location"] for _ in range(2)]
    assert places == [address(army, PrintJob.objects.get().pk)] * 2


def test_a_printing_that_failed_is_tried_again(alice: Client, army: Army, bench: Bench) -> None:
    form = {**sent(cards=False, qrs=False), "submission": "x" * 20}
    alice.post(address(army), form)
    PrintJob.objects.update(state=State.FAILED)
    assert alice.post(address(army), form).headers["Content-Type"] == "application/pdf"
    assert PrintJob.objects.filter(state=State.DONE).count() == 1
