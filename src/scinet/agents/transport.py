"""How clients reach the server: standard input and output, or HTTP."""

import asyncio
import hmac
import os
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Thread
from typing import Any, Final, NoReturn, cast

import anyio
import uvicorn
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from scinet.credentials import TOKEN_LENGTH, is_token, parse_host
from scinet.errors import DataError
from scinet.settings import AgentSettings

_HERE: Final = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class ListenAddress:
    """Where the server listens.

    Attributes:
        names: What clients on other machines call this one.
    """

    host: str
    port: int
    names: tuple[str, ...] = ()

    def check(self, secret: str) -> None:
        """Refuse what other machines could reach without a token."""
        if _is_local(self.host):
            return
        if not self.names:
            raise DataError(
                f"{self.host} can be reached from other machines",
                hint="Name this machine as they call it with --allow-host, or leave --host out.",
            )
        if not is_token(secret):
            raise DataError(
                f"{self.host} can be reached from other machines, and there is no token for them",
                hint=f"Set SCINET_MCP_TOKEN to at least {TOKEN_LENGTH} characters of ASCII that "
                "nobody guesses.",
            )


class _Token:
    """Accepts one token."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        """The access of a token; none of a wrong one."""
        if not hmac.compare_digest(token.encode(), self._secret):
            return None
        return AccessToken(token=token, client_id="client", scopes=[])


def refuse_address() -> NoReturn:
    """Refuse an address where nothing is going to listen."""
    raise DataError("an address without HTTP", hint="Add --http, or leave the address out.")


def over_stdio(server: Server[Any]) -> None:
    """Serve one client over standard input and output until it closes them."""

    async def serve() -> None:
        lines = cast("anyio.AsyncFile[str]", _stdin_lines())
        async with stdio_server(stdin=lines) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    asyncio.run(serve())


async def _stdin_lines() -> AsyncGenerator[str]:
    """Lines of standard input, read by a thread that a signal does not have to wait for."""
    loop = asyncio.get_running_loop()
    received: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended
            # A file of its own: that of sys.stdin would be locked when Python ends.
            with os.fdopen(os.dup(0), encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    loop.call_soon_threadsafe(received.put_nowait, line)
            loop.call_soon_threadsafe(received.put_nowait, None)

    Thread(target=read, daemon=True).start()
    while (line := await received.get()) is not None:
        yield line


def over_http(
    server: Server[Any], place: ListenAddress, progress: Callable[[str], None] | None
) -> None:
    """Serve clients over HTTP until a signal ends it."""
    secret = AgentSettings().token.get_secret_value()
    place.check(secret)
    named = (*_HERE, *place.names)
    app = server.streamable_http_app(
        json_response=True,
        stateless_http=True,  # no client keeps anything here, so that none can fill the memory
        host=place.host,
        transport_security=TransportSecuritySettings(
            allowed_hosts=[text for name in named for text in (name, f"{name}:*")],
            allowed_origins=[
                f"{scheme}://{name}{port}"
                for scheme in ("http", "https")
                for name in named
                for port in ("", ":*")
            ],
        ),
        # The address of an issuer is asked for, and nothing is published of it.
        auth=AuthSettings(issuer_url=AnyHttpUrl("http://localhost"), resource_server_url=None)
        if secret
        else None,
        token_verifier=_Token(secret) if secret else None,
    )
    with _open_socket(place) as listener:
        port = listener.getsockname()[1]
        if progress is not None:
            progress(f"http://{f'[{place.host}]' if ':' in place.host else place.host}:{port}/mcp")
        config = uvicorn.Config(
            check_host_header(app), log_config=None, access_log=False, timeout_graceful_shutdown=3
        )
        uvicorn.Server(config).run(sockets=[listener])


def check_host_header(app: ASGIApp) -> ASGIApp:
    """Refuse a ``Host`` header that is not a name with a port: mcp takes any text for a port."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_named = scope["type"] != "http" or parse_host(Headers(scope=scope).get("host", ""))
        refusal = PlainTextResponse("Invalid Host header", 421)
        await (app if is_named else refusal)(scope, receive, send)

    return answer


def _open_socket(place: ListenAddress) -> socket.socket:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    try:
        return socket.create_server((place.host, place.port), family=family)
    except OSError as error:
        raise DataError(
            f"cannot listen on {place.host}, port {place.port}: {error.strerror}",
            hint="Give another --port; 0 takes a free one.",
        ) from error


def _is_local(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"
