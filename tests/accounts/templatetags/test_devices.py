"""What the page of signed-in devices calls a device."""

from armybuilder.accounts.templatetags.devices import device

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)


def test_a_device_is_its_browser_and_its_system():
    assert device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") == "Firefox on Linux"
    assert device(PHONE) == "Safari on iPhone"
    edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"
    assert device(edge) == "Edge on Windows"
    assert device(edge.partition(" Edg")[0].replace("Windows NT 10.0", "Linux; Android 15")) == "Chrome on Android"
    assert device("curl/8.14.1") == "Unknown browser"
    assert device("") == "Unknown browser"
