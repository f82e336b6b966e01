"""The proxy of the operator's guide, as it stands there, in front of two real servers on one
PostgreSQL.
"""

import datetime as dt
import ipaddress
import os
import re
import shutil
import socket
import ssl
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from prometheus_client.parser import text_string_to_metric_families

from tests.patience import PATIENCE_S
from tests.postgres import shared_server
from tests.web.servers import Server, server

GUIDE = Path(__file__).parents[2] / "docs" / "operator.md"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

pytestmark = [
    pytest.mark.skipif(
        NGINX is None,
        reason=(
            "nginx is not installed (Debian: apt-get install nginx), so the guide's proxy is "
            "not tested"
        ),
    ),
    pytest.mark.xdist_group("proxy"),
]

AROUND = """
daemon off;
{user}
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/pitboss.conf;
}}
"""
"""What the system's own file has around those of conf.d, with everything that is written in a
folder of ours.
"""


def samples(language: str) -> list[str]:
    """What the guide shows in a language."""
    text = GUIDE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def settings(folder: Path) -> str:
    """The guide's settings, with another place for the copies of checkpoints."""
    [text] = [one for one in samples("toml") if "[server]" in one]
    return put(text, "/mnt/elsewhere/", f"{folder}/")


def scraped(ports: tuple[int, int]) -> list[str]:
    """What Prometheus asks for by the guide's settings, with the ports of this test."""
    [text] = samples("yaml")
    targets = re.findall(r'^ +- targets: \["(127\.0\.0\.1):8000"\]$', text, re.MULTILINE)
    assert len(targets) == 1, text
    assert "metrics_path" not in text, "it is /metrics by itself"
    return [f"http://{targets[0]}:{port}/metrics" for port in ports]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def make_certificate(folder: Path, *, days: float = 1) -> None:
    """A certificate that nobody else trusts, and its key. It ends so many days from now."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "floor.example")])
    names = [x509.DNSName("floor.example"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=100))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, SHA256())
    )
    (folder / "floor.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "floor.key").write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )


def put(text: str, old: str, new: str) -> str:
    """Replaces what must stand there once."""
    assert text.count(old) == 1, (old, text)
    return text.replace(old, new)


def configure(folder: Path, port: int, upstream: tuple[int, int]) -> Path:
    """The guide's file for several processes, with the ports and the folder of this test and
    nothing else changed; what nginx is given.
    """
    make_certificate(folder)
    whole_file, several = samples("nginx")
    text = put(whole_file, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("/etc/ssl/floor.", f"{folder}/floor.")
    text = put(text, "    server 127.0.0.1:8000;\n", several)
    for shown, real in zip((8001, 8002), upstream, strict=True):
        text = put(text, f"server 127.0.0.1:{shown};", f"server 127.0.0.1:{real};")
    (folder / "pitboss.conf").write_text(text)
    whole = folder / "nginx.conf"
    user = "user root;" if os.getuid() == 0 else ""
    whole.write_text(AROUND.format(folder=folder, user=user))
    return whole


def nginx(folder: Path, configuration: Path, *arguments: str) -> list[str | Path]:
    assert NGINX is not None
    return [NGINX, "-p", folder, "-e", folder / "error.log", "-c", configuration, *arguments]


def test_all_that_the_guide_shows_is_about_the_same_port(tmp_path: Path) -> None:
    """As printed, the proxy and Prometheus find the server, and it takes the proxy's name."""
    told = tomllib.loads(settings(tmp_path))["server"]
    proxy = samples("nginx")[0]
    assert re.findall(r"^ +server (\S+);$", proxy, re.MULTILINE) == [f"127.0.0.1:{told['port']}"]
    assert re.findall(r"server_name (\S+);", proxy) == told["hosts"]
    assert scraped((told["port"], 1))[0] == f"http://127.0.0.1:{told['port']}/metrics"


def test_nginx_takes_the_file_as_it_stands_in_the_guide(tmp_path: Path) -> None:
    configuration = configure(tmp_path, free_port(), (8001, 8002))
    done = subprocess.run(
        nginx(tmp_path, configuration, "-t"),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert "test is successful" in done.stderr


class Floor(NamedTuple):
    """Two servers, and the proxy in front of them."""

    port: int
    folder: Path
    servers: tuple[Server, Server]
    addresses: tuple[str, str]
    """Of the servers themselves."""

    @property
    def address(self) -> str:
        """Where browsers find it."""
        return f"https://floor.example:{self.port}"

    def client(self, source: str = "127.0.0.1") -> httpx.Client:
        """A browser that trusts the certificate, on a machine of its own."""
        trusted = ssl.create_default_context(cafile=str(self.folder / "floor.pem"))
        transport = httpx.HTTPTransport(verify=trusted, local_address=source)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"Host": f"floor.example:{self.port}"},
            transport=transport,
            timeout=PATIENCE_S,
        )

    @contextmanager
    def signed_in(self, role: str, source: str = "127.0.0.1") -> Iterator[httpx.Client]:
        """The same with somebody at it, and with the header that browsers send."""
        with self.client(source) as client:
            # The origin has the port, so that it is taken only if the host that is passed on has it
            # too.
            client.headers["Origin"] = self.address
            me = client.post("/api/demo/sign-in", json={"role": role})
            assert me.status_code == 200, me.text
            client.headers["X-CSRF-Token"] = me.json()["csrf"]
            yield client


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    with ExitStack() as stack:
        postgres = stack.enter_context(shared_server())
        url = stack.enter_context(postgres.borrowed_journal())
        folder = tmp_path_factory.mktemp("proxy")
        (folder / "pitboss.toml").write_text(settings(folder), encoding="utf-8")
        started, addresses = [], []
        for _ in range(2):
            one = stack.enter_context(server(folder, "--demo", "--no-robots", "--database", url))
            started.append(one)
            addresses.append(one.address())
        port = free_port()
        first, second = (int(address.rpartition(":")[2]) for address in addresses)
        configuration = configure(folder, port, (first, second))
        proxy = subprocess.Popen(nginx(folder, configuration), stdin=subprocess.DEVNULL)
        stack.callback(proxy.wait)
        stack.callback(proxy.terminate)
        _wait_for(port, proxy)
        yield Floor(port, folder, (started[0], started[1]), (addresses[0], addresses[1]))


def _wait_for(port: int, proxy: "subprocess.Popen[bytes]") -> None:
    end_s = monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert proxy.poll() is None, "nginx has ended"
            assert monotonic() < end_s, "nginx does not listen"
            # Another program's port: there is nothing to wait on but the clock.
            sleep(0.02)
        else:
            return


def test_a_command_comes_through_and_the_stream_tells_of_it_at_once(floor: Floor) -> None:
    with floor.signed_in("dealer") as dana, floor.signed_in("display") as sign:
        cookie = next(iter(dana.cookies.jar))
        assert cookie.secure, "it was told that the browser came by https"
        with sign.stream("GET", "/api/stream", params={"tables": "Stud"}) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = stream.iter_lines()
            assert next(lines) == "event: snapshot"
            answer = dana.post(
                "/api/tables/Stud/commands",
                json={"do": "open-betting"},
                headers={"Idempotency-Key": "through"},
            )
            assert answer.status_code == 200, answer.text
            # A proxy that collected what comes would hold back so little for good.
            assert any('"phase":"betting"' in line for line in lines)


def test_a_page_of_another_site_changes_nothing(floor: Floor) -> None:
    with floor.signed_in("dealer") as dana:
        dana.headers["Origin"] = "https://127.0.0.1"
        answer = dana.post("/api/tables/Classic/commands", json={"do": "open-betting"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


def test_figures_are_not_for_everybody(floor: Floor) -> None:
    with floor.client() as client:
        assert client.get("/metrics").status_code == 403
        assert client.get("/healthz").status_code == 200
        client.headers["Host"] = "evil.example"
        assert client.get("/api/me").status_code == 421


def test_prometheus_gets_its_figures_from_each_process(floor: Floor) -> None:
    ports = tuple(int(address.rpartition(":")[2]) for address in floor.addresses)
    accepted = "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.4"
    headers = {
        "User-Agent": "Prometheus/2.53.0",
        "Accept": f"{accepted},*/*;q=0.1",
        "Accept-Encoding": "gzip",
        "X-Prometheus-Scrape-Timeout-Seconds": "10",
    }
    for address in scraped((ports[0], ports[1])):
        answer = httpx.get(address, headers=headers, timeout=PATIENCE_S)
        assert answer.status_code == 200, answer.text
        found = {one.name for one in text_string_to_metric_families(answer.text)}
        assert {
            "pitboss_commands",
            "pitboss_position",
            "pitboss_disk_free_bytes",
            "pitboss_clock_behind_seconds",
            "pitboss_certificate_ends_timestamp_seconds",
        } <= found


def test_each_process_says_by_address_whether_it_is_ready(floor: Floor) -> None:
    for address in floor.addresses:
        asked = [
            httpx.get(f"{address}{path}", timeout=PATIENCE_S).status_code
            for path in ("/healthz", "/readyz", "/api/me")
        ]
        assert asked == [200, 200, 421]


def test_http_2_is_spoken_and_tells_the_host_with_its_port(floor: Floor) -> None:
    trusted = ssl.create_default_context(cafile=str(floor.folder / "floor.pem"))
    trusted.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", floor.port)) as line,
        trusted.wrap_socket(line, server_hostname="floor.example") as secure,
    ):
        assert secure.selected_alpn_protocol() == "h2"
    curl = shutil.which("curl")
    if (
        curl is None
        or "HTTP2"
        not in subprocess.run([curl, "-V"], capture_output=True, text=True, check=True).stdout
    ):
        pytest.skip("curl with HTTP/2 is not installed, so no request is sent over HTTP/2")
    done = subprocess.run(
        [
            curl, "--silent", "--show-error", "--http2", "--cacert", floor.folder / "floor.pem",
            "--resolve", f"floor.example:{floor.port}:127.0.0.1",
            "--header", f"Origin: {floor.address}", "--json", '{"role": "player"}',
            "--write-out", "\n%{http_version} %{http_code}", f"{floor.address}/api/demo/sign-in",
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "2 200", done


def test_when_a_process_stops_the_other_one_answers_its_browsers(floor: Floor) -> None:
    """Sixteen browsers: the hash gives each process some of them. It is the last test, as it stops
    both processes.
    """
    with ExitStack() as stack:
        browsers = [
            stack.enter_context(floor.signed_in("dealer", f"127.0.1.{nth}")) for nth in range(1, 17)
        ]
        for stopped, expected in zip(floor.servers, (200, 502), strict=True):
            stopped.end()
            assert {browser.get("/api/me").status_code for browser in browsers} == {expected}
