"""A time-stamping authority of our own (RFC 3161), made with openssl and answering on this
machine.
"""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

_CONFIG = """
[tsa]
default_tsa = ours
[ours]
serial = {folder}/serial
crypto_device = builtin
signer_cert = {folder}/tsa.pem
certs = {folder}/ca.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ordering = no
tsa_name = no
ess_cert_id_chain = no
[req]
distinguished_name = dn
[dn]
[for_stamps]
extendedKeyUsage = critical,timeStamping
[for_authorities]
basicConstraints = critical,CA:TRUE
"""


class StampingAuthority:
    """Keys and certificates in a folder; ``ca`` is what others check its stamps with."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self.ca = folder / "ca.pem"
        (folder / "openssl.cnf").write_text(_CONFIG.format(folder=folder))
        (folder / "serial").write_text("01\n")
        self._openssl("req", "-x509", *self._new("ca"), "-extensions", "for_authorities")
        self._openssl("req", *self._new("tsa"))
        issued = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "tsa.pem")
        extensions = ("-extfile", "openssl.cnf", "-extensions", "for_stamps")
        self._openssl("x509", "-req", "-in", "tsa.pem", *issued, *extensions, "-days", "2")

    def _new(self, name: str) -> tuple[str, ...]:
        made = ("-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem")
        return (*made, "-subj", f"/CN={name}", "-config", "openssl.cnf")

    def _openssl(self, *arguments: str) -> None:
        done = subprocess.run(
            ["openssl", *arguments], cwd=self._folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def answer(self, question: bytes) -> bytes:
        (self._folder / "question").write_bytes(question)
        asked = ("-queryfile", "question", "-config", "openssl.cnf", "-out", "answer")
        self._openssl("ts", "-reply", *asked)
        return (self._folder / "answer").read_bytes()

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Answers at an address until the end."""
        authority = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                question = self.rfile.read(int(self.headers["Content-Length"]))
                stamp = authority.answer(question) if self.path == "/tsa" else b"not here"
                self.send_response(200)
                self.send_header("Content-Type", "application/timestamp-reply")
                self.send_header("Content-Length", str(len(stamp)))
                self.end_headers()
                self.wfile.write(stamp)

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/tsa"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
