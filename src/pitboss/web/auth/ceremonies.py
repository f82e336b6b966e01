"""The two ceremonies of WebAuthn, creating a passkey and using it, on top of the library for it.

Importing that library takes a fifth of a server's start-up, so this module is only imported when a
passkey is created or used.
"""

from typing import Any, NamedTuple

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from pitboss.web.auth.passkeys import WebAuthnJson

WRONG = (WebAuthnException, ValueError, TypeError, KeyError)
"""What a malformed answer may raise."""


class Made(NamedTuple):
    """A passkey that a browser has created."""

    id: str
    key: str
    signs: int


def asked_to_make(
    site: str, name: str, handle: bytes, challenge: bytes, known: list[str]
) -> WebAuthnJson:
    """What a browser needs to create a passkey, including the passkeys that exist already."""
    options = webauthn.generate_registration_options(
        rp_id=site,
        rp_name="Pitboss",
        user_name=name,
        user_id=handle,
        challenge=challenge,
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known
        ],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )
    return _as_json(options)


def asked_to_sign(site: str, challenge: bytes) -> WebAuthnJson:
    """What a browser has a passkey sign."""
    options = webauthn.generate_authentication_options(
        rp_id=site, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return _as_json(options)


def challenge_in(client_data: str) -> bytes:
    """The challenge that an answer responds to."""
    return parse_client_data_json(base64url_to_bytes(client_data)).challenge


def is_handle(written: str, handle: bytes) -> bool:
    return base64url_to_bytes(written) == handle


def made(answer: msgspec.Struct, challenge: bytes, site: str, origin: str) -> Made:
    """The passkey that an answer describes."""
    registration = webauthn.verify_registration_response(
        credential=msgspec.to_builtins(answer),
        expected_challenge=challenge,
        expected_rp_id=site,
        expected_origin=origin,
        require_user_verification=True,
    )
    return Made(
        bytes_to_base64url(registration.credential_id),
        bytes_to_base64url(registration.credential_public_key),
        registration.sign_count,
    )


def signed(
    answer: msgspec.Struct, challenge: bytes, site: str, origin: str, key: str, count: int
) -> int:
    """How often a passkey has signed, including this time."""
    authentication = webauthn.verify_authentication_response(
        credential=msgspec.to_builtins(answer),
        expected_challenge=challenge,
        expected_rp_id=site,
        expected_origin=origin,
        credential_public_key=base64url_to_bytes(key),
        credential_current_sign_count=count,
        require_user_verification=True,
    )
    return authentication.new_sign_count


def _as_json(options: Any) -> WebAuthnJson:
    written: WebAuthnJson = msgspec.json.decode(webauthn.options_to_json(options))
    return written
