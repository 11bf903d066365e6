"""Access to the studio: only for its own page, opened with the token of this run.

Other pages in the same browser can send requests to this machine, too. So every request must name
this server as its host, not another site's name that leads here. Requests that may change something
must come from the page itself. And every request needs a cookie, which the server gives in exchange
for the token. Browsers do not send this cookie with requests from other sites, and no script can
read it.
"""

from __future__ import annotations

import secrets
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 1024 * 1024
"""The largest size of a request in bytes."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every answer: nothing is loaded from elsewhere, and no other page embeds this one."""


class Guard:
    """Passes on requests from the page, and refuses all others."""

    def __init__(self, app: ASGIApp, port: int, token: str, ticket: str = "") -> None:
        """`ticket`, if given, is a token that works once: other users of this machine can see the
        command line of a browser."""
        self.app, self.token, self.ticket = app, token, ticket
        self.secret = secrets.token_urlsafe(24)
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.cookie = f"undercroft_{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            # There are no WebSockets here, and the server sends no events of its own.
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        answer = self.refusal(scope, headers) or self.entry(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if answer is None and not self.has_cookie(scope):
            answer = PlainTextResponse(
                "Open the studio with the address that `invoke studio` has printed.", 403
            )
        if answer is None:
            await self.app(scope, receive, send_with_headers)
        else:
            await answer(scope, receive, send_with_headers)

    def refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer that refuses a request, or None if the request is allowed."""
        host = headers.get("host", "")
        if host not in self.hosts or len(headers.getlist("host")) != 1:
            return PlainTextResponse("This is not the host of the studio.", 421)
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return PlainTextResponse("This request comes from another page.", 403)
        if scope["method"] == "POST":
            if origin is None:
                return PlainTextResponse("This request does not say where it comes from.", 403)
            if headers.get("content-type", "").partition(";")[0] != "application/json":
                return PlainTextResponse("The studio reads JSON.", 415)
            if "transfer-encoding" in headers:
                return PlainTextResponse("The studio wants to know the size first.", 411)
            size = headers.get("content-length", "")
            if not size.isascii() or not size.isdigit() or int(size) > MOST_BYTES:
                return PlainTextResponse("This request is too large.", 413)
        elif scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("The studio knows GET and POST.", 405)
        return None

    def entry(self, scope: Scope) -> Response | None:
        """The answer to a request with the token: the cookie, and a redirect to the page."""
        if scope["path"] != "/" or not scope["query_string"]:
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if self.ticket and secrets.compare_digest(given.encode(), self.ticket.encode()):
            self.ticket = ""
        elif not secrets.compare_digest(given.encode(), self.token.encode()):
            return PlainTextResponse("This is not the token of the studio.", 403)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self.cookie, self.secret, httponly=True, samesite="lax", path="/")
        return answer

    def has_cookie(self, scope: Scope) -> bool:
        """Whether a request has the cookie."""
        given = Request(scope).cookies.get(self.cookie, "")
        return secrets.compare_digest(given.encode(), self.secret.encode())
