"""The doctor's checks of what wears out by itself: room on the disk, the clock, the certificate. A
running server looks at them too.
"""

import shutil
import ssl
from pathlib import Path

from cryptography import x509

from pitboss.operations.config import Config, sqlite_path
from pitboss.operations.doctor.findings import Finding, failure, fine, warning

_MIB = 1 << 20
_LITTLE_SPACE = 1024 * _MIB
_NO_SPACE = 64 * _MIB
_AHEAD_S = 2.0
_DAY_S = 86_400
_SOON_DAYS = 21


def data_folder(config: Config) -> Path:
    """The folder in which the journal is or will be, or the nearest existing one above it."""
    path = sqlite_path(config.database) or config.data / "pitboss.db"
    return next((folder for folder in path.absolute().parents if folder.is_dir()), Path("/"))


def free_bytes(config: Config) -> int:
    """How much room is left on the disk that the data folder is on."""
    return shutil.disk_usage(data_folder(config)).free


def space_finding(config: Config) -> Finding:
    """Whether there is room for what is to come."""
    free = free_bytes(config)
    said = f"{free / _MIB:,.0f} MiB free in {data_folder(config)}"
    fix = "Free some space there, or move the data folder to a larger disk (setting data)."
    if free < _NO_SPACE:
        return failure("disk space", said, fix)
    if free < _LITTLE_SPACE:
        return warning("disk space", said, fix)
    return fine("disk space", said)


def behind_finding(behind_s: float) -> Finding:
    """Whether the clock is behind the journal's last event."""
    if behind_s <= _AHEAD_S:
        return fine("clock", "not behind the last event")
    return failure(
        "clock",
        f"the last event was stored {age(behind_s)} later than the clock shows now",
        "Set this machine's clock, and keep it right with NTP.",
    )


def age(age_s: float) -> str:
    """A length of time for people."""
    for unit, size in (("days", _DAY_S), ("hours", 3_600), ("minutes", 60)):
        if age_s >= 2 * size:
            return f"{age_s / size:,.0f} {unit}"
    return f"{age_s:,.0f} seconds"


def certificate_ends_s(config: Config) -> float | None:
    """When the first of the server's own certificates ends; None if it has none that can be
    read.
    """
    name = config.settings.server.certificate
    if not name:
        return None
    try:
        chain = x509.load_pem_x509_certificates((config.data / name).read_bytes())
    except (OSError, ValueError):
        return None
    return min(one.not_valid_after_utc.timestamp() for one in chain)


def certificate_finding(config: Config, now_s: float) -> Finding:
    """Whether browsers will accept the server's own certificate, and for how long."""
    name = config.settings.server.certificate
    if not name:
        return fine("certificate", "none of its own: http only")
    files = config.data / name, config.data / config.settings.server.certificate_key
    fix = f"Put a new one into {files[0]}, with its key, and start the server again."
    ends_s = certificate_ends_s(config)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*files)
    except OSError as error:
        return failure("certificate", f"{files[0]} and {files[1]}: {error}", fix)
    if ends_s is None:
        return failure("certificate", f"{files[0]} can't be read", fix)
    if ends_s <= now_s:
        said = f"{files[0]} ended {age(now_s - ends_s)} ago: browsers refuse it"
        return failure("certificate", said, fix)
    said = f"{files[0]} ends in {age(ends_s - now_s)}"
    return (
        warning("certificate", said, fix)
        if ends_s - now_s < _SOON_DAYS * _DAY_S
        else fine("certificate", said)
    )
