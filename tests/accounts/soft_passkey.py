"""A passkey without a device: it signs whatever it is given to sign, for good and for ill."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

SITE = "http://testserver"
FLAG = AuthenticatorData.FLAG
ASKED = FLAG.UP | FLAG.UV
"""The person was there, and showed a finger or entered a PIN."""


@dataclass
class SoftPasskey:
    """A key, with the handle of the user whose account it opens."""

    handle: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def created(self, options: dict[str, Any], origin: str = SITE) -> dict[str, Any]:
        """What a browser sends when the passkey is added, by the options on the page."""
        asked = options["publicKey"]
        self.handle = asked["user"]["id"]
        public = AttestedCredentialData.create(Aaguid.NONE, self.id, ES256.from_cryptography_key(self.key.public_key()))
        about = AuthenticatorData.create(sha256(asked["rp"]["id"].encode()), ASKED | FLAG.AT, 0, public)
        said = {"attestationObject": websafe_encode(AttestationObject.create("none", about, {}))}
        client = CollectedClientData.create("webauthn.create", asked["challenge"], origin)
        return self._sent(client, said) | {"clientExtensionResults": {"credProps": {"rk": True}}}

    def signed(
        self,
        options: dict[str, Any],
        origin: str = SITE,
        site: str = "testserver",
        flags: FLAG = ASKED,
        kind: str = "webauthn.get",
    ) -> dict[str, Any]:
        """What a browser sends when somebody signs in."""
        client = CollectedClientData.create(kind, options["publicKey"]["challenge"], origin)
        about = AuthenticatorData.create(sha256(site.encode()), flags, 1)
        signature = self.key.sign(about + client.hash, ec.ECDSA(SHA256()))
        said = {"authenticatorData": about, "signature": signature}
        encoded = {name: websafe_encode(value) for name, value in said.items()}
        return self._sent(client, encoded | {"userHandle": self.handle})

    def _sent(self, client: CollectedClientData, said: dict[str, str]) -> dict[str, Any]:
        name = websafe_encode(self.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": {"clientDataJSON": client.b64, **said},
            "clientExtensionResults": {},
        }
