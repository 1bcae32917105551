"""What is looked up of a shared army."""

import pytest

from armybuilder.armies.models import Army
from tests.sharing.test_views import link, page

pytestmark = pytest.mark.django_db

SKIPPING = "/pebbles/calculators/skipping/"


def addresses(shown):
    return [address for address in shown.xpath("//section[@id='odds']//a/@href") if address.startswith(SKIPPING)]


def chosen(shown, side):
    return shown.xpath(f"//select[@id='{side}-army']/option[@selected]/text()")


def test_a_unit_of_a_shared_army_is_looked_up_by_kind(army, bob):
    address = link(army)
    token = address.split("/")[2]
    (by_kind,) = addresses(page(bob.get(f"{address}?unit=u3")))
    assert by_kind == f"{SKIPPING}?army.own={token}:u3"
    assert page(bob.get(by_kind)).xpath("//select[@name='q-surface']/option[@selected]/text()") == ["Rough"]
    bob.post(f"{address}copy")
    copy = Army.objects.exclude(pk=army.pk).get()
    theirs, mine = addresses(page(bob.get(f"{address}?unit=u3&against={copy.pk}")))
    assert theirs == f"{SKIPPING}?army.own={token}:u3&army.opposing={copy.pk}"
    assert mine == f"{SKIPPING}?army.own={copy.pk}&army.opposing={token}:u3"
    for looked_up, side in ((theirs, "opposing"), (mine, "own")):
        assert chosen(page(bob.get(looked_up)), side) == [str(copy)]


def test_a_choice_that_is_not_there_is_none(army, bob, make_army):
    address = link(army)
    foreign = make_army(name="Foreign")
    first, odd = (page(bob.get(f"{address}{sent}")) for sent in ("", f"?unit=u99&against={foreign.pk}"))
    assert addresses(odd) == addresses(first) != []
    assert "Foreign" not in " ".join(odd.xpath("//section[@id='odds']//option/text()"))


def test_the_card_of_the_unit_chosen_is_a_picture_for_everybody(army, bob, client):
    (address,) = page(bob.get(f"{link(army)}?unit=u3")).xpath("//a[contains(@href, '/pictures/cards/')]/@href")
    assert address.endswith("/u3.png")
    assert client.get(address).headers["Content-Type"] == "image/png"
