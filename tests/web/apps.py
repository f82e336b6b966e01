"""Authenticator apps for tests: the codes that somebody's telephone shows, by a test's clock."""

import pyotp

from tests.web.service import PASSWORD, Browser, Clock


class App:
    """An authenticator app with one secret."""

    def __init__(self, secret: str, clock: Clock) -> None:
        self._totp = pyotp.TOTP(secret)
        self._clock = clock

    def code(self, later: int = 0) -> str:
        """What it shows now, or so many half minutes later."""
        return self._totp.generate_otp(self._clock.now_ms // 30_000 + later)

    def next(self) -> str:
        """The code of the next half minute, which is waited for: each is good once."""
        self._clock.pass_by(minutes=0.5)
        return self.code()


def enrolled(browser: Browser, clock: Clock, password: str = PASSWORD) -> tuple[App, list[str]]:
    """Whoever is signed in sets up an app; it, and the recovery codes."""
    made = browser.post("/api/factors/totp", {"password": password})
    assert made.status_code == 200, made.text
    app = App(made.json()["secret"], clock)
    confirmed = browser.post("/api/factors/totp/confirm", {"code": app.code()})
    assert confirmed.status_code == 200, confirmed.text
    return app, confirmed.json()["codes"]
