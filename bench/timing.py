"""How long an answer takes does not tell whether an account, an invitation or a link exists.

``python -m bench.timing`` asks the real server in turn for what exists and what does not, and compares the times: a
guesser who bets that the slower answer is of what exists should be right as often as by tossing a coin.
"""

import threading
import time
from collections.abc import Callable
from statistics import median
from urllib.parse import urlencode

from bench.real_site import CSRF, RealSite, machine, real_site

TIMES = 150
COIN = (0.4, 0.6)
"""The share of right guesses that tells nothing."""

Ask = Callable[[bool, int], int]
"""Asks for what exists or does not, with the number of the try; returns the status."""


def main() -> None:
    """Print the times; exit with an error if one tells anything."""
    told = []
    with real_site(1) as site:
        assert site.server
        assert site.server.stdout
        # The e-mails, which the site prints here.
        threading.Thread(target=site.server.stdout.read, daemon=True).start()
        members = _members()
        invitation, link = _secrets(site)
        for what, ask in (
            ("a forgotten password", _form(site, "/account/password/reset/", members, {})),
            ("a wrong password", _form(site, "/account/login/", members, {"password": "wrong"}, by="login")),
            ("an invitation but for a letter", _address(site, "/matches/join/{}", invitation)),
            ("a link but for a letter", _address(site, "/s/{}/", link)),
            ("a token but for a letter", _program(site)),
        ):
            for known in (True, False):
                ask(known, TIMES)  # what is loaded first takes longer
            times: dict[bool, list[float]] = {True: [], False: []}
            for number in range(TIMES):
                for known in (True, False) if number % 2 else (False, True):
                    begun = time.monotonic()
                    status = ask(known, number)
                    times[known].append(time.monotonic() - begun)
                    assert status in (200, 302, 401, 404), (what, status)
            right = _right_guesses(times)
            there, not_there = (1000 * median(times[known]) for known in (True, False))
            print(f"{what}: {there:.1f} ms if it exists, {not_there:.1f} if not, {right:.0%} right guesses")
            told += [] if COIN[0] <= right <= COIN[1] else [what]
    print(machine())
    assert not told, told


def _right_guesses(times: dict[bool, list[float]]) -> float:
    """How often the slower of two answers is that of what exists."""
    pairs = [(one, other) for one in times[True] for other in times[False]]
    return sum(one > other for one, other in pairs) / len(pairs)


def _members() -> list[str]:
    """The addresses of new accounts, each with a password."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import User

    addresses = [f"member-{number}@example.org" for number in range(TIMES + 1)]
    password = make_password("pebble-Shore-77")
    users = User.objects.bulk_create(User(username=each, email=each, password=password) for each in addresses)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    return addresses


def _secrets(site: RealSite) -> tuple[str, str]:
    """The secrets of an invitation and of a link to an army."""
    from armybuilder.armies.models import Army
    from armybuilder.matches.log.seats import invite
    from armybuilder.matches.models import Match
    from armybuilder.sharing.links import create_link

    seat = invite(Match.objects.get(pk=site.matches[0]), 1)
    return seat.invitation, create_link(Army.objects.get(pk=site.armies[0]), frozen=False, notes=False).token


def _form(site: RealSite, path: str, members: list[str], fields: dict[str, str], by: str = "email") -> Ask:
    def ask(known: bool, number: int) -> int:
        address = members[number] if known else members[number].replace("member", "nobody")
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": CSRF}
        content = urlencode({by: address, **fields}).encode()
        return site.send("POST", path, content, Cookie=f"csrftoken={CSRF}", **headers).status

    return ask


def _guessed(secret: str, known: bool, number: int) -> str:
    """The secret with another last letter, or another text of its length."""
    if known:
        return secret[:-1] + ("a" if secret[-1] != "a" else "b")
    return f"{number:x}".rjust(len(secret), "z")


def _address(site: RealSite, path: str, secret: str) -> Ask:
    return lambda known, number: site.send("GET", path.format(_guessed(secret, known, number)), None).status


def _program(site: RealSite) -> Ask:
    def ask(known: bool, number: int) -> int:
        token = _guessed(site.token, known, number)
        return site.send("GET", "/api/v1/armies", None, Authorization=f"Bearer {token}").status

    return ask


if __name__ == "__main__":
    main()
