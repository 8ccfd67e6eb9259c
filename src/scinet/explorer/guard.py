"""Request guard: Host check (DNS rebinding), cross-site requests (CSRF), token, and headers.

On the loopback address any program of this machine has access, but no page of another site: the
Host header must name this machine, and other sites may link to the pages, but fetch nothing.
On other addresses a token is required, once in the address, then in a cookie. The content security
policy lets pages load nothing but our own files and run no inline script.
"""

import secrets
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scinet.credentials import parse_host

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_COOKIE: Final = "scinet"
_OPENER: Final = "Cross-Origin-Opener-Policy"
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; "
        "style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    _OPENER: "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """Refuses requests that may not ask, and adds the headers to all answers.

    Args:
        token: Asked for when given; else the host must be this machine.
    """

    def __init__(self, app: ASGIApp, token: str | None = None) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        host = parse_host(Headers(scope=scope).get("host", ""))
        # Elsewhere browsers pass it over, and complain of it on each page.
        has_opener = scope["scheme"] == "https" or host in LOOPBACK

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    if name != _OPENER or has_opener:
                        headers.setdefault(name, value)  # the report has a policy of its own
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await (self._refusal(scope) or self._app)(scope, receive, sent)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        headers = Headers(scope=scope)
        if headers.get("sec-fetch-site") == "cross-site" and (
            headers.get("sec-fetch-mode") != "navigate"
            or headers.get("sec-fetch-dest") != "document"
        ):
            return PlainTextResponse("Cross-site requests are not allowed.", 403)
        if self._token is None:
            if parse_host(headers.get("host", "")) not in LOOPBACK:
                return PlainTextResponse("Use http://localhost.", 403)
            return None
        params = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        word = dict(params).get("token")
        if word is not None and self._is_valid_token(word):
            rest = urlencode([(k, v) for k, v in params if k != "token"])
            answer = RedirectResponse(scope["path"] + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(_COOKIE, self._token, httponly=True, samesite="strict")
            return answer
        cookie = cookie_parser(headers.get("cookie", "")).get(_COOKIE, "")
        if not self._is_valid_token(cookie):
            return PlainTextResponse("Ask with the address that `scinet explore` printed.", 401)
        return None

    def _is_valid_token(self, word: str) -> bool:
        return secrets.compare_digest(word.encode(), str(self._token).encode())
