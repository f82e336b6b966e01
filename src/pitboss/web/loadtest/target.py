"""A server that robots play on, and who is signed in there."""

import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from pitboss.rulebook.shelf import Shelf
from pitboss.web.auth.cookies import COOKIE
from pitboss.web.loadtest.http_client import Address, Connection, Reply, written
from pitboss.web.loadtest.robots import By, Command, Move

POSTS = ("player", "dealer", "pit-supervisor", "pit-manager", "shift-manager")
"""In ascending order: each may do what those before it may, except act as a player for
themselves.
"""


_LINK = {"reset": "100000.00", "rate-bp": 1500, "reserve-bp": 300, "cap": "500000.00"}
_encode = msgspec.json.Encoder().encode


class NotLoaded(Exception):
    """A server that robots can't play on; the sentence says why and how to fix it."""


class Login(NamedTuple):
    """Somebody who is signed in."""

    name: str
    post: str
    headers: dict[str, str]
    must_change: bool = False


class TargetServer:
    """A server and the people signed in there: the last of each post, and the one before, who
    serves as the second person.
    """

    def __init__(self, address: Address) -> None:
        self.address = address
        self.logins: dict[str, Login] = {}
        self.seconds: dict[str, Login] = {}
        self._control = Connection(address)

    async def me(self) -> Any:
        """Who we are there, and whether it is a demonstration."""
        reply = await self._control.ask(written("GET", "/api/me", self.address))
        try:
            me = reply.json()
            me["demo"]
        except (msgspec.DecodeError, KeyError, TypeError):
            raise NotLoaded(f"what is at {self.address} is not Pitboss") from None
        return me

    async def sign_in_everybody(self) -> None:
        """In a demonstration anybody may be anybody."""
        for post in POSTS:
            await self._sign_in("/api/demo/sign-in", {"role": post}, post)
        manager = self.logins[By.SHIFT_MANAGER]
        again = {"role": By.SHIFT_MANAGER.value, "second": True}
        self.seconds[By.SHIFT_MANAGER] = await self._sign_in("/api/demo/sign-in", again, "a second")
        self.logins[By.SHIFT_MANAGER] = manager

    async def sign_in(self, name: str, password: str, code: str | None = None) -> Login:
        body = {"name": name, "password": password} | ({} if code is None else {"code": code})
        return await self._sign_in("/api/sign-in", body, name)

    async def _sign_in(self, path: str, body: Command, who: str) -> Login:
        reply = await self._control.ask(written("POST", path, self.address, body=_encode(body)))
        if reply.status != 200:
            raise NotLoaded(f"{who} can't sign in at {self.address}: {detail(reply)}")
        me = reply.json()
        headers = {"Cookie": f"{COOKIE}={reply.cookies[COOKIE]}", "X-CSRF-Token": me["csrf"]}
        login = Login(me["name"], me["role"], headers, me["password_change_needed"])
        before = self.logins.get(login.post)
        if before is not None and before.name != login.name:
            self.seconds[login.post] = before
        self.logins[login.post] = login
        return login

    def for_move(self, move: Move) -> tuple[Login, Command]:
        """Who gives a command: the player if signed in, otherwise the lowest post that may."""
        player = self.logins.get(By.PLAYER)
        if move.by is By.PLAYER:
            if player is not None and move.player in (None, player.name):
                return player, move.command
            return self.staff(By.DEALER), {**move.command, "player": move.player}
        return self.staff(move.by), move.command

    def staff(self, least: str) -> Login:
        for post in POSTS[max(1, POSTS.index(least)) :]:
            if post in self.logins:
                return self.logins[post]
        raise NotLoaded(
            f"nobody signed in at {self.address} may act as a {least}; sign in as a shift manager"
        )

    async def links(self, shelf: Shelf, books: Iterable[str]) -> dict[str, str]:
        """A link for every operator that the books need, opened if there is none."""
        manager = self.staff(By.SHIFT_MANAGER)
        reply = await self.get("/api/links", manager)
        if reply.status != 200:
            raise NotLoaded(f"{self.address} does not show its links: {detail(reply)}")
        links = {link["operator"]: link["link"] for link in reply.json()["links"]}
        for operator in sorted({shelf.get(book).operator for book in books}):
            if operator not in links:
                links[operator] = await self.open_link(f"Robots {operator}", operator, _LINK)
        return links

    async def open_link(self, name: str, operator: str, parameters: Command) -> str:
        """Opens a link; two shift managers do it together if the house requires that."""
        manager = self.staff(By.SHIFT_MANAGER)
        command = {"do": "open-link", "operator": operator, "parameters": parameters}
        target, key = f"/api/links/{quoted(name)}", f"open-{secrets.token_hex(8)}"
        reply = await self.post(self._control, target, manager, command, key)
        if waits_for(reply) is not None:
            reply = await self.approve(reply, self.seconds.get(By.SHIFT_MANAGER)) or reply
        if reply.status != 200:
            raise NotLoaded(
                f"{self.address} has no link of {operator}, and {name} can't be opened: "
                f"{detail(reply)} Open one first."
            )
        return name

    async def approve(self, reply: Reply, second: Login | None) -> Reply | None:
        """Has a second person approve what waits for one; None if there is nobody."""
        digest = waits_for(reply)
        if second is None or digest is None:
            return None
        return await self.change(f"/api/approvals/{digest}", second, {})

    async def change(self, path: str, login: Login, body: Command) -> Reply:
        headers = {**login.headers, "Idempotency-Key": f"load-{secrets.token_hex(8)}"}
        data = written("POST", path, self.address, headers, _encode(body))
        connection = Connection(self.address)
        try:
            return await connection.ask(data)
        finally:
            connection.close()

    async def get(self, path: str, login: Login) -> Reply:
        """On a connection of its own, because many may ask at once."""
        connection = Connection(self.address)
        try:
            return await connection.ask(written("GET", path, self.address, login.headers))
        finally:
            connection.close()

    async def post(
        self, connection: Connection, target: str, login: Login, command: Command, key: str
    ) -> Reply:
        headers = {**login.headers, "Idempotency-Key": key}
        data = written("POST", f"{target}/commands", self.address, headers, _encode(command))
        return await connection.ask(data)

    def close(self) -> None:
        self._control.close()


def waits_for(reply: Reply) -> str | None:
    """The digest of what waits for a second person, if a reply says so."""
    if reply.status != 409:
        return None
    approval = reply.json().get("approval")
    return None if approval is None else str(approval["digest"])


def detail(reply: Reply) -> str:
    """What a problem says."""
    if reply.status == 429:
        return (
            "the server limits how much one session may ask for: to load-test it, start it "
            "with PITBOSS_LIMITS_REQUESTS_PER_SECOND=0"
        )
    try:
        return str(reply.json()["detail"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return f"it answered with {reply.status}"


def quoted(name: str) -> str:
    return name.replace(" ", "%20")
