"""Changes requested from a running server: somebody signs in there, as on a page."""

import asyncio
from typing import Annotated, Any

import typer

from pitboss.cli.streams import fail

PASSWORD = "PITBOSS_PASSWORD"
Server = Annotated[
    str,
    typer.Option("--server", metavar="ADDRESS", help="The server, such as http://127.0.0.1:8000."),
]
Password = Annotated[
    str | None,
    typer.Option(
        "--password",
        envvar=PASSWORD,
        help="The password; better set in the environment, or typed when prompted.",
        show_default=False,
    ),
]
Code = Annotated[
    str | None,
    typer.Option(
        "--code",
        metavar="CODE",
        help="The authenticator app's code, or a recovery code, if a second factor is required.",
        show_default=False,
    ),
]


def ask(
    address: str,
    name: str,
    password: str | None,
    code: str | None,
    path: str,
    body: dict[str, Any] | None = None,
) -> Any:
    """Signs in at a server, makes a request and signs out again; returns the answer. Without a
    ``body`` nothing is changed. A failure ends the program with a sentence.
    """
    from pitboss.web.loadtest.http_client import Address, NoAnswer, NotHttp
    from pitboss.web.loadtest.target import NotLoaded, TargetServer, detail

    if password is None:
        password = typer.prompt(f"Password of {name}", hide_input=True, err=True)

    async def asked() -> Any:
        server = TargetServer(Address.of(address))
        try:
            login = await server.sign_in(name, str(password), code)
            if body is None:
                reply = await server.get(path, login)
            else:
                reply = await server.change(path, login, body)
            await server.change("/api/sign-out", login, {})
            return reply
        finally:
            server.close()

    try:
        reply = asyncio.run(asked())
    except (NoAnswer, NotHttp, NotLoaded) as error:
        raise fail(str(error)) from None
    if reply.status != 200:
        raise fail(detail(reply))
    return reply.json()
