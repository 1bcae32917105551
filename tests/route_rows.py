"""A row of the table of all addresses, and the answers in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

VISITORS = ("anonymous", "stranger", "owner", "holder", "staff")
"""Signed in nowhere; Bob, who has an account; Alice, whose things these are; a browser given her links; staff."""

Answers = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """An address by its name, its arguments, the data sent, and the status for each of ``VISITORS``.

    ``example`` is the answer to everybody when {army} is an example, where that says something. ``limit`` is how often
    a minute it answers one network address, and what it counts with: ``600 edits``; with how often it answers each
    visitor before a slash: ``240/4800 events``. Several stand behind commas.
    ``seats`` are the answers to the opponent and to a spectator of {match}.
    Addresses for programs are sent JSON, and the visitor's token in the place of cookies.
    """

    name: str
    method: str
    answers: Answers
    words: str = ""
    sent: Mapping[str, object] = field(default_factory=dict)
    example: int | None = None
    limit: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[int, int] | None = None

    def __str__(self) -> str:
        """The name of the test."""
        return f"{self.method} {self.name}"

    def answer(self, visitor: str) -> int:
        """The status for a visitor."""
        return self.answers[VISITORS.index(visitor)]

    @property
    def is_ours(self) -> bool:
        """Whether the view belongs to the site, not to the accounts library or the admin."""
        return not self.name.startswith(("admin", "account_", "mfa_", "usersessions_"))

    @property
    def is_for_programs(self) -> bool:
        """Whether it belongs to the API."""
        return self.name.startswith("api:")

    def limits(self, visitor: str) -> list[tuple[str, int]]:
        """The key of its rate limit for the visitor at 127.0.0.1, and the number allowed in a minute."""
        limits = []
        for part in filter(None, self.limit.split(",")):
            maximum, name = part.split()
            each, _, whole = maximum.rpartition("/")
            limits.append((f"{name}:127.0.0.1", int(whole)))
            if each:
                limits.append((f"{name}:{visitor}", int(each)))
        return limits

    @property
    def is_secret(self) -> bool:
        """Whether only people who were given the address know it."""
        return any(map(is_secret, self.things))

    @property
    def things(self) -> tuple[str, ...]:
        """The thing of Alice's that the address names."""
        return tuple(word[1:-1] for word in self.words.split() if word.startswith("{"))


def everybody(status: int) -> Answers:
    """The same status for all."""
    return (status,) * 5


def owner(status: int, others: int = 404) -> Answers:
    """Only for Alice; not found for all others."""
    return (others, others, status, others, others)


def holders(status: int, others: int = 404) -> Answers:
    """Only for Alice and holders of the link."""
    return (others, others, status, status, others)


def signed_in(status: int, others: int = 302) -> Answers:
    """Only for users with an account; others are sent to sign in."""
    return (others, status, status, others, status)


def tokens(status: int) -> Answers:
    """Only with a token; others are asked for one."""
    return (401, status, status, 401, status)


def owners_token(status: int) -> Answers:
    """Only with Alice's token; not found for other tokens."""
    return (401, 404, status, 401, 404)


def signed_out(status: int, others: int = 302) -> Answers:
    """Only for visitors who are not signed in."""
    return (status, others, others, status, others)


def staff(status: int, others: int = 302) -> Answers:
    """Only for staff; others are sent to the admin's sign-in page."""
    return (others, others, others, others, status)


def is_secret(thing: str) -> bool:
    """Whether a thing of Alice's is the secret in a link, which no stranger can guess."""
    return thing.partition("_")[0] in ("token", "invitation", "collection")
