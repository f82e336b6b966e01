"""Whether the server itself speaks https, with a certificate from the settings."""

import ssl

from pitboss.operations.config import BadConfig, Config


def certificate(config: Config) -> ssl.SSLContext | None:
    """The TLS context for connections, TLS 1.2 at least. None if a proxy does it, or nobody
    connects from outside; raises BadConfig if the files can't be used.
    """
    server = config.settings.server
    if not server.certificate and not server.certificate_key:
        return None
    if not server.certificate or not server.certificate_key:
        missing = "server.certificate_key" if server.certificate else "server.certificate"
        raise BadConfig([f"{missing} is empty: certificate and key go together."])
    files = config.data / server.certificate, config.data / server.certificate_key
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(*files)
    except OSError as error:
        raise BadConfig([f"server.certificate: {files[0]} and {files[1]}: {error}."]) from None
    return context
