"""The users of the tests, by the claims of their browsers."""

from django.core import signing
from django.test import Client

from armybuilder.site import claims

ALICE = claims.Claim("the key of alice")
BOB = claims.Claim("the key of bob")


def browser_of(claim: claims.Claim) -> Client:
    """A browser with the claim."""
    client = Client()
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    client.cookies[claims.COOKIE] = signer.sign(claim.key)
    return client
