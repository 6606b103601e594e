"""A fake device that creates and shows passkeys, as a browser does (WebAuthn Level 3, sections 5 to
7).
"""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

ORIGIN = "https://nightcap.example"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Device:
    """One passkey. `verifies`: it checks a fingerprint, a face or a PIN."""

    def __init__(self, *, verifies: bool = True) -> None:
        self.verifies = verifies
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b""

    def make(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the browser's answer to `navigator.credentials.create`."""
        self.user = asked["user"]["id"].encode()
        public = cbor.encode(ES256.from_cryptography_key(self.key.public_key()))  # type: ignore[no-untyped-call]  # the library has no types
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(asked["rp"]["id"], ATTESTED) + attested
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", asked)
        return self._credential(
            clientDataJSON=websafe_encode(said), attestationObject=websafe_encode(attestation)
        ) | {"clientExtensionResults": {"credProps": {"rk": True}}}

    def show(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the browser's answer to `navigator.credentials.get`."""
        data, said = self._data(asked["rpId"]), self._said("webauthn.get", asked)
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=websafe_encode(said),
            authenticatorData=websafe_encode(data),
            signature=websafe_encode(signature),
            userHandle=self.user.decode(),
        )

    def _data(self, server: str, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return sha256(server.encode()).digest() + bytes([flags]) + bytes(4)

    def _said(self, kind: str, asked: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": asked["challenge"], "origin": ORIGIN}
        return json.dumps(said).encode()

    def _credential(self, **response: str) -> dict[str, Any]:
        own = websafe_encode(self.id)
        return {
            "id": own,
            "rawId": own,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
